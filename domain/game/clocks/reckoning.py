"""How time is reckoned: pure functions of the terms, of the steps and of their times.

Clocks move once a command, at the step that ends it: in the middle of one nobody can act. A clock that runs is not
touched by the commands of others; what it shows at a moment is computed from when it started.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.engine.step import BEFORE_FIRST, Moment
from domain.engine.viewer import Seat, seats_of
from domain.game.clocks.sleep import awake, due, is_asleep
from domain.game.clocks.state import ClockState, SeatClock, Stopped
from domain.game.clocks.terms import ClockTerms


class Standing(NamedTuple):
    """Where a game is at the end of a command, as far as its clocks care.

    `acting`: by seat, whether a person holds it and it may act. `turn`: how many turns have begun. `stopped`: whether
    and how the game is stopped.
    """

    acting: Sequence[bool]
    turn: int
    stopped: Stopped | None


class Reading(NamedTuple):
    """What a clock shows at a moment, in microseconds.

    `left_us`: all that the seat may spend until its flag falls, the free time in it too. `bank_us`: without the free
    time. `due_us`: when the flag falls or fell, the allowance for the way included; None while nothing counts.
    """

    seat: Seat
    left_us: int
    bank_us: int
    running: bool
    due_us: int | None
    fallen: bool
    asleep: bool


def first_clocks(terms: ClockTerms, seats: int) -> ClockState:
    """The clocks of a game that begins: none runs yet."""
    return ClockState((SeatClock(left_us=terms.bank_us, rest_left_us=terms.rest_us),) * seats)


def clocks_after(terms: ClockTerms, clocks: ClockState, standing: Standing, moment: Moment) -> ClockState:
    """The clocks at the end of a command that was given at `moment`."""
    stopped = standing.stopped
    stop, until_us = (BEFORE_FIRST, None) if stopped is None else (stopped.step, stopped.until_us)
    stop_moved = stop != clocks.stop
    seats = list(clocks.seats)
    for seat in seats_of(len(seats)):
        acts = standing.acting[seat]
        if acts != seats[seat].acting or (acts and (stop_moved or moment.seat == seat)):
            seats[seat] = _moved(terms, clocks, standing, moment, seat, stop_moved)
    return ClockState(tuple(seats), stop, until_us)


def _moved(
    terms: ClockTerms, clocks: ClockState, standing: Standing, moment: Moment, seat: Seat, stop_moved: bool
) -> SeatClock:
    """The clock of a seat that gave the command, or whose stint began, ended, was stopped or goes on."""
    clock, acts, gave = clocks.seats[seat], standing.acting[seat], moment.seat == seat
    is_stopped = standing.stopped is not None
    if not clock.acting:
        return _begun(terms, clock, standing.turn, moment.at_us, is_stopped)
    if acts and stop_moved and not is_stopped:
        started = _resumed(clock, clocks, moment.at_us)
    else:
        started = _live(clock, clocks, moment.at_us)
    if acts and stop_moved and is_stopped:
        return _cut_off(terms, started, _rest_ahead(clock, clocks, moment.at_us), moment.at_us)
    if not gave and acts:
        return started
    settled = _settled(terms, started, moment.at_us, gave=gave)
    if not acts:
        return _ended(terms, settled)
    return clock if settled is started and not stop_moved else settled


def _live(clock: SeatClock, clocks: ClockState, at_us: int) -> SeatClock:
    """The clock as it counts now: once the end of a stop has come, from there on."""
    has_ended = clocks.until_us is not None and clocks.until_us <= at_us
    return _started(clock, clocks) if has_ended else clock


def _cut_off(terms: ClockTerms, clock: SeatClock, rest_us: int, at_us: int) -> SeatClock:
    """The clock of a stint in a game that is stopped. Unless its flag has fallen nothing is debited, so that a stop
    changes no sum."""
    if _fell_by(terms, clock, at_us) is not None:
        clock = _settled(terms, clock, at_us, gave=False)
    else:
        clock = replace(clock, counted_us=_elapsed(clock, at_us))
    return replace(clock, since_us=None, resting_us=rest_us)


def _elapsed(clock: SeatClock, at_us: int) -> int:
    """What has counted in this stint since something was debited."""
    return clock.counted_us + (0 if clock.since_us is None else awake(clock.since_us, at_us, clock.sleep))


def _resumed(clock: SeatClock, clocks: ClockState, at_us: int) -> SeatClock:
    """The clock of a stint that goes on after a stop: from the end that was named, or from now on."""
    if clock.since_us is not None:
        return clock
    ends_us = at_us if clocks.until_us is None else min(clocks.until_us, at_us)
    return replace(clock, since_us=ends_us + clock.resting_us, resting_us=0)


def _started(clock: SeatClock, clocks: ClockState) -> SeatClock:
    """The clock with the moment from which it counts, also where that is the end of a stop."""
    if not clock.acting or clock.since_us is not None or clocks.until_us is None:
        return clock
    return replace(clock, since_us=clocks.until_us + clock.resting_us, resting_us=0)


def _settled(terms: ClockTerms, clock: SeatClock, at_us: int, *, gave: bool) -> SeatClock:
    """The clock with everything debited that has counted until `at_us`. `gave`: its seat gave the command."""
    elapsed, fell_us = _elapsed(clock, at_us), _fell_by(terms, clock, at_us)
    fallen = fell_us is not None
    if not elapsed and not fallen:
        return clock
    lag = min(elapsed, allowance(terms, clock)) if gave else 0
    free = min(elapsed - lag, clock.free_left_us)
    spent = min(elapsed - lag - free, clock.left_us)
    lag += 0 if fallen else elapsed - lag - free - spent  # time past the bank that the allowance covers
    return replace(
        clock,
        since_us=None if clock.since_us is None else max(clock.since_us, at_us),
        counted_us=0,
        left_us=clock.left_us - spent,
        free_left_us=clock.free_left_us - free,
        lag_given_us=clock.lag_given_us + lag,
        fallen_us=fell_us,
        spent_us=clock.spent_us + spent,
        free_used_us=clock.free_used_us + free,
        allowed_us=clock.allowed_us + lag,
    )


def _ended(terms: ClockTerms, clock: SeatClock) -> SeatClock:
    """The end of a stint, with its credit: once for each turn, up to the cap (GAME-CLOCK-04).

    A flag that has fallen is called later all the same, unless flags are claimed: then it is forgotten.
    """
    credit = 0
    if clock.turn > clock.credited_turn:
        credit = max(min(terms.add_us, terms.cap_us - clock.left_us), 0) if terms.cap_us else terms.add_us
    return replace(
        clock,
        acting=False,
        since_us=None,
        counted_us=0,
        left_us=clock.left_us + credit,
        credited_us=clock.credited_us + credit,
        credited_turn=max(clock.turn, clock.credited_turn),
        free_left_us=0,
        lag_given_us=0,
        resting_us=0,
        fallen_us=None if terms.flag == "claim" else clock.fallen_us,
    )


def _begun(terms: ClockTerms, clock: SeatClock, turn: int, at_us: int, is_stopped: bool) -> SeatClock:
    """The beginning of a stint. Rest and hours of sleep that were asked for hold from now on (GAME-CLOCK-08)."""
    least = terms.overtime_us - clock.left_us if clock.overtime else 0
    begun = replace(
        clock,
        acting=True,
        turn=turn,
        free_left_us=max(terms.fresh_us, least),
        sleep=clock.next_sleep,
        rest_next_us=0,
        rested_us=clock.rested_us + clock.rest_next_us,
    )
    return _paused(begun, clock.rest_next_us, at_us, is_stopped)


def _paused(clock: SeatClock, rest_us: int, at_us: int, is_stopped: bool) -> SeatClock:
    """The clock of a stint that counts from `at_us` on, after its rest; in a stopped game it waits."""
    if is_stopped:
        return replace(clock, since_us=None, resting_us=rest_us)
    return replace(clock, since_us=at_us + rest_us, resting_us=0)


def _rest_ahead(clock: SeatClock, clocks: ClockState, at_us: int) -> int:
    """What is left of the rest of a stint when its game is stopped or resumed."""
    if clock.since_us is not None:
        return max(clock.since_us - at_us, 0)
    if clocks.until_us is None or at_us < clocks.until_us:
        return clock.resting_us
    return max(clocks.until_us + clock.resting_us - at_us, 0)


def called(terms: ClockTerms, clock: SeatClock) -> SeatClock:
    """The clock of a seat whose flag was called: the time of that stint is spent, and the stint is over.

    If the seat may still act, its next stint begins with the step that called it (GAME-CLOCK-06).
    """
    fell_now = clock.fallen_us is None
    spent, free = (clock.left_us, clock.free_left_us) if fell_now else (0, 0)
    after = replace(
        clock,
        left_us=clock.left_us - spent,
        spent_us=clock.spent_us + spent,
        free_used_us=clock.free_used_us + free,
        fallen_us=None,
        flags=clock.flags + 1,
        overtime=clock.overtime or terms.policy == "rules",
    )
    return _ended(terms, after) if clock.acting else after


def adjusted(terms: ClockTerms, clocks: ClockState, seat: Seat, us: int, at_us: int) -> SeatClock:
    """The clock of a seat with time given or taken. Time that is given lifts a flag that nobody has called, and counts
    from now on (GAME-CLOCK-07)."""
    clock = clocks.seats[seat]
    started = _live(clock, clocks, at_us)
    if us > 0 and clock.acting and _fell_by(terms, started, at_us) is not None:
        clock = _settled(terms, started, at_us, gave=False)
    return replace(
        clock,
        left_us=clock.left_us + us,
        adjusted_us=clock.adjusted_us + us,
        fallen_us=None if us > 0 else clock.fallen_us,
    )


def allowance(terms: ClockTerms, clock: SeatClock) -> int:
    """What is left of the allowance for the way: for one command, within the limit of the stint (GAME-CLOCK-03)."""
    return max(min(terms.lag_us, terms.lag_max_us - clock.lag_given_us), 0)


def due_us(terms: ClockTerms, clocks: ClockState, seat: Seat) -> int | None:
    """When the flag of a seat falls, or fell; None while nothing counts (GAME-CLOCK-05)."""
    return _due(terms, _started(clocks.seats[seat], clocks))


def fallen_us(terms: ClockTerms, clocks: ClockState, seat: Seat, at_us: int) -> int | None:
    """When the flag of a seat fell; None if it had not fallen by `at_us` (GAME-CLOCK-05)."""
    return _fell_by(terms, _started(clocks.seats[seat], clocks), at_us)


def _fell_by(terms: ClockTerms, clock: SeatClock, at_us: int) -> int | None:
    """When the flag fell; None if it had not fallen by `at_us`."""
    if clock.fallen_us is None and (
        clock.since_us is None or at_us < clock.since_us + clock.left_us - clock.counted_us
    ):
        return None  # the bank alone lasts longer; free time, the allowance and sleep put it off further
    fell_us = _due(terms, clock)
    return fell_us if fell_us is not None and fell_us <= at_us else None


def _due(terms: ClockTerms, clock: SeatClock) -> int | None:
    if clock.fallen_us is not None:
        return clock.fallen_us
    if not clock.acting or clock.since_us is None:
        return None
    left_us = clock.left_us + clock.free_left_us + allowance(terms, clock) - clock.counted_us
    return due(clock.since_us, left_us, clock.sleep)


def reading(terms: ClockTerms, clocks: ClockState, seat: Seat, at_us: int) -> Reading:
    """What the clock of a seat shows at a moment, not before the last step."""
    clock = _started(clocks.seats[seat], clocks)
    elapsed = _elapsed(clock, at_us)
    free = max(clock.free_left_us - elapsed, 0)
    bank = max(clock.left_us - max(elapsed - clock.free_left_us, 0), 0)
    fell_us = _due(terms, clock)
    return Reading(
        seat,
        bank + free,
        bank,
        clock.acting and clock.since_us is not None and clock.since_us <= at_us,
        fell_us,
        fell_us is not None and fell_us <= at_us,
        clock.acting and is_asleep(at_us, clock.sleep),
    )
