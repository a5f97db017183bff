"""The event log on Postgres: appends in one round trip, and reads rows without trusting them.

What can happen to an append:
- It is committed and the answer arrives: `Appended`.
- The connection is lost in between, and the outcome is unknown. The same command ids are sent on another connection. If
  the first try turns out to be committed, the answer is `Appended`, not `Duplicate`. After `_TRIES` it is
  `Unavailable`.
- A constraint refuses one entry of a batch. The others are sent without it.
"""

import asyncio
import time
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import asyncpg

from domain.engine.step import Step
from domain.log.chain import GENESIS
from infra.postgres.append_batches import BATCH_MAX, LANES, AppendBatches, Outcome, QueueFull
from infra.postgres.append_rows import Call, Part, as_stored, call_for, call_for_node, call_for_parts
from infra.postgres.citus.direct import GoesTheLongWay, Node, Nodes
from infra.postgres.citus.nodes import NodeBatches
from infra.postgres.ids import is_uuid
from infra.postgres.pool import Pool
from infra.postgres.trouble import LOST, is_lost, unavailable
from services.errors import LogDamaged, Unavailable
from services.parkings import Parked
from services.ports import (
    Append,
    Appended,
    AppendResult,
    CommandIdReused,
    Conflict,
    Duplicate,
    LogEntry,
    NoSuchGame,
    RawStep,
    StoredCommand,
)
from services.streams import Head, Opening, StreamKind

_TRIES: Final = 5
_SECONDS_MAX: Final = 10.0
_PAUSE_SECONDS: Final = 0.1

_COMMAND_COLUMNS: Final = (
    "request_hash, principal, seat, body, outcome, answer, time_us, received_us, token_id, first_version, last_version"
)
_NEWEST_TIME: Final = """
SELECT max(c.time_us)
FROM (SELECT game_id, number FROM log WHERE kind = 'command' ORDER BY pos DESC LIMIT 100) AS newest
JOIN command c ON c.game_id = newest.game_id AND c.ordinal = newest.number
"""
"""Several processes stamp commands, so the last one in the order need not be the latest."""

_STEP: Final = "SELECT version, type, schema_version, prev_hash, hash, body"
_COMMAND: Final = f"SELECT command_id::text, ordinal, link, {_COMMAND_COLUMNS}"


class _Reading(NamedTuple):
    """The two ways to read rows of a game that follow on a number: `following` by the index, at most so many of them;
    `between`, from several pages at once, up to a number. By the index Postgres waits for one page of an old game after
    the other."""

    following: str
    between: str


_STEPS: Final = _Reading(
    f"{_STEP} FROM event WHERE game_id = $1 AND version > $2 ORDER BY version LIMIT $3",
    f"{_STEP} FROM steps_between($1, $2, $3)",
)
_COMMANDS: Final = _Reading(
    f"{_COMMAND} FROM command WHERE game_id = $1 AND ordinal > $2 ORDER BY ordinal LIMIT $3",
    f"{_COMMAND} FROM commands_between($1, $2, $3)",
)
SPAN_MIN: Final = 16
"""Fewer rows lie on the same few pages, and are read by the index."""
SPAN_MAX: Final = 500
"""Who has begun a game and asks for more rows wants what is new, which is little."""
_NUMBER_MAX: Final = 2**31 - 1
_UNREADABLE: Final = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)
_UNREADABLE_WHY: Final = "the database cannot read the page that the step is on"


