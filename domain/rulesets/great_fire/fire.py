"""Where the fire is and where it may go: rules sections 3, 6 and 7. Moves nothing and asks no chance.

Every function here works on sets of areas as bit masks and is remembered by what it was asked, since most commands leave
the fire as it is. The fire phase itself, with its refusals and its damage, is in `fire_phase.py`.
"""

from functools import lru_cache
from typing import Final

import msgspec

from domain.rulesets.great_fire.commands import Card
from domain.rulesets.great_fire.components import (
    BURNABLE,
    COUNT,
    DIRECTIONS,
    FIRE_LINKED,
    FIRE_STEPS,
    FOUR_WAYS,
    OPPOSITE,
    PUDDING_LANE,
    Mask,
    bits,
)
from domain.rulesets.great_fire.state import State

_REMEMBERED: Final = 4096
_LANE: Final = (1 << COUNT) - 1
_ONE_OR_MORE: Final = b"0" + b"1" * 255
_TWO_OR_MORE: Final = b"00" + b"1" * 254
_LANE_OF: Final = {card: lane * COUNT for lane, card in enumerate(DIRECTIONS)}


@lru_cache(maxsize=_REMEMBERED)
def holding(counts: bytes) -> Mask:
    """The areas where a count is not zero."""
    return int(counts[::-1].translate(_ONE_OR_MORE), 2)


@lru_cache(maxsize=_REMEMBERED)
def banded(bands: tuple[int, ...]) -> Mask:
    """The areas with a band in them."""
    found = 0
    for at in bands:
        found |= 1 << at
    return found


def burning(cones: bytes) -> Mask:
    """The burning areas: Pudding Lane always is (GF-TERM-04, GF-RULING-07)."""
    return holding(cones) | 1 << PUDDING_LANE


@lru_cache(maxsize=_REMEMBERED)
def uncontained(cones: bytes, bands: tuple[int, ...]) -> Mask:
    """The districts that burn with more cones than bands, and Pudding Lane (GF-TERM-05)."""
    found = burning(cones)
    for at in bands:
        if cones[at] <= bands.count(at):
            found &= ~(1 << at)
    return found


@lru_cache(maxsize=_REMEMBERED)
def giving(cones: bytes, bands: tuple[int, ...]) -> Mask:
    """The areas a cone may be taken from: uncontained, with two cones; Pudding Lane with one (GF-FIRE-02, GF-FIRE-08)."""
    found = int(cones[::-1].translate(_TWO_OR_MORE), 2) & uncontained(cones, bands)
    return found | 1 << PUDDING_LANE if cones[PUDDING_LANE] else found


class Patch(msgspec.Struct, frozen=True, gc=False):
    """A fire patch (GF-TERM-09). `reach`: all final steps out of it, `COUNT` bits for each direction."""

    areas: Mask
    reach: int

    def steps(self, card: Card) -> Mask:
        """The areas one step by `card` away from any district of the patch, whatever lies there (GF-FIRE-04)."""
        return self.reach >> _LANE_OF[card] & _LANE


@lru_cache(maxsize=_REMEMBERED)
def patches(fire: Mask) -> tuple[Patch, ...]:
    """The patches of the uncontained districts `fire`, in board order."""
    found = []
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
        found.append(Patch(areas, reach))
        fire &= ~areas
    return tuple(found)


def patch_of(fire: Mask, at: int) -> Patch:
    """The patch that the uncontained district `at` belongs to."""
    here = 1 << at
    return next(patch for patch in patches(fire) if patch.areas & here)


def open_steps(state: State, patch: Patch, card: Card) -> Mask:
    """Every target of a cone of `patch` by `card`, before the priorities (GF-FIRE-05)."""
    closed = uncontained(state.cones, state.bands) | holding(state.demolished)
    return patch.steps(card) & BURNABLE & ~closed


def best_rank(state: State, reached: Mask) -> tuple[int, Mask]:
    """The best rank among `reached` and its targets; rank 0 if there are none (GF-PRIO-01 to GF-PRIO-05)."""
    if not reached:
        return 0, 0
    housed = reached & holding(state.houses)
    guarded = banded(state.bands)
    if housed:
        bare = housed & ~guarded
        return (1, bare) if bare else (2, housed)
    bare = reached & ~guarded
    return (3, bare) if bare else (4, reached)


def rank(state: State, at: int) -> int:
    """The priority of a target, 1 to 4 (section 7)."""
    return (1 if state.houses[at] else 3) + (at in state.bands)


def targets(state: State, patch: Patch, card: Card) -> Mask:
    """Where a cone of `patch` may go by `card` (GF-FIRE-09)."""
    return best_rank(state, open_steps(state, patch, card))[1]


def playable(state: State, card: Card) -> bool:
    """Whether `card` allows any movement (GF-FIRE-01)."""
    giving_now = giving(state.cones, state.bands)
    fire = uncontained(state.cones, state.bands)
    return any(patch.areas & giving_now and open_steps(state, patch, card) for patch in patches(fire))


def shortest_way(patch: Patch, source: int, card: Card, target: int) -> tuple[int, ...]:
    """A shortest way through `patch`, both ends included; for display only (GF-RULING-03)."""
    exits = FIRE_STEPS[OPPOSITE[card]][target] & patch.areas
    rings = [1 << source]
    seen = rings[0]
    while not rings[-1] & exits:
        ring = 0
        for at in bits(rings[-1]):
            ring |= FIRE_LINKED[at]
        ring &= patch.areas & ~seen
        assert ring, "the target is out of reach"
        seen |= ring
        rings.append(ring)
    at = next(bits(rings.pop() & exits))
    way = [target, at]
    while rings:
        at = next(bits(rings.pop() & FIRE_LINKED[at]))
        way.append(at)
    return tuple(reversed(way))
