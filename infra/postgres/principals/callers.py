"""From a token to its principal, on Postgres. Only the SHA-256 of a token is stored."""

import contextlib
import secrets
import time
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Final, cast

import asyncpg

from infra.postgres.pool import Pool
from services.errors import Unavailable
from services.principals import (
    DAY_US,
    DAYS_MAX,
    TOKEN_PREFIX,
    Principal,
    Role,
    Scope,
    TokenKind,
    hash_of,
    scopes_of,
)

LIVING: Final = "revoked_at IS NULL AND expires_at > clock_timestamp()"
"""A token or a recovery code that was neither revoked nor has ended."""
PRINCIPAL: Final = (
    "principal_id, name, roles, token_id, scopes, game_id::text, "
    "(extract(epoch FROM expires_at) * 1000000)::bigint AS expires_us"
)
_TODAY: Final = "(clock_timestamp() AT TIME ZONE 'UTC')::date"
_BY_TOKEN: Final = (
    f"SELECT {PRINCIPAL}, used_on IS DISTINCT FROM {_TODAY} AS first_today FROM token JOIN principal "
    f"USING (principal_id) JOIN person USING (principal_id) WHERE token_hash = $1 AND {LIVING} AND erased_at IS NULL"
)
_LIVING: Final = (
    "SELECT token_hash FROM token JOIN person USING (principal_id) "
    f"WHERE token_hash = ANY ($1::bytea[]) AND {LIVING} AND erased_at IS NULL"
)
_USED: Final = f"UPDATE token SET used_on = {_TODAY} WHERE token_hash = $1"
_CREATE: Final = """
WITH made AS (
    INSERT INTO principal (principal_id, roles) VALUES ($1, $3) ON CONFLICT DO NOTHING
), named AS (
    INSERT INTO person (principal_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING
)
INSERT INTO token (token_hash, principal_id, token_id, kind, scopes, created_at, expires_at, lasts)
VALUES ($4, $1, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING
"""
_KNOWN: Final = (
    "SELECT name, roles FROM principal JOIN person USING (principal_id) WHERE principal_id = $1 AND erased_at IS NULL"
)
_REVOKE: Final = """
WITH tokens AS (
    UPDATE token SET revoked_at = clock_timestamp() WHERE principal_id = $1 AND revoked_at IS NULL
), codes AS (
    UPDATE recovery SET revoked_at = clock_timestamp() WHERE principal_id = $1 AND revoked_at IS NULL
)
SELECT EXISTS (SELECT FROM principal WHERE principal_id = $1)
"""


class PostgresPrincipals:
    """`services.principals.Principals` on a pool.

    Nothing is cached here: who calls caches principals for a moment (`api.auth`). Every statement may be sent twice: it
    is retried after a lost connection.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def by_token(self, token: str) -> Principal | None:
        """Implements `by_token` of the port `Principals`. Writes the day of last use, once a day."""
        key = hash_of(token)
        row = await self._pool.fetchrow(_BY_TOKEN, key)
        if row is None:
            return None
        if row["first_today"]:
            with contextlib.suppress(Unavailable):  # a database that takes no writes can still be read
                await self._pool.fetch(_USED, key)
        return principal_of(row)

    async def living(self, hashes: Collection[bytes]) -> frozenset[bytes]:
        """Implements `living` of the port `Principals`."""
        return frozenset(row[0] for row in await self._pool.fetch(_LIVING, list(hashes)))

    async def create(
        self, name: str, roles: frozenset[Role], *, kind: TokenKind = "issued", days: int = DAYS_MAX
    ) -> tuple[Principal, str]:
        """Implements `create` of the port `Principals`."""
        return await self._add("p_" + secrets.token_hex(8), name, roles, kind, days)

    async def issue(self, principal_id: str, *, days: int = DAYS_MAX) -> tuple[Principal, str] | None:
        """Implements `issue` of the port `Principals`."""
        row = await self._pool.fetchrow(_KNOWN, principal_id)
        if row is None:
            return None
        return await self._add(principal_id, row["name"], frozenset(cast(list[Role], row["roles"])), "issued", days)

    async def _add(
        self, id: str, name: str, roles: frozenset[Role], kind: TokenKind, days: int
    ) -> tuple[Principal, str]:
        """Adds a token, and the principal unless they are there."""
        now_us = time.time_ns() // 1_000
        expires_us, token = now_us + days * DAY_US, TOKEN_PREFIX + secrets.token_urlsafe(32)
        token_id, scopes = "t_" + secrets.token_hex(8), scopes_of(roles)
        await self._pool.fetch(
            _CREATE, id, name, sorted(roles), hash_of(token), token_id, kind, sorted(scopes),
            moment(now_us), moment(expires_us), timedelta(days=days),
        )  # fmt: skip
        return Principal(id, name, roles, token_id, scopes, expires_us=expires_us), token

    async def revoke(self, principal_id: str) -> bool:
        """Implements `revoke` of the port `Principals`. The principal's commands stay."""
        return bool(await self._pool.fetchval(_REVOKE, principal_id))


def principal_of(row: asyncpg.Record) -> Principal:
    """The principal of a row with the columns `PRINCIPAL`."""
    roles, scopes = frozenset(cast(list[Role], row["roles"])), frozenset(cast(list[Scope], row["scopes"]))
    return Principal(
        row["principal_id"], row["name"], roles, row["token_id"], scopes, row["game_id"], row["expires_us"]
    )


def moment(time_us: int) -> datetime:
    """Microseconds since 1970 as the database takes them, exactly."""
    return datetime.fromtimestamp(0, UTC) + timedelta(microseconds=time_us)
