"""What a seat may do now, in full. Decides nothing: every candidate passes the predicates that `decide` asks."""

from collections.abc import Iterator
from typing import assert_never

from domain.engine.viewer import Seat
from domain.rulesets.london import rules_draw, rules_effects, rules_map, rules_play, rules_run, rules_turn
from domain.rulesets.london.commands import Command, EndAction, EndRun, PlaceUnderground, PutBack, TakeLoan, TakeThree
from domain.rulesets.london.course import first
from domain.rulesets.london.state import State


def to_act(state: State) -> tuple[Seat, ...]:
    """The active player alone (LON-TURN-01)."""
    return () if state.phase in ("set_up", "over") else (state.active,)


def legal(state: State, seat: Seat) -> tuple[Command, ...]:
    """Everything that `seat` may do now. What is not here is refused."""
    if seat not in to_act(state):
        return ()
    commands: list[Command] = list(_candidates(state))
    commands += rules_turn.offers(state)
    loan = TakeLoan(seat=seat)
    if first(rules_turn.objections_to_take_loan(state, loan)) is None:
        commands.append(loan)
    return tuple(commands)


def _candidates(state: State) -> Iterator[Command]:
    """What the phase is about; exchange and loan come beside it."""
    seat = state.active
    match state.phase:
        case "start_draw" | "drawing":
            yield from rules_draw.legal_draws(state)
        case "put_back":
            for card in state.turn.looked:
                yield PutBack(seat=seat, card=card)
        case "action":
            yield from rules_play.legal_plays(state)
            yield from rules_run.activations(state)
            yield from rules_map.investments(state)
            yield TakeThree(seat=seat)
        case "playing":
            yield from rules_play.legal_plays(state)
            yield EndAction(seat=seat)
        case "paying":
            yield from rules_play.legal_payments(state)
        case "running":
            yield from rules_run.activations(state)
            yield EndRun(seat=seat)
        case "activation_cost":
            yield from rules_run.legal_costs(state)
        case "bringing_in" | "spending" | "naming":
            yield from rules_effects.legal_choices(state)
        case "repeating":
            yield from rules_run.repetitions(state)
        case "underground":
            for borough in rules_map.open_boroughs(state):
                yield PlaceUnderground(seat=seat, borough=borough)
        case "exchanging":
            yield from rules_turn.exchanges(state)
        case "hand_check":
            yield from rules_turn.legal_in_hand_check(state)
        case "set_up" | "over":
            return
        case _:
            assert_never(state.phase)
