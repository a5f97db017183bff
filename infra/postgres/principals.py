"""Who may call. A token is shown once and kept as SHA-256 only; it has 256 random bits, so a plain hash is enough."""

import hashlib
import secrets
import time
from collections import OrderedDict
from typing import Final, cast

from infra.postgres.pool import Pool
from services.ports import Principal, Role

KNOWN_SECONDS: Final = 10.0
"""A token that was looked up is trusted this long; revoking takes effect in other processes after at most this."""
KNOWN_TOKENS_MAX: Final = 4_096
TOKEN_PREFIX: Final = "emb_"

_BY_TOKEN: Final = (
    "SELECT principal_id, name, roles FROM token JOIN principal USING (principal_id) "
    "WHERE token_hash = $1 AND revoked_at IS NULL"
)
_CREATE: Final = """
WITH made AS (
    INSERT INTO principal (principal_id, name, roles) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
)
INSERT INTO token (token_hash, principal_id) VALUES ($4, $1) ON CONFLICT DO NOTHING
"""
_REVOKE: Final = """
WITH revoked AS (
    UPDATE token SET revoked_at = now() WHERE principal_id = $1 AND revoked_at IS NULL
)
SELECT EXISTS (SELECT FROM principal WHERE principal_id = $1)
"""


def token_hash(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


class PostgresPrincipals:
    """`services.ports.Principals` on a pool. Every statement may be sent twice: a lost connection is tried again."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: OrderedDict[bytes, tuple[float, Principal]] = OrderedDict()
        """Whose tokens were looked up, and when. Tokens of nobody are not kept: a flood of them must push nobody out."""

    async def by_token(self, token: str) -> Principal | None:
        """Whose token this is; None when it is nobody's."""
        key = token_hash(token)
        known = self._known.get(key)
        if known is not None and time.monotonic() - known[0] < KNOWN_SECONDS:
            return known[1]
        asked = time.monotonic()
        row = await self._pool.fetchrow(_BY_TOKEN, key)
        if row is None:
            self._known.pop(key, None)
            return None
        found = Principal(row["principal_id"], row["name"], frozenset(cast(list[Role], row["roles"])))
        self._known[key] = (asked, found)
        self._known.move_to_end(key)
        while len(self._known) > KNOWN_TOKENS_MAX:
            self._known.popitem(last=False)
        return found

    async def create(self, name: str, roles: frozenset[Role]) -> tuple[Principal, str]:
        """A new principal and its token."""
        principal = Principal("p_" + secrets.token_hex(8), name, roles)
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        await self._pool.fetch(_CREATE, principal.id, name, sorted(roles), token_hash(token))
        return principal, token

    async def revoke(self, principal_id: str) -> bool:
        """Make all tokens of a principal useless; what it did stays. False when there is no such principal."""
        there = await self._pool.fetchval(_REVOKE, principal_id)
        self._known.clear()
        return bool(there)
