"""Lines of a run (LON-RUN, LON-UG, LON-POV). All of it is public (LON-INFO-07, 08)."""

from typing import assert_never

from domain.engine.message import Message
from domain.engine.ruleset import Line
from domain.rulesets.london import events as e
from domain.rulesets.london.components import FACE_OF, UNDERGROUND_START
from domain.rulesets.london.tell.words import Args, line


def line_of(event: e.RunEvent) -> Line:
    """The line of an event that everybody may know."""
    match event:
        case e.CardActivated():
            return _activated(event)
        case e.CardBroughtIn(seat=seat, card=card):
            message = Message("line-CardBroughtIn", {"seat": seat, "card": card})
            return line(event, message, "LON-CARD-COFFEE-HOUSE.2", "LON-RULING-17", FACE_OF[card].rule)
        case e.HandIgnored(seat=seat, card=card):
            return line(event, Message("line-HandIgnored", {"seat": seat}), f"{FACE_OF[card].rule}.1", "LON-POV-07")
        case e.UndergroundPlaced(seat=seat, borough=borough):
            message = Message("line-UndergroundPlaced", {"seat": seat, "borough": borough})
            return line(event, message, "LON-UG-01", *_way_of_the_underground(event))
        case e.ActivationEnded():
            return _activation_ended(event)
        case e.PovertyComputed():
            return _poverty(event)
        case _:
            assert_never(event)


def _activated(event: e.CardActivated) -> Line:
    saved = event.hospital is not None
    how: Args = {"repeated": event.repeated, "hospital": saved}
    message = Message("line-CardActivated", {"seat": event.seat, "card": event.card, **how})
    reason = ("LON-CARD-WHITEHALL.1", "LON-RULING-03") if event.repeated else ("LON-RUN-01", "LON-RUN-03")
    return line(event, message, *reason, *(("LON-RULING-02",) if saved else ()), FACE_OF[event.card].rule)


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
    about: Args = {"seat": event.seat, "card": event.card}
    if event.flipped_stack is None and FACE_OF[event.card].flips:
        return line(event, Message("line-ActivationEnded-face-down", about), "LON-RULING-04", "LON-RUN-07")
    if event.flipped_stack is None:
        return line(event, Message("line-ActivationEnded", about), "LON-RUN-07")
    turned: Args = {**about, "stack": event.flipped_stack + 1}
    if event.hospital_flipped is None:
        message = Message("line-ActivationEnded-stack", turned)
        return line(event, message, "LON-RUN-07", "LON-RULING-01", "LON-CARD-HOSPITAL.1")
    if event.hospital_flipped:
        message = Message("line-ActivationEnded-hospital", turned)
        return line(event, message, "LON-CARD-HOSPITAL.1", "LON-RULING-02", "LON-RUN-07")
    return line(event, Message("line-ActivationEnded-flipped", turned), "LON-RUN-07", "LON-RULING-01")


def _poverty(event: e.PovertyComputed) -> Line:
    """Version 1 does not record whether Public Houses made the hand count nothing."""
    counts: Args = {"stacks": event.stacks, "hand": event.hand, "boroughs": event.boroughs, "poverty": event.poverty}
    change: Args = {"change": _change(event), "points": abs(event.change)}
    message = Message("line-PovertyComputed", {"seat": event.seat, "ignored": event.hand_ignored, **counts, **change})
    ignored = event.hand_ignored or (event.hand_ignored is None and not event.hand)
    pubs = ("LON-POV-07", "LON-RULING-27") if ignored else ()
    floor = ("LON-POV-01",) if event.change < 0 and not event.poverty else ()
    return line(event, message, *pubs, "LON-POV-03", "LON-POV-05", *floor, "LON-RUN-11")


def _change(event: e.PovertyComputed) -> str:
    """What the count changed. Who was to return more points than they had is not recorded (LON-POV-01)."""
    if event.change > 0:
        return "more"
    if not event.change:
        return "same"
    return "less" if event.poverty else "none"
