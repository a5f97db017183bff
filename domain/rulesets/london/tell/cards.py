"""Lines of cards on the move between display, hands and discard pile."""

from typing import assert_never

from domain.engine.ruleset import Line
from domain.engine.sentences import counted
from domain.engine.viewer import seat_name
from domain.rulesets.london import events as e
from domain.rulesets.london.components import name_of
from domain.rulesets.london.tell.words import line, names_of


def line_of(event: e.CardTaken | e.DrawLapsed | e.DisplayEvent) -> Line:
    """The line of an event that everybody may know."""
    who = seat_name(event.seat)
    match event:
        case e.CardTaken(card=card):
            text = f"{who} took {name_of(card)} from the display."
            return line(event, text, "LON-DRAW-01", "LON-DRAW-05", "LON-INFO-04")
        case e.DrawLapsed(cards=cards):
            text = f"No card was left to take; {who} went without {counted(cards, 'card')}."
            return line(event, text, "LON-DRAW-04", "LON-RULING-29", "LON-TAKE-02")
        case e.TopRowDiscarded(cards=cards):
            text = f"The display was full: {names_of(cards)} were discarded and the bottom row moved up."
            return line(event, text, "LON-DISP-03", "LON-RULING-13", "LON-DISP-07")
        case e.CardSpent(card=card, purpose=purpose):
            rule = {"placement": "LON-PLAY-04", "activation": "LON-RUN-05"}.get(purpose, "LON-INFO-07")
            return line(event, f"{who} spent {name_of(card)}.", rule, "LON-DISP-01", "LON-DISP-02")
        case e.CardGivenUp(card=card):
            return line(event, f"{who} gave up {name_of(card)}.", "LON-TURN-06", "LON-DISP-01", "LON-DISP-02")
        case e.CardOffered(card=card):
            return line(event, f"{who} offered {name_of(card)} at the Stock Exchange.", "LON-CARD-STOCK-EXCHANGE.1")
        case e.CardsExchanged(given=given, taken=taken):
            text = f"{who} exchanged {name_of(given)} for {name_of(taken)} from the display."
            return line(event, text, "LON-CARD-STOCK-EXCHANGE.1", "LON-RULING-26")
        case _:
            assert_never(event)
