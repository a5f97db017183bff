"""The events of the event deck (section 4)."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.state import State


def _event_drawn(state: State, event: e.EventDrawn) -> State:
    if event.starting:
        return replace(
            state, event=event.card, starting=tuple(other for other in state.starting if other != event.card), risen=0
        )
    assert state.events[0] == event.card, "not the top card"
    return replace(state, event=event.card, events=state.events[1:], risen=0)


def _event_discarded(state: State, event: e.EventDiscarded) -> State:
    return replace(state, event="", event_discard=(*state.event_discard, event.card))


def _event_deck_shuffled(state: State, event: e.EventDeckShuffled) -> State:
    return replace(state, events=event.order, event_discard=() if state.round else state.event_discard)


EVENT_CARDS: Final[Mapping[type, Callable[..., State]]] = {
    e.EventDrawn: _event_drawn,
    e.EventDiscarded: _event_discarded,
    e.EventDeckShuffled: _event_deck_shuffled,
}
"""Type of an event of the event deck -> the state after it."""
