"""Ports that misbehave the way the world does: answers lost before or after the commit, notifications lost and doubled."""

import asyncio
import random
from collections.abc import AsyncIterator, Collection, Mapping, Sequence

from domain.engine.step import Step
from services.errors import Unavailable
from services.ports import Append, AppendResult, EventLog, LogEntry, RawStep, StoredCommand
from services.streams import Head, StreamKind


class FlakyLog:
    """A log whose connection breaks now and then: before an append, or after it was committed."""

    def __init__(self, log: EventLog, rnd: random.Random, share: float) -> None:
        self._log = log
        self._rnd = rnd
        self._share = share
        self.broken = 0

    def mend(self) -> None:
        """From now on nothing breaks."""
        self._share = 0.0

    async def append(self, entry: Append) -> AppendResult:
        when = self._rnd.random()
        if when < self._share:
            self.broken += 1
            raise Unavailable("the connection broke before the append")
        result = await self._log.append(entry)
        if when < 2 * self._share:
            self.broken += 1
            raise Unavailable("the connection broke after the commit")
        return result

    async def head(self, game_id: str) -> Head | None:
        return await self._log.head(game_id)

    async def read(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[RawStep]:
        if self._rnd.random() < self._share / 4:
            self.broken += 1
            raise Unavailable("the connection broke while reading")
        return await self._log.read(game_id, after=after, limit=limit)

    async def commands(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[StoredCommand]:
        return await self._log.commands(game_id, after=after, limit=limit)

    async def command(self, game_id: str, command_id: str) -> StoredCommand | None:
        return await self._log.command(game_id, command_id)

    async def versions(self, game_ids: Collection[str]) -> Mapping[str, Step]:
        return await self._log.versions(game_ids)

    async def entries(self, *, after: int = 0, limit: int = 10_000) -> Sequence[LogEntry]:
        return await self._log.entries(after=after, limit=limit)

    async def places(self, game_id: str) -> Sequence[LogEntry]:
        return await self._log.places(game_id)

    async def streams(self, kind: StreamKind, *, after: str | None = None, limit: int = 1_000) -> Sequence[str]:
        return await self._log.streams(kind, after=after, limit=limit)


class LossyNotifier:
    """A notifier for several processes in one test. Each notification is lost, sent once, or sent twice."""

    def __init__(self, rnd: random.Random) -> None:
        self._rnd = rnd
        self._queues: set[asyncio.Queue[tuple[str, int]]] = set()
        self.sent = 0

    async def notify(self, game_id: str, version: int) -> None:
        self.sent += 1
        for queue in self._queues:
            for _ in range(self._rnd.choice((0, 1, 1, 2))):
                queue.put_nowait((game_id, version))

    async def notifications(self) -> AsyncIterator[tuple[str, int]]:
        queue: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self._queues.add(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._queues.discard(queue)


class SilentJobs:
    """Pokes that never arrive."""

    async def poke(self, game_id: str) -> None:
        del game_id
