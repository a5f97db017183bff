"""The board of a state as sets of areas: where fire burns, where bands stand, which houses were placed.

Every function on sets of areas is cached by its arguments, because most commands leave the fire as it is.
"""

from functools import lru_cache
from typing import Final

from domain.rulesets.great_fire.components import CACHED_MAX, COLOURS, FIRST_HOUSE, PUDDING_LANE, Mask
from domain.rulesets.great_fire.state import State

_ONE_OR_MORE: Final = b"0" + b"1" * 255


@lru_cache(maxsize=CACHED_MAX)
def holding(counts: bytes) -> Mask:
    """Returns the areas whose count is not zero."""
    return int(counts[::-1].translate(_ONE_OR_MORE), 2)


@lru_cache(maxsize=CACHED_MAX)
def banded(bands: tuple[int, ...]) -> Mask:
    """Returns the areas with a band in them."""
    areas = 0
    for at in bands:
        areas |= 1 << at
    return areas


def burning(cones: bytes) -> Mask:
    """Returns the burning areas. Pudding Lane always burns (GF-TERM-04, GF-RULING-07)."""
    return holding(cones) | 1 << PUDDING_LANE


@lru_cache(maxsize=CACHED_MAX)
def uncontained(cones: bytes, bands: tuple[int, ...]) -> Mask:
    """Returns the districts that burn with more cones than bands, and Pudding Lane (GF-TERM-05)."""
    fire = burning(cones)
    for at in bands:
        if cones[at] <= bands.count(at):
            fire &= ~(1 << at)
    return fire


def contained(state: State, at: int) -> bool:
    """Returns whether an area burns with at least as many bands as cones (GF-TERM-05)."""
    cones = state.cones[at]
    return cones > 0 and at != PUDDING_LANE and state.bands.count(at) >= cones


def free_bands(state: State, at: int) -> int:
    """Returns how many bands in an area do not cover a cone (GF-TERM-07, GF-CONT-01)."""
    bands, cones = state.bands.count(at), state.cones[at]
    return bands - cones if bands > cones else 0


def colours_at(state: State, at: int) -> tuple[str, ...]:
    """Returns the colours of the houses that were placed in a district, whether or not they still stand."""
    return tuple(COLOURS[colour] for colour in state.deal.colours_of_houses[FIRST_HOUSE[at] : FIRST_HOUSE[at + 1]])
