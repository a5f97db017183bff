"""Lines of cards on the move between display, hands and discard pile."""

from typing import Final, assert_never

from domain.engine.ruleset import Line
from domain.engine.sentences import counted
from domain.engine.viewer import seat_name
from domain.rulesets.london import events as e
from domain.rulesets.london.components import COLOUR_OF, NUMBERS, name_of
from domain.rulesets.london.tell.words import gain_rule, line, names_of

_PRISONS: Final = ("LON-CARD-BRIXTON-PRISON.1", "LON-CARD-MILLBANK-PRISON.1")


def line_of(event: e.CardTaken | e.DrawLapsed | e.DisplayEvent) -> Line:
    """The line of an event that everybody may know."""
    who = seat_name(event.seat)
    match event:
        case e.CardTaken(card=card):
            text = f"{who} took {name_of(card)} from the display."
            return line(event, text, "LON-DRAW-01", "LON-DRAW-05", "LON-INFO-04")
        case e.DrawLapsed(cards=cards, action=action):
            text = f"No card was left to take; {who} went without {counted(cards, 'card')}."
            taking = ("LON-TAKE-02",) if action == "take" else ()
            return line(event, text, *taking, "LON-DRAW-04", "LON-RULING-29")
        case e.TopRowDiscarded(cards=cards):
            were = "was" if len(cards) == 1 else "were"
            text = f"The display was full: {names_of(cards)} {were} discarded and the bottom row moved up."
            return line(event, text, "LON-DISP-03", "LON-RULING-13", "LON-DISP-07")
        case e.CardSpent():
            return _spent(event)
        case e.CardGivenUp(card=card):
            text = f"{who} gave up {name_of(card)}, because the hand was larger than {NUMBERS.hand_limit}."
            return line(event, text, "LON-TURN-06", "LON-DISP-01", "LON-DISP-02")
        case e.CardOffered(card=card):
            return line(event, f"{who} offered {name_of(card)} at the Stock Exchange.", "LON-CARD-STOCK-EXCHANGE.1")
        case e.CardsExchanged(given=given, taken=taken):
            text = f"{who} exchanged {name_of(given)} for {name_of(taken)} from the display."
            return line(event, text, "LON-CARD-STOCK-EXCHANGE.1", "LON-RULING-26")
        case _:
            assert_never(event)


def _spent(event: e.CardSpent) -> Line:
    """Version 1 records no target: its lines leave it out, and cite the cards that it can have been."""
    reasons = {"placement": "to place", "activation": "to activate"}
    what = "" if event.target is None else f" {reasons.get(event.purpose, 'for')} {name_of(event.target)}"
    school = " with School" if event.school else ""
    text = f"{seat_name(event.seat)} spent {name_of(event.card)}{what}{school}."
    return line(event, text, *_rules_of_spending(event), "LON-DISP-01", "LON-DISP-02")


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
