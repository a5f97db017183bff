"""Lines of cards placed or played, and of land bought."""

from typing import assert_never

from domain.engine.message import Message
from domain.engine.ruleset import Line
from domain.rulesets.london import events as e
from domain.rulesets.london.components import FACE_OF
from domain.rulesets.london.tell.words import Args, line


def line_of(event: e.BuildEvent) -> Line:
    """The line of an event that everybody may know."""
    match event:
        case e.PlacementAnnounced():
            return _announced(event)
        case e.CreditUsed(seat=seat, card=card):
            message = Message("line-CreditUsed", {"seat": seat, "card": card})
            return line(event, message, "LON-CARD-WREN.1", "LON-RULING-10")
        case e.CardPlaced():
            return _placed(event)
        case e.EffectPlayed(seat=seat, card=card, cards=cards, credits=credits):
            gain: Args = {"cards": cards, "credits": credits}
            message = Message("line-EffectPlayed", {"seat": seat, "card": card, **gain})
            return line(event, message, f"{FACE_OF[card].rule}.1", "LON-PLAY-15", "LON-DISP-08")
        case e.BoroughBought(seat=seat, borough=borough, pounds=pounds, cards=cards):
            paid: Args = {"pounds": pounds, "cards": cards}
            message = Message("line-BoroughBought", {"seat": seat, "borough": borough, **paid})
            return line(event, message, "LON-BUY-01", "LON-BUY-05", "LON-BUY-06")
        case _:
            assert_never(event)


def _announced(event: e.PlacementAnnounced) -> Line:
    """Stacks are counted from 1 in sentences; number 0 is a new one."""
    place: Args = {"stack": 0 if event.stack is None else event.stack + 1, "face_down": event.face_down}
    message = Message("line-PlacementAnnounced", {"seat": event.seat, "card": event.card, **place})
    covering = ("LON-PLAY-10", "LON-RULING-08") if event.face_down else ()
    return line(event, message, "LON-PLAY-01", "LON-PLAY-07", *covering, FACE_OF[event.card].rule)


def _placed(event: e.CardPlaced) -> Line:
    place: Args = {"stack": event.stack + 1, "face_down": event.face_down, "pounds": event.pounds_returned}
    message = Message("line-CardPlaced", {"seat": event.seat, "card": event.card, **place})
    rules = ("LON-PLAY-07", *(("LON-RULING-18",) if event.pounds_returned else ()), "LON-PLAY-10")
    return line(event, message, *rules, *(("LON-RULING-08",) if event.face_down else ()))
