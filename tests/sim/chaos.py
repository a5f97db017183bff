"""Ports that misbehave the way the world does: answers lost before or after the commit, rings lost and doubled."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence

from services.ports import Append, AppendResult, EventLog, Head, LogEntry, RawStep, StoredCommand, Unavailable


class FlakyLog:
    """A log whose connection breaks now and then: before an append, or after it was committed."""

    def __init__(self, log: EventLog, rnd: random.Random, share: float) -> None:
        self._log = log
        self._rnd = rnd
        self._share = share
        self.broken = 0

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

    async def entries(self, *, after: int = 0, limit: int = 10_000) -> Sequence[LogEntry]:
        return await self._log.entries(after=after, limit=limit)

    async def places(self, game_id: str) -> Sequence[LogEntry]:
        return await self._log.places(game_id)


class LossyBell:
    """A bell for several processes in one test; each ring is lost, doubled, or heard."""

    def __init__(self, rnd: random.Random) -> None:
        self._rnd = rnd
        self._ears: set[asyncio.Queue[tuple[str, int]]] = set()
        self.rung = 0

    async def notify(self, game_id: str, version: int) -> None:
        self.rung += 1
        for ear in self._ears:
            for _ in range(self._rnd.choice((0, 1, 1, 2))):
                ear.put_nowait((game_id, version))

    async def notifications(self) -> AsyncIterator[tuple[str, int]]:
        ear: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self._ears.add(ear)
        try:
            while True:
                yield await ear.get()
        finally:
            self._ears.discard(ear)


class SilentJobs:
    """Pokes that never arrive."""

    async def poke(self, game_id: str) -> None:
        del game_id
