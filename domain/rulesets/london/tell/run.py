"""Lines of a run (LON-RUN, LON-UG, LON-POV). All of it is public (LON-INFO-07, 08)."""

from typing import assert_never

from domain.engine.ruleset import Line
from domain.engine.sentences import counted
from domain.engine.viewer import seat_name
from domain.rulesets.london import events as e
from domain.rulesets.london.components import BOROUGHS, FACE_OF, name_of
from domain.rulesets.london.tell.words import line, points_of_poverty


def line_of(event: e.RunEvent) -> Line:
    """The line of an event that everybody may know."""
    who = seat_name(event.seat)
    match event:
        case e.CardActivated():
            return _activated(event)
        case e.CardBroughtIn(card=card):
            text = f"{who} put {name_of(card)} from the display on the Coffee House."
            return line(event, text, "LON-CARD-COFFEE-HOUSE.2", "LON-RULING-17", FACE_OF[card].rule)
        case e.HandIgnored(card=card):
            text = f"{who}'s hand no longer counted as poverty in this run."
            return line(event, text, f"{FACE_OF[card].rule}.1", "LON-POV-07")
        case e.UndergroundPlaced(borough=borough):
            text = f"{who} brought the Underground to {BOROUGHS[borough].name}."
            return line(event, text, "LON-UG-01", "LON-UG-05", "LON-UG-04")
        case e.ActivationEnded(card=card, turned=turned):
            if turned is None:
                return line(event, f"{who}'s {name_of(card)} was not flipped.", "LON-RUN-07")
            text = f"{who} turned stack {turned + 1} face down after {name_of(card)}."
            return line(event, text, "LON-RUN-07", "LON-RULING-01")
        case e.PovertyComputed():
            return _poverty(event)
        case _:
            assert_never(event)


def _activated(event: e.CardActivated) -> Line:
    who, face = seat_name(event.seat), FACE_OF[event.card]
    saved = ", with Hospital to be flipped instead" if event.hospital is not None else ""
    rules = ("LON-RULING-02",) if event.hospital is not None else ()
    if event.repeated:
        text = f"{who} activated {face.name} a second time{saved}."
        return line(event, text, "LON-CARD-WHITEHALL.1", "LON-RULING-03", *rules, face.rule)
    return line(event, f"{who} activated {face.name}{saved}.", "LON-RUN-01", "LON-RUN-03", *rules, face.rule)


def _poverty(event: e.PovertyComputed) -> Line:
    """The cards that counted are named, not the hand: Public Houses may have made it count nothing (LON-RULING-27)."""
    text = (
        f"{seat_name(event.seat)} counted {counted(event.stacks, 'stack')} and {counted(event.hand, 'card')} in hand "
        f"against {counted(event.boroughs, 'building marker')} and then had {points_of_poverty(event.poverty)}."
    )
    return line(event, text, "LON-POV-03", "LON-POV-05", "LON-RUN-11")
