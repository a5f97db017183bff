"""Where fire may go from the areas that burn: rules sections 6 and 7.

Every function works on sets of areas as bit masks. The commands of the fire phase are in `rules/fire.py`.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from domain.rulesets.great_fire.board import banded, holding, uncontained
from domain.rulesets.great_fire.components import (
    BURNABLE,
    CACHED_MAX,
    COUNT,
    DIRECTIONS,
    FIRE_LINKED,
    FIRE_STEPS,
    FOUR_WAYS,
    OPPOSITE,
    PUDDING_LANE,
    Card,
    Mask,
    bits,
)
from domain.rulesets.great_fire.state import State

_LANE: Final = (1 << COUNT) - 1
_TWO_OR_MORE: Final = b"00" + b"1" * 254
_LANE_OF: Final = {card: lane * COUNT for lane, card in enumerate(DIRECTIONS)}


@lru_cache(maxsize=CACHED_MAX)
def giving(cones: bytes, bands: tuple[int, ...]) -> Mask:
    """Returns the areas from which a cone may be taken (GF-FIRE-02, GF-FIRE-08).

    They are uncontained and hold two cones or more; Pudding Lane needs only one.
    """
    areas = int(cones[::-1].translate(_TWO_OR_MORE), 2) & uncontained(cones, bands)
    return areas | 1 << PUDDING_LANE if cones[PUDDING_LANE] else areas


class Patch(msgspec.Struct, frozen=True, gc=False):
    """A fire patch (GF-TERM-09). `reach`: all final steps out of it, `COUNT` bits for each direction."""

    areas: Mask
    reach: int

    def steps(self, card: Card) -> Mask:
        """Returns the areas one step by `card` away from a district of the patch, whatever is there (GF-FIRE-04)."""
        return self.reach >> _LANE_OF[card] & _LANE


@lru_cache(maxsize=CACHED_MAX)
def patches(fire: Mask) -> tuple[Patch, ...]:
    """Returns the patches of the uncontained districts `fire`, in board order."""
    row = []
    while fire:
        areas = frontier = fire & -fire
        reach = 0
        while frontier:
            low = frontier & -frontier
            at = low.bit_length() - 1
            reach |= FOUR_WAYS[at]
            new = FIRE_LINKED[at] & fire & ~areas
            areas |= new
            frontier = frontier ^ low | new
        row.append(Patch(areas, reach))
        fire &= ~areas
    return tuple(row)


def patch_of(fire: Mask, at: int) -> Patch:
    """Returns the patch that the uncontained district `at` belongs to."""
    here = 1 << at
    return next(patch for patch in patches(fire) if patch.areas & here)


def open_steps(state: State, patch: Patch, card: Card) -> Mask:
    """Returns every target of a cone of `patch` by `card`, before the priorities (GF-FIRE-05)."""
    closed = uncontained(state.cones, state.bands) | holding(state.demolished)
    return patch.steps(card) & BURNABLE & ~closed


class Targets(NamedTuple):
    """The targets of the best rank, 1 to 4. Without any target the rank is 0."""

    rank: int
    areas: Mask


def best_targets(state: State, reached: Mask) -> Targets:
    """Returns those of the `reached` areas that the priorities allow (GF-PRIO-01 to GF-PRIO-05)."""
    if not reached:
        return Targets(0, 0)
    houses, guarded = holding(state.houses), banded(state.bands)
    best = _best(reached, houses, guarded)
    return Targets((1 if best & houses else 3) + bool(best & guarded), best)


def rank(state: State, at: int) -> int:
    """Returns the priority of a target, 1 to 4 (section 7)."""
    return (1 if state.houses[at] else 3) + (at in state.bands)


def _best(reached: Mask, houses: Mask, guarded: Mask) -> Mask:
    """The areas of `best_targets`, among areas with `houses` and areas that bands guard (GF-PRIO-01 to GF-PRIO-05)."""
    best = reached & houses or reached
    return best & ~guarded or best


class Movements(NamedTuple):
    """The movements of one patch by one card: from any of the sources into any of the targets."""

    card: Card
    sources: tuple[int, ...]
    targets: Mask


def movements(state: State, cards: Iterable[Card]) -> list[Movements]:
    """Returns every legal movement by each card, one entry for each patch that has any (GF-FIRE-09)."""
    giving_now, fire = giving(state.cones, state.bands), uncontained(state.cones, state.bands)
    givers = [(patch.reach, bits(patch.areas & giving_now)) for patch in patches(fire) if patch.areas & giving_now]
    if not givers:
        return []
    open_now = BURNABLE & ~(fire | holding(state.demolished))
    houses, guarded = holding(state.houses), banded(state.bands)
    rows = []
    for card in cards:
        lane = _LANE_OF[card]
        for reach, sources in givers:
            reached = reach >> lane & open_now
            if reached:
                rows.append(Movements(card, sources, _best(reached, houses, guarded)))
    return rows


def playable(state: State, card: Card) -> bool:
    """Returns whether `card` allows any movement (GF-FIRE-01)."""
    giving_now = giving(state.cones, state.bands)
    fire = uncontained(state.cones, state.bands)
    return any(patch.areas & giving_now and open_steps(state, patch, card) for patch in patches(fire))


def _first(areas: Mask) -> int:
    """The first area of a set, in board order."""
    return (areas & -areas).bit_length() - 1


def shortest_way(patch: Patch, source: int, card: Card, target: int) -> tuple[int, ...]:
    """Returns a shortest way through `patch`, both ends included. It is for display only (GF-RULING-03)."""
    exits = FIRE_STEPS[OPPOSITE[card]][target] & patch.areas
    rings = [1 << source]
    visited = rings[0]
    while not rings[-1] & exits:
        ring = 0
        for at in bits(rings[-1]):
            ring |= FIRE_LINKED[at]
        ring &= patch.areas & ~visited
        assert ring, "the target is out of reach"
        visited |= ring
        rings.append(ring)
    at = _first(rings.pop() & exits)
    way = [target, at]
    while rings:
        at = _first(rings.pop() & FIRE_LINKED[at])
        way.append(at)
    return tuple(reversed(way))
