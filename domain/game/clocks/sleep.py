"""Hours of sleep, which do not count: whole microseconds and minutes of the day at a fixed offset, no time zones."""

from typing import Final

import msgspec

MINUTE_US: Final = 60_000_000
DAY_US: Final = 24 * 60 * MINUTE_US
DAY_MINUTES: Final = 24 * 60


class Sleep(msgspec.Struct, frozen=True):
    """Daily hours of sleep (GAME-CLOCK-08).

    `from_minute`: the minute of the local day, 0..1439. `minutes`: how long; less than a day. `offset_minutes`: how far
    the local day is ahead of UTC.
    """

    from_minute: int
    minutes: int
    offset_minutes: int

    @property
    def length_us(self) -> int:
        """How long one night is, in microseconds."""
        return self.minutes * MINUTE_US

    def since_bedtime(self, at_us: int) -> int:
        """Microseconds since the first bedtime of 1970; below 0 before it."""
        return at_us + (self.offset_minutes - self.from_minute) * MINUTE_US


def is_asleep(at_us: int, sleep: Sleep | None) -> bool:
    """Whether this moment lies in the hours of sleep."""
    return sleep is not None and sleep.since_bedtime(at_us) % DAY_US < sleep.length_us


def awake(start_us: int, end_us: int, sleep: Sleep | None) -> int:
    """How much of the time from `start_us` to `end_us` counts, in microseconds; 0 when it ends before it starts."""
    if end_us <= start_us:
        return 0
    if sleep is None:
        return end_us - start_us
    return _awake_before(end_us, sleep) - _awake_before(start_us, sleep)


def due(start_us: int, amount_us: int, sleep: Sleep | None) -> int:
    """The first moment at which `amount_us` of the time since `start_us` has counted: the inverse of `awake`."""
    if sleep is None or amount_us <= 0:
        return start_us + max(amount_us, 0)
    days, rest = divmod(_awake_before(start_us, sleep) + amount_us, DAY_US - sleep.length_us)
    since = days * DAY_US + (sleep.length_us + rest if rest else 0)
    return start_us + since - sleep.since_bedtime(start_us)


def _awake_before(at_us: int, sleep: Sleep) -> int:
    """What had counted since the first bedtime of 1970."""
    nights, rest = divmod(sleep.since_bedtime(at_us), DAY_US)
    return nights * (DAY_US - sleep.length_us) + max(rest - sleep.length_us, 0)
