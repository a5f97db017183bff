"""Principals and their tokens on Postgres.

Only the SHA-256 of a token is stored. A token has 256 random bits, so a plain hash is enough.
"""

import hashlib
import secrets
import time
from collections import OrderedDict
from typing import Final, cast

from infra.postgres.pool import Pool
from services.ports import Principal, Role

TOKEN_CACHE_SECONDS: Final = 10.0
"""How long a token is trusted after it was looked up. Other processes notice a revocation after this time at most."""
TOKENS_CACHED_MAX: Final = 4_096
TOKEN_PREFIX: Final = "emb_"

_BY_TOKEN: Final = (
    "SELECT principal_id, name, roles, token_id FROM token JOIN principal USING (principal_id) "
    "JOIN person USING (principal_id) WHERE token_hash = $1 AND revoked_at IS NULL AND erased_at IS NULL"
)
_CREATE: Final = """
WITH made AS (
    INSERT INTO principal (principal_id, roles) VALUES ($1, $3) ON CONFLICT DO NOTHING
), named AS (
    INSERT INTO person (principal_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING
)
INSERT INTO token (token_hash, principal_id, token_id) VALUES ($4, $1, $5) ON CONFLICT DO NOTHING
"""
_REVOKE: Final = """
WITH revoked AS (
    UPDATE token SET revoked_at = now() WHERE principal_id = $1 AND revoked_at IS NULL
)
SELECT EXISTS (SELECT FROM principal WHERE principal_id = $1)
"""


def token_hash(token: str) -> bytes:
    """The SHA-256 of a token, which is stored instead of it."""
    return hashlib.sha256(token.encode()).digest()


class PostgresPrincipals:
    """`services.ports.Principals` on a pool.

    Every statement may be sent twice: it is retried after a lost connection.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._cache: OrderedDict[bytes, tuple[float, Principal]] = OrderedDict()
        """Principals by token hash, with the time of the look-up.

        Unknown tokens are not cached: a flood of them must evict nobody.
        """

    async def by_token(self, token: str) -> Principal | None:
        """The principal of a token. None: the token is unknown or revoked."""
        key = token_hash(token)
        cached = self._cache.get(key)
        if cached is not None and time.monotonic() - cached[0] < TOKEN_CACHE_SECONDS:
            return cached[1]
        began = time.monotonic()
        row = await self._pool.fetchrow(_BY_TOKEN, key)
        if row is None:
            self._cache.pop(key, None)
            return None
        roles = frozenset(cast(list[Role], row["roles"]))
        principal = Principal(row["principal_id"], row["name"], roles, row["token_id"])
        self._cache[key] = (began, principal)
        self._cache.move_to_end(key)
        while len(self._cache) > TOKENS_CACHED_MAX:
            self._cache.popitem(last=False)
        return principal

    async def create(self, name: str, roles: frozenset[Role]) -> tuple[Principal, str]:
        """Create a principal. Returns it and its token."""
        principal = Principal("p_" + secrets.token_hex(8), name, roles, "t_" + secrets.token_hex(8))
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        await self._pool.fetch(_CREATE, principal.id, name, sorted(roles), token_hash(token), principal.token_id)
        return principal, token

    async def revoke(self, principal_id: str) -> bool:
        """Revoke all tokens of a principal. Its commands stay. Returns False if there is no such principal."""
        exists = await self._pool.fetchval(_REVOKE, principal_id)
        self._cache.clear()
        return bool(exists)
