"""The lines of the fire phase: rules sections 6 to 9 and 15."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from msgspec import UNSET

from domain.engine.message import Message, Value
from domain.engine.sentences import Sentence
from domain.engine.viewer import Viewer, seats_of, sees
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import (
    FIRE_STEPS,
    IDS,
    INDEX,
    PUDDING_LANE,
    SIZES,
    AreaId,
    Kind,
)
from domain.rulesets.great_fire.tell.words import cards_by_direction, cones_owed, facts_of, houses_by_colour

_CONTAINED: Final[tuple[str, ...]] = ("GF-ENTER-01", "GF-RULING-11", "GF-RULING-14")
_RULES_OF_TOKENS: Final[Mapping[Kind, str]] = {
    "charge": "GF-TOKEN-01",
    "double_move": "GF-TOKEN-02",
    "vp": "GF-TOKEN-03",
}
"""Kind of token -> its rule, for the line of its owner."""


def tell_fire(event: e.FireEvent, viewer: Viewer) -> Sentence:
    """Returns the line of an event of the fire phase."""
    match event:
        case e.FireCardPlayed(seat=seat, card=card):
            message = Message("line-FireCardPlayed", {"seat": seat, "card": card})
            return Sentence(message, ("GF-FIRE-01", "GF-FIRE-10", "GF-HID-02"), facts_of(event), seat)
        case e.DoubleMovePlayed(seat=seat):
            message = Message("line-DoubleMovePlayed", {"seat": seat})
            rules = ("GF-FIRE-11", "GF-FIRE-12", "GF-RULING-53", "GF-TOKEN-02", "GF-HID-06")
            return Sentence(message, rules, facts_of(event), seat)
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
    args: dict[str, Value] = {"seat": event.seat, "card": event.card, "source": event.source, "target": event.target}
    message = Message("line-FireMoved", args)
    if through := event.way[1:-1]:
        message = Message("line-FireMoved-through", {**args, "through": through})
    return Sentence(message, tuple(_rules_of_movement(event)), facts_of(event), event.seat)


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
    bands = _bands_that_failed(event)
    args: dict[str, Value] = {
        "district": event.district,
        "bands": bands,
        "cones": bands + 1,
        "added": _cones_added(event),
    }
    message = Message("line-DistrictBurnt-again", args)
    if event.houses:
        message = Message("line-DistrictBurnt", {**args, "houses": houses_by_colour(event.houses)})
    return Sentence(message, (*_rules_of_burning(event), *_rules_of_cones(event)), facts_of(event))


def _contained(event: e.FireContainedOnArrival) -> Sentence:
    args: dict[str, Value] = {"district": event.district}
    if event.token is True:
        message = Message("line-FireContainedOnArrival-token", args)
        return Sentence(message, (*_CONTAINED, "GF-RULING-12", "GF-TOKEN-05"), facts_of(event))
    return Sentence(Message("line-FireContainedOnArrival", args), _CONTAINED, facts_of(event))


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


def _cones_added(event: e.DistrictBurnt) -> Message:
    """Returns how many cones were added, where they came from, and how many were missing."""
    added, lane = event.cones_added, event.from_pudding_lane
    args: dict[str, Value] = {"added": added, "missing": _missing(event)}
    if not lane:
        return Message("part-cones-added", args)
    if lane == added:
        return Message("part-cones-added-lane", args)
    return Message("part-cones-added-both", {**args, "lane": lane})


def _missing(event: e.DistrictBurnt) -> int:
    """Returns how many cones a district lacked.

    An event of version 1 does not show whether an empty district to which nothing was added needed any (GF-OPT-04).
    """
    if event.missing is not UNSET:
        return event.missing
    known = event.houses or event.cones_added
    return max(0, SIZES[INDEX[event.district]] - event.cones) if known else 0


def _token_taken(event: e.TokenTaken, viewer: Viewer) -> Sentence:
    rules = ("GF-ENTER-06", "GF-RULING-13", "GF-HID-05")
    args: dict[str, Value] = {"seat": event.seat, "district": event.district}
    if sees(viewer, event.seat):
        message = Message("line-TokenTaken-own", {**args, "kind": event.kind})
        return Sentence(message, (*rules, _RULES_OF_TOKENS[event.kind]), facts_of(event), event.seat)
    return Sentence(Message("line-TokenTaken", args), rules, facts_of(event, "kind"), event.seat)


def _refilled(event: e.PuddingLaneRefilled) -> Sentence:
    message, rules = Message("line-PuddingLaneRefilled", {"cones": event.cones}), ("GF-FIRE-08", "GF-RULING-08")
    return Sentence(message, (*rules, "GF-ENTER-07") if event.after_movement is True else rules, facts_of(event))


def _returned(event: e.ConesReturned) -> Sentence:
    givers = tuple(
        Message("part-cones-returned", {"seat": seat, "count": event.cones[seat]})
        for seat in seats_of(len(event.cones))
        if event.cones[seat]
    )
    message = Message("line-ConesReturned", {"givers": givers})
    return Sentence(message, ("GF-SUPPLY-03", "GF-RULING-27"), facts_of(event))


def _no_move(event: e.NoMoveDeclared) -> Sentence:
    args: dict[str, Value] = {
        "seat": event.seat,
        "hand": cards_by_direction(event.hand),
        "discard": event.discard,
        "owed": cones_owed(event.cones_to_place, event.not_placed),
    }
    rules = ("GF-FIRE-13", "GF-RULING-23", "GF-HID-04", "GF-INT-04")
    return Sentence(Message("line-NoMoveDeclared", args), rules, facts_of(event), event.seat)
