"""Projections on Postgres: cursors and rows for the runner, and rows for readers. Folds nothing, never writes to the log.

The reader tells apart no viewers: who asks it must choose by `eyes`.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final
from uuid import UUID

import asyncpg
import msgspec

from infra.postgres.pool import Pool
from infra.postgres.trouble import translated
from projections.game_list import ListedGame
from projections.ports import Cursor, LogHead, ParkedGame, Row, RowsRefused, StoredStep
from projections.score_tracks import TracksAtStep
from services.ports import GameListRow, TrackPoint, TrackRow

Connection = Any
"""What a pool lends: an asyncpg connection behind a proxy."""

_HOLD: Final = (
    "SELECT c.projection, c.version, c.hash, c.parked_why, g.ruleset, g.ruleset_version, g.version AS head, g.head_hash "
    "FROM projection_cursor c JOIN game g USING (game_id) "
    "WHERE c.game_id = $1 AND c.projection = ANY ($2::text[]) ORDER BY c.projection FOR UPDATE OF c"
)
_BEGIN: Final = (
    "INSERT INTO projection_cursor (game_id, projection) "
    "SELECT game_id, projection FROM game, unnest($2::text[]) AS projection WHERE game_id = $1 ORDER BY projection "
    "ON CONFLICT DO NOTHING"
)
_STEPS: Final = (
    "SELECT version, type, schema_version, prev_hash, hash, body FROM event "
    "WHERE game_id = $1 AND version > $2 ORDER BY version LIMIT $3"
)
_MOVE: Final = (
    "UPDATE projection_cursor SET version = $3, hash = $4, parked_why = $5, "
    "parked_at = CASE WHEN $5::text IS NULL THEN NULL ELSE clock_timestamp() END "
    "WHERE game_id = $1 AND projection = $2"
)
_LAGGARDS: Final = (
    "SELECT DISTINCT g.game_id::text FROM game g CROSS JOIN unnest($1::text[]) AS wanted (projection) "
    "LEFT JOIN projection_cursor c ON c.game_id = g.game_id AND c.projection = wanted.projection "
    "WHERE g.version > 0 AND c.version IS DISTINCT FROM g.version AND c.parked_at IS NULL LIMIT $2"
)
_BEHIND: Final = (
    "SELECT coalesce(max(g.version - coalesce(c.version, 0)), 0) FROM game g CROSS JOIN unnest($1::text[]) AS wanted (projection) "
    "LEFT JOIN projection_cursor c ON c.game_id = g.game_id AND c.projection = wanted.projection WHERE c.parked_at IS NULL"
)
_WRITE_TRACKS: Final = (
    "INSERT INTO score_track (game_id, version, points) "
    "SELECT $1, version, points::json FROM unnest($2::integer[], $3::text[]) AS row (version, points) "
    "ON CONFLICT (game_id, version) DO UPDATE SET points = excluded.points"
)
_LISTED: Final = (
    "game_id, ruleset, title, phase, version, seats, to_act, house_to_act, leaders, winners, opened_us, moved_us"
)
_WRITE_LISTED: Final = (
    f"INSERT INTO game_list ({_LISTED}) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12) "
    "ON CONFLICT (game_id) DO UPDATE SET ruleset = excluded.ruleset, title = excluded.title, phase = excluded.phase, "
    "version = excluded.version, seats = excluded.seats, to_act = excluded.to_act, house_to_act = excluded.house_to_act, "
    "leaders = excluded.leaders, winners = excluded.winners, opened_us = excluded.opened_us, moved_us = excluded.moved_us"
)
_TABLES: Final[Mapping[str, str]] = {"score_tracks": "score_track", "game_list": "game_list"}
"""Projection -> the table its rows lie in."""

_NEVER_KEPT: Final = (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, asyncpg.ProgramLimitExceededError)
"""Errors that the same rows meet every time."""


class PostgresProjectionStore:
    """`projections.ports.Store` on a pool. Raises `services.ports.Unavailable` when the database does not answer."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @asynccontextmanager
    async def turn(
        self, game_id: str, projections: Sequence[str], *, wait: bool = True
    ) -> AsyncIterator["PostgresTurn | None"]:
        """Hold a game's cursors for one transaction."""
        with translated(self._pool.at):
            async with self._pool.lend() as connection:
                async with connection.transaction():
                    turn = await _hold(connection, UUID(game_id), projections, wait=wait)
                    if turn is not None:
                        yield turn
                        return
                # Committed at once: others would wait for the end of a transaction that has made a cursor.
                await connection.execute(_BEGIN, UUID(game_id), list(projections))
                async with connection.transaction():
                    yield await _hold(connection, UUID(game_id), projections, wait=wait)

    async def laggards(self, projections: Sequence[str], *, limit: int) -> Sequence[str]:
        """Games whose log and cursors differ. Looks at every game once: some 100 ms for 100,000 of them."""
        return [row[0] for row in await self._pool.fetch(_LAGGARDS, list(projections), limit)]

    async def steps_behind(self, projections: Sequence[str]) -> int:
        """How many steps the slowest of these is behind the log in any game, parked ones aside. Looks at every game."""
        return int((await self._pool.fetch(_BEHIND, list(projections)))[0][0])

    async def waiting_for_house(self, *, moved_before_us: int, limit: int) -> Sequence[str]:
        """Games in which a bot of the house may move and nothing has happened since `moved_before_us`."""
        sql = "SELECT game_id::text FROM game_list WHERE house_to_act AND moved_us < $1 ORDER BY moved_us LIMIT $2"
        return [row[0] for row in await self._pool.fetch(sql, moved_before_us, limit)]

    async def game_ids(self, *, after: str | None, limit: int) -> Sequence[str]:
        """All games, by id."""
        sql = (
            "SELECT game_id::text FROM game WHERE version > 0 AND ($1::uuid IS NULL OR game_id > $1) "
            "ORDER BY game_id LIMIT $2"
        )
        return [row[0] for row in await self._pool.fetch(sql, None if after is None else UUID(after), limit)]

    async def count_games(self) -> int:
        """How many games the log has."""
        return int((await self._pool.fetch("SELECT count(*) FROM game WHERE version > 0"))[0][0])

    async def drop_strays(self, projection: str) -> int:
        """Forget rows and cursors of games that the log does not have."""
        strays = "WHERE NOT EXISTS (SELECT FROM game WHERE game.game_id = stray.game_id)"
        with translated(self._pool.at):
            async with self._pool.lend() as connection, connection.transaction():
                await connection.execute(f"DELETE FROM {_TABLES[projection]} AS stray {strays}")
                gone = await connection.fetch(
                    f"DELETE FROM projection_cursor AS stray {strays} AND projection = $1 RETURNING 1", projection
                )
        return len(gone)

    async def parked(self) -> Sequence[ParkedGame]:
        """What waits for a rebuild, the longest parked first."""
        rows = await self._pool.fetch(
            "SELECT projection, game_id::text, version, parked_why FROM projection_cursor "
            "WHERE parked_at IS NOT NULL ORDER BY parked_at, game_id, projection",
        )
        return [ParkedGame(*row) for row in rows]


