"""What a command of clocks and stops leads to. What a called flag brings is decided by the game itself."""

from typing import Any, assert_never

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.game.clocks import rules
from domain.game.clocks.commands import AdjustTime, CallFlag, ClockCommand, ResumeGame, SetSleep, StopGame, TakeRest
from domain.game.clocks.events import FlagFell, GameResumed, GameStopped, RestTaken, SleepSet, TimeAdjusted
from domain.game.clocks.reckoning import reading
from domain.game.clocks.state import ClockState
from domain.game.state import GameState


def decide_clock(state: GameState, command: ClockCommand, at_us: int) -> tuple[Any, ...]:
    """Returns the events of a command that was given at `at_us`. Raises Refused."""
    match command:
        case StopGame(by, until_us, note_hash):
            _raise(rules.why_not_stop(state, command, at_us))
            return (GameStopped(by, "arbiter", until_us, note_hash),)
        case ResumeGame(by):
            _raise(rules.why_not_resume(state, command, at_us))
            return (GameResumed(by, "arbiter"),)
        case AdjustTime(by, seat, us, note_hash):
            _raise(rules.why_not_adjust(state, command))
            return (time_adjusted(state, seat, us, by, note_hash, None, at_us),)
        case SetSleep(_, seat, from_minute, minutes, offset_minutes):
            _raise(rules.why_not_sleep(state, command))
            return (SleepSet(seat, from_minute, minutes, offset_minutes),)
        case TakeRest(_, seat, us):
            _raise(rules.why_not_rest(state, command))
            return (RestTaken(seat, us),)
        case CallFlag():
            raise AssertionError("the game decides on flags")
        case _:
            assert_never(command)


def time_adjusted(
    state: GameState, seat: Seat, us: int, by: str, note_hash: str, ruling: int | None, at_us: int
) -> TimeAdjusted:
    """The event by which a seat gets or loses time. No more is taken than its bank has at that moment."""
    terms = state.clock_terms
    assert terms is not None and isinstance(state.clock, ClockState), "the rules want a clock"
    bank_us = reading(terms, state.clock, seat, at_us).bank_us
    return TimeAdjusted(seat, max(us, -bank_us), by, note_hash, ruling)


def flag_fell(state: GameState, seat: Seat) -> FlagFell:
    """The event that calls a flag which has fallen."""
    terms, fell_us = state.clock_terms, rules.flag_due(state, seat)
    assert terms is not None and fell_us is not None, "the rules want a fallen flag"
    return FlagFell(seat, fell_us, terms.policy)


def _raise(refused: Refused | None) -> None:
    if refused is not None:
        raise refused
