"""Tokens of one's own, and recovery codes, on Postgres. Only the SHA-256 of each is stored."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

import asyncpg

from infra.postgres.pool import Lent, Pool
from infra.postgres.principals.callers import LIVING, PRINCIPAL, moment, principal_of
from services.principals import Principal
from services.tokens import GRACE_US, NoSuchToken, Recovery, Token

_US: Final = "(extract(epoch FROM {0}) * 1000000)::bigint"
_TOKEN: Final = f"""
SELECT token_id, principal_id, kind, label, scopes, game_id::text, {_US.format("created_at")},
       {_US.format("expires_at")}, {_US.format("lasts")}, {_US.format("renewed_at")}, used_on, made_by
FROM token JOIN person USING (principal_id) WHERE {LIVING} AND erased_at IS NULL
"""
_OF: Final = f"{_TOKEN} AND principal_id = $1 ORDER BY created_at DESC, token_id"
_ONE: Final = f"{_TOKEN} AND token_id = $1"
_LOCK: Final = "SELECT erased_at FROM person WHERE principal_id = $1 FOR UPDATE"
# The lock on the maker orders this and its end: who revokes it waits, and then finds the token that it has made.
_MAKER: Final = f"SELECT true FROM token WHERE token_id = $1 AND {LIVING} FOR SHARE"
_COUNT: Final = f"""
SELECT count(*) FILTER (WHERE {LIVING}),
       count(*) FILTER (WHERE created_at > clock_timestamp() - interval '1 day' AND kind = 'personal')
