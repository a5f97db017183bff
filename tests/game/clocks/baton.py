"""A ruleset for clocks: each command says who may act next, so that a test can have any schedule."""

from dataclasses import replace
from typing import Any

import msgspec

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.score import Outcome, Place
from domain.engine.step import Moment
from domain.engine.viewer import Seat, seat_of, seats_of
from domain.game import BeginGame, Game, GameState, OpenGame, TakeSeat
from domain.game.clocks.terms import ClockTerms
from domain.game.game import Command, sender_seat
from domain.game.terms import Terms
from tests.game.toy import TOY

SECOND = 1_000_000
START_US = 1_699_999_200 * SECOND
PEOPLE = ("ann", "ben", "cas")


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Who may act, and how many turns have begun."""

    seats: int
    acting: tuple[Seat, ...] = ()
    turn: int = 0
    ended: bool = False
    defaults: int = 0
    ruleset_version: int = 1


class Pass(msgspec.Struct, frozen=True, tag_field="type", tag="baton.Pass"):
    """Act, and let `then` act next. `turns`: how many turns begin with it. Nobody next: the game is over."""

    seat: Seat
    then: tuple[Seat, ...]
    turns: int = 0


class Passed(msgspec.Struct, frozen=True, tag_field="type", tag="baton.Passed"):
    """Others may act now. `default`: because time was up."""

    seat: Seat
    then: tuple[Seat, ...]
    turns: int
    default: bool = False


def _decide(state: State, command: Pass, chance: Chance) -> tuple[Passed, ...]:
    if command.seat not in state.acting:
        raise Refused("not_your_turn", "It is not your turn.", rules=("TOY-01",))
    return (Passed(command.seat, command.then, command.turns),)


def _evolve(state: State, event: Passed) -> State:
    return msgspec.structs.replace(
        state,
        acting=event.then,
        turn=state.turn + event.turns,
        ended=not event.then,
        defaults=state.defaults + event.default,
    )


def _time_out(state: State, seat: Seat, chance: Chance) -> tuple[Passed, ...]:
    """The default: the seat passes on to the others that may act, or keeps acting alone."""
    rest = tuple(each for each in state.acting if each != seat)
    return (Passed(seat, rest or (seat,), 0, default=True),)


def _outcome(state: State) -> Outcome | None:
    places = tuple(Place(seat, 1, 0, ()) for seat in seats_of(state.seats))
    return Outcome("passed", places, ("TOY-03",)) if state.ended else None


BATON: AnyRuleset = replace(
    TOY,
    id="baton",
    state=State,
    commands=(Pass,),
    events=(Passed,),
    initial=lambda seats, options: State(seats=seats),
    set_up=lambda state, chance: (Passed(seat_of(0), (seat_of(0),), 1),),
    decide=_decide,
    evolve=_evolve,
    legal=lambda state, seat: (Pass(seat, (seat,)),) if seat in state.acting else (),
    to_act=lambda state: () if state.ended else state.acting,
    outcome=_outcome,
    turn=lambda state: state.turn,
    objections=lambda state, command: (),
    tracks=lambda state: (),
    time_out=_time_out,
)
GAME = Game(BATON)


def begun(clock: ClockTerms, seats: int = 3) -> GameState:
    """A game with these clocks, in which seat 0 may act from `START_US` on."""
    opening = OpenGame("host", "baton", seats, terms=Terms(clock=clock))
    _, state = GAME.open(opening, bytes(32), START_US)
    for seat in seats_of(seats):
        state = given(state, TakeSeat(PEOPLE[seat], seat), START_US)
    return given(state, BeginGame("host"), START_US)


def given(state: GameState, command: Command, at_us: int) -> GameState:
    """The state after a command, decided, and folded from its events as a reader of the log does it."""
    events, decided = GAME.advance(state, command, GAME.chance(state), at_us)
    folded = state
    for number, event in enumerate(events, start=1):
        folded = GAME.evolve(folded, event, Moment(at_us, number == len(events), sender_seat(state, command)))
    assert GAME.state_hash(folded) == GAME.state_hash(decided)
    return decided


def refusal(state: GameState, command: Any, at_us: int) -> Refused | None:
    """The refusal of a command; None when it would be carried out."""
    try:
        GAME.advance(state, command, GAME.chance(state), at_us)
    except Refused as refused:
        return refused
    return None
