"""The events of cubes and loyalty (section 8)."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import NOWHERE
from domain.rulesets.brigade.evolve.change import cubes_changed, with_brigade
from domain.rulesets.brigade.state import State


def evolve_loyalty(state: State, event: e.LoyaltyEvent) -> State:
    """The state after an event of cubes or loyalty."""
    match event:
        case e.CubePlaced(seat=seat, cell=cell):
            brigade = state.brigades[seat]
            assert brigade.supply > 0, "no cube in the supply"
            brigade = replace(brigade, cubes=cubes_changed(brigade.cubes, cell, 1), supply=brigade.supply - 1)
            return with_brigade(state, seat, brigade)
        case e.CubeRemoved(seat=seat, cell=cell):
            brigade = state.brigades[seat]
            brigade = replace(brigade, cubes=cubes_changed(brigade.cubes, cell, -1), supply=brigade.supply + 1)
            return with_brigade(state, seat, brigade)
        case e.CubeMoved(seat=seat, source=source, cell=cell):
            brigade = state.brigades[seat]
            cubes = cubes_changed(cubes_changed(brigade.cubes, source, -1), cell, 1)
            return with_brigade(state, seat, replace(brigade, cubes=cubes))
        case e.LoyaltyGained():
            return _loyal(state, event)
        case _:
            assert_never(event)


def _loyal(state: State, event: e.LoyaltyGained) -> State:
    """The token lies on the tile, and all cubes there go back to their supplies (BRI-LOYAL-02, -07)."""
    cell = event.cell
    elsewhere = ~(1 << cell)
    other_tokens = elsewhere if event.source == NOWHERE else elsewhere & ~(1 << event.source)
    brigades = tuple(
        replace(
            b,
            cubes=cubes_changed(b.cubes, cell, -b.cubes[cell]),
            supply=b.supply + b.cubes[cell],
            loyal=b.loyal & other_tokens | 1 << cell if seat == event.seat else b.loyal & elsewhere,
        )
        for seat, b in enumerate(state.brigades)
    )
    return replace(state, brigades=brigades)
