"""`services.readjudicate.ports.Readjudications` on a pool."""

import uuid
from collections.abc import Sequence
from typing import Final

import msgspec

from domain.engine.codec import canonical
from infra.postgres.ids import is_uuid
from infra.postgres.pool import Pool
from services.readjudicate.findings import Mode, Readjudicated
from services.readjudicate.ports import Run

_US: Final = "(extract(epoch FROM {0}) * 1000000)::bigint"
_RUN: Final = (
    "SELECT run::text AS id, ruleset, from_version, to_version, mode, by_whom AS by, "
    f"{_US.format('began_at')} AS began_us, {_US.format('ended_at')} AS ended_us, games, differ FROM readjudication"
)
_COLUMNS: Final = ("differs", "commands", "legality", "play", "records", "first_step", "stops_at")
_ADD: Final = """
INSERT INTO readjudication_game (run, game_id, differs, commands, legality, play, records, first_step, stops_at, body)
SELECT $1, row.* FROM unnest($2::uuid[], $3::boolean[], $4::integer[], $5::integer[], $6::integer[], $7::integer[],
                             $8::integer[], $9::integer[], $10::bytea[]) AS row
ON CONFLICT DO NOTHING
"""
_COUNT: Final = """
UPDATE readjudication r SET games = counted.games, differ = counted.differ, ended_at = clock_timestamp()
FROM (
    SELECT count(*) AS games, count(*) FILTER (WHERE differs) AS differ FROM readjudication_game WHERE run = $1
) AS counted
WHERE r.run = $1
"""
_GAMES: Final = (
    "SELECT body FROM readjudication_game "
    "WHERE run = $1 AND (NOT $2 OR differs) AND ($3::uuid IS NULL OR game_id > $3) ORDER BY game_id LIMIT $4"
)
_GAMES_OF: Final = (
    "SELECT game_id::text FROM game WHERE kind = 'game' AND ruleset = $1 AND ruleset_version = $2 "
    "AND ($3::uuid IS NULL OR game_id > $3) ORDER BY game_id LIMIT $4"
)
_DECODER: Final = msgspec.json.Decoder(Readjudicated)


class PostgresReadjudications:
    """Runs over many games. Ids are UUIDs; any other text is the id of nothing."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def begin(self, run: str, ruleset: str, from_version: int, to_version: int, mode: Mode, by: str) -> None:
        """Implements `begin` of the port."""
        await self._pool.fetch(
            "INSERT INTO readjudication (run, ruleset, from_version, to_version, mode, by_whom) "
            "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
            uuid.UUID(run), ruleset, from_version, to_version, mode, by,
        )  # fmt: skip

    async def add(self, run: str, games: Sequence[Readjudicated]) -> None:
        """Implements `add` of the port, in one statement."""
        columns = ([getattr(each, name) for each in games] for name in _COLUMNS)
        ids, bodies = [uuid.UUID(each.game) for each in games], [canonical(each) for each in games]
        await self._pool.fetch(_ADD, uuid.UUID(run), ids, *columns, bodies)

    async def end(self, run: str) -> None:
        """Implements `end` of the port."""
        await self._pool.fetch(_COUNT, uuid.UUID(run))

    async def runs(self, *, limit: int) -> Sequence[Run]:
        """Implements `runs` of the port."""
        return [Run(**row) for row in await self._pool.fetch(f"{_RUN} ORDER BY began_at DESC, run LIMIT $1", limit)]

    async def run(self, run: str) -> Run | None:
        """Implements `run` of the port."""
        row = await self._pool.fetchrow(f"{_RUN} WHERE run = $1", uuid.UUID(run)) if is_uuid(run) else None
        return None if row is None else Run(**row)

    async def games(self, run: str, *, differing: bool, after: str | None, limit: int) -> Sequence[Readjudicated]:
        """Implements `games` of the port."""
        if not is_uuid(run):
            return ()
        rows = await self._pool.fetch(_GAMES, uuid.UUID(run), differing, _id(after), limit)
        return [_DECODER.decode(row[0]) for row in rows]

    async def games_of(self, ruleset: str, version: int, *, after: str | None, limit: int) -> Sequence[str]:
        """Implements `games_of` of the port. Reads the ids of all games, as `streams` of the log does."""
        return [row[0] for row in await self._pool.fetch(_GAMES_OF, ruleset, version, _id(after), limit)]


def _id(text: str | None) -> uuid.UUID | None:
    return None if text is None or not is_uuid(text) else uuid.UUID(text)
