"""The cursors and rows of the projections on Postgres, for the runner. Never writes to the log."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final
from uuid import UUID

import asyncpg

from domain.engine.ruleset import RulesetKey
from domain.engine.step import Step
from domain.engine.viewer import seat_of
from domain.rulesets import RULESETS
from infra.postgres.feeds.first_rows import first_rows
from infra.postgres.feeds.laggards import Laggards
from infra.postgres.feeds.unanalysed import Unanalysed
from infra.postgres.parkings import PARK
from infra.postgres.pool import Pool
from infra.postgres.projection_rows import MOVE, RELATIONS, apart, move_on_citus, statements
from infra.postgres.trouble import translated
from projections.ports import Cursor, LogHead, ParkedGame, Row, RowsRefused, StoredStep
from services.rulings.flags import DueFlag

Connection = Any
"""An asyncpg connection behind the pool's proxy."""

_LOCK: Final = (
    "SELECT c.projection, c.version, c.hash, c.parked_why, g.ruleset, g.ruleset_version, g.version AS head, "
    "g.head_hash "
    "FROM projection_cursor c JOIN game g USING (game_id) "
    "WHERE g.kind = 'game' AND c.game_id = $1 AND c.projection = ANY ($2::text[]) ORDER BY c.projection FOR UPDATE OF c"
)
_INSERT_CURSORS: Final = (
    "INSERT INTO projection_cursor (game_id, projection) "
    "SELECT game_id, projection FROM game, unnest($2::text[]) AS projection "
    "WHERE kind = 'game' AND game_id = $1 ORDER BY projection "
    "ON CONFLICT DO NOTHING"
)
_STEPS: Final = (
    "SELECT version, type, schema_version, prev_hash, hash, body FROM event "
    "WHERE game_id = $1 AND version > $2 ORDER BY version LIMIT $3"
)
_WAITING_FOR_BOTS: Final = (
    "SELECT l.game_id::text FROM game_list l JOIN game g USING (game_id) WHERE l.bot_to_act AND l.moved_us < $1 "
    "AND l.game_id NOT IN (SELECT p.game_id FROM parked p) "
    "AND (g.ruleset, g.ruleset_version) IN (SELECT * FROM unnest($2::text[], $3::integer[])) "
    "ORDER BY l.moved_us"
)
_FLAGS_DUE: Final = (
    "SELECT d.game_id::text AS game_id, d.version, d.seat FROM clock_due d JOIN game g USING (game_id) "
    "WHERE d.due_us <= $1 AND d.game_id NOT IN (SELECT p.game_id FROM parked p) "
    "AND (g.ruleset, g.ruleset_version) IN (SELECT * FROM unnest($2::text[], $3::integer[])) "
    "ORDER BY d.due_us"
)
_TO_ANALYSE: Final = (
    "SELECT l.game_id::text FROM game_list l JOIN game g USING (game_id) "
    "LEFT JOIN projection_cursor c ON c.game_id = g.game_id AND c.projection = $1 "
    "WHERE NOT l.sandbox AND (l.phase = 'over' OR (l.phase = 'playing' AND ($2 OR l.game_id = ANY ($3::uuid[])))) "
    "AND c.version IS DISTINCT FROM g.version AND c.parked_at IS NULL "
    "AND (g.ruleset, g.ruleset_version) IN (SELECT * FROM unnest($4::text[], $5::integer[])) "
    "ORDER BY l.phase = 'playing' DESC, l.moved_us DESC LIMIT $6"
)
_WAITING_FOR_BOTS_ON_CITUS: Final = (
    "WITH l AS MATERIALIZED (SELECT game_id, moved_us FROM game_list WHERE bot_to_act AND moved_us < $1 "
    "AND game_id NOT IN (SELECT p.game_id FROM parked p)) "
    "SELECT l.game_id::text FROM l JOIN game g USING (game_id) "
    "WHERE (g.ruleset, g.ruleset_version) IN (SELECT * FROM unnest($2::text[], $3::integer[])) "
    "ORDER BY l.moved_us"
)
_FLAGS_DUE_ON_CITUS: Final = (
    "WITH d AS MATERIALIZED (SELECT game_id, version, seat, due_us FROM clock_due WHERE due_us <= $1 "
    "AND game_id NOT IN (SELECT p.game_id FROM parked p)) "
    "SELECT d.game_id::text AS game_id, d.version, d.seat FROM d JOIN game g USING (game_id) "
    "WHERE (g.ruleset, g.ruleset_version) IN (SELECT * FROM unnest($2::text[], $3::integer[])) "
    "ORDER BY d.due_us"
)
_TO_ANALYSE_ON_CITUS: Final = (
    "WITH l AS MATERIALIZED (SELECT game_id, phase, moved_us FROM game_list WHERE NOT sandbox "
    "AND (phase = 'over' OR (phase = 'playing' AND ($2 OR game_id = ANY ($3::uuid[]))))) "
    "SELECT l.game_id::text FROM l JOIN game g USING (game_id) "
    "LEFT JOIN projection_cursor c ON c.game_id = g.game_id AND c.projection = $1 "
    "WHERE c.version IS DISTINCT FROM g.version AND c.parked_at IS NULL "
    "AND (g.ruleset, g.ruleset_version) IN (SELECT * FROM unnest($4::text[], $5::integer[])) "
    "ORDER BY l.phase = 'playing' DESC, l.moved_us DESC LIMIT $6"
)
"""On Citus: what the coordinator's table says first, and then the games of that."""
_RECOUNT: Final = "SELECT recount_list()"
_UNSUPPORTED: Final = (
    "SELECT ruleset, ruleset_version, count(*) FROM game WHERE kind = 'game' AND version > 0 "
    "AND (ruleset, ruleset_version) NOT IN (SELECT * FROM unnest($1::text[], $2::integer[])) "
    "GROUP BY 1, 2 ORDER BY 1, 2"
)
_NEVER_WRITABLE: Final = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.ProgramLimitExceededError,
)
"""Errors that the same rows raise every time."""


