"""The lines of the event deck (section 4)."""

from typing import Final, assert_never

from domain.engine.refusal import Fact
from domain.engine.sentences import Sentence, counted, facts_of
from domain.engine.viewer import ARBITER, Viewer, seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import (
    BASE_EVENTS,
    EFFECT_RULES,
    EFFECTS,
    EVENTS,
    FESTIVAL_EVENTS,
    STARTING_EVENTS,
    EventCard,
)

_CARD_RULES: Final = {
    "firestorm": ("BRI-EVENT-STORM-01", "BRI-EVENT-STORM-02", "BRI-EVENT-01"),
    "wind": ("BRI-EVENT-WIND-01", "BRI-EVENT-WIND-02", "BRI-EVENT-01"),
}


_NEW_DECK: Final = tuple(len(BASE_EVENTS) + festival - STARTING_EVENTS for festival in (0, len(FESTIVAL_EVENTS)))
"""How many cards a new deck has; a discard that is shuffled has the starting events too."""


def tell_event_card(event: e.EventCardEvent, viewer: Viewer) -> Sentence:
    """The line of an event of the event deck."""
    match event:
        case e.EventDrawn():
            return _drawn(event)
        case e.EventDiscarded():
            return Sentence("The event card went to the discard.", ("BRI-EVENT-02",), facts_of(event))
        case e.EventDeckShuffled(order=order):
            text = f"The event deck was shuffled: {counted(len(order), 'card')}."
            new = len(order) in _NEW_DECK
            rules = ("BRI-SETUP-12" if new else "BRI-EVENT-03", "BRI-HIDDEN-01")
            hidden = () if viewer == ARBITER else ("order",)
            return Sentence(text, rules, facts_of(event, *hidden) | {"cards": len(order)})
        case _:
            assert_never(event)


def _drawn(event: e.EventDrawn) -> Sentence:
    card = EVENTS[event.card]
    rules = _CARD_RULES.get(card.kind) or (EFFECT_RULES[card.effect], "BRI-EVENT-SPECIAL-01")
    phase = ("BRI-SETUP-11",) if event.starting else ("BRI-TURN-02",)
    drawn = f"{seat_name(event.seat)} drew the event card {event.card}"
    text = f"{f'The starting event {event.card} was drawn' if event.starting else drawn}: {_what(card)}."
    more: dict[str, Fact] = {"kind": card.kind, "cells": card.marked}
    return Sentence(text, (*rules, *phase), facts_of(event) | more, event.seat)


def _what(card: EventCard) -> str:
    match card.kind:
        case "firestorm":
            return f"a firestorm over {counted(len(card.cells), 'tile')}"
        case "wind":
            return f"wind to the {card.direction}"
        case _:
            return f"{card.name}: “{EFFECTS[card.effect]}”" if card.name else f"“{EFFECTS[card.effect]}”"
