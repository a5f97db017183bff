"""Sentences for what happens while the city is run (LON-RUN, LON-UG, LON-POV). All of it is public (LON-INFO-07, 08)."""

from typing import assert_never

from domain.engine.viewer import seat_name
from domain.rulesets.london.components import BOROUGHS, FACE_OF, name_of
from domain.rulesets.london.events_run import (
    ActivationEnded,
    CardActivated,
    CardBroughtIn,
    HandIgnored,
    PovertyComputed,
    RunEvent,
    UndergroundPlaced,
)


def counted(number: int, noun: str) -> str:
    """`1 card`, `3 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def points_of_poverty(points: int) -> str:
    """`1 poverty point`, `2 poverty points`."""
    return counted(points, "poverty point")


def tell_run(event: RunEvent) -> tuple[str, tuple[str, ...]]:
    """The sentence of an event, and the ids of its rules."""
    who = seat_name(event.seat)
    match event:
        case CardActivated(card=card, repeated=repeated, hospital=hospital):
            face = FACE_OF[card]
            saved = ", to be saved by Hospital" if hospital is not None else ""
            rules = ("LON-RULING-02",) if hospital is not None else ()
            if repeated:
                text = f"{who} activates {face.name} a second time{saved}."
                return text, ("LON-CARD-WHITEHALL.1", "LON-RULING-03", *rules, face.rule)
            return f"{who} activates {face.name}{saved}.", ("LON-RUN-01", "LON-RUN-03", *rules, face.rule)
        case CardBroughtIn(card=card):
            text = f"{who} puts {name_of(card)} from the display on the Coffee House."
            return text, ("LON-CARD-COFFEE-HOUSE.2", "LON-RULING-17", FACE_OF[card].rule)
        case HandIgnored(card=card):
            return f"{who}'s hand will not count as poverty in this run.", (f"{FACE_OF[card].rule}.1", "LON-POV-07")
        case UndergroundPlaced(borough=borough):
            return f"{who} brings the Underground to {BOROUGHS[borough].name}.", ("LON-UG-01", "LON-UG-05", "LON-UG-04")
        case ActivationEnded(card=card, turned=turned):
            if turned is None:
                return f"{who}'s {name_of(card)} stays as it lies.", ("LON-RUN-07",)
            return f"{who} turns stack {turned + 1} face down after {name_of(card)}.", ("LON-RUN-07", "LON-RULING-01")
        case PovertyComputed(stacks=stacks, hand=hand, boroughs=boroughs, poverty=poverty):
            text = (
                f"{who} has {counted(stacks, 'stack')} and {counted(hand, 'card')} in hand against "
                f"{counted(boroughs, 'building marker')} and now {points_of_poverty(poverty)}."
            )
            return text, ("LON-POV-03", "LON-POV-05", "LON-RUN-11")
        case _:
            assert_never(event)