class PostgresProjectionStore:
    """`projections.ports.Store` on a pool. Raises `services.errors.Unavailable` when the database does not answer.

    `rulesets`: those that this build can fold. Games of others are left alone until a build comes that has them.
    """

    def __init__(self, pool: Pool, rulesets: Collection[RulesetKey] = RULESETS) -> None:
        self._pool = pool
        self._rulesets = [id for id, _ in rulesets], [version for _, version in rulesets]
        self._laggards = Laggards(pool, rulesets)
        self._unanalysed = Unanalysed(pool, rulesets)

    @asynccontextmanager
    async def transaction(
        self, game_id: str, projections: Sequence[str], *, wait: bool = True
    ) -> AsyncIterator["PostgresTransaction | None"]:
        """Lock a game's cursors for one transaction. See `Store.transaction`."""
        with translated(self._pool.at):
            async with self._pool.lend() as connection:
                async with connection.transaction():
                    transaction = await self._locked(connection, UUID(game_id), projections, wait=wait)
                    if transaction is not None:
                        yield transaction
                        return
                # Committed at once: others would wait for the end of a transaction that has inserted a cursor.
                await connection.execute(_INSERT_CURSORS, UUID(game_id), list(projections))
                async with connection.transaction():
                    yield await self._locked(connection, UUID(game_id), projections, wait=wait)

    async def laggards(self, projections: Sequence[str], *, limit: int) -> Sequence[str]:
        """Games whose log and cursors differ, for a process that asks again and again: it never reads all games at
        once. An empty answer means that there is nothing to do as far as it has looked."""
        return await self._laggards.games(projections, limit)

    async def all_laggards(self, projections: Sequence[str], *, limit: int) -> Sequence[str]:
        """The same, after a look at every game: for people who ask how many there are."""
        return await self._laggards.of_all(projections, limit)

    async def steps_behind(self, projections: Sequence[str]) -> int:
        """How many steps the slowest of these is behind the log in any game that `laggards` knows of."""
        return await self._laggards.steps(projections)

    async def waiting_for_bots(self, *, moved_before_us: int, limit: int) -> Sequence[str]:
        """Games in which a bot may move and nothing has happened since `moved_before_us`."""
        waiting = _WAITING_FOR_BOTS_ON_CITUS if self._pool.on_citus else _WAITING_FOR_BOTS
        rows = await self._pool.fetch(first_rows(waiting, limit), moved_before_us, *self._rulesets)
        return [row[0] for row in rows]

    async def flags_due(self, *, until_us: int, limit: int) -> Sequence[DueFlag]:
        """Games whose next flag has fallen until then. See `DueFlags`."""
        due = _FLAGS_DUE_ON_CITUS if self._pool.on_citus else _FLAGS_DUE
        rows = await self._pool.fetch(first_rows(due, limit), until_us, *self._rulesets)
        return [DueFlag(row["game_id"], Step(row["version"]), seat_of(row["seat"])) for row in rows]

    async def to_analyse(self, projection: str, *, live: bool, watched: Collection[str], limit: int) -> Sequence[str]:
        """Games whose log is past the cursor of an analysis: live ones first, then the newest that are over.

        Of live games all with `live`, else those in `watched`. No sandbox and no abandoned game is among them. Reads
        every game: for people who ask how many there are."""
        ids = [UUID(each) for each in watched]
        wanted = _TO_ANALYSE_ON_CITUS if self._pool.on_citus else _TO_ANALYSE
        rows = await self._pool.fetch(wanted, projection, live, ids, *self._rulesets, limit)
        return [row[0] for row in rows]

    async def next_to_analyse(
        self, projection: str, *, live: bool, watched: Collection[str], limit: int
    ) -> Sequence[str]:
        """Some of `to_analyse`, for a process that asks again and again: it never reads the whole list at once.

        An empty answer means that there is nothing to do as far as it has looked."""
        return await self._unanalysed.games(projection, live=live, watched=watched, limit=limit)

    async def unsupported(self) -> Mapping[RulesetKey, int]:
        """The versions that the log has games of and this build lacks, with the number of games."""
        rows = await self._pool.fetch(_UNSUPPORTED, *self._rulesets)
        return {(ruleset, version): games for ruleset, version, games in rows}

    async def game_ids(self, *, after: str | None, limit: int) -> Sequence[str]:
        """The ids of all games after the id `after`, in order."""
        sql = (
            "SELECT game_id::text FROM game WHERE kind = 'game' AND version > 0 "
            "AND ($1::uuid IS NULL OR game_id > $1) ORDER BY game_id LIMIT $2"
        )
        return [row[0] for row in await self._pool.fetch(sql, None if after is None else UUID(after), limit)]

    async def last_position(self) -> int:
        """The last position of the global order; 0 while it is empty."""
        rows = await self._pool.fetch("SELECT coalesce(max(pos), 0) AS last FROM log")
        return int(rows[0]["last"])

    async def count_games(self) -> int:
        """How many games the log has."""
        sql = "SELECT count(*) FROM game WHERE kind = 'game' AND version > 0"
        return int((await self._pool.fetch(sql))[0][0])

    async def drop_strays(self, projection: str) -> int:
        """Delete the rows and cursors of games that the log does not have. Returns the number of such games.

        Rows of the list are counted once more, as somebody may have copied them without their triggers.
        """
        strays = "WHERE NOT EXISTS (SELECT FROM game WHERE game.game_id = stray.game_id AND game.kind = 'game')"
        if self._pool.on_citus:  # where a table of the coordinator is not joined with one of games
            strays = "WHERE stray.game_id NOT IN (SELECT game.game_id FROM game WHERE game.kind = 'game')"
        with translated(self._pool.at):
            async with self._pool.lend() as connection, connection.transaction():
                for name in RELATIONS[projection]:
                    await connection.execute(f"DELETE FROM {name} AS stray {strays}")
                if projection == "game_list":
                    await connection.execute(_RECOUNT)
                cursors = await connection.fetch(
                    f"DELETE FROM projection_cursor AS stray {strays} AND projection = $1 RETURNING 1", projection
                )
        return len(cursors)

    async def parked(self) -> Sequence[ParkedGame]:
        """The projections that wait for a rebuild, the longest parked first."""
        rows = await self._pool.fetch(
            "SELECT projection, game_id::text, version, parked_why FROM projection_cursor "
            "WHERE parked_at IS NOT NULL ORDER BY parked_at, game_id, projection",
        )
        return [ParkedGame(*row) for row in rows]

    async def _locked(
        self, connection: Connection, game_id: UUID, projections: Sequence[str], *, wait: bool
    ) -> "PostgresTransaction | None":
        sql = _LOCK if wait else f"{_LOCK} SKIP LOCKED"
        rows = await connection.fetch(sql, game_id, list(projections))
        if len(rows) < len(projections):
            return None
        head = LogHead(rows[0]["ruleset"], rows[0]["ruleset_version"], rows[0]["head"], rows[0]["head_hash"])
        cursors = {row["projection"]: Cursor(row["version"], row["hash"], row["parked_why"]) for row in rows}
        return PostgresTransaction(connection, game_id, head, cursors, on_citus=self._pool.on_citus)


