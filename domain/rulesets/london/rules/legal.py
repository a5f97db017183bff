"""Everything that a seat may do now. Each command passes the same objections as in `decide`."""

from collections.abc import Iterator
from typing import assert_never

from domain.engine.viewer import Seat
from domain.rulesets.london.commands import Command, EndAction, EndRun, PlaceUnderground, PutBack, TakeLoan, TakeThree
from domain.rulesets.london.rules import (
    choices,
    draw,
    hand_check,
    land,
    paying,
    play,
    powers,
    run,
    turn,
    underground,
)
from domain.rulesets.london.state import State


def to_act(state: State) -> tuple[Seat, ...]:
    """The active player, if the game is running (LON-TURN-01)."""
    return () if state.phase in ("set_up", "over") else (state.active,)


def legal(state: State, seat: Seat) -> tuple[Command, ...]:
    """Everything that `seat` may do now. Every other command is refused."""
    if seat not in to_act(state):
        return ()
    commands: list[Command] = list(_candidates(state))
    commands += hand_check.offers(state)
    if state.phase in turn.LOAN_PHASES:
        commands.append(TakeLoan(seat=seat))
    return tuple(commands)


def _candidates(state: State) -> Iterator[Command]:
    """The commands of the phase, without exchange and loan."""
    seat = state.active
    match state.phase:
        case "start_draw" | "drawing":
            yield from draw.legal_draws(state)
        case "put_back":
            for card in state.turn.looked:
                yield PutBack(seat=seat, card=card)
        case "action":
            yield from play.legal_plays(state)
            yield from run.activations(state)
            yield from land.investments(state)
            yield TakeThree(seat=seat)
        case "playing":
            yield from play.legal_plays(state)
            yield EndAction(seat=seat)
        case "paying":
            yield from paying.legal_payments(state)
        case "running":
            yield from run.activations(state)
            yield EndRun(seat=seat)
        case "activation_cost":
            yield from run.legal_costs(state)
        case "bringing_in" | "spending" | "naming":
            yield from choices.legal_choices(state)
        case "repeating":
            yield from powers.repetitions(state)
        case "underground":
            for borough in underground.open_boroughs(state):
                yield PlaceUnderground(seat=seat, borough=borough)
        case "exchanging":
            yield from hand_check.exchanges(state)
        case "hand_check":
            yield from hand_check.legal_in_hand_check(state)
        case "set_up" | "over":
            return
        case _:
            assert_never(state.phase)
