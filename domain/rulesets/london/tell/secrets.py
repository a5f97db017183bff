"""Lines of events that name hidden cards. Viewers that may not know the cards learn their number (LON-INFO-03, 06)."""

from typing import assert_never

from domain.engine.message import as_message
from domain.engine.refusal import Fact
from domain.engine.ruleset import Line
from domain.engine.sentences import counted
from domain.engine.viewer import ARBITER, Seat, Viewer, seat_name, sees
from domain.rulesets.london import events as e
from domain.rulesets.london.components import Card, name_of
from domain.rulesets.london.tell.words import names_of, type_of

_UNIVERSITY = "LON-CARD-UNIVERSITY-OF-LONDON"

SecretEvent = e.DecksShuffled | e.HandDealt | e.CardDrawn | e.CardKept | e.CardPutBack | e.DeckLookedAt


def line_of(event: SecretEvent, viewer: Viewer) -> Line:
    """The line of `event` for `viewer`, with the hidden cards only if the viewer may know them."""
    if isinstance(event, e.DecksShuffled):
        text = "The decks were shuffled and stacked: A on top, then B, then C."
        order: dict[str, Fact] = {"deck": event.deck} if viewer == ARBITER else {}
        return _line(event, None, text, ("LON-SETUP-05", "LON-INFO-02"), {"cards": len(event.deck), **order})
    who, knows = seat_name(event.seat), sees(viewer, event.seat)
    match event:
        case e.HandDealt(seat=seat, cards=cards):
            text = f"{who} was dealt {_named(cards, knows)}."
            return _line(event, seat, text, ("LON-SETUP-06", "LON-INFO-01"), _named_or_counted(cards, knows))
        case e.DeckLookedAt(seat=seat, cards=cards):
            text = f"{who} looked at the top of the deck: {_named(cards, knows)}."
            return _line(event, seat, text, (f"{_UNIVERSITY}.1", "LON-INFO-06"), _named_or_counted(cards, knows))
        case e.CardDrawn(seat=seat, card=card):
            text = f"{who} drew {name_of(card) if knows else 'a card'} from the deck."
            return _line(event, seat, text, ("LON-DRAW-01", "LON-INFO-03"), {"card": card} if knows else {})
        case e.CardKept(seat=seat, card=card):
            text = f"{who} kept {name_of(card) if knows else 'one'} of the cards looked at."
            return _line(event, seat, text, (f"{_UNIVERSITY}.2", "LON-INFO-06"), {"card": card} if knows else {})
        case e.CardPutBack(seat=seat, card=card):
            what = name_of(card) if knows else "a card looked at"
            text = f"{who} put {what} back on the deck, under any put back before."
            return _line(event, seat, text, (f"{_UNIVERSITY}.2", "LON-INFO-06"), {"card": card} if knows else {})
        case _:
            assert_never(event)


def _line(event: SecretEvent, seat: Seat | None, text: str, rules: tuple[str, ...], facts: dict[str, Fact]) -> Line:
    return Line(type=type_of(event), message=as_message(text), rules=rules, seat=seat, facts=facts)


def _named(cards: tuple[Card, ...], knows: bool) -> str:
    return names_of(cards) if knows else counted(len(cards), "card")


def _named_or_counted(cards: tuple[Card, ...], knows: bool) -> dict[str, Fact]:
    return {"count": len(cards), **({"cards": cards} if knows else {})}
