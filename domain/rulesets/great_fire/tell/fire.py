"""The lines of the fire phase: rules sections 6 to 9 and 15."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from msgspec import UNSET

from domain.engine.sentences import Sentence, counted, listed
from domain.engine.viewer import Viewer, seat_name, seats_of, sees
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import (
    FIRE_STEPS,
    IDS,
    INDEX,
    NAMES,
    PUDDING_LANE,
    SIZES,
    AreaId,
    Kind,
)
from domain.rulesets.great_fire.tell.words import a_card, cards_by_direction, cones_owed, facts_of, grouped

_CONTAINED: Final[tuple[str, ...]] = ("GF-ENTER-01", "GF-RULING-11", "GF-RULING-14")
_KINDS: Final[Mapping[Kind, tuple[str, str]]] = {
    "charge": ("a demolition charge", "GF-TOKEN-01"),
    "double_move": ("a double move", "GF-TOKEN-02"),
    "vp": ("one victory point", "GF-TOKEN-03"),
}
"""Kind of token -> what the line of its owner calls it, and its rule."""


def tell_fire(event: e.FireEvent, viewer: Viewer) -> Sentence:
    """Returns the line of an event of the fire phase."""
    match event:
        case e.FireCardPlayed(seat=seat, card=card):
            text = f"{seat_name(seat)} played {a_card(card)}."
            return Sentence(text, ("GF-FIRE-01", "GF-FIRE-10", "GF-HID-02"), facts_of(event), seat)
        case e.DoubleMovePlayed(seat=seat):
            text = f"{seat_name(seat)} used a double-move token to move a second cone by the same card."
            rules = ("GF-FIRE-11", "GF-FIRE-12", "GF-RULING-53", "GF-TOKEN-02", "GF-HID-06")
            return Sentence(text, rules, facts_of(event), seat)
        case e.FireMoved():
            return _moved(event)
        case e.FireContainedOnArrival():
            return _contained(event)
        case e.DistrictBurnt():
            return _burnt(event)
        case e.TokenTaken():
            return _token_taken(event, viewer)
        case e.PuddingLaneRefilled():
            return _refilled(event)
        case e.ConesReturned():
            return _returned(event)
        case e.NoMoveDeclared():
            return _no_move(event)
        case _:
            assert_never(event)


def _moved(event: e.FireMoved) -> Sentence:
    """The card names only the direction of the last step, so the line does not say that the fire went there."""
    through = [NAMES[id] for id in event.way[1:-1]]
    text = (
        f"{seat_name(event.seat)} moved a cone by {a_card(event.card)} from {NAMES[event.source]}"
        f"{f' through {listed(through)}' if through else ''} into {NAMES[event.target]}."
    )
    return Sentence(text, tuple(_rules_of_movement(event)), facts_of(event), event.seat)


def _rules_of_movement(event: e.FireMoved) -> Iterator[str]:
    """Yields what the last step, the source, the way and the priorities cite."""
    yield "GF-FIRE-04"
    if _over_a_corner(event.way[-2], event.target):
        yield from ("GF-FIRE-07", "GF-BOARD-04")
    if event.target_cones > 1:  # a burning target is contained
        yield from ("GF-RULING-04", "GF-CONT-03")
    if event.source != IDS[PUDDING_LANE]:
        yield "GF-FIRE-02"
    elif not event.source_cones:
        yield from ("GF-FIRE-08", "GF-RULING-06")
    if event.way[1:-1]:
        yield from ("GF-FIRE-03", "GF-RULING-03")
    yield from ("GF-FIRE-09", f"GF-PRIO-0{event.rank}", "GF-PRIO-05", "GF-RULING-01")


def _over_a_corner(origin: AreaId, to: AreaId) -> bool:
    """Returns whether two linked areas touch only at a four-way cross (GF-BOARD-04)."""
    return sum(steps[INDEX[origin]] >> INDEX[to] & 1 for steps in FIRE_STEPS.values()) > 1


def _burnt(event: e.DistrictBurnt) -> Sentence:
    name = NAMES[event.district]
    text = f"{name} burned down" if event.houses else f"{name}, already empty, burned again"
    if bands := _bands_that_failed(event):
        text += f", because {counted(bands, 'trained band')} could not contain {counted(bands + 1, 'cone')}"
    if event.houses:
        text += f": {grouped(event.houses, 'house')} lost"
    rules = (*_rules_of_burning(event), *_rules_of_cones(event))
    return Sentence(f"{text}{_cones_added(event)}{_cones_missing(event)}.", rules, facts_of(event))


def _contained(event: e.FireContainedOnArrival) -> Sentence:
    text, rules = f"The fire in {NAMES[event.district]} was contained: nothing burned", _CONTAINED
    if event.token is True:
        text, rules = f"{text}, and the token stayed there", (*rules, "GF-RULING-12", "GF-TOKEN-05")
    return Sentence(f"{text}.", rules, facts_of(event))


def _bands_that_failed(event: e.DistrictBurnt) -> int:
    """Returns the bands of a district that burned already.

    Its fire was contained, or it would not have been a target, and it is not contained any more. So there are exactly
    as many bands as there were cones.
    """
    return event.cones - event.cones_added - 1


def _rules_of_burning(event: e.DistrictBurnt) -> Iterator[str]:
    yield "GF-ENTER-02"
    if _bands_that_failed(event):
        yield from ("GF-RULING-17", "GF-CONT-03")
    yield from ("GF-ENTER-03", "GF-RULING-49") if event.houses else ("GF-RULING-10",)


def _rules_of_cones(event: e.DistrictBurnt) -> Iterator[str]:
    """Yields how many cones the district should have, where those added came from, and why the others are missing."""
    needed = SIZES[INDEX[event.district]] > event.cones - event.cones_added
    if event.houses or not needed:
        yield "GF-ENTER-04"
    elif event.cones_added or event.missing:  # an unset circumstance is false
        yield from ("GF-ENTER-05", "GF-ENTER-04", "GF-RULING-09")
    else:
        yield "GF-ENTER-05" if event.missing is UNSET else "GF-OPT-04"
    if event.from_stock:
        yield "GF-SUPPLY-01"
    if event.from_pudding_lane:
        yield from ("GF-SUPPLY-02", "GF-RULING-26")
    if _missing(event):
        if event.stock_only is True:
            yield "GF-OPT-05"
        elif event.stock_only is False or event.from_pudding_lane:
            yield "GF-SUPPLY-03"


def _cones_added(event: e.DistrictBurnt) -> str:
    added, from_lane = event.cones_added, event.from_pudding_lane
    if not added:
        return ""
    where = f", {from_lane} of them from Pudding Lane" if from_lane else ""
    if added == from_lane:
        where = {1: ", from Pudding Lane", 2: ", both from Pudding Lane"}.get(added, ", all from Pudding Lane")
    return f"; {counted(added, 'cone')} added{where}"


def _cones_missing(event: e.DistrictBurnt) -> str:
    missing = _missing(event)
    return f"; there was no cone left for {missing} more" if missing else ""


def _missing(event: e.DistrictBurnt) -> int:
    """Returns how many cones a district lacked.

    An event of version 1 does not show whether an empty district to which nothing was added needed any (GF-OPT-04).
    """
    if event.missing is not UNSET:
        return event.missing
    known = event.houses or event.cones_added
    return max(0, SIZES[INDEX[event.district]] - event.cones) if known else 0


def _token_taken(event: e.TokenTaken, viewer: Viewer) -> Sentence:
    own = sees(viewer, event.seat)
    words, rule = _KINDS[event.kind]
    text = f"{seat_name(event.seat)} took the token of {NAMES[event.district]}{f': {words}' if own else ''}."
    rules = ("GF-ENTER-06", "GF-RULING-13", "GF-HID-05", *((rule,) if own else ()))
    return Sentence(text, rules, facts_of(event, *() if own else ("kind",)), event.seat)


def _refilled(event: e.PuddingLaneRefilled) -> Sentence:
    text = f"Pudding Lane had no cone left and got {counted(event.cones, 'cone')} from the stock."
    rules = ("GF-FIRE-08", "GF-RULING-08")
    return Sentence(text, (*rules, "GF-ENTER-07") if event.after_movement is True else rules, facts_of(event))


def _returned(event: e.ConesReturned) -> Sentence:
    cones = event.cones
    givers = listed(
        f"{counted(cones[seat], 'cone')} of {seat_name(seat)}" for seat in seats_of(len(cones)) if cones[seat]
    )
    text = f"The stock and Pudding Lane were empty, so these went back to the stock: {givers}."
    return Sentence(text, ("GF-SUPPLY-03", "GF-RULING-27"), facts_of(event))


def _no_move(event: e.NoMoveDeclared) -> Sentence:
    text = (
        f"{seat_name(event.seat)} could not move the fire, showed {cards_by_direction(event.hand)} and discarded"
        f" {a_card(event.discard)}; {cones_owed(event.cones_to_place, event.not_placed)}."
    )
    rules = ("GF-FIRE-13", "GF-RULING-23", "GF-HID-04", "GF-INT-04")
    return Sentence(text, rules, facts_of(event), event.seat)
