"""The events of the event deck (section 4)."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.state import State


def evolve_event_card(state: State, event: e.EventCardEvent) -> State:
    """The state after an event of the event deck."""
    match event:
        case e.EventDrawn(card=card, starting=True):
            return replace(
                state, event=card, starting=tuple(other for other in state.starting if other != card), risen=0
            )
        case e.EventDrawn(card=card):
            assert state.events[0] == card, "not the top card"
            return replace(state, event=card, events=state.events[1:], risen=0)
        case e.EventDiscarded(card=card):
            return replace(state, event="", event_discard=(*state.event_discard, card))
        case e.EventDeckShuffled(order=order):
            return replace(state, events=order, event_discard=() if state.round else state.event_discard)
        case _:
            assert_never(event)
