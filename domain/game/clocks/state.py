"""What a game knows of its clocks, and of being stopped."""

from typing import Literal

import msgspec

from domain.engine.step import BEFORE_FIRST, Step
from domain.game.clocks.sleep import Sleep

StopReason = Literal["arbiter", "vote", "service", "call"]
"""By what right a game was stopped or resumed."""


class Stopped(msgspec.Struct, frozen=True):
    """A game that takes no command of its ruleset (GAME-STOP-01).

    `step`: the one that stopped it. `until_us`: when it goes on by itself; None: when it is resumed.
    """

    step: Step
    by: str
    why: StopReason
    until_us: int | None
    note_hash: str


class SeatClock(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The clock of one seat, in microseconds.

    `left_us`: its bank, and `free_left_us`: the free time of this stint, both as they were at `since_us`, from which on
    time counts (it may lie ahead); None: nothing counts, or it waits for the end of a stop. `acting`: whether a stint
    goes on. `counted_us`: what counted in it before a stop and is not debited yet. `turn`: the turn in which it began,
    `credited_turn`: the last one that brought a credit. `lag_given_us`: the allowance given in this stint.
    `fallen_us`: when its flag fell, where that was settled before somebody called it. `flags`: how many were called.
    `overtime`: whether each decision has a minimum. `sleep`: in this stint; `next_sleep`: from the next one on.
    `rest_left_us`: the stock; `rest_next_us`: taken, for the next stint; `resting_us`: rest that comes after the stop.

    The rest are sums since the beginning. Law: bank + `credited_us` + `adjusted_us` = `spent_us` + `left_us`.
    """

    left_us: int
    since_us: int | None = None
    counted_us: int = 0
    free_left_us: int = 0
    acting: bool = False
    turn: int = 0
    credited_turn: int = 0
    lag_given_us: int = 0
    fallen_us: int | None = None
    flags: int = 0
    overtime: bool = False
    sleep: Sleep | None = None
    next_sleep: Sleep | None = None
    rest_left_us: int = 0
    rest_next_us: int = 0
    resting_us: int = 0
    spent_us: int = 0
    credited_us: int = 0
    adjusted_us: int = 0
    free_used_us: int = 0
    allowed_us: int = 0
    rested_us: int = 0


class ClockState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks of a game by seat. `stop`: the step of the stop that they rest on, 0 for none, and its end."""

    seats: tuple[SeatClock, ...]
    stop: Step = BEFORE_FIRST
    until_us: int | None = None
