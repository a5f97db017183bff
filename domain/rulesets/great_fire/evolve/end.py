"""The state after an event of the draw, the intensification or the end: rules sections 14 and 16."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import INDEX, PUDDING_LANE, SET_UP
from domain.rulesets.great_fire.evolve.parts import hand_of, next_turn, with_entry
from domain.rulesets.great_fire.state import State


def after_end(state: State, event: e.EndEvent) -> State:
    """Returns the state after an event of the draw, the intensification or the end."""
    match event:
        case e.FireCardDrawn():
            return _card_drawn(state, event)
        case e.StackCardRevealed():
            return _stack_card(state, event)
        case e.FireIntensified():
            return _intensified(state, event)
        case e.FinalRoundStarted(turns_left=turns):
            return replace(state, final_turns=turns)
        case e.GameScored(outcome=outcome):
            assert state.phase == "scoring"
            return replace(state, phase="over", outcome=outcome)
        case _:
            assert_never(event)


def _card_drawn(state: State, event: e.FireCardDrawn) -> State:
    """The next turn follows, unless the draw uncovered a stack card (GF-DRAW-02)."""
    assert state.deck[0] == event.card
    hand = hand_of(state.hands[event.seat] + event.card)
    drawn = replace(
        state, deck=state.deck[1:], on_stack=event.cards_on_stack, hands=with_entry(state.hands, event.seat, hand)
    )
    return next_turn(drawn) if event.cards_on_stack else drawn


def _stack_card(state: State, event: e.StackCardRevealed) -> State:
    """The card leaves the game, and the next stack is on top (GF-DRAW-02)."""
    assert state.stacks[0] == event.letter
    under = state.stacks[1:]
    on_stack = dict(SET_UP[state.seats].stacks)[under[0]] if under else 0
    revealed = replace(state, phase="intensify", cones_to_place=event.cones_to_place, stacks=under, on_stack=on_stack)
    return revealed if event.cones_to_place else next_turn(revealed)


def _intensified(state: State, event: e.FireIntensified) -> State:
    """After the last cone the actions of a turn without a move follow, or the next turn (GF-FIRE-13, GF-INT-01)."""
    cones = bytearray(state.cones)
    cones[INDEX[event.district]] = event.cones
    stock = state.stock
    if event.from_stock:
        stock -= 1
    else:
        cones[PUDDING_LANE] -= 1
    added = replace(state, cones=bytes(cones), stock=stock, cones_to_place=event.cones_to_place)
    if event.cones_to_place:
        return added
    return replace(added, phase="actions") if state.phase == "no_move" else next_turn(added)