async def _hold(
    connection: Connection, game_id: UUID, projections: Sequence[str], *, wait: bool
) -> "PostgresTurn | None":
    sql = _HOLD if wait else f"{_HOLD} SKIP LOCKED"
    rows = await connection.fetch(sql, game_id, list(projections))
    if len(rows) < len(projections):
        return None
    head = LogHead(rows[0]["ruleset"], rows[0]["ruleset_version"], rows[0]["head"], rows[0]["head_hash"])
    cursors = {row["projection"]: Cursor(row["version"], row["hash"], row["parked_why"]) for row in rows}
    return PostgresTurn(connection, game_id, head, cursors)


class PostgresTurn:
    """`projections.ports.Turn`: one open transaction that holds a game's cursors."""

    def __init__(self, connection: Connection, game_id: UUID, head: LogHead, cursors: dict[str, Cursor]) -> None:
        self._connection = connection
        self._game_id = game_id
        self._cursors = cursors
        self.head = head

    @property
    def cursors(self) -> Mapping[str, Cursor]:
        """As they stand in this transaction."""
        return self._cursors

    async def steps(self, *, after: int, limit: int) -> Sequence[StoredStep]:
        """Steps past `after`. READ COMMITTED: everything that was committed before this very statement."""
        return [StoredStep(*row) for row in await self._connection.fetch(_STEPS, self._game_id, after, limit)]

    async def write(self, projection: str, rows: Sequence[Row], cursor: Cursor) -> None:
        """Keep rows and move the cursor."""
        try:
            await self._keep(rows)
        except _NEVER_KEPT as error:
            raise RowsRefused(projection, f"the database refuses its rows ({type(error).__name__})") from error
        await self._connection.execute(_MOVE, self._game_id, projection, cursor.version, cursor.hash, cursor.parked_why)
        self._cursors[projection] = cursor

    async def _keep(self, rows: Sequence[Row]) -> None:
        tracks = [row for row in rows if isinstance(row, TracksAtStep)]
        if tracks:
            points = [points_json(row) for row in tracks]
            await self._connection.execute(_WRITE_TRACKS, self._game_id, [row.version for row in tracks], points)
        listed = [row for row in rows if isinstance(row, ListedGame)]
        if listed:  # one row a game: only the last one stays
            await self._connection.execute(_WRITE_LISTED, self._game_id, *msgspec.structs.astuple(listed[-1])[1:])
        assert len(tracks) + len(listed) == len(rows), "every kind of row has a table"

    async def empty(self, projection: str) -> None:
        """Forget this game's rows."""
        await self._connection.execute(f"DELETE FROM {_TABLES[projection]} WHERE game_id = $1", self._game_id)
        cursor = Cursor()
        await self._connection.execute(_MOVE, self._game_id, projection, cursor.version, cursor.hash, None)
        self._cursors[projection] = cursor


