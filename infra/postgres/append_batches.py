"""Group commit: appends that come while others of the process are in flight go together. One alone goes at once.

A game has at most one append in flight. So a batch has each game once, and no batch waits for another one of this
process.
"""

import asyncio
import math
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from services.ports import Append, AppendResult

LANES: Final = 2
"""Batches in flight at once. While one commits, Postgres works on the next; more would only be smaller."""
BATCH_MAX: Final = 64
SHARE_MIN: Final = 16
"""So many may go in one batch, however few there are; of more, a lane takes its share of all that wait or are in
flight. A lane that took nearly all would leave the process without work until its batch is written."""
IN_FLIGHT_MIN: Final = 4
WAITING_MIN: Final = 12
GATHER_SECONDS: Final = 0.005
"""While `IN_FLIGHT_MIN` or more are in flight, a queue that gathers sends the next batch when `WAITING_MIN` wait, or
after so long. Postgres took 140 µs a command in batches of 7, and 105 in batches of 14."""
QUEUED_MAX: Final = 4_096

Outcome = AppendResult | BaseException
Waiting = tuple[Append, "asyncio.Future[AppendResult]"]
Send = Callable[[Sequence[Append]], Awaitable[Sequence[Outcome]]]
"""Writes a batch. Returns one outcome per entry, in order. An exception is the outcome of all entries."""


class QueueFull(Exception):
    """More appends wait than can be written soon."""


class AppendBatches:
    """The queue before the log. A process has one per database."""

    def __init__(
        self,
        send: Send,
        *,
        lanes: int = LANES,
        batch_max: int = BATCH_MAX,
        gathers: bool = False,
    ) -> None:
        """`gathers`: fewer batches, a bit later."""
        self._send = send
        self._gathers = gathers
        self._lanes = lanes
        self._batch_max = batch_max
        self._queues: dict[str, deque[Waiting]] = {}
        """By game, in order of arrival. A game is here while an append of it waits or is in flight."""
        self._ready: deque[str] = deque()
        """Games whose next append may be sent."""
        self._queued = 0
        self._in_flight: set[asyncio.Task[None]] = set()
        self._fill_scheduled = False
        self._late: asyncio.TimerHandle | None = None
        """Set while something waits for more to go with it."""

    async def append(self, entry: Append) -> AppendResult:
        """Queue the entry and wait for its outcome. An append that is cancelled before it is sent is never sent."""
        if self._queued >= QUEUED_MAX:
            raise QueueFull
        loop = asyncio.get_running_loop()
        waiting: Waiting = (entry, loop.create_future())
        queue = self._queues.get(entry.game_id)
        if queue is None:
            queue = self._queues[entry.game_id] = deque()
            self._ready.append(entry.game_id)
        queue.append(waiting)
        self._queued += 1
        if not self._fill_scheduled and len(self._in_flight) < self._lanes:
            self._fill_scheduled = True
            loop.call_soon(self._fill_lanes)
        return await waiting[1]

    async def drained(self) -> None:
        """Wait until nothing is in flight or queued."""
        while self._in_flight or self._queues:
            await asyncio.sleep(0)
            if self._in_flight:
                await asyncio.wait(self._in_flight)

    def _fill_lanes(self) -> None:
        self._fill_scheduled = False
        while self._ready and len(self._in_flight) < self._lanes:
            if self._gathers and not self._has_enough():
                self._late = self._late or asyncio.get_running_loop().call_later(GATHER_SECONDS, self._go_late)
                return
            self._start(self._take_batch())

    def _has_enough(self) -> bool:
        """Whether the next batch should go now."""
        in_flight = len(self._queues) - len(self._ready)
        return in_flight < IN_FLIGHT_MIN or len(self._ready) >= WAITING_MIN

    def _go_late(self) -> None:
        """What waited long enough goes, however little it is."""
        self._late = None
        if self._ready and len(self._in_flight) < self._lanes:
            self._start(self._take_batch())
        self._fill_lanes()

    def _start(self, batch: list[Waiting]) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
        if batch:
            task = asyncio.get_running_loop().create_task(self._send_batch(batch))
            self._in_flight.add(task)
            task.add_done_callback(self._on_answer)

    def _take_batch(self) -> list[Waiting]:
        batch: list[Waiting] = []
        most = min(self._batch_max, max(SHARE_MIN, math.ceil(len(self._queues) / self._lanes)))
        while self._ready and len(batch) < most:
            game_id = self._ready.popleft()
            queue = self._queues[game_id]
            while queue:
                waiting = queue.popleft()
                self._queued -= 1
                if not waiting[1].done():  # done already: its caller was cancelled
                    batch.append(waiting)
                    break
            else:
                del self._queues[game_id]
        return batch

    def _on_answer(self, task: "asyncio.Task[None]") -> None:
        self._in_flight.discard(task)
        self._fill_lanes()

    async def _send_batch(self, batch: list[Waiting]) -> None:
        outcomes: Sequence[Outcome]
        try:
            outcomes = await self._send([entry for entry, _ in batch])
        except BaseException as error:
            outcomes = [error] * len(batch)
            if isinstance(error, asyncio.CancelledError):
                raise
        finally:
            for (entry, future), outcome in zip(batch, outcomes, strict=True):
                self._release(entry.game_id)
                if future.done():
                    continue
                if isinstance(outcome, BaseException):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)

    def _release(self, game_id: str) -> None:
        if self._queues[game_id]:
            self._ready.append(game_id)
        else:
            del self._queues[game_id]
