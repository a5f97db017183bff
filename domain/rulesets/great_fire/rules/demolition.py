"""Demolition with a charge: rules section 13."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.board import banded, burning, colours_at, holding
from domain.rulesets.great_fire.commands import Command, Demolish
from domain.rulesets.great_fire.components import (
    BURNABLE,
    CONSTANTS,
    IDS,
    INDEX,
    KINDS,
    LINKED,
    SIZES,
    Mask,
    bits,
    picker,
)
from domain.rulesets.great_fire.events import DistrictDemolished, Event
from domain.rulesets.great_fire.rules.areas import no_such_area
from domain.rulesets.great_fire.state import State


def objections_demolish(state: State, command: Demolish) -> Iterator[Refused]:
    """The seat needs a charge, and the district must be breakable (GF-DEMO-01 to GF-DEMO-04, GF-RULING-32)."""
    if not state.supplies[command.seat].charges:
        yield Refused("no_charge", rules=("GF-DEMO-01", "GF-TOKEN-01"))
    if command.district in INDEX:
        yield from _objections_break(state, INDEX[command.district])
    else:
        yield no_such_area(command.district)


_SMALL: Final = sum(1 << at for at in bits(BURNABLE) if SIZES[at] < CONSTANTS.demolition_size_limit)


def breakable(state: State) -> Mask:
    """Returns the districts that a seat with a charge could demolish now (GF-DEMO-01 to GF-DEMO-04)."""
    areas = banded(state.bands) & BURNABLE & ~holding(state.cones) & ~holding(state.demolished)
    areas &= _SMALL | ~holding(state.houses)
    if not areas:
        return 0
    fire = burning(state.cones)
    return sum(1 << at for at in bits(areas) if LINKED[at] & fire)


def _objections_break(state: State, at: int) -> Iterator[Refused]:
    """Yields why a district cannot be demolished, apart from the charge.

    If it can never be demolished, or is demolished already, that is the only reason.
    """
    if breakable(state) >> at & 1:
        return
    id = IDS[at]
    facts = {"district": id}
    if not BURNABLE >> at & 1:
        yield Refused("not_a_district", rules=("GF-DEMO-02", "GF-RULING-32"), **facts)
        return
    if state.demolished[at]:
        yield Refused("demolished_already", rules=("GF-DEMO-02",), **facts)
        return
    if at not in state.bands:
        rules = ("GF-DEMO-01", "GF-RULING-32")
        yield Refused("no_band", rules=rules, area=id, purpose="charge", **facts)
    if state.cones[at]:
        yield Refused("burning", rules=("GF-DEMO-02",), **facts)
    if not LINKED[at] & burning(state.cones):
        yield Refused("no_fire_beside", rules=("GF-DEMO-03", "GF-RULING-31"), **facts)
    if state.houses[at] and not _SMALL >> at & 1:
        yield Refused("too_big", rules=("GF-DEMO-04", "GF-BOARD-08"), size=SIZES[at], **facts)


def demolish(state: State, command: Demolish) -> tuple[Event, ...]:
    """The charge turns the district into a fire break (GF-DEMO-05 to GF-DEMO-07)."""
    at = INDEX[command.district]
    kind = state.tokens[at]
    houses = colours_at(state, at) if state.houses[at] else ()
    return (DistrictDemolished(command.seat, command.district, houses, KINDS[kind - 1] if kind else None),)


@cache
def _demolish(seat: Seat) -> tuple[Demolish, ...]:
    """Returns the commands to demolish, one for each area."""
    return tuple(Demolish(seat, id) for id in IDS)


def legal_demolitions(state: State, seat: Seat) -> tuple[Command, ...]:
    """Returns every demolition now, for a seat with a charge."""
    return picker(breakable(state))(_demolish(seat))