class PostgresTransaction:
    """`projections.ports.Transaction`: one open transaction that locks a game's cursors."""

    def __init__(
        self, connection: Connection, game_id: UUID, head: LogHead, cursors: dict[str, Cursor], *, on_citus: bool
    ) -> None:
        self._connection = connection
        self._on_citus = on_citus
        self._game_id = game_id
        self._cursors = cursors
        self.head = head

    @property
    def cursors(self) -> Mapping[str, Cursor]:
        """The cursors by projection, as this transaction sees them."""
        return self._cursors

    async def steps(self, *, after: int, limit: int) -> Sequence[StoredStep]:
        """Steps after `after`. READ COMMITTED: sees everything committed before this statement."""
        return [StoredStep(*row) for row in await self._connection.fetch(_STEPS, self._game_id, after, limit)]

    async def write(self, projection: str, rows: Sequence[Row], cursor: Cursor) -> None:
        """Write rows and move the cursor, in one round trip per kind of row."""
        move = (self._game_id, projection, cursor.version, cursor.hash, cursor.parked_why)
        try:
            if self._on_citus:
                await self._connection.execute(move_on_citus(cursor.parked_why), *move)
                for sql, arguments in statements(rows):
                    await self._connection.execute(apart(sql), self._game_id, *arguments)
            else:
                for sql, arguments in statements(rows) or [(MOVE, ())]:
                    await self._connection.execute(sql, *move, *arguments)
        except _NEVER_WRITABLE as error:
            raise RowsRefused(projection, f"the database refuses its rows ({type(error).__name__})") from error
        self._cursors[projection] = cursor

    async def park_game(self, version: Step, why: str) -> None:
        """Let the game take no commands. Waits for the append in flight, which waits for no cursor."""
        await self._connection.execute(PARK, self._game_id, version, why)

    async def empty(self, projection: str) -> None:
        """Delete this game's rows, and put the cursor before the first step."""
        for name in RELATIONS[projection]:
            await self._connection.execute(f"DELETE FROM {name} WHERE game_id = $1", self._game_id)
        cursor = Cursor()
        move = move_on_citus(None) if self._on_citus else MOVE
        await self._connection.execute(move, self._game_id, projection, cursor.version, cursor.hash, None)
        self._cursors[projection] = cursor
