"""What is allowed of clocks and stops (rules.md, chapters 15 and 16)."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat, seats_of
from domain.game.authority import Authority
from domain.game.clocks.commands import AdjustTime, CallFlag, ResumeGame, SetSleep, StopGame, TakeRest
from domain.game.clocks.reckoning import due_us, fallen_us
from domain.game.clocks.sleep import DAY_MINUTES, MINUTE_US
from domain.game.clocks.state import ClockState, Stopped
from domain.game.clocks.terms import SECOND_US, TIME_US_MAX, bad_clock
from domain.game.state import GameState

OFFSET_MINUTES_MAX: Final = 14 * 60
STOP_US_MAX: Final = TIME_US_MAX


def moment_text(at_us: int) -> str:
    """A moment in UTC to the millisecond, as in RFC 3339, for facts and sentences."""
    seconds, us = divmod(at_us, 1_000_000)
    days, second = divmod(seconds, 86_400)
    eras, day = divmod(days + 719_468, 146_097)  # from the first of March of the year 0, in eras of 400 years
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day_of_month = day - (153 * month + 2) // 5 + 1
    year += 400 * eras + (month >= 10)
    clock = f"{second // 3_600:02}:{second // 60 % 60:02}:{second % 60:02}.{us // 1_000:03}"
    return f"{year:04}-{month + 3 if month < 10 else month - 9:02}-{day_of_month:02}T{clock}Z"


def stop_of(state: GameState, at_us: int) -> Stopped | None:
    """How the game is stopped at this moment; None when it is not, or no longer (GAME-STOP-01)."""
    stopped = state.stopped
    if stopped is UNSET or (stopped.until_us is not None and stopped.until_us <= at_us):
        return None
    return stopped


def is_stopped_for_good(state: GameState) -> bool:
    """Whether nothing but a command lets the game go on."""
    return state.stopped is not UNSET and state.stopped.until_us is None


def why_not_going_on(state: GameState, at_us: int) -> Refused | None:
    """GAME-STOP-01: a stopped game takes no command of its ruleset."""
    stopped = stop_of(state, at_us)
    if stopped is None:
        return None
    until = None if stopped.until_us is None else moment_text(stopped.until_us)
    return Refused("game_stopped", rules=("GAME-STOP-01",), until=until)


def why_not_in_time(state: GameState, seat: Seat, at_us: int) -> Refused | None:
    """GAME-CLOCK-05: before its flag fell, unless flags are claimed."""
    terms = state.clock_terms
    if terms is None or terms.flag == "claim" or not isinstance(state.clock, ClockState):
        return None
    fell_us = fallen_us(terms, state.clock, seat, at_us)
    if fell_us is None:
        return None
    return Refused("time_over", rules=("GAME-CLOCK-05",), seat=seat, since=moment_text(fell_us))


def why_not_stop(state: GameState, command: StopGame, at_us: int) -> Refused | None:
    """GAME-STOP-01: an arbiter, a running game that goes on, and an end that lies ahead."""
    refused = (
        _why_not_playing(state, "GAME-STOP-01")
        or _why_not_arbiter(state, command.by, command.authority, "GAME-STOP-01")
        or why_not_going_on(state, at_us)
    )
    if refused is not None or command.until_us is None:
        return refused
    if at_us < command.until_us <= at_us + STOP_US_MAX:
        return None
    least, most = moment_text(at_us), moment_text(at_us + STOP_US_MAX)
    return Refused("bad_clock", rules=("GAME-STOP-01",), field="until", least=least, most=most)


def why_not_resume(state: GameState, command: ResumeGame, at_us: int) -> Refused | None:
    """GAME-STOP-01: an arbiter, and a game that is stopped."""
    refused = _why_not_playing(state, "GAME-STOP-01") or _why_not_arbiter(
        state, command.by, command.authority, "GAME-STOP-01"
    )
    if refused is None and stop_of(state, at_us) is None:
        refused = Refused("not_stopped", rules=("GAME-STOP-01",))
    return refused


def why_not_adjust(state: GameState, command: AdjustTime) -> Refused | None:
    """GAME-CLOCK-07: an arbiter, a seat with a clock."""
    return _why_not_playing(state, "GAME-CLOCK-07") or (
        _why_not_arbiter(state, command.by, command.authority, "GAME-CLOCK-07")
        or why_not_time(state, command.seat, command.us)
    )


def why_not_time(state: GameState, seat: Seat, us: int) -> Refused | None:
    """GAME-CLOCK-07: what an arbiter may give or take, by itself or by a ruling."""
    refused = _why_not_clock(state, seat, "GAME-CLOCK-07")
    if refused is None and not 1 <= abs(us) <= TIME_US_MAX:
        refused = Refused(
            "bad_clock",
            rules=("GAME-CLOCK-07",),
            field="seconds",
            least=-(TIME_US_MAX // SECOND_US),
            most=TIME_US_MAX // SECOND_US,
        )
    return refused


def why_not_call_flag(state: GameState, command: CallFlag, at_us: int) -> Refused | None:
    """GAME-CLOCK-06: another seat, an arbiter or the service, once the flag has fallen, in a game that goes on."""
    rule = "GAME-CLOCK-06"
    refused = _why_not_playing(state, rule) or _why_not_clock(state, command.seat, rule)
    if refused is not None:
        return refused
    if command.authority is None and state.seat_of(command.by) in (None, command.seat):
        return Refused("not_an_arbiter", rules=(rule,), to="call_flag")
    stopped = why_not_going_on(state, at_us)
    if stopped is not None:
        return stopped
    fell_us = flag_due(state, command.seat)
    if fell_us is not None and fell_us <= at_us:
        return None
    when = None if fell_us is None else moment_text(fell_us)
    return Refused("flag_not_fallen", rules=(rule, "GAME-CLOCK-05"), seat=command.seat, when=when)


def flag_due(state: GameState, seat: Seat) -> int | None:
    """When the flag of a seat falls or fell; None for a seat whose time does not count."""
    terms = state.clock_terms
    if terms is None or not isinstance(state.clock, ClockState) or state.seats[seat].principal is None:
        return None
    return due_us(terms, state.clock, seat)


def next_flag(state: GameState) -> tuple[int, Seat] | None:
    """When the next flag falls or fell that the service calls, and of which seat; the earliest first, then by seat.

    It calls none while the game is stopped."""
    terms = state.clock_terms
    if terms is None or terms.flag == "claim" or state.phase != "playing":
        return None
    stopped = state.stopped
    if not isinstance(stopped, Stopped):
        return min(_flags(state), default=None)
    until_us = stopped.until_us
    return None if until_us is None else min(((max(at, until_us), seat) for at, seat in _flags(state)), default=None)


def fallen_flags(state: GameState, seat: Seat, at_us: int) -> tuple[Seat, ...]:
    """The flags that are called with that of `seat`: those that fell before it, and its own, in this order."""
    terms = state.clock_terms
    if terms is None or terms.flag == "claim":
        return (seat,)
    fallen = sorted(each for each in _flags(state) if each[0] <= at_us)
    until = next(at for at, each in enumerate(fallen) if each[1] == seat)
    return tuple(each for _, each in fallen[: until + 1])


def _flags(state: GameState) -> Iterator[tuple[int, Seat]]:
    for seat in seats_of(len(state.seats)):
        fell_us = flag_due(state, seat)
        if fell_us is not None:
            yield fell_us, seat


def why_not_sleep(state: GameState, command: SetSleep) -> Refused | None:
    """GAME-CLOCK-08: one's own seat, and no more hours than the terms allow."""
    rule = "GAME-CLOCK-08"
    refused = _why_not_own(state, command.by, command.seat, rule)
    terms = state.clock_terms
    if refused is not None or terms is None:
        return refused
    for field, value, least, most in (
        ("minutes", command.minutes, 0, terms.sleep_minutes_max),
        ("from_minute", command.from_minute, 0, DAY_MINUTES - 1),
        ("offset_minutes", command.offset_minutes, -OFFSET_MINUTES_MAX, OFFSET_MINUTES_MAX),
    ):
        if not least <= value <= most:
            return bad_clock(field, least, most, rule)
    return None


