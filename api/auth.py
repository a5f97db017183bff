"""Authentication: from a bearer token to a principal. A caller without a token is a spectator; a wrong token is an
error."""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from api.problems import Problem
from services.ports import Principal, Principals

CACHED_SECONDS: Final = 5.0
"""How long a token's principal is cached. A revoked token is refused after this time at the latest."""

CACHED_MAX: Final = 10_000
TOKEN_CHARS_MAX: Final = 512


class _Cached(NamedTuple):
    at_seconds: float
    principal: Principal


@dataclass
class Authenticator:
    """Looks tokens up, and caches principals for a moment by the hashes of their tokens."""

    principals: Principals
    now: Callable[[], float] = time.monotonic
    _cache: OrderedDict[bytes, _Cached] = field(default_factory=OrderedDict)

    def __repr__(self) -> str:
        return f"Authenticator({len(self._cache)} cached)"

    async def caller(self, authorization: str | None, before_lookup: Callable[[], object]) -> Principal | None:
        """The principal of an `Authorization` value; None for a spectator. Raises Problem UNKNOWN_TOKEN.

        `before_lookup` is called before a token is looked up that is not cached. It may raise, so that guessing
        tokens has a limit.
        """
        if authorization is None or not authorization.strip():
            return None
        token = _token(authorization)
        key = hashlib.sha256(token.encode()).digest()
        cached = self._cache.get(key)
        if cached is not None and self.now() - cached.at_seconds < CACHED_SECONDS:
            return cached.principal
        before_lookup()
        principal = await self.principals.by_token(token)
        if principal is None:
            self._cache.pop(key, None)
            raise Problem("UNKNOWN_TOKEN", "The service does not know this token. Without a token you are a spectator.")
        self._put(key, principal)
        return principal

    def _put(self, key: bytes, principal: Principal) -> None:
        self._cache[key] = _Cached(self.now(), principal)
        self._cache.move_to_end(key)
        if len(self._cache) > CACHED_MAX:
            self._cache.popitem(last=False)


def _token(authorization: str) -> str:
    scheme, _, token = authorization.strip().partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or len(token) > TOKEN_CHARS_MAX or not token.isascii():
        raise Problem("UNKNOWN_TOKEN", "Authorization is `Bearer` and a token. Spectators leave it out.")
    return token
