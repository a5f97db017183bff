"""Where cones come from, and where they may be added: rules sections 14 and 15."""

from functools import lru_cache

import msgspec

from domain.rulesets.great_fire.board import uncontained
from domain.rulesets.great_fire.components import CONSTANTS, PUDDING_LANE, SIZES, SUPPLY, Mask, bits
from domain.rulesets.great_fire.events import ConesReturned, PuddingLaneRefilled
from domain.rulesets.great_fire.state import State


class ConeSupply(msgspec.Struct, frozen=True, gc=False):
    """How a need for cones was met.

    `returned`: the cones that each seat gave back, None if no seat had to. `stock`, `pudding_lane`: the cones left
    there.
    """

    from_stock: int
    from_pudding_lane: int
    returned: tuple[int, ...] | None
    stock: int
    pudding_lane: int


def take(stock: int, pudding_lane: int, piles: tuple[int, ...], need: int, *, stop: bool) -> ConeSupply:
    """Meets `need` one by one: stock, then Pudding Lane, then one cone of every pile (GF-SUPPLY-01 to GF-SUPPLY-03).

    With `stop` all cones come from the stock (GF-OPT-05).
    """
    from_stock = min(need, stock)
    stock -= from_stock
    from_lane = 0 if stop else min(need - from_stock, pudding_lane)
    pudding_lane -= from_lane
    missing = need - from_stock - from_lane
    if stop or not missing or not any(piles):
        return ConeSupply(from_stock, from_lane, None, stock, pudding_lane)
    returned = [0] * len(piles)
    while missing > stock and any(pile > given for pile, given in zip(piles, returned, strict=True)):
        for seat, pile in enumerate(piles):
            if pile > returned[seat]:  # GF-RULING-27: every seat with a cone gives one, at the same time
                returned[seat] += 1
                stock += 1
    late = min(missing, stock)
    return ConeSupply(from_stock + late, from_lane, tuple(returned), stock - late, pudding_lane)


def refill(stock: int, pudding_lane: int, *, after_movement: bool) -> tuple[PuddingLaneRefilled, ...]:
    """Returns the refill of Pudding Lane, if it has no cone and the stock has one (GF-FIRE-08, GF-RULING-08)."""
    if pudding_lane or not stock:
        return ()
    return (PuddingLaneRefilled(min(SUPPLY.fire_cones_pudding_lane_refill, stock), after_movement),)


def cones_returned(supply: ConeSupply) -> tuple[ConesReturned, ...]:
    """Returns the event of cones given back, if any were (GF-SUPPLY-03)."""
    return () if supply.returned is None else (ConesReturned(supply.returned),)


def space(cones: bytes, at: int) -> int:
    """Returns how many cones of an intensification fit into an uncontained district (GF-INT-03)."""
    return max(0, SIZES[at] + CONSTANTS.cone_limit_over_size - cones[at])


@lru_cache(maxsize=1024)
def with_space(cones: bytes, bands: tuple[int, ...]) -> Mask:
    """Returns the districts that may get a cone of an intensification (GF-INT-02, GF-INT-03)."""
    fire = uncontained(cones, bands) & ~(1 << PUDDING_LANE)
    return sum(1 << at for at in bits(fire) if space(cones, at))


def cones_to_place(state: State, cones: int) -> int:
    """Returns how many of `cones` must be placed: those for which there are both space and a cone (GF-INT-04)."""
    fitting = sum(space(state.cones, at) for at in bits(with_space(state.cones, state.bands)))
    return min(cones, fitting, cones_available(state))


def cones_available(state: State) -> int:
    """Returns how many cones an intensification can take (GF-SUPPLY-01 to GF-SUPPLY-03, GF-OPT-05)."""
    if state.deal.options.stock_exhaustion == "stop":
        return state.stock
    return state.stock + state.cones[PUDDING_LANE] + sum(state.piles)
