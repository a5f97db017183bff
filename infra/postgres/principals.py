"""Who may call. A token is shown once and kept as SHA-256 only; it has 256 random bits, so a plain hash is enough."""

import hashlib
import secrets
import time
from collections import OrderedDict
from typing import Any, Final, cast

import asyncpg

from infra.postgres.problems import CONNECTION_LOST, unavailable
from services.ports import Principal, Role

KNOWN_SECONDS: Final = 10.0
"""A token that was looked up is trusted this long; revoking takes effect elsewhere after at most this."""
KNOWN_TOKENS_MAX: Final = 4_096
TOKEN_PREFIX: Final = "emb_"


def token_hash(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


class PostgresPrincipals:
    """`services.ports.Principals` on an asyncpg pool."""

    def __init__(self, pool: "asyncpg.Pool[Any]") -> None:
        self._pool = pool
        self._known: OrderedDict[bytes, tuple[float, Principal | None]] = OrderedDict()

    async def by_token(self, token: str) -> Principal | None:
        """Whose token this is; None when it is nobody's."""
        key = token_hash(token)
        known = self._known.get(key)
        if known is not None and time.monotonic() - known[0] < KNOWN_SECONDS:
            return known[1]
        row = await self._fetchrow(
            "SELECT principal_id, name, roles FROM token JOIN principal USING (principal_id) WHERE token_hash = $1", key
        )
        found = None if row is None else Principal(row["principal_id"], row["name"], _roles(row["roles"]))
        self._known[key] = (time.monotonic(), found)
        while len(self._known) > KNOWN_TOKENS_MAX:
            self._known.popitem(last=False)
        return found

    async def create(self, name: str, roles: frozenset[Role]) -> tuple[Principal, str]:
        """A new principal and its token."""
        principal = Principal("p_" + secrets.token_hex(8), name, roles)
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        await self._fetchrow(
            "WITH made AS (INSERT INTO principal (principal_id, name, roles) VALUES ($1, $2, $3) RETURNING principal_id) "
            "INSERT INTO token (token_hash, principal_id) SELECT $4, $1 FROM made RETURNING principal_id",
            principal.id,
            name,
            sorted(roles),
            token_hash(token),
        )
        return principal, token

    async def revoke(self, principal_id: str) -> bool:
        """Make all tokens of a principal useless; what it did stays."""
        row = await self._fetchrow(
            "WITH gone AS (DELETE FROM token WHERE principal_id = $1 RETURNING 1) SELECT count(*) AS tokens FROM gone",
            principal_id,
        )
        self._known.clear()
        return bool(row and row["tokens"])

    async def _fetchrow(self, query: str, *arguments: object) -> Any:  # noqa: ANN401  an asyncpg record
        try:
            return await self._pool.fetchrow(query, *arguments)
        except (*CONNECTION_LOST, asyncpg.PostgresError) as error:
            raise unavailable(error) from error


def _roles(stored: list[str]) -> frozenset[Role]:
    return frozenset(cast(list[Role], stored))
