"""Where cones come from and where they may be added: rules sections 14 and 15. Places nothing itself."""

from functools import lru_cache

import msgspec

from domain.rulesets.great_fire.components import (
    CONSTANTS,
    PUDDING_LANE,
    SIZES,
    SUPPLY,
    Mask,
    bits,
)
from domain.rulesets.great_fire.events import ConesReturned, PuddingLaneRefilled
from domain.rulesets.great_fire.fire import uncontained
from domain.rulesets.great_fire.state import State


class Taken(msgspec.Struct, frozen=True, gc=False):
    """How a need for cones was met. `returned`: what each seat gave back, None if nobody had to. `stock`, `pudding_lane`:
    what is left there."""

    from_stock: int
    from_pudding_lane: int
    returned: tuple[int, ...] | None
    stock: int
    pudding_lane: int


def take(stock: int, pudding_lane: int, piles: tuple[int, ...], need: int, *, stop: bool) -> Taken:
    """Meet `need` one by one: stock, then Pudding Lane, then one cone from every pile (GF-SUPPLY-01 to GF-SUPPLY-03).

    With `stop` there is nothing but the stock (GF-OPT-05).
    """
    from_stock = min(need, stock)
    stock -= from_stock
    from_lane = 0 if stop else min(need - from_stock, pudding_lane)
    pudding_lane -= from_lane
    missing = need - from_stock - from_lane
    if stop or not missing or not any(piles):
        return Taken(from_stock, from_lane, None, stock, pudding_lane)
    returned = [0] * len(piles)
    while missing > stock and any(pile > given for pile, given in zip(piles, returned, strict=True)):
        for seat, pile in enumerate(piles):
            if pile > returned[seat]:  # GF-RULING-27: all who have a cone give one, at the same time
                returned[seat] += 1
                stock += 1
    late = min(missing, stock)
    return Taken(from_stock + late, from_lane, tuple(returned), stock - late, pudding_lane)


def refill(stock: int, pudding_lane: int) -> tuple[PuddingLaneRefilled, ...]:
    """The refill of a bare Pudding Lane, if it is one and the stock has a cone (GF-FIRE-08, GF-RULING-08)."""
    if pudding_lane or not stock:
        return ()
    return (PuddingLaneRefilled(min(SUPPLY.fire_cones_pudding_lane_refill, stock)),)


def given_back(taken: Taken) -> tuple[ConesReturned, ...]:
    """The event of cones given back, if there were any."""
    return () if taken.returned is None else (ConesReturned(taken.returned),)


def room(cones: bytes, at: int) -> int:
    """How many cones of an intensification fit into an uncontained district (GF-INT-03)."""
    return max(0, SIZES[at] + CONSTANTS.cone_limit_over_size - cones[at])


@lru_cache(maxsize=1024)
def roomy(cones: bytes, bands: tuple[int, ...]) -> Mask:
    """The districts that a cone of an intensification may go to (GF-INT-02, GF-INT-03)."""
    fire = uncontained(cones, bands) & ~(1 << PUDDING_LANE)
    return sum(1 << at for at in bits(fire) if room(cones, at))


def owed(state: State, cones: int) -> int:
    """How many of `cones` must be placed: as many as there are both room and cones to be had (GF-INT-04)."""
    fitting = sum(room(state.cones, at) for at in bits(roomy(state.cones, state.bands)))
    return min(cones, fitting, to_be_had(state))


def to_be_had(state: State) -> int:
    """The cones that an intensification can draw on."""
    if state.deal.options.stock_exhaustion == "stop":
        return state.stock
    return state.stock + state.cones[PUDDING_LANE] + sum(state.piles)
