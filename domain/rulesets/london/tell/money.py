"""Lines of pounds, victory points and poverty points."""

from collections.abc import Mapping
from typing import Final, assert_never

from domain.engine.message import Message
from domain.engine.ruleset import Line
from domain.rulesets.london import events as e
from domain.rulesets.london.components import CHOICE_OF, FACE_OF, NUMBERS
from domain.rulesets.london.tell.words import Args, gain_rule, line

_PAYMENT_RULES: Final[Mapping[e.Purpose, str]] = {
    "placement": "LON-PLAY-05",
    "school": "LON-CARD-SCHOOL.1",
    "activation": "LON-RUN-04",
    "bringing_in": "LON-CARD-COFFEE-HOUSE.2",
    "fire_brigade": "LON-CARD-FIRE-BRIGADE.1",
    "toll": "LON-UG-06",
}


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
    match event:
        case e.LoanTaken(seat=seat, pounds=pounds, forced=forced):
            message = Message("line-LoanTaken", {"seat": seat, "pounds": pounds, "forced": forced})
            bank = ("LON-LOAN-08", "LON-CARD-BANK-OF-ENGLAND.1") if pounds != NUMBERS.loan_principal else ()
            return line(event, message, "LON-LOAN-04" if forced else "LON-LOAN-03", "LON-LOAN-01", *bank)
        case e.BankPaid(seat=seat, pounds=pounds, purpose=purpose, card=card):
            paid: Args = {"pounds": pounds, "purpose": purpose, "card": card}
            message = Message("line-BankPaid", {"seat": seat, **paid})
            return line(event, message, _PAYMENT_RULES[purpose], FACE_OF[card].rule)
        case e.OpponentPaid(seat=seat, to=to, pounds=pounds, card=card):
            message = Message("line-OpponentPaid", {"seat": seat, "to": to, "pounds": pounds, "card": card})
            return line(event, message, f"{FACE_OF[card].rule}.1", "LON-RULING-41")
        case _:
            assert_never(event)


def _gain(event: e.MoneyGained | e.MoneyStored | e.StoredMoneyTaken) -> Line:
    gain: Args = {"seat": event.seat, "pounds": event.pounds, "card": event.card}
    rule = FACE_OF[event.card].rule
    match event:
        case e.MoneyGained():
            return line(event, Message("line-MoneyGained", gain), gain_rule(event.card), "LON-RUN-06")
        case e.MoneyStored():
            return line(event, Message("line-MoneyStored", gain), f"{rule}.1", "LON-RULING-18")
        case e.StoredMoneyTaken():
            return line(event, Message("line-StoredMoneyTaken", gain), f"{rule}.2", "LON-RULING-18")
        case _:
            assert_never(event)


def _points(event: e.PointsGained | e.PovertyReturned | e.PovertyTaken | e.PovertyGiven) -> Line:
    gain: Args = {"seat": event.seat, "points": event.points, "card": event.card}
    rule = gain_rule(event.card)
    match event:
        case e.PointsGained():
            return line(event, Message("line-PointsGained", gain), rule, "LON-RUN-06")
        case e.PovertyReturned():
            return line(event, Message("line-PovertyReturned", gain), rule, "LON-POV-02")
        case e.PovertyTaken():
            named = ("LON-RULING-19",) if CHOICE_OF[event.card] is not None else ()
            return line(event, Message("line-PovertyTaken", gain), rule, *named, "LON-POV-02")
        case e.PovertyGiven(to=to):
            message = Message("line-PovertyGiven", {**gain, "to": to})
            return line(event, message, rule, "LON-RULING-19", "LON-POV-02")
        case _:
            assert_never(event)
