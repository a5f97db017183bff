"""Lines of pounds, victory points and poverty points."""

from collections.abc import Mapping
from typing import Final, assert_never

from domain.engine.ruleset import Line
from domain.engine.viewer import seat_name
from domain.rulesets.london import events as e
from domain.rulesets.london.components import CHOICE_OF, FACE_OF, NUMBERS, name_of
from domain.rulesets.london.tell.words import gain_rule, line, points_of_poverty

_PAYMENT_RULES: Final[Mapping[e.Purpose, str]] = {
    "placement": "LON-PLAY-05",
    "school": "LON-CARD-SCHOOL.1",
    "activation": "LON-RUN-04",
    "bringing_in": "LON-CARD-COFFEE-HOUSE.2",
    "fire_brigade": "LON-CARD-FIRE-BRIGADE.1",
    "toll": "LON-UG-06",
}
_WHAT_FOR: Final[Mapping[e.Purpose, str]] = {
    "placement": "to place {card}",
    "school": "to use {card}",
    "activation": "to activate {card}",
    "bringing_in": "to place {card}",
    "fire_brigade": "because of {card}",
    "toll": "to cross the Thames",
}
"""What the bank was paid for -> the end of the sentence."""


def line_of(event: e.MoneyEvent) -> Line:
    """The line of an event that everybody may know."""
    match event:
        case e.LoanTaken() | e.BankPaid() | e.OpponentPaid():
            return _payment(event)
        case e.MoneyGained() | e.MoneyStored() | e.StoredMoneyTaken():
            return _gain(event)
        case _:
            return _points(event)


def _payment(event: e.LoanTaken | e.BankPaid | e.OpponentPaid) -> Line:
    who, pounds = seat_name(event.seat), event.pounds
    match event:
        case e.LoanTaken(forced=forced):
            bank = ("LON-LOAN-08", "LON-CARD-BANK-OF-ENGLAND.1") if pounds != NUMBERS.loan_principal else ()
            if forced:
                return line(event, f"{who} had to take a loan of £{pounds}.", "LON-LOAN-04", "LON-LOAN-01", *bank)
            return line(event, f"{who} took a loan of £{pounds}.", "LON-LOAN-03", "LON-LOAN-01", *bank)
        case e.BankPaid(purpose=purpose, card=card):
            text = f"{who} paid the bank £{pounds} {_WHAT_FOR[purpose].format(card=name_of(card))}."
            return line(event, text, _PAYMENT_RULES[purpose], FACE_OF[card].rule)
        case e.OpponentPaid(to=to, card=card):
            text = f"{who} paid {seat_name(to)} £{pounds} because of {name_of(card)}."
            return line(event, text, f"{FACE_OF[card].rule}.1", "LON-RULING-41")
        case _:
            assert_never(event)


def _gain(event: e.MoneyGained | e.MoneyStored | e.StoredMoneyTaken) -> Line:
    who, pounds, name = seat_name(event.seat), event.pounds, name_of(event.card)
    rule = FACE_OF[event.card].rule
    match event:
        case e.MoneyGained():
            return line(event, f"{who} gained £{pounds} from {name}.", gain_rule(event.card), "LON-RUN-06")
        case e.MoneyStored():
            return line(event, f"£{pounds} was put on {who}'s {name}.", f"{rule}.1", "LON-RULING-18")
        case e.StoredMoneyTaken():
            return line(event, f"{who} took the £{pounds} that lay on {name}.", f"{rule}.2", "LON-RULING-18")
        case _:
            assert_never(event)


def _points(event: e.PointsGained | e.PovertyReturned | e.PovertyTaken | e.PovertyGiven) -> Line:
    who, name, rule = seat_name(event.seat), name_of(event.card), gain_rule(event.card)
    match event:
        case e.PointsGained():
            return line(event, f"{who} gained {event.points} VP from {name}.", rule, "LON-RUN-06")
        case e.PovertyReturned():
            text = f"{who} returned {points_of_poverty(event.points)}, thanks to {name}."
            return line(event, text, rule, "LON-POV-02")
        case e.PovertyTaken():
            named = ("LON-RULING-19",) if CHOICE_OF[event.card] is not None else ()
            text = f"{who} took {points_of_poverty(event.points)} because of {name}."
            return line(event, text, rule, *named, "LON-POV-02")
        case e.PovertyGiven(to=to):
            text = f"{who} gave {points_of_poverty(event.points)} to {seat_name(to)} with {name}."
            return line(event, text, rule, "LON-RULING-19", "LON-POV-02")
        case _:
            assert_never(event)