def why_not_rest(state: GameState, command: TakeRest) -> Refused | None:
    """GAME-CLOCK-08: one's own seat, and no more than there is."""
    rule = "GAME-CLOCK-08"
    refused = _why_not_own(state, command.by, command.seat, rule)
    if refused is not None or not isinstance(state.clock, ClockState):
        return refused
    left_us = state.clock.seats[command.seat].rest_left_us
    if command.us < MINUTE_US:
        return bad_clock("rest_us", MINUTE_US, max(left_us, MINUTE_US), rule)
    if command.us > left_us:
        return Refused("no_rest_left", rules=(rule,), minutes=left_us // MINUTE_US)
    return None


def _why_not_own(state: GameState, by: str, seat: Seat, rule: str) -> Refused | None:
    refused = _why_not_playing(state, rule) or _why_not_clock(state, seat, rule)
    if refused is None and state.seats[seat].principal != by:
        refused = Refused("not_your_seat", rules=(rule,), to="rest", seat=seat)
    return refused


def _why_not_clock(state: GameState, seat: Seat, rule: str) -> Refused | None:
    if state.clock_terms is None or not isinstance(state.clock, ClockState):
        return Refused("no_clock", rules=(rule, "GAME-CLOCK-01"), seat=None)
    if not 0 <= seat < len(state.seats):
        return Refused("no_such_seat", rules=(rule,), seats=len(state.seats), last=len(state.seats) - 1)
    if state.seats[seat].principal is None:
        return Refused("no_clock", rules=(rule, "GAME-CLOCK-02"), seat=seat)
    return None


def _why_not_playing(state: GameState, rule: str) -> Refused | None:
    if state.over:
        return Refused("game_over", rules=(rule, "GAME-END-01"), phase=state.phase)
    if state.phase != "playing":
        return Refused("not_begun", rules=(rule, "GAME-BEGIN-01"), free=())
    return None


def _why_not_arbiter(state: GameState, by: str, authority: Authority | None, rule: str) -> Refused | None:
    if authority is None or by == state.host or state.has_had_seat(by):
        return Refused("not_an_arbiter", rules=(rule, "GAME-ROLE-03"))
    return None
