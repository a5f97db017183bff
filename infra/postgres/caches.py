"""Snapshots of folded states on Postgres. They are a cache: losing them costs only time."""

from typing import Final

from infra.postgres.pool import Pool
from services.ports import Snapshot

SNAPSHOTS_PER_GAME_MAX: Final = 4
"""For one fingerprint. Saving a snapshot deletes older ones, and those of other source code."""

_SAVE: Final = "SELECT save_snapshot($1, $2, $3, $4, $5)"


class PostgresSnapshots:
    """`services.ports.Snapshots` on a pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def latest(self, game_id: str, fingerprint: str, *, at_most: int) -> Snapshot | None:
        """The latest snapshot of this source code, up to a version."""
        row = await self._pool.fetchrow(
            "SELECT version, state FROM snapshot WHERE game_id = $1 AND fingerprint = $2 AND version <= $3 "
            "ORDER BY version DESC LIMIT 1",
            game_id, fingerprint, at_most,
        )  # fmt: skip
        return None if row is None else Snapshot(row["version"], row["state"])

    async def save(self, game_id: str, fingerprint: str, snapshot: Snapshot) -> None:
        """Save a snapshot, and delete those that it makes useless."""
        older_max = SNAPSHOTS_PER_GAME_MAX - 1
        await self._pool.fetch(_SAVE, game_id, fingerprint, snapshot.version, snapshot.state, older_max)
