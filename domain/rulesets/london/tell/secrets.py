"""Lines of events that name hidden cards. Viewers that may not know the cards learn their number (LON-INFO-03, 06)."""

from collections.abc import Mapping
from typing import assert_never

from domain.engine.message import Message
from domain.engine.refusal import Fact
from domain.engine.ruleset import Line
from domain.engine.viewer import ARBITER, Seat, Viewer, sees
from domain.rulesets.london import events as e
from domain.rulesets.london.tell.words import Args, type_of

_UNIVERSITY = "LON-CARD-UNIVERSITY-OF-LONDON"

SecretEvent = e.DecksShuffled | e.HandDealt | e.CardDrawn | e.CardKept | e.CardPutBack | e.DeckLookedAt
Facts = Mapping[str, Fact]


def line_of(event: SecretEvent, viewer: Viewer) -> Line:
    """The line of `event` for `viewer`, with the hidden cards only if the viewer may know them."""
    if isinstance(event, e.DecksShuffled):
        order: dict[str, Fact] = {"deck": event.deck} if viewer == ARBITER else {}
        facts = {"cards": len(event.deck), **order}
        return _line(event, None, Message("line-DecksShuffled"), ("LON-SETUP-05", "LON-INFO-02"), facts)
    if isinstance(event, e.HandDealt | e.DeckLookedAt):
        return _of_cards(event, sees(viewer, event.seat))
    return _of_one_card(event, sees(viewer, event.seat))


def _of_cards(event: e.HandDealt | e.DeckLookedAt, knows: bool) -> Line:
    seat, cards = event.seat, event.cards
    facts: dict[str, Fact] = {"count": len(cards), **({"cards": cards} if knows else {})}
    args: Args = {"seat": seat, "cards": cards} if knows else {"seat": seat, "count": len(cards)}
    match event:
        case e.HandDealt():
            message = Message("line-HandDealt-known" if knows else "line-HandDealt", args)
            return _line(event, seat, message, ("LON-SETUP-06", "LON-INFO-01"), facts)
        case e.DeckLookedAt():
            message = Message("line-DeckLookedAt-known" if knows else "line-DeckLookedAt", args)
            return _line(event, seat, message, (f"{_UNIVERSITY}.1", "LON-INFO-06"), facts)
        case _:
            assert_never(event)


def _of_one_card(event: e.CardDrawn | e.CardKept | e.CardPutBack, knows: bool) -> Line:
    seat = event.seat
    facts: dict[str, Fact] = {"card": event.card} if knows else {}
    args: Args = {"seat": seat, "card": event.card} if knows else {"seat": seat}
    match event:
        case e.CardDrawn():
            message = Message("line-CardDrawn-known" if knows else "line-CardDrawn", args)
            return _line(event, seat, message, ("LON-DRAW-01", "LON-INFO-03"), facts)
        case e.CardKept():
            message = Message("line-CardKept-known" if knows else "line-CardKept", args)
            return _line(event, seat, message, (f"{_UNIVERSITY}.2", "LON-INFO-06"), facts)
        case e.CardPutBack():
            message = Message("line-CardPutBack-known" if knows else "line-CardPutBack", args)
            return _line(event, seat, message, (f"{_UNIVERSITY}.2", "LON-INFO-06"), facts)
        case _:
            assert_never(event)


def _line(event: SecretEvent, seat: Seat | None, message: Message, rules: tuple[str, ...], facts: Facts) -> Line:
    return Line(type=type_of(event), message=message, rules=rules, seat=seat, facts=facts)
