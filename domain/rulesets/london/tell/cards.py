"""Lines of cards on the move between display, hands and discard pile."""

from typing import Final, assert_never

from domain.engine.message import Message
from domain.engine.ruleset import Line
from domain.rulesets.london import events as e
from domain.rulesets.london.components import COLOUR_OF, NUMBERS
from domain.rulesets.london.tell.words import Args, gain_rule, line

_PRISONS: Final = ("LON-CARD-BRIXTON-PRISON.1", "LON-CARD-MILLBANK-PRISON.1")


def line_of(event: e.CardTaken | e.DrawLapsed | e.DisplayEvent) -> Line:
    """The line of an event that everybody may know."""
    match event:
        case e.CardTaken(seat=seat, card=card):
            message = Message("line-CardTaken", {"seat": seat, "card": card})
            return line(event, message, "LON-DRAW-01", "LON-DRAW-05", "LON-INFO-04")
        case e.DrawLapsed(seat=seat, cards=cards, action=action):
            message = Message("line-DrawLapsed", {"seat": seat, "cards": cards})
            taking = ("LON-TAKE-02",) if action == "take" else ()
            return line(event, message, *taking, "LON-DRAW-04", "LON-RULING-29")
        case e.TopRowDiscarded(cards=cards):
            message = Message("line-TopRowDiscarded", {"cards": cards, "count": len(cards)})
            return line(event, message, "LON-DISP-03", "LON-RULING-13", "LON-DISP-07")
        case e.CardSpent():
            return _spent(event)
        case e.CardGivenUp(seat=seat, card=card):
            message = Message("line-CardGivenUp", {"seat": seat, "card": card, "limit": NUMBERS.hand_limit})
            return line(event, message, "LON-TURN-06", "LON-DISP-01", "LON-DISP-02")
        case e.CardOffered(seat=seat, card=card):
            message = Message("line-CardOffered", {"seat": seat, "card": card})
            return line(event, message, "LON-CARD-STOCK-EXCHANGE.1")
        case e.CardsExchanged(seat=seat, given=given, taken=taken):
            message = Message("line-CardsExchanged", {"seat": seat, "given": given, "taken": taken})
            return line(event, message, "LON-CARD-STOCK-EXCHANGE.1", "LON-RULING-26")
        case _:
            assert_never(event)


def _spent(event: e.CardSpent) -> Line:
    """Version 1 records no target: its lines leave it out, and cite the cards that it can have been."""
    spent: Args = {"seat": event.seat, "card": event.card}
    message = Message("line-CardSpent", spent)
    if event.target is not None:
        why: Args = {"purpose": event.purpose, "target": event.target, "school": bool(event.school)}
        message = Message("line-CardSpent-target", {**spent, **why})
    return line(event, message, *_rules_of_spending(event), "LON-DISP-01", "LON-DISP-02")


def _rules_of_spending(event: e.CardSpent) -> tuple[str, ...]:
    grey = COLOUR_OF[event.card] == "grey"
    match event.purpose:
        case "placement" if event.school or grey:  # grey cards match no placeable card (LON-PLAY-17)
            return ("LON-CARD-SCHOOL.1", *(("LON-PLAY-17",) if grey else ()))
        case "placement":
            return ("LON-PLAY-04", "LON-PLAY-06")
        case "activation":
            return ("LON-RUN-04", "LON-RUN-05")
        case _ if event.target is not None:
            return (gain_rule(event.target),)
        case _:
            return ("LON-CARD-WORKHOUSE.1", *_PRISONS) if grey else _PRISONS
