"""The lines of the event deck (section 4)."""

from typing import Final, assert_never

from domain.engine.message import Message
from domain.engine.refusal import Fact
from domain.engine.sentences import Sentence, facts_of
from domain.engine.viewer import ARBITER, Viewer
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import (
    BASE_EVENTS,
    EFFECT_RULES,
    EVENTS,
    FESTIVAL_EVENTS,
    STARTING_EVENTS,
    EventCard,
)
from domain.rulesets.brigade.words import Args

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
            return Sentence(Message("line-EventDiscarded"), ("BRI-EVENT-02",), facts_of(event))
        case e.EventDeckShuffled(order=order):
            message = Message("line-EventDeckShuffled", {"cards": len(order)})
            new = len(order) in _NEW_DECK
            rules = ("BRI-SETUP-12" if new else "BRI-EVENT-03", "BRI-HIDDEN-01")
            hidden = () if viewer == ARBITER else ("order",)
            return Sentence(message, rules, facts_of(event, *hidden) | {"cards": len(order)})
        case _:
            assert_never(event)


def _drawn(event: e.EventDrawn) -> Sentence:
    card = EVENTS[event.card]
    rules = _CARD_RULES.get(card.kind) or (EFFECT_RULES[card.effect], "BRI-EVENT-SPECIAL-01")
    phase = ("BRI-SETUP-11",) if event.starting else ("BRI-TURN-02",)
    more: dict[str, Fact] = {"kind": card.kind, "cells": card.marked}
    return Sentence(_told(event, card), (*rules, *phase), facts_of(event) | more, event.seat)


def _told(event: e.EventDrawn, card: EventCard) -> Message:
    args: Args = {"card": event.card, "what": _what(card)}
    return (
        Message("line-EventDrawn-starting", args)
        if event.starting
        else Message("line-EventDrawn", {"seat": event.seat, **args})
    )


def _what(card: EventCard) -> Message:
    match card.kind:
        case "firestorm":
            return Message("event-firestorm", {"tiles": len(card.cells)})
        case "wind":
            return Message("event-wind", {"direction": card.direction})
        case _:
            effect: Args = {"effect": card.effect}
            return (
                Message("event-named", {"card": card.id, **effect}) if card.name else Message("event-special", effect)
            )