FROM token WHERE principal_id = $1 AND token_id <> $2
"""
_ADD: Final = """
INSERT INTO token (
    token_hash, token_id, principal_id, kind, label, scopes, game_id, created_at, expires_at, made_by, lasts
) VALUES ($1, $2, $3, $4, $5, $6, $7::uuid, $8, $9, $10, $11) ON CONFLICT DO NOTHING
"""
_RENEW: Final = (
    "UPDATE token SET token_hash = $2, renewed_at = $3, expires_at = $4 "
    f"WHERE token_id = $1 AND {LIVING} RETURNING true"
)
_REVOKE: Final = (
    f"UPDATE token SET revoked_at = clock_timestamp() WHERE token_id = ANY ($1::text[]) AND {LIVING} RETURNING token_id"
)
_RECOVERY: Final = f"""
SELECT recovery_id, principal_id, scopes, {_US.format("made_at")}, {_US.format("expires_at")}
FROM recovery WHERE principal_id = $1 AND used_at IS NULL AND {LIVING} ORDER BY made_at DESC LIMIT 1
"""
_REPLACE: Final = """
UPDATE recovery SET revoked_at = clock_timestamp()
WHERE principal_id = $1 AND recovery_id <> $2 AND revoked_at IS NULL AND used_at IS NULL
"""
_PUT: Final = """
INSERT INTO recovery (recovery_id, code_hash, principal_id, scopes, made_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
"""
_REVOKE_CODE: Final = (
    "UPDATE recovery SET revoked_at = clock_timestamp() "
    f"WHERE principal_id = $1 AND used_at IS NULL AND {LIVING} RETURNING true"
)
# A code that was used gives another token for a while, unless the one it gave was used: see `TokenStore.recover`.
_CODE: Final = f"""
SELECT recovery_id, principal_id, scopes, r.token_id FROM recovery r JOIN person USING (principal_id)
WHERE code_hash = $1 AND {LIVING} AND erased_at IS NULL
  AND (r.used_at IS NULL OR r.token_id = $2 OR (
      r.used_at > clock_timestamp() - interval '{GRACE_US} microseconds'
      AND EXISTS (SELECT FROM token t WHERE t.token_id = r.token_id AND t.used_on IS NULL)))
FOR UPDATE OF r
"""
_USE: Final = "UPDATE recovery SET used_at = coalesce(used_at, clock_timestamp()), token_id = $2 WHERE recovery_id = $1"
_WHOSE: Final = (
    f"SELECT {PRINCIPAL} FROM token JOIN principal USING (principal_id) JOIN person USING (principal_id) "
    f"WHERE token_id = $1 AND {LIVING} AND erased_at IS NULL"
)


class PostgresTokens:
    """`services.tokens.TokenStore` on a pool. Every statement may be sent twice, like those of the principals."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def of(self, principal_id: str) -> Sequence[Token]:
        """Implements `of` of the port `TokenStore`."""
        return [_token(row) for row in await self._pool.fetch(_OF, principal_id)]

    async def token(self, token_id: str) -> Token | None:
        """Implements `token` of the port `TokenStore`."""
        row = await self._pool.fetchrow(_ONE, token_id)
        return None if row is None else _token(row)

    async def add(self, token: Token, secret_hash: bytes, *, living_max: int, made_max: int) -> bool:
        """Implements `add` of the port `TokenStore`. The lock orders the calls of one principal."""

        async def add_on(connection: Lent) -> bool:
            async with connection.transaction():
                person = await connection.fetchrow(_LOCK, token.principal_id)
                maker = await connection.fetchval(_MAKER, token.made_by)
                if person is None or person["erased_at"] is not None or not maker:
                    raise NoSuchToken
                living, made = (await connection.fetch(_COUNT, token.principal_id, token.id))[0]
                if living >= living_max or made >= made_max:
                    return False
                await _insert(connection, token, secret_hash)
                return True

        return await self._pool.ask(add_on)

    async def renew(self, token_id: str, secret_hash: bytes, *, renewed_us: int, expires_us: int) -> bool:
        """Implements `renew` of the port `TokenStore`."""
        renewed = await self._pool.fetchval(_RENEW, token_id, secret_hash, moment(renewed_us), moment(expires_us))
        return bool(renewed)

    async def revoke_each(self, token_ids: Collection[str]) -> Sequence[str]:
        """Implements `revoke_each` of the port `TokenStore`."""
        return [row[0] for row in await self._pool.fetch(_REVOKE, list(token_ids))]

    async def recovery(self, principal_id: str) -> Recovery | None:
        """Implements `recovery` of the port `TokenStore`."""
        row = await self._pool.fetchrow(_RECOVERY, principal_id)
        if row is None:
            return None
        id, whose, scopes, made_us, expires_us = row
        return Recovery(id=id, principal_id=whose, scopes=frozenset(scopes), made_us=made_us, expires_us=expires_us)

    async def put_recovery(self, recovery: Recovery, code_hash: bytes) -> None:
        """Implements `put_recovery` of the port `TokenStore`."""

        async def put_on(connection: Lent) -> None:
            async with connection.transaction():
                await connection.fetchrow(_LOCK, recovery.principal_id)
                await connection.fetch(_REPLACE, recovery.principal_id, recovery.id)
                made, expires = moment(recovery.made_us), moment(recovery.expires_us)
                scopes = sorted(recovery.scopes)
                await connection.fetch(_PUT, recovery.id, code_hash, recovery.principal_id, scopes, made, expires)

        await self._pool.ask(put_on)

    async def revoke_recovery(self, principal_id: str) -> bool:
        """Implements `revoke_recovery` of the port `TokenStore`."""
        return bool(await self._pool.fetchval(_REVOKE_CODE, principal_id))

    async def recover(self, code_hash: bytes, token: Token, secret_hash: bytes) -> Principal | None:
        """Implements `recover` of the port `TokenStore`. The lock orders two uses of one code."""

        async def recover_on(connection: Lent) -> Principal | None:
            async with connection.transaction():
                code = await connection.fetchrow(_CODE, code_hash, token.id)
                if code is None:
                    return None
                if code["token_id"] not in (None, token.id):
                    await connection.fetch(_REVOKE, [code["token_id"]])
                own = replace(token, principal_id=code["principal_id"], scopes=frozenset(code["scopes"]))
                await _insert(connection, own, secret_hash)
                await connection.fetch(_USE, code["recovery_id"], token.id)
                row = await connection.fetchrow(_WHOSE, token.id)
                return None if row is None else principal_of(row)

        return await self._pool.ask(recover_on)


async def _insert(connection: Lent, token: Token, secret_hash: bytes) -> None:
    await connection.fetch(
        _ADD, secret_hash, token.id, token.principal_id, token.kind, token.label, sorted(token.scopes), token.game_id,
        moment(token.made_us), moment(token.expires_us), token.made_by, timedelta(microseconds=token.lasts_us),
    )  # fmt: skip


def _token(row: asyncpg.Record) -> Token:
    id, whose, kind, label, scopes, game_id, made_us, expires_us, lasts_us, renewed_us, used_on, made_by = row
    return Token(
        id=id,
        principal_id=whose,
        kind=kind,
        label=label,
        scopes=frozenset(scopes),
        game_id=game_id,
        made_us=made_us,
        expires_us=expires_us,
        lasts_us=lasts_us,
        renewed_us=renewed_us,
        used_on=used_on,
        made_by=made_by,
    )
