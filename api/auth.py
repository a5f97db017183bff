"""Authentication: from a bearer token to a principal. A caller without a token is a spectator; a wrong token is an
error."""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from api.problems import Problem
from services.ports import Principal, Principals
from services.principals import hash_of

CACHED_SECONDS: Final = 5.0
"""How long a token's principal is cached. A token that has ended is refused after this time at the latest, and sooner
if the process hears of it (GAME-TOKEN-03)."""

CACHED_MAX: Final = 10_000
TOKEN_CHARS_MAX: Final = 512


class Known(NamedTuple):
    """A principal, and the SHA-256 of the token they came by."""

    principal: Principal
    token_hash: bytes


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

    async def caller(self, authorization: str | None, before_lookup: Callable[[], object]) -> Known | None:
        """Who sends an `Authorization` value; None for a spectator. Raises Problem UNKNOWN_TOKEN.

        `before_lookup` is called before a token is looked up that is not cached. It may raise, so that guessing
        tokens has a limit.
        """
        if authorization is None or not authorization.strip():
            return None
        token = _token(authorization)
        key = hash_of(token)
        cached = self._cache.get(key)
        if cached is not None and self.now() - cached.at_seconds < CACHED_SECONDS:
            return Known(cached.principal, key)
        before_lookup()
        began = self.now()
        principal = await self.principals.by_token(token)
        if principal is None:
            self._cache.pop(key, None)
            raise unknown_token()
        self._put(key, _Cached(began, principal))
        return Known(principal, key)

    def forget(self, ids: Collection[str]) -> None:
        """Drops tokens, or all tokens of principals: they are looked up anew."""
        for key, cached in tuple(self._cache.items()):
            if cached.principal.id in ids or cached.principal.token_id in ids:
                del self._cache[key]

    def _put(self, key: bytes, cached: _Cached) -> None:
        self._cache[key] = cached
        self._cache.move_to_end(key)
        if len(self._cache) > CACHED_MAX:
            self._cache.popitem(last=False)


def unknown_token() -> Problem:
    """What a caller with a wrong token receives, and a stream whose token has ended."""
    text = "The service does not know this token, or it has ended. Without a token you are a spectator."
    return Problem("UNKNOWN_TOKEN", text)


def _token(authorization: str) -> str:
    scheme, _, token = authorization.strip().partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or len(token) > TOKEN_CHARS_MAX or not token.isascii():
        raise Problem("UNKNOWN_TOKEN", "Authorization is `Bearer` and a token. Spectators leave it out.")
    return token