class PostgresEventLog:
    """`services.ports.EventLog` on a pool. Ids are UUIDs; any other text is the id of nothing."""

    def __init__(self, pool: Pool, *, lanes: int = LANES, batch_max: int = BATCH_MAX, gathers: bool = False) -> None:
        """`gathers`: fewer batches, a little later, where several processes share the machine. This and `lanes` are of
        one server: a cluster has its own (`infra.postgres.citus.nodes`)."""
        self._pool = pool
        self._batches: AppendBatches | NodeBatches
        self._nodes = None if pool.open_node is None else Nodes(pool.open_node)
        if pool.on_citus:
            self._batches = NodeBatches(pool, self._send_to, batch_max=batch_max)
        else:
            self._batches = AppendBatches(self._send, lanes=lanes, batch_max=batch_max, gathers=gathers)

    # ---------------------------------------------------------------- writing

    async def append(self, entry: Append) -> AppendResult:
        """See `EventLog.append`. Raises Unavailable unless the entry is known to be on disk."""
        check_entry(entry)
        if not (is_uuid(entry.game_id) and is_uuid(entry.command_id)):
            return NoSuchGame(entry.game_id)
        try:
            return await self._batches.append(entry)
        except QueueFull:
            raise Unavailable("The event log is overloaded. Try again in a moment.") from None

    async def drained(self) -> None:
        """Wait until every append has its answer, for an orderly stop."""
        await self._batches.drained()

    async def _send_to(self, node: Node | None, parts: Sequence[Part]) -> Sequence[Outcome]:
        """Write the parts of a batch: at the node that has their shards, or through the coordinator."""
        batch = [entry for part in parts for entry in part.batch]
        if self._nodes is None or node is None:
            return await self._send(batch)
        try:
            rows = await self._nodes.call(node, [part.shard for part in parts], call_for_parts(parts), _SECONDS_MAX)
        except GoesTheLongWay as why:
            if why.has_moved and isinstance(self._batches, NodeBatches):
                self._batches.look_anew()
            return await self._send(batch, is_retry=why.is_lost)
        return await self._outcomes(batch, rows, is_retry=False)

    async def _send(self, batch: Sequence[Append], *, is_retry: bool = False) -> Sequence[Outcome]:
        """Write a batch. Retries while connections are lost. `is_retry`: it may have been written already."""
        call = call_for_node(batch) if self._pool.on_citus else call_for(batch)
        deadline = time.monotonic() + _SECONDS_MAX
        for left in reversed(range(_TRIES)):
            try:
                rows = await self._call(call, deadline)
            except (asyncpg.PostgresError, *LOST) as error:
                if left and self._is_lost(error) and time.monotonic() < deadline and not self._pool.raw.is_closing():
                    is_retry = True
                    await asyncio.sleep(_PAUSE_SECONDS * (_TRIES - left))
                    continue
                if len(batch) > 1 and not self._is_lost(error):
                    return [outcome for entry in batch for outcome in await self._send_alone(entry, is_retry)]
                raise (unavailable(error, self._pool.at) or error) from error
            return await self._outcomes(batch, rows, is_retry)
        raise AssertionError("unreachable")

    def _is_lost(self, error: BaseException) -> bool:
        """Whether sending it once more may help. A coordinator that loses a node in a call says XX000."""
        return is_lost(error) or (self._pool.on_citus and isinstance(error, asyncpg.InternalServerError))

    async def _send_alone(self, entry: Append, is_retry: bool) -> Sequence[Outcome]:
        """Write one entry of a batch that failed as a whole. Only the entry that caused the failure fails once more."""
        try:
            return await self._send([entry], is_retry=is_retry)
        except (Unavailable, asyncpg.PostgresError) as error:
            return [error]

    async def _call(self, call: Call, deadline: float) -> list[asyncpg.Record]:
        seconds = max(deadline - time.monotonic(), 0.5)
        async with self._pool.lend(seconds) as connection:
            return await connection.fetch(call.statement, *call.arguments, timeout=seconds)

    async def _outcomes(self, batch: Sequence[Append], rows: list[asyncpg.Record], is_retry: bool) -> Sequence[Outcome]:
        outcomes: list[Outcome] = [Appended(Step(entry.expected_version + len(entry.events))) for entry in batch]
        for row in rows:
            at = row["entry"] - 1
            entry = batch[at]
            if row["verdict"] == "conflict":
                outcomes[at] = Conflict(row["at_version"])
            elif row["verdict"] == "no_game":
                outcomes[at] = NoSuchGame(entry.game_id)
            elif row["verdict"] == "parked":
                outcomes[at] = Parked(entry.game_id)
            else:
                stored = _stored(entry.game_id, entry.command_id, row, "stored_")
                if is_retry and await self._is_ours(entry, stored):
                    continue
                reused = stored.request_hash != entry.request_hash
                outcomes[at] = CommandIdReused(stored) if reused else Duplicate(stored)
        return outcomes

    async def _is_ours(self, entry: Append, stored: StoredCommand) -> bool:
        """Whether the stored command was written by an earlier try of this entry, whose answer was lost."""
        if stored != as_stored(entry):
            return False
        steps = await self.read(entry.game_id, after=entry.expected_version, limit=len(entry.events))
        return [step.hash for step in steps] == [event.hash for event in entry.events] or not entry.events

    # ---------------------------------------------------------------- reading

    async def head(self, game_id: str) -> Head | None:
        """Implements `head` of the port `EventLog`."""
        if not is_uuid(game_id):
            return None
        row = await self._pool.fetchrow(
            "SELECT ruleset, ruleset_version, version, head_hash, commands, command_link, kind FROM game "
            "WHERE game_id = $1",
            game_id,
        )
        return None if row is None else Head(game_id, *row)

    async def versions(self, game_ids: Collection[str]) -> Mapping[str, Step]:
        """Implements `versions` of the port `EventLog`."""
        rows = await self._pool.fetch(
            "SELECT game_id::text, version FROM game WHERE game_id = ANY ($1::uuid[])", list(filter(is_uuid, game_ids))
        )
        return {game_id: Step(version) for game_id, version in rows}

    async def read(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[RawStep]:
        """Implements `read` of the port `EventLog`. Raises LogDamaged for a step whose page Postgres cannot read."""
        if not is_uuid(game_id) or limit <= 0:
            return ()
        try:
            rows = await self._rows(_STEPS, game_id, max(after, 0), limit)
        except Unavailable as error:
            if not isinstance(error.__cause__, _UNREADABLE):
                raise
            raise LogDamaged(game_id, await self._unreadable(game_id, max(after, 0), limit), _UNREADABLE_WHY) from error
        return [RawStep(*row) for row in rows]

    async def _rows(self, reading: _Reading, game_id: str, after: int, limit: int) -> Sequence[asyncpg.Record]:
        """The rows past the number `after`, at most `limit`, also where some between them are missing."""
        if limit < SPAN_MIN or (limit > SPAN_MAX and after):
            return await self._pool.fetch(reading.following, game_id, after, limit)
        last = min(after + limit, _NUMBER_MAX)
        rows = await self._pool.fetch(reading.between, game_id, after, last)
        if len(rows) < limit:  # they are all, or some among them are missing and others follow
            rows += await self._pool.fetch(reading.following, game_id, last, limit - len(rows))
        return rows

    async def _unreadable(self, game_id: str, after: int, limit: int) -> Step:
        """The first step past `after` that cannot be read, when one of the next `limit` cannot."""
        while limit > 1:
            half = limit // 2
            try:
                await self._pool.fetch(_STEPS.between, game_id, after, min(after + half, _NUMBER_MAX))
            except Unavailable:
                limit = half
            else:
                after, limit = after + half, limit - half
        return Step(after + 1)

    async def commands(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[StoredCommand]:
        """Implements `commands` of the port `EventLog`."""
        if not is_uuid(game_id) or limit <= 0:
            return ()
        rows = await self._rows(_COMMANDS, game_id, max(after, 0), limit)
        return [
            replace(_stored(game_id, row["command_id"], row), ordinal=row["ordinal"], link=row["link"]) for row in rows
        ]

    async def command(self, game_id: str, command_id: str) -> StoredCommand | None:
        """Implements `command` of the port `EventLog`."""
        if not (is_uuid(game_id) and is_uuid(command_id)):
            return None
        row = await self._pool.fetchrow(
            f"SELECT {_COMMAND_COLUMNS} FROM command WHERE game_id = $1 AND command_id = $2", game_id, command_id
        )
        return None if row is None else _stored(game_id, command_id, row)

    async def entries(self, *, after: int = 0, limit: int = 10_000) -> Sequence[LogEntry]:
        """Implements `entries` of the port `EventLog`."""
        rows = await self._pool.fetch(
            "SELECT pos, game_id::text, kind, number, leaf FROM log WHERE pos > $1 ORDER BY pos LIMIT $2",
            max(after, 0), max(limit, 0),
        )  # fmt: skip
        return [LogEntry(*row) for row in rows]

    async def places(self, game_id: str) -> Sequence[LogEntry]:
        """Implements `places` of the port `EventLog`."""
        if not is_uuid(game_id):
            return []
        rows = await self._pool.fetch(
            "SELECT pos, game_id::text, kind, number, leaf FROM log WHERE game_id = $1 ORDER BY pos", uuid.UUID(game_id)
        )
        return [LogEntry(*row) for row in rows]

    async def newest_time_us(self) -> int:
        """The latest time of the last commands in the global order; 0 when there is none, or no table yet."""
        try:
            return int(await self._pool.fetchval(_NEWEST_TIME) or 0)
        except Unavailable:
            return 0  # somebody else says what is missing

    async def streams(self, kind: StreamKind, *, after: str | None = None, limit: int = 1_000) -> Sequence[str]:
        """Implements `streams` of the port `EventLog`. Reads the ids of all streams, which costs some 100 ms for
        100,000."""
        rows = await self._pool.fetch(
            "SELECT game_id::text FROM game WHERE kind = $1 AND ($2::uuid IS NULL OR game_id > $2) "
            "ORDER BY game_id LIMIT $3",
            kind, None if after is None else uuid.UUID(after), max(limit, 0),
        )  # fmt: skip
        return [row[0] for row in rows]


def check_entry(entry: Append) -> None:
    """Assert that an entry is consistent. Every log asserts it, so that a mistake shows with the fakes too."""
    version, link = entry.expected_version, entry.expected_hash
    for event in entry.events:
        version = Step(version + 1)
        assert (event.version, event.prev_hash) == (version, link), "the steps follow on the expected head"
        link = event.hash
    assert bool(entry.events) == (entry.outcome == "accepted"), "an accepted command has events, a refused one has none"
    if entry.opening is not None:
        _check_opening(entry, entry.opening)


def _check_opening(entry: Append, opening: Opening) -> None:
    """As the CHECKs of the table."""
    assert (entry.expected_version, entry.expected_hash) == (0, GENESIS), "an opening follows on nothing"
    if opening.kind == "openings":
        assert not entry.events, "a refused opening has no steps"
        assert opening.ruleset is None and opening.ruleset_version is None, "refused openings have no ruleset in common"
        return
    assert entry.events, "a stream begins with its first step"
    if opening.kind == "game":
        assert opening.ruleset is not None and opening.ruleset_version is not None, "every game has a ruleset"


def _stored(game_id: str, command_id: str, row: asyncpg.Record, prefix: str = "") -> StoredCommand:
    return StoredCommand(
        game_id=game_id,
        command_id=command_id,
        request_hash=row[prefix + "request_hash"],
        principal=row[prefix + "principal"],
        seat=row[prefix + "seat"],
        body=row[prefix + "body"],
        outcome=row[prefix + "outcome"],
        answer=row[prefix + "answer"],
        time_us=row[prefix + "time_us"],
        received_us=row[prefix + "received_us"],
        token_id=row[prefix + "token_id"],
        first_version=row[prefix + "first_version"],
        last_version=row[prefix + "last_version"],
    )
