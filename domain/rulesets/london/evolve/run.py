"""The run of the city: activations from cost to flip, the Underground, and the poverty that follows."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.london import events as e
from domain.rulesets.london.components import CHOICE_OF
from domain.rulesets.london.evolve.changes import with_seat, with_slot, with_stack
from domain.rulesets.london.state import Activation, Phase, State

_CHOICE_PHASE: dict[str, Phase] = {
    "place_from_display_on_self": "bringing_in",
    "spend_cards_for": "spending",
    "target_gains_poverty": "naming",
    "give_poverty": "naming",
    "place_underground": "underground",
    "reactivate_other": "repeating",
}


def ran(state: State, event: e.RunEvent) -> State:
    """The city is run: activations, from cost to flip, and the poverty that follows."""
    match event:
        case e.CardActivated():
            return _activated(state, event)
        case e.ActivationEnded():
            turn = replace(state.turn, activations=state.turn.activations[:-1])
            state = replace(state, phase="running", turn=turn)
            if event.flipped_stack is None:
                return state
            stack = state.players[event.seat].stacks[event.flipped_stack]
            assert stack.face_up, "a card is turned face down once (LON-INV-10)"
            return with_stack(state, event.seat, event.flipped_stack, replace(stack, face_up=False))
        case e.PovertyComputed():
            return with_seat(state, event.seat, replace(state.players[event.seat], poverty=event.poverty))
        case e.UndergroundPlaced():
            assert event.borough not in state.underground, "a borough holds one Underground marker"
            *outer, last = state.turn.activations
            turn = replace(state.turn, activations=(*outer, replace(last, done=last.done + 1)))
            return replace(state, turn=turn, underground=(*state.underground, event.borough))
        case e.CardBroughtIn():
            stack = state.players[event.seat].stacks[event.stack]
            display = with_slot(state.display, event.row, event.slot, None)
            state = replace(state, display=display, turn=replace(state.turn, idle=False))
            return with_stack(state, event.seat, event.stack, replace(stack, cards=(*stack.cards, event.card)))
        case e.HandIgnored():
            return replace(state, turn=replace(state.turn, hand_ignored=True))
        case _:
            assert_never(event)


def _activated(state: State, event: e.CardActivated) -> State:
    activation = Activation(
        card=event.card,
        stack=event.stack,
        hospital=event.hospital,
        repeated=event.repeated,
        paid=event.paid,
    )
    turn = replace(
        state.turn,
        activations=(*state.turn.activations, activation),
        activated=state.turn.activated if event.repeated else (*state.turn.activated, event.card),
    )
    return replace(state, phase=choice_phase(activation) if event.paid else "activation_cost", turn=turn)


def choice_phase(activation: Activation) -> Phase:
    """The phase of a paid activation: that of its choice, or 'running' if it has none."""
    choice = CHOICE_OF[activation.card]
    return "running" if choice is None else _CHOICE_PHASE[choice.kind]
