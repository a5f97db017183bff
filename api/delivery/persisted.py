"""Operations that clients name by their hash: the text is sent once, then a short address is enough.

The protocol is the one of Apollo's automatic persisted queries, version 1. A process forgets texts, and another process
may not know them: then the answer is PERSISTED_QUERY_NOT_FOUND, and the client sends the text with its hash once more.
"""

import hashlib
import re
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final, NamedTuple

from api.problems import Problem

CHARS_MAX: Final = 16_384
"""Of one text: no longer ones are cached once they are checked either."""
CHARS_TOTAL_MAX: Final = 4_000_000
OF_CALLER_MAX: Final = 200
"""Texts of one caller. Beyond it they push out their own, and nobody else's."""
MISSING: Final = "PersistedQueryNotFound"
"""The message by which clients know that they must send the text: some compare it and not the code."""
_HASH: Final = re.compile(r"[0-9a-f]{64}")


class _Stored(NamedTuple):
    query: str
    caller: str


class PersistedOperations:
    """The texts by their hashes. The one that was not used for longest is dropped first."""

    def __init__(self, chars_max: int = CHARS_TOTAL_MAX, of_caller_max: int = OF_CALLER_MAX) -> None:
        self._chars_max = chars_max
        self._of_caller_max = of_caller_max
        self._texts: OrderedDict[str, _Stored] = OrderedDict()
        self._chars = 0
        self._of_callers: dict[str, OrderedDict[str, None]] = {}

    def text(self, hash: str) -> str:
        """The text of this hash. Raises Problem PERSISTED_QUERY_NOT_FOUND."""
        stored = self._texts.get(hash)
        if stored is None:
            raise Problem("PERSISTED_QUERY_NOT_FOUND", MISSING)
        self._texts.move_to_end(hash)
        self._of_callers[stored.caller].move_to_end(hash)
        return stored.query

    def put(self, hash: str, query: str, caller: str) -> None:
        """Remembers a text that was checked and may run. `caller`: who pays for the place that it takes."""
        if hash in self._texts or len(query) > CHARS_MAX:
            return
        own = self._of_callers.setdefault(caller, OrderedDict())
        if len(own) >= self._of_caller_max:
            self._drop(next(iter(own)))
            own = self._of_callers.setdefault(caller, OrderedDict())
        self._texts[hash] = _Stored(query, caller)
        own[hash] = None
        self._chars += len(query)
        while self._chars > self._chars_max:
            self._drop(next(iter(self._texts)))

    def _drop(self, hash: str) -> None:
        query, caller = self._texts.pop(hash)
        self._chars -= len(query)
        own = self._of_callers[caller]
        del own[hash]
        if not own:
            del self._of_callers[caller]


def hash_of(extensions: object) -> str | None:
    """The hash that a request's `extensions` names; None without one. Raises Problem BAD_REQUEST."""
    if extensions is None:
        return None
    if not isinstance(extensions, Mapping):
        raise Problem("BAD_REQUEST", "`extensions` is a JSON object.")
    persisted = extensions.get("persistedQuery")
    if persisted is None:
        return None
    if not isinstance(persisted, Mapping) or persisted.get("version") != 1:
        raise Problem("BAD_REQUEST", "`persistedQuery` is a JSON object with `version` 1 and `sha256Hash`.")
    hash = persisted.get("sha256Hash")
    if not isinstance(hash, str) or not _HASH.fullmatch(hash):
        raise Problem("BAD_REQUEST", "`sha256Hash` is the SHA-256 of the text: 64 hex digits in lower case.")
    return hash


def check_hash(hash: str, query: str) -> None:
    """Raises Problem BAD_REQUEST unless the text has this hash."""
    if hashlib.sha256(query.encode(errors="replace")).hexdigest() != hash:
        raise Problem("BAD_REQUEST", "`sha256Hash` is not the SHA-256 of `query`.")


__all__ = ["PersistedOperations", "check_hash", "hash_of"]
