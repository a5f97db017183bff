"""Who calls: from a bearer token to a principal. No token is a spectator; a wrong one is an error, never a spectator."""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from api.problems import Problem
from services.ports import Principal, Principals

KNOWN_SECONDS: Final = 5.0
"""How long a token's principal is remembered: a revoked token is turned down after this at the latest."""

KNOWN_MAX: Final = 10_000
TOKEN_CHARS_MAX: Final = 512


@dataclass
class Door:
    """Looks tokens up, and remembers them for a moment by their hashes."""

    principals: Principals
    now: Callable[[], float] = time.monotonic
    _known: OrderedDict[bytes, tuple[float, Principal]] = field(default_factory=OrderedDict)

    def __repr__(self) -> str:
        return f"Door({len(self._known)} known)"

    async def caller(self, authorization: str | None, before_asking: Callable[[], object]) -> Principal | None:
        """The principal of an `Authorization` value; None for a spectator. Raises Problem UNKNOWN_TOKEN.

        `before_asking` is called before a token is looked up that is not remembered; it may raise, so that guessing tokens
        has a limit.
        """
        if authorization is None or not authorization.strip():
            return None
        token = _token(authorization)
        key = hashlib.sha256(token.encode()).digest()
        known = self._known.get(key)
        if known is not None and self.now() - known[0] < KNOWN_SECONDS:
            return known[1]
        before_asking()
        principal = await self.principals.by_token(token)
        if principal is None:
            self._known.pop(key, None)
            raise Problem("UNKNOWN_TOKEN", "The service does not know this token. Without a token you are a spectator.")
        self._known[key] = (self.now(), principal)
        self._known.move_to_end(key)
        if len(self._known) > KNOWN_MAX:
            self._known.popitem(last=False)
        return principal


def _token(authorization: str) -> str:
    scheme, _, token = authorization.strip().partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or len(token) > TOKEN_CHARS_MAX or not token.isascii():
        raise Problem("UNKNOWN_TOKEN", "Authorization is `Bearer` and a token, or left out by spectators.")
    return token
