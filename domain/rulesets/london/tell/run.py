"""Lines of a run (LON-RUN, LON-UG, LON-POV). All of it is public (LON-INFO-07, 08)."""

from typing import assert_never

from domain.engine.ruleset import Line
from domain.engine.sentences import counted
from domain.engine.viewer import seat_name
from domain.rulesets.london import events as e
from domain.rulesets.london.components import BOROUGHS, FACE_OF, UNDERGROUND_START, name_of
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
            return line(event, text, "LON-UG-01", *_way_of_the_underground(event))
        case e.ActivationEnded():
            return _activation_ended(event)
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


def _way_of_the_underground(event: e.UndergroundPlaced) -> tuple[str, ...]:
    """Version 1 does not record which marker was the first. It can be one that is near City and paid no toll."""
    if event.first:
        return ("LON-UG-04", "LON-UG-07")
    if event.toll:
        return ("LON-UG-05", "LON-UG-06")
    may_be_first = event.first is None and event.borough in UNDERGROUND_START
    return ("LON-UG-05", "LON-UG-04") if may_be_first else ("LON-UG-05",)


def _activation_ended(event: e.ActivationEnded) -> Line:
    """Version 1 does not record whether a Hospital was turned: its lines say only which stack."""
    who, name = seat_name(event.seat), name_of(event.card)
    if event.flipped_stack is None and FACE_OF[event.card].flips:
        return line(event, f"{who}'s {name} lay face down already.", "LON-RULING-04", "LON-RUN-07")
    if event.flipped_stack is None:
        return line(event, f"{who}'s {name} stayed face up.", "LON-RUN-07")
    stack = f"stack {event.flipped_stack + 1}"
    if event.hospital_flipped is None:
        text = f"{who} turned {stack} face down after {name}."
        return line(event, text, "LON-RUN-07", "LON-RULING-01", "LON-CARD-HOSPITAL.1")
    if event.hospital_flipped:
        text = f"{who} turned Hospital on {stack} face down instead of {name}."
        return line(event, text, "LON-CARD-HOSPITAL.1", "LON-RULING-02", "LON-RUN-07")
    return line(event, f"{who} turned {name} on {stack} face down.", "LON-RUN-07", "LON-RULING-01")


def _poverty(event: e.PovertyComputed) -> Line:
    """Version 1 does not record whether Public Houses made the hand count nothing. Its lines do not say
    what a hand was that counted nothing."""
    none = "no card in hand" if event.hand_ignored is False else "no card of the hand"
    hand = f"{counted(event.hand, 'card')} in hand" if event.hand else none
    why = ", because of Public Houses," if event.hand_ignored else ""
    text = (
        f"{seat_name(event.seat)} counted {counted(event.stacks, 'stack')} and{why} {hand} "
        f"against {counted(event.boroughs, 'building marker')}{_change(event)}."
    )
    ignored = event.hand_ignored or (event.hand_ignored is None and not event.hand)
    pubs = ("LON-POV-07", "LON-RULING-27") if ignored else ()
    floor = ("LON-POV-01",) if event.change < 0 and not event.poverty else ()
    return line(event, text, *pubs, "LON-POV-03", "LON-POV-05", *floor, "LON-RUN-11")


def _change(event: e.PovertyComputed) -> str:
    """What the count changed. Who was to return more points than they had is not recorded (LON-POV-01)."""
    if event.change > 0:
        return f", took {points_of_poverty(event.change)} and then had {event.poverty}"
    if not event.change:
        return f" and still had {points_of_poverty(event.poverty)}"
    if event.poverty:
        return f", returned {points_of_poverty(-event.change)} and then had {event.poverty}"
    return f", could return up to {points_of_poverty(-event.change)} and then had none"