def points_json(row: TracksAtStep) -> str:
    """A row's tracks as they are kept: one array a track."""
    points = [(track.seat, track.source, track.banked, track.if_over, track.eyes) for track in row.tracks]
    return msgspec.json.encode(points).decode()


# ---------------------------------------------------------------- the read side

_Point = tuple[int, str, int, int, tuple[int, ...] | None]
_POINTS: Final = msgspec.json.Decoder(tuple[_Point, ...])

_TRACKS: Final = (
    "SELECT version, points FROM score_track WHERE game_id = $1 AND version > $2 AND ($3::integer IS NULL OR version <= $3) "
    "ORDER BY version"
)
_GAMES: Final = "SELECT game_id::text, ruleset, title, phase, version, seats, to_act, leaders, winners, opened_us, moved_us FROM game_list"


class PostgresProjectionReader:
    """`services.ports.ProjectionReader` on a pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def tracks(self, game_id: str, *, after: int = 0, up_to: int | None = None) -> Sequence[TrackRow]:
        """The stored tracks of a game at the steps past `after`, up to `up_to`."""
        rows = await self._pool.fetch(_TRACKS, UUID(game_id), after, up_to)
        return [
            TrackRow(row["version"], tuple(TrackPoint(*point) for point in _POINTS.decode(row["points"])))
            for row in rows
        ]

    async def games(
        self, *, ruleset: str | None, phase: str | None, before: tuple[int, str] | None, limit: int
    ) -> Sequence[GameListRow]:
        """Newest movement first, past the row `before`."""
        where, arguments = _filters(ruleset, phase)
        if before is not None:
            arguments += [before[0], UUID(before[1])]
            where.append(f"(moved_us, game_id) < (${len(arguments) - 1}, ${len(arguments)})")
        arguments.append(limit)
        sql = f"{_GAMES}{_where(where)} ORDER BY moved_us DESC, game_id DESC LIMIT ${len(arguments)}"
        return [_listed(row) for row in await self._pool.fetch(sql, *arguments)]

    async def count_games(self, *, ruleset: str | None, phase: str | None) -> int:
        """How many games `games` would list in all."""
        where, arguments = _filters(ruleset, phase)
        return int((await self._pool.fetch(f"SELECT count(*) FROM game_list{_where(where)}", *arguments))[0][0])


def _listed(row: Any) -> GameListRow:  # noqa: ANN401
    values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
    return GameListRow(*values)


def _filters(ruleset: str | None, phase: str | None) -> tuple[list[str], list[object]]:
    where: list[str] = []
    arguments: list[object] = []
    for column, wanted in (("ruleset", ruleset), ("phase", phase)):
        if wanted is not None:
            arguments.append(wanted)
            where.append(f"{column} = ${len(arguments)}")
    return where, arguments


def _where(conditions: Sequence[str]) -> str:
    return f" WHERE {' AND '.join(conditions)}" if conditions else ""
