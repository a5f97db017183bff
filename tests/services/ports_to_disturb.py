"""Ports that a test disturbs: a log that fails, waits or counts its reads, lost notifications, snapshots that fail."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace

from domain.engine.step import Step
from services.errors import Unavailable
from services.ports import Append, AppendResult, EventLog, LogEntry, RawStep, Snapshot, StoredCommand
from services.streams import Head, StreamKind
from services.world import World
from tests.api.memory import MemoryLog


class DisturbedLog:
    """Any log. `unavailable`: so many calls of `head` fail.

    `after_read`: runs once, after the next `read` has its rows. `before_append`: runs once, before the next `append`.
    `heads`: the number of calls of `head`. `reads`: for each call of `read`, the step after which it began. `polls`: for
    each call of `versions`, of how many games.
    """

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self.unavailable = 0
        self.after_read: Callable[[], Awaitable[object]] | None = None
        self.before_append: Callable[[], Awaitable[object]] | None = None
        self.heads = 0
        self.reads: list[int] = []
        self.polls: list[int] = []

    async def append(self, entry: Append) -> AppendResult:
        if self.before_append is not None:
            run, self.before_append = self.before_append, None
            await run()
        return await self._log.append(entry)

    async def head(self, game_id: str) -> Head | None:
        self.heads += 1
        if self.unavailable:
            self.unavailable -= 1
            raise Unavailable("The log does not answer.")
        return await self._log.head(game_id)

    async def read(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[RawStep]:
        self.reads.append(after)
        rows = await self._log.read(game_id, after=after, limit=limit)
        if self.after_read is not None:
            run, self.after_read = self.after_read, None
            await run()
        return rows

    async def commands(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[StoredCommand]:
        return await self._log.commands(game_id, after=after, limit=limit)

    async def command(self, game_id: str, command_id: str) -> StoredCommand | None:
        return await self._log.command(game_id, command_id)

    async def versions(self, game_ids: Collection[str]) -> Mapping[str, Step]:
        self.polls.append(len(game_ids))
        return await self._log.versions(game_ids)

    async def entries(self, *, after: int = 0, limit: int = 10_000) -> Sequence[LogEntry]:
        return await self._log.entries(after=after, limit=limit)

    async def places(self, game_id: str) -> Sequence[LogEntry]:
        return await self._log.places(game_id)

    async def streams(self, kind: StreamKind, *, after: str | None = None, limit: int = 1_000) -> Sequence[str]:
        return await self._log.streams(kind, after=after, limit=limit)


class LostNotifications:
    """A notifier that loses everything."""

    async def notify(self, game_id: str, version: int) -> None:
        pass

    async def notifications(self) -> AsyncIterator[tuple[str, int]]:
        await asyncio.Event().wait()
        yield "", 0


class FailingSnapshots:
    """A cache that cannot save."""

    async def latest(self, game_id: str, fingerprint: str, *, at_most: int) -> Snapshot | None:
        return None

    async def save(self, game_id: str, fingerprint: str, snapshot: Snapshot) -> None:
        raise OSError("The disk is full.")


def disturbed(world: World) -> tuple[World, DisturbedLog]:
    """The same world with a log that a test can disturb."""
    log = DisturbedLog(world.log)
    return replace(world, log=log), log


def edit_step(world: World, game_id: str, version: int) -> Callable[[], None]:
    """Changes the body of a step in a memory log by hand. Returns a function that undoes it."""
    log = world.log
    assert isinstance(log, MemoryLog)
    rows, row = log.rows[game_id], log.rows[game_id][version - 1]
    rows[version - 1] = replace(row, body=row.body.replace(b'"version"', b'"versiom"'))
    assert rows[version - 1] != row

    def undo() -> None:
        rows[version - 1] = row

    return undo
