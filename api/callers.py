"""What each caller has open or under way at the same time: operations, which wait in order, and streams."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Final

from api.limits import ApiLimits, Caller
from api.problems import Problem

RETRY_MS: Final = 1_000
"""When to try again after too many operations waited."""


@dataclass(slots=True)
class _Line:
    """The operations of one caller: how many run, and those that wait, the first one first."""

    running: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


@dataclass
class Places:
    """A few operations of each caller run at once. The others wait, so that one caller cannot hold back the rest.

    `at_once`: how many.
    """

    limits: ApiLimits
    at_once: int
    _lines: dict[str, _Line] = field(default_factory=dict)

    @asynccontextmanager
    async def place(self, caller: Caller) -> AsyncIterator[None]:
        """A place for one operation. Raises Problem RATE_LIMITED if too many wait already."""
        line = self._lines.setdefault(caller.key, _Line())
        await self._enter(line, caller)
        try:
            yield
        finally:
            self._leave(line, caller)

    async def _enter(self, line: _Line, caller: Caller) -> None:
        if line.running < self.at_once:
            line.running += 1
            return
        most = self.limits.operations_waiting_max
        if len(line.waiting) >= most:
            text = f"You have {most} operations waiting already. Wait for their answers before you send more."
            raise Problem("RATE_LIMITED", text, limit=most, left=0, retryAfterMs=RETRY_MS)
        turn = asyncio.get_running_loop().create_future()
        line.waiting.append(turn)
        try:
            await turn  # an operation that ends hands over its place
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(line, caller)
            else:
                line.waiting.remove(turn)
            raise

    def _leave(self, line: _Line, caller: Caller) -> None:
        while line.waiting:
            turn = line.waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        line.running -= 1
        if not line.running:
            self._lines.pop(caller.key, None)


@dataclass
class Streams:
    """The open streams of one kind, counted by caller and by address. `kind`: as people call them."""

    limits: ApiLimits
    kind: str
    _open: Counter[str] = field(default_factory=Counter)

    def check(self, caller: Caller) -> None:
        """Raises Problem TOO_MANY_STREAMS if the caller or the address may not open another one."""
        for name, most in self._limits_of(caller):
            if self._open[name] >= most:
                owner = "You have" if name == caller.key else f"Your address, {caller.address}, has"
                text = f"{owner} {most} {self.kind} open already. Close one of them first."
                raise Problem("TOO_MANY_STREAMS", text, max=most)

    @contextmanager
    def one(self, caller: Caller) -> Iterator[None]:
        """Counts one stream as long as it is open."""
        names = [name for name, _ in self._limits_of(caller)]
        self._open.update(names)
        try:
            yield
        finally:
            for name in names:
                self._open[name] -= 1
                if not self._open[name]:
                    del self._open[name]

    def _limits_of(self, caller: Caller) -> Iterator[tuple[str, int]]:
        """The names that a stream of this caller counts under, with how many each may have."""
        yield f"at {caller.address}", self.limits.streams_per_address_max
        if caller.principal is not None:
            yield caller.key, self.limits.streams_per_principal_max
