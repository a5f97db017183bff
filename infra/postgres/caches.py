"""Snapshots of folded states. A cache: losing all of it costs only time."""

from typing import Any, Final
from uuid import UUID

import asyncpg

from infra.postgres.problems import CONNECTION_LOST, unavailable
from services.ports import Snapshot

SNAPSHOTS_KEPT: Final = 4
"""Per game and fingerprint; older ones and those of other source are removed when one is saved."""


class PostgresSnapshots:
    """`services.ports.Snapshots` on an asyncpg pool."""

    def __init__(self, pool: "asyncpg.Pool[Any]") -> None:
        self._pool = pool

    async def latest(self, game_id: str, fingerprint: str, *, at_most: int) -> Snapshot | None:
        """The latest snapshot of this source, up to a version."""
        try:
            row = await self._pool.fetchrow(
                "SELECT version, state FROM snapshot WHERE game_id = $1 AND fingerprint = $2 AND version <= $3 "
                "ORDER BY version DESC LIMIT 1",
                UUID(game_id),
                fingerprint,
                at_most,
            )
        except (*CONNECTION_LOST, asyncpg.PostgresError) as error:
            raise unavailable(error) from error
        return None if row is None else Snapshot(row["version"], row["state"])

    async def save(self, game_id: str, fingerprint: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, and drop what it makes useless."""
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(
                    "INSERT INTO snapshot (game_id, version, fingerprint, state) VALUES ($1, $2, $3, $4) "
                    "ON CONFLICT DO NOTHING",
                    UUID(game_id),
                    snapshot.version,
                    fingerprint,
                    snapshot.state,
                )
                await connection.execute(
                    "DELETE FROM snapshot WHERE game_id = $1 AND (fingerprint <> $2 OR version NOT IN ("
                    "SELECT version FROM snapshot WHERE game_id = $1 AND fingerprint = $2 ORDER BY version DESC LIMIT $3))",
                    UUID(game_id),
                    fingerprint,
                    SNAPSHOTS_KEPT,
                )
        except (*CONNECTION_LOST, asyncpg.PostgresError) as error:
            raise unavailable(error) from error
