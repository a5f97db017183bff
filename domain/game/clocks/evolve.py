"""The state of a game after each event of its clocks. What time alone does comes at the end of the command."""

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.clocks.events import (
    ClockEvent,
    FlagFell,
    GameResumed,
    GameStopped,
    RestTaken,
    SleepSet,
    TimeAdjusted,
)
from domain.game.clocks.reckoning import adjusted, called
from domain.game.clocks.sleep import Sleep
from domain.game.clocks.state import ClockState, SeatClock, Stopped
from domain.game.clocks.terms import ClockTerms
from domain.game.state import GameState


def timed(state: GameState, event: ClockEvent, version: Step, at_us: int) -> GameState:
    """The state after `event`, which is step `version` and happened at `at_us`."""
    after = replace(state, version=version)
    match event:
        case GameStopped(by, why, until_us, note_hash):
            return replace(after, stopped=Stopped(version, by, why, until_us, note_hash))
        case GameResumed():
            return replace(after, stopped=UNSET)
        case TimeAdjusted(seat, us):
            terms, clocks = _clocks(state)
            return _with(after, seat, adjusted(terms, clocks, seat, us, at_us))
        case FlagFell(seat):
            terms, clocks = _clocks(state)
            return _with(after, seat, called(terms, clocks.seats[seat]))
        case SleepSet(seat, from_minute, minutes, offset_minutes):
            sleep = Sleep(from_minute, minutes, offset_minutes) if minutes else None
            return _with(after, seat, replace(_clocks(state)[1].seats[seat], next_sleep=sleep))
        case RestTaken(seat, us):
            clock = _clocks(state)[1].seats[seat]
            rest_left_us, rest_next_us = clock.rest_left_us - us, clock.rest_next_us + us
            return _with(after, seat, replace(clock, rest_left_us=rest_left_us, rest_next_us=rest_next_us))
        case _:
            assert_never(event)


def _clocks(state: GameState) -> tuple[ClockTerms, ClockState]:
    terms = state.clock_terms
    assert terms is not None and isinstance(state.clock, ClockState), "the game has clocks, and it has begun"
    return terms, state.clock


def _with(state: GameState, seat: Seat, clock: SeatClock) -> GameState:
    assert isinstance(state.clock, ClockState)
    seats = (*state.clock.seats[:seat], clock, *state.clock.seats[seat + 1 :])
    return replace(state, clock=replace(state.clock, seats=seats))
