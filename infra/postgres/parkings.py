"""Parked games on Postgres: one row for each, which all processes see and which `append_commands` respects."""

from collections.abc import Sequence
from typing import Final

import asyncpg

from domain.engine.step import Step
from infra.postgres.ids import is_uuid
from infra.postgres.pool import Pool
from services.parkings import ParkedGame

_COLUMNS: Final = "game_id::text, version, why, (extract(epoch FROM parked_at) * 1000000)::bigint AS parked_us"

PARK: Final = "SELECT * FROM park_game($1, $2, $3)"
"""Waits for the append in flight, if there is one. A game that is parked already stays as it is."""


class PostgresParkings:
    """`services.parkings.Parkings` on a pool. Ids are UUIDs; any other text is the id of nothing."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def park(self, game_id: str, version: Step, why: str) -> ParkedGame:
        """Implements `park` of the port `Parkings`."""
        row = await self._pool.fetchrow(PARK, game_id, version, why)
        assert row is not None, "only a game of the log is parked"
        return _parked_game(row)

    async def parked(self, game_id: str) -> ParkedGame | None:
        """Implements `parked` of the port `Parkings`."""
        if not is_uuid(game_id):
            return None
        row = await self._pool.fetchrow(f"SELECT {_COLUMNS} FROM parked WHERE game_id = $1", game_id)
        return None if row is None else _parked_game(row)

    async def all(self) -> Sequence[ParkedGame]:
        """Implements `all` of the port `Parkings`."""
        rows = await self._pool.fetch(f"SELECT {_COLUMNS} FROM parked ORDER BY parked_at, parked.game_id")
        return [_parked_game(row) for row in rows]

    async def unpark(self, game_id: str) -> bool:
        """Implements `unpark` of the port `Parkings`."""
        if not is_uuid(game_id):
            return False
        rows = await self._pool.fetch("DELETE FROM parked WHERE game_id = $1 RETURNING version", game_id)
        return bool(rows)


def _parked_game(row: asyncpg.Record) -> ParkedGame:
    return ParkedGame(row["game_id"], row["version"], row["why"], row["parked_us"])
