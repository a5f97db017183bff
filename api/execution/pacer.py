"""Whose turn it is to work. Long work, and all work of those who ask for much, is done in slices, one after the other.

Who asks for little works at once, and is in nobody's way. The others wait in lines, one for each caller, which are
served in turn: a slice, then a rest in which the event loop belongs to everybody else.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Final

SLICE_POINTS: Final = 400
"""How much an operation works before it gives way: about two milliseconds. Most operations never do as much."""

REST_SECONDS: Final = 0.003
"""How long the loop is left to the others after a slice, or as long as the slice took if that is longer."""

PATIENCE_SECONDS: Final = 0.02
"""How long slices wait for brisk operations that are under way, at most."""

QUIET_SECONDS: Final = 1.0
"""After this time without a brisk operation of another caller there is nobody to rest for."""

CALLERS_MAX: Final = 2
"""So many callers are remembered: among two of them is the last one who is not the caller of a slice."""


class Pacer:
    """The operations that wait for their next slice, and the brisk ones that they wait for. One process has one."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._brisk: set[Hashable] = set()
        self._brisk_at: dict[str, float] = {}
        """When the last brisk operations of the last two callers began, the latest one last."""
        self._running = False
        self._patience: asyncio.TimerHandle | None = None
        """The next slice waits for brisk operations: until this timer at the latest."""

    def begin(self, operation: Hashable, caller: str) -> None:
        """A brisk operation of a caller begins: slices of others wait for its end, though not long."""
        self._brisk.add(operation)
        self._brisk_at.pop(caller, None)
        self._brisk_at[caller] = asyncio.get_running_loop().time()
        if len(self._brisk_at) > CALLERS_MAX:
            del self._brisk_at[next(iter(self._brisk_at))]

    def end(self, operation: Hashable) -> None:
        """It has ended, or turned out to be long. It may have ended before."""
        self._brisk.discard(operation)
        if not self._brisk and self._patience is not None:
            self._patience.cancel()
            self._patience = None
            loop = asyncio.get_running_loop()
            loop.call_soon(self._release, loop)

    async def next_slice(self, caller: str) -> None:
        """Returns when it is the turn of this operation: one operation after the other."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        self._lines.setdefault(caller, deque()).append(waiter)
        if not self._running:
            self._running = True
            loop.call_soon(self._rested, loop)
        await waiter

    def _rested(self, loop: asyncio.AbstractEventLoop) -> None:
        """The rest is over: now, or after the brisk operations, comes the next slice."""
        if self._brisk:
            self._patience = loop.call_later(PATIENCE_SECONDS, self._impatient, loop)
        else:
            self._release(loop)

    def _impatient(self, loop: asyncio.AbstractEventLoop) -> None:
        self._patience = None
        self._release(loop)

    def _release(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._lines:
            caller, line = self._lines.popitem(last=False)
            waiter = line.popleft()
            if line:
                self._lines[caller] = line  # behind the other callers
            if not waiter.done():
                waiter.set_result(None)
                loop.call_soon(self._rest, loop, loop.time(), caller)  # behind the slice, which is ready now
                return
        self._running = False

    def _rest(self, loop: asyncio.AbstractEventLoop, begun: float, caller: str) -> None:
        """Leaves the loop to the others for as long as the slice took, unless there have been none for a while."""
        others = (at for each, at in self._brisk_at.items() if each != caller)
        if loop.time() - max(others, default=-QUIET_SECONDS) > QUIET_SECONDS:
            loop.call_soon(self._rested, loop)
        else:
            loop.call_later(max(loop.time() - begun, REST_SECONDS), self._rested, loop)
