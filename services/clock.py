"""The time of a process: it runs on, and never jumps, whatever happens to the clock of the machine.

Delays are counted in it and steps are stamped with it. If it jumped forward with the machine's clock, a delay would
open early. If it went back, spectators would lose steps that they had before, and games would leave the first page of
the list. So it follows a monotonic clock. The machine's clock only steers it, by at most `SLEW_PPM`.
"""

import logging
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from services.ports import Clock

SLEW_PPM: Final = 500
"""How much faster or slower it may run, in millionths. A second's difference takes 33 minutes, an hour's 83 days."""
JUMP_US: Final = 1_000_000
"""The machine's clock has jumped when it gains or loses more than this beyond `SLEW_PPM`."""

LOOK_US: Final = 1_000
"""For so long it goes on by the monotonic clock alone: a command asks for the time several times."""

COMPARE_SECONDS: Final = 10.0
"""How often a process compares its time with the database's."""
APART_US_MAX: Final = 250_000
"""How far apart they may be for games with clocks."""

_log = logging.getLogger("emberlog.clock")


class ServiceClock:
    """`services.ports.Clock` of one process. It never returns less than before.

    `at_least_us`: the time of the newest step in the log. A machine whose clock was set back begins there. `begin_us`:
    the time that the other processes have; without it, it begins by the machine's clock.
    """

    def __init__(self, wall_us: Clock, monotonic_us: Clock, at_least_us: int = 0, begin_us: int | None = None) -> None:
        self._wall_us = wall_us
        self._monotonic_us = monotonic_us
        self._monotonic = monotonic_us()
        wall = wall_us()
        self._now = max(wall if begin_us is None else begin_us, at_least_us)
        """The time at the last look at the machine's clock, when the monotonic clock was at `_monotonic`."""
        self._last = self._now
        """What it returned last."""
        self._offset = wall - self._monotonic
        self._slew = 0
        """The rest that it may be steered by, in millionths of a microsecond: less than one microsecond."""
        if at_least_us > wall + JUMP_US:
            _log.warning(
                "The clock of this machine says %s, but the newest step of the log is of %s. The service goes on "
                "from there. Set the machine's clock.",
                _text(wall),
                _text(at_least_us),
            )

    def __call__(self) -> int:
        """The time now, in microseconds since 1970 (UTC)."""
        elapsed = self._monotonic_us() - self._monotonic
        now = self._now + elapsed if 0 <= elapsed < LOOK_US else self._look(max(0, elapsed))
        self._last = max(self._last, now)  # a look may have slowed it down
        return self._last

    def _look(self, elapsed: int) -> int:
        """The time now, after a look at the machine's clock."""
        wall = self._wall_us()
        self._monotonic += elapsed
        gained = wall - self._monotonic - self._offset
        self._offset += gained
        if not -JUMP_US <= gained <= JUMP_US:
            self._note_jump(wall, gained, elapsed)
        self._now += elapsed
        self._now += self._correction(wall - self._now, elapsed)
        return self._now

    def _correction(self, behind: int, elapsed: int) -> int:
        """How far to move towards the machine's clock, which is `behind` microseconds ahead of this one."""
        slew = self._slew + elapsed * SLEW_PPM
        step = min(abs(behind), slew // 1_000_000, elapsed)
        self._slew = min(slew - step * 1_000_000, 999_999)
        return step if behind > 0 else -step

    def _note_jump(self, wall: int, gained: int, elapsed: int) -> None:
        if abs(gained) <= JUMP_US + elapsed * SLEW_PPM // 1_000_000:
            return
        _log.warning(
            "The clock of this machine jumped from %s to %s. The service does not follow; it says %s. After a "
            "restart it would: see docs/operations.md.",
            _text(wall - gained),
            _text(wall),
            _text(self._now + elapsed),
        )


class ClockWatch:
    """Whether the time of this process can be trusted for the clocks of games (GAME-CLOCK-05).

    Each process compares its time with the database's, which all processes share. Two of them then differ by less than
    twice `APART_US_MAX`. The database's clock may jump with that of its machine, which no process follows. So one that
    has been right, or began by the time of the others, stays right as long as all running processes have its time. Any
    other takes no commands for games with clocks, and calls no flags. Before the first comparison the time counts as
    right.
    """

    def __init__(self, *, joined: bool = False) -> None:
        """`joined`: this process began by the time of the others."""
        self._has_been_right = joined
        self._others: Sequence[int] = ()
        self.ahead_us = 0
        """How far this process is ahead of the database; below 0 where it is behind."""

    def compare(self, before_us: int, database_us: int, after_us: int) -> None:
        """Takes the time of the database, which was read between two moments of this process.

        The way takes some time, so only what lies outside of both moments counts."""
        self.ahead_us = max(before_us - database_us, 0) - max(database_us - after_us, 0)
        self._has_been_right = self._has_been_right or abs(self.ahead_us) <= APART_US_MAX

    def others(self, ahead_us: Sequence[int]) -> None:
        """Takes how far each other running process was ahead of the database when it compared."""
        self._others = ahead_us

    @property
    def trouble(self) -> str | None:
        """Why the time of this process is not right, and what to do; None while it is."""
        alike = all(abs(self.ahead_us - other) <= APART_US_MAX for other in self._others)
        if abs(self.ahead_us) <= APART_US_MAX or (self._has_been_right and alike):
            return None
        return (
            f"The time of this process and that of the database are {abs(self.ahead_us) // 1_000} ms apart, so games "
            "with clocks wait. Set the clocks of the machines by one source of time, then restart this process."
        )


def common_ahead(ahead_us: Sequence[int]) -> int | None:
    """How far all these processes are ahead of the database; None where they differ, and for none."""
    if not ahead_us or max(ahead_us) - min(ahead_us) > APART_US_MAX:
        return None
    return sum(ahead_us) // len(ahead_us)


def machine_wall_us() -> int:
    """The machine's clock, which people and programs may set."""
    return time.time_ns() // 1_000


_BOOT_TIME: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)


def machine_monotonic_us() -> int:
    """A clock of the machine that nobody sets. On Linux it also runs while the machine sleeps."""
    return (time.monotonic_ns() if _BOOT_TIME is None else time.clock_gettime_ns(_BOOT_TIME)) // 1_000


def _text(at_us: int) -> str:
    return datetime.fromtimestamp(at_us / 1_000_000, UTC).isoformat(timespec="seconds")
