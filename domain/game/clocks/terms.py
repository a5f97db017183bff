"""The terms of the clocks of a game, fixed when it is opened, and their bounds (GAME-CLOCK-01)."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

import msgspec

from domain.engine.refusal import Refused

ClockKind = Literal["bank", "free", "each"]
Flagged = Literal["rules", "bot", "forfeit"]
"""What happens to a seat whose flag is called (GAME-CLOCK-06)."""
FlagPolicy = Literal["rules", "bot", "forfeit", "claim"]

SECOND_US: Final = 1_000_000
TIME_US_MAX: Final = 100 * 24 * 3_600 * SECOND_US
TIME_US_MIN: Final = SECOND_US
LAG_US_MAX: Final = SECOND_US
LAG_STINT_US_MAX: Final = 5 * SECOND_US
OVERTIME_US_MIN: Final = 10 * SECOND_US
SLEEP_MINUTES_MAX: Final = 600


class ClockTerms(msgspec.Struct, frozen=True):
    """How time is given (GAME-CLOCK-01). A stint lasts from the moment a seat comes to act until it no longer may.

    `bank`: `bank_us` at the beginning, `add_us` for each turn, up to `cap_us` (0: no cap). `free`: each stint begins
    with `free_us`, and behind it there is a bank without credit. `each`: each stint has `each_us` and nothing else.
    `lag_us`: the allowance for the way of each command; `lag_max_us`: the most of it in a stint. `overtime_us`: what a
    seat has at least for each decision after its flag was called. `flag`: what happens then; `claim`: what `claimed`
    says, once somebody claims. `sleep_minutes_max`: how long a seat may sleep each day. `rest_us`: its stock of rest.
    """

    kind: ClockKind
    bank_us: int = 0
    add_us: int = 0
    cap_us: int = 0
    free_us: int = 0
    each_us: int = 0
    lag_us: int = 0
    lag_max_us: int = 0
    overtime_us: int = 60 * SECOND_US
    flag: FlagPolicy = "rules"
    claimed: Flagged = "rules"
    sleep_minutes_max: int = 0
    rest_us: int = 0

    @property
    def fresh_us(self) -> int:
        """What each stint begins with beside the bank."""
        return self.each_us if self.kind == "each" else self.free_us

    @property
    def policy(self) -> Flagged:
        """What happens when a flag is called."""
        return self.claimed if self.flag == "claim" else self.flag


class _Range(NamedTuple):
    field: str
    least: int
    most: int


def why_not_clock(terms: ClockTerms) -> Refused | None:
    """GAME-CLOCK-01: every time within its bounds, and none that its kind does not have."""
    for field, least, most in _ranges(terms):
        if not least <= getattr(terms, field) <= most:
            return bad_clock(field, least, most, "GAME-CLOCK-01")
    return None


def bad_clock(field: str, least: int, most: int, rule: str) -> Refused:
    """A time out of its bounds. They are told in the unit that the API has: milliseconds, or minutes of sleep."""
    if not field.endswith("_us"):
        return Refused("bad_clock", rules=(rule,), field=field, least=least, most=most)
    return Refused(
        "bad_clock",
        rules=(rule,),
        field=field.removesuffix("_us") + "_ms",
        least=-(-least // 1_000),
        most=most // 1_000,
    )


def _ranges(terms: ClockTerms) -> Iterator[_Range]:
    is_bank, is_free, is_each = (terms.kind == kind for kind in ("bank", "free", "each"))
    yield _Range("bank_us", TIME_US_MIN if is_bank else 0, 0 if is_each else TIME_US_MAX)
    yield _Range("add_us", 0, TIME_US_MAX if is_bank else 0)
    yield _Range("cap_us", terms.bank_us if is_bank and terms.cap_us else 0, TIME_US_MAX if is_bank else 0)
    yield _Range("free_us", TIME_US_MIN if is_free else 0, TIME_US_MAX if is_free else 0)
    yield _Range("each_us", TIME_US_MIN if is_each else 0, TIME_US_MAX if is_each else 0)
    yield _Range("lag_us", 0, LAG_US_MAX)
    yield _Range("lag_max_us", 0, LAG_STINT_US_MAX)
    yield _Range("overtime_us", OVERTIME_US_MIN, TIME_US_MAX)
    yield _Range("sleep_minutes_max", 0, SLEEP_MINUTES_MAX)
    yield _Range("rest_us", 0, TIME_US_MAX)
