"""The event log on Postgres. One round trip a batch: commands that arrive while a batch is under way go with the next one.

Nothing waits for a batch to fill. An `append` returns after a synchronous commit; a connection lost in between leaves the
outcome unknown, so the same command ids are sent again, and a duplicate of what we sent ourselves means that it was saved.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import asyncpg

from infra.postgres.problems import CONNECTION_LOST, unavailable
from services.ports import (
    Append,
    Appended,
    AppendResult,
    CommandIdReused,
    Conflict,
    Duplicate,
    Head,
    LogEntry,
    NoSuchGame,
    RawStep,
    StoredCommand,
    Unavailable,
)

BATCH_COMMANDS_MAX: Final = 64
BATCHES_IN_FLIGHT_MAX: Final = 2
TRIES_MAX: Final = 6
TRY_AGAIN_SECONDS: Final = (0.05, 0.2, 0.5, 1.0, 2.0)

_APPEND: Final = (
    "SELECT place, result, at_version FROM append_batch("
    "$1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22)"
)
_READ: Final = (
    "SELECT version, type, schema_version, prev_hash, hash, body FROM event "
    "WHERE game_id = $1 AND version > $2 ORDER BY version LIMIT $3"
)
_COMMAND: Final = (
    "SELECT game_id, command_id, request_hash, principal, seat, body, outcome, answer, time_us, first_version, last_version "
    "FROM command WHERE game_id = $1"
)
_DECIDED_ORDER: Final = (
    " ORDER BY 2 * first_version + (outcome = 'refused')::integer, time_us, command_id OFFSET $2 LIMIT $3"
)

_Waiting = tuple[Append, "asyncio.Future[AppendResult]"]


class PostgresEventLog:
    """`services.ports.EventLog` on an asyncpg pool. Belongs to the event loop it is used in."""

    def __init__(self, pool: "asyncpg.Pool[Any]") -> None:
        self._pool = pool
        self._waiting: deque[_Waiting] = deque()
        self._in_flight: set[asyncio.Task[None]] = set()

    # ---------------------------------------------------------------- writing

    async def append(self, entry: Append) -> AppendResult:
        """Write a command and its events, or nothing. Raises Unavailable."""
        answer: asyncio.Future[AppendResult] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, answer))
        self._send_next()
        return await answer

    def _send_next(self) -> None:
        while self._waiting and len(self._in_flight) < BATCHES_IN_FLIGHT_MAX:
            task = asyncio.create_task(self._send(self._next_batch()))
            self._in_flight.add(task)
            task.add_done_callback(self._sent)

    def _sent(self, task: "asyncio.Task[None]") -> None:
        self._in_flight.discard(task)
        self._send_next()

    def _next_batch(self) -> list[_Waiting]:
        """The longest waiting commands, at most one of each game: the next one of a game depends on the first."""
        batch: list[_Waiting] = []
        games: set[str] = set()
        later: list[_Waiting] = []
        while self._waiting and len(batch) < BATCH_COMMANDS_MAX:
            waiting = self._waiting.popleft()
            if waiting[0].game_id in games:
                later.append(waiting)
            else:
                games.add(waiting[0].game_id)
                batch.append(waiting)
        self._waiting.extendleft(reversed(later))
        return batch

    async def _send(self, batch: list[_Waiting]) -> None:
        try:
            results = await self._append_all([entry for entry, _ in batch])
        except Unavailable as error:
            _fail(batch, error)
        except Exception as error:
            if len(batch) == 1:
                _fail(batch, error)
            else:  # one bad entry must not take the others down with it
                for waiting in batch:
                    await self._send([waiting])
        else:
            for (_, answer), result in zip(batch, results, strict=True):
                if not answer.done():
                    answer.set_result(result)

    async def _append_all(self, entries: list[Append]) -> list[AppendResult]:
        arguments = _arguments(entries)
        for tried in range(TRIES_MAX):
            try:
                async with self._pool.acquire() as connection:
                    rows = await connection.fetch(_APPEND, *arguments)
                break
            except CONNECTION_LOST as error:
                if tried == TRIES_MAX - 1:
                    raise unavailable(error) from error
                await asyncio.sleep(TRY_AGAIN_SECONDS[min(tried, len(TRY_AGAIN_SECONDS) - 1)])
            except asyncpg.PostgresError as error:
                raise unavailable(error) from error
        results: list[AppendResult] = [NoSuchGame(entry.game_id) for entry in entries]
        for place, verdict, version in rows:
            results[place - 1] = await self._result(entries[place - 1], verdict, version, again=tried > 0)
        return results

    async def _result(self, entry: Append, verdict: str, version: int, *, again: bool) -> AppendResult:
        match verdict:
            case "appended":
                return Appended(version)
            case "conflict":
                return Conflict(version)
            case "duplicate" | "reused":
                stored = await self.command(entry.game_id, entry.command_id)
                assert stored is not None, "a command that is kept stays kept"
                if verdict == "reused":
                    return CommandIdReused(stored)
                ours = again and stored.time_us == entry.time_us and stored.body == entry.body
                return Appended(stored.last_version) if ours else Duplicate(stored)
            case _:
                return NoSuchGame(entry.game_id)

    # ---------------------------------------------------------------- reading

    async def head(self, game_id: str) -> Head | None:
        """Where the game stands; None for ids that name no game."""
        key = _uuid(game_id)
        if key is None:
            return None
        rows = await self._fetch(
            "SELECT ruleset, ruleset_version, version, head_hash FROM game WHERE game_id = $1", key
        )
        return Head(game_id, *rows[0]) if rows else None

    async def read(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[RawStep]:
        """Steps past `after`, in order."""
        key = _uuid(game_id)
        if key is None or limit <= 0:
            return ()
        return [RawStep(*row) for row in await self._fetch(_READ, key, after, limit)]

    async def commands(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[StoredCommand]:
        """Kept commands in the order they were decided."""
        key = _uuid(game_id)
        if key is None or limit <= 0:
            return ()
        return [_stored(row) for row in await self._fetch(_COMMAND + _DECIDED_ORDER, key, after, limit)]

    async def command(self, game_id: str, command_id: str) -> StoredCommand | None:
        """One kept command."""
        game, command = _uuid(game_id), _uuid(command_id)
        if game is None or command is None:
            return None
        rows = await self._fetch(_COMMAND + " AND command_id = $2", game, command)
        return _stored(rows[0]) if rows else None

    async def entries(self, *, after: int = 0, limit: int = 10_000) -> Sequence[LogEntry]:
        """The global order past position `after`."""
        rows = await self._fetch(
            "SELECT pos, game_id, version, leaf FROM log WHERE pos > $1 ORDER BY pos LIMIT $2", after, limit
        )
        return [LogEntry(pos, str(game_id), version, leaf) for pos, game_id, version, leaf in rows]

    async def _fetch(self, query: str, *arguments: object) -> Sequence[Any]:
        for tried in range(2):
            try:
                rows: Sequence[Any] = await self._pool.fetch(query, *arguments)
                return rows
            except CONNECTION_LOST as error:
                if tried:
                    raise unavailable(error) from error
            except asyncpg.PostgresError as error:
                raise unavailable(error) from error
        raise AssertionError("unreachable")


def _arguments(entries: list[Append]) -> tuple[list[Any], ...]:
    """The parallel arrays of `append_batch`."""
    steps = [(place, step) for place, entry in enumerate(entries, start=1) for step in entry.events]
    return (
        [UUID(entry.game_id) for entry in entries],
        [UUID(entry.command_id) for entry in entries],
        [entry.request_hash for entry in entries],
        [entry.principal for entry in entries],
        [entry.seat for entry in entries],
        [entry.body for entry in entries],
        [entry.outcome for entry in entries],
        [entry.answer for entry in entries],
        [entry.time_us for entry in entries],
        [entry.expected_version for entry in entries],
        [entry.expected_hash for entry in entries],
        [entry.events[-1].hash if entry.events else entry.expected_hash for entry in entries],
        [len(entry.events) for entry in entries],
        [entry.opening.ruleset if entry.opening else None for entry in entries],
        [entry.opening.ruleset_version if entry.opening else None for entry in entries],
        [place for place, _ in steps],
        [step.version for _, step in steps],
        [step.type for _, step in steps],
        [step.schema for _, step in steps],
        [step.prev_hash for _, step in steps],
        [step.hash for _, step in steps],
        [step.body for _, step in steps],
    )


def _fail(batch: list[_Waiting], error: Exception) -> None:
    for _, answer in batch:
        if not answer.done():
            answer.set_exception(error)


def _stored(row: Any) -> StoredCommand:  # noqa: ANN401  an asyncpg record
    kept = dict(row)
    kept["game_id"], kept["command_id"] = str(kept["game_id"]), str(kept["command_id"])
    return StoredCommand(**kept)


def _uuid(text: str) -> UUID | None:
    with contextlib.suppress(ValueError):
        return UUID(text)
    return None
