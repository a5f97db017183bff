"""Lines of cards placed or played, and of land bought."""

from typing import assert_never

from domain.engine.ruleset import Line
from domain.engine.sentences import counted
from domain.engine.viewer import seat_name
from domain.rulesets.london import events as e
from domain.rulesets.london.components import BOROUGHS, FACE_OF, name_of
from domain.rulesets.london.tell.words import line


def line_of(event: e.BuildEvent) -> Line:
    """The line of an event that everybody may know."""
    who = seat_name(event.seat)
    match event:
        case e.PlacementAnnounced():
            return _announced(event)
        case e.CreditUsed(card=card):
            text = f"{who} spent no card for {name_of(card)}, thanks to Wren."
            return line(event, text, "LON-CARD-WREN.1", "LON-RULING-10")
        case e.CardPlaced():
            return _placed(event)
        case e.EffectPlayed(card=card, cards=due, credits=free):
            gain = f"{counted(due, 'card')} to take" if due else counted(free, "free placement")
            text = f"{who} played {name_of(card)} and had {gain}."
            return line(event, text, f"{FACE_OF[card].rule}.1", "LON-PLAY-15", "LON-DISP-08")
        case e.BoroughBought(borough=borough, pounds=pounds, cards=cards):
            text = f"{who} invested £{pounds} in {BOROUGHS[borough].name} and had {counted(cards, 'card')} to take."
            return line(event, text, "LON-BUY-01", "LON-BUY-05", "LON-BUY-06")
        case _:
            assert_never(event)


def _announced(event: e.PlacementAnnounced) -> Line:
    way = " face down" if event.face_down else ""
    where = "a new stack" if event.stack is None else f"stack {event.stack + 1}"
    text = f"{seat_name(event.seat)} chose to place {name_of(event.card)}{way} on {where}."
    covering = ("LON-PLAY-10", "LON-RULING-08") if event.face_down else ()
    return line(event, text, "LON-PLAY-01", "LON-PLAY-07", *covering, FACE_OF[event.card].rule)


def _placed(event: e.CardPlaced) -> Line:
    way = " face down" if event.face_down else ""
    lost = f"; the £{event.pounds_returned} that lay there went back to the bank" if event.pounds_returned else ""
    text = f"{seat_name(event.seat)} placed {name_of(event.card)}{way} on stack {event.stack + 1}{lost}."
    rules = ("LON-PLAY-07", *(("LON-RULING-18",) if event.pounds_returned else ()), "LON-PLAY-10")
    return line(event, text, *rules, *(("LON-RULING-08",) if event.face_down else ()))
