"""How old an answer may be. An operation may read a replica, unless its caller has had something newer before.

All moments are those of the primary database, in microseconds since 1970, so that every process means the same by them.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol


class Span(NamedTuple):
    """The moment that it is now at the primary: not before `first_us`, and not after `last_us`."""

    first_us: int
    last_us: int


class PrimaryClock(Protocol):
    """The primary's clock, as this process knows it."""

    def now(self) -> Span | None:
        """None until the primary has said its time for the first time."""
        ...


class Floor(NamedTuple):
    """The oldest that may be read: a replica that has everything up to a moment, and has replayed a position."""

    moment_us: int
    position: int


class Had(NamedTuple):
    """What an answer has: everything up to `everything_us`; of the primary nothing past `moment_us`, and of a replica
    nothing past `position`."""

    everything_us: int
    moment_us: int
    position: int


class Memory(Protocol):
    """What callers have had lately, shared by all processes."""

    async def floor(self, caller: str, now_us: int) -> Floor | None:
        """Nothing that the caller has had is newer. None: nobody knows, so it may be of this moment."""
        ...

    async def note(self, caller: str, had: Had) -> int:
        """Notes an answer. Returns up to which moment the caller has had everything, in this one or in one before."""
        ...


class Staleness(NamedTuple):
    """How old an answer may be. It has everything that was committed before `as_of_us`; that was `age_us` ago."""

    as_of_us: int
    age_us: int


NOW: Final = 1 << 62
"""After every moment: only the primary has what is as new as this."""
_ONLY_NOW: Final = Floor(NOW, 0)


@dataclass(slots=True)
class Reading:
    """What one operation has read so far. `as_of_us`: everything committed before is in it."""

    caller: str
    memory: Memory
    began: Span
    as_of_us: int = NOW
    position: int = 0
    has_read: bool = False
    met_primary: bool = False
    is_over: bool = False
    _floor: Floor | None = None

    async def floor(self) -> Floor:
        """The oldest that may be read now: what the caller has had, or what this operation has read."""
        if self._floor is None:
            self._floor = await self.memory.floor(self.caller, self.began.last_us) or _ONLY_NOW
        return self._floor

    def only_now(self) -> None:
        """From here on the operation reads the primary alone: it goes on from something that it has just read there."""
        self._floor = _ONLY_NOW

    def read_replica(self, as_of_us: int, position: int) -> None:
        """The operation has read a replica that had replayed a position, and so had everything up to a moment."""
        self.has_read = True
        self.as_of_us = min(self.as_of_us, as_of_us)
        self.position = max(self.position, position)
        floor = self._floor or Floor(0, 0)
        self._floor = Floor(floor.moment_us, max(floor.position, position))

    def read_primary(self) -> None:
        """The operation has read the primary."""
        self.has_read = self.met_primary = True


_READING: ContextVar[Reading | None] = ContextVar("reading", default=None)


def reading_now() -> Reading | None:
    """What the operation that is carried out here may read of a replica. None: it reads the primary."""
    reading = _READING.get()
    return None if reading is None or reading.is_over else reading


def only_now() -> None:
    """`Reading.only_now` of the operation that is carried out here, if there is one."""
    reading = reading_now()
    if reading is not None:
        reading.only_now()


class Freshness:
    """Bounds how old the answers of operations may be, and lets none of a caller be older than one before."""

    def __init__(self, clock: PrimaryClock, memory: Memory) -> None:
        self._clock, self._memory = clock, memory

    @asynccontextmanager
    async def reading(self, caller: str, *, writes: bool) -> AsyncIterator[Reading | None]:
        """One operation of a caller. `writes`: it may write, and so reads the primary alone."""
        began = self._clock.now()
        if began is None:
            yield None
            return
        reading = Reading(caller, self._memory, began)
        if writes:
            reading.read_primary()
            reading.only_now()
        token = _READING.set(reading)
        try:
            yield reading
        finally:
            reading.is_over = True
            _READING.reset(token)

    async def staleness(self, reading: Reading) -> Staleness:
        """How old the answer may be. Its caller gets nothing older from now on, once this has returned."""
        now = self._clock.now() or reading.began
        if not reading.has_read:
            return Staleness(reading.began.first_us, now.last_us - reading.began.first_us)
        as_of_us = min(reading.as_of_us, reading.began.first_us)
        had = Had(as_of_us, now.last_us if reading.met_primary else as_of_us, reading.position)
        had_us = await self._memory.note(reading.caller, had)
        if reading.as_of_us == NOW:  # the primary has all that anybody had, whatever the clocks say
            as_of_us = max(as_of_us, had_us)
        return Staleness(as_of_us, max(now.last_us - as_of_us, 0))
