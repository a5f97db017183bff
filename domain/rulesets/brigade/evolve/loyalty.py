"""The events of cubes and loyalty (section 8)."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import NOWHERE
from domain.rulesets.brigade.evolve.change import cubes_changed, with_brigade
from domain.rulesets.brigade.state import State


def _cube_placed(state: State, event: e.CubePlaced) -> State:
    brigade = state.brigades[event.seat]
    assert brigade.supply > 0, "no cube in the supply"
    brigade = replace(brigade, cubes=cubes_changed(brigade.cubes, event.cell, 1), supply=brigade.supply - 1)
    return with_brigade(state, event.seat, brigade)


def _cube_removed(state: State, event: e.CubeRemoved) -> State:
    brigade = state.brigades[event.seat]
    brigade = replace(brigade, cubes=cubes_changed(brigade.cubes, event.cell, -1), supply=brigade.supply + 1)
    return with_brigade(state, event.seat, brigade)


def _cube_moved(state: State, event: e.CubeMoved) -> State:
    brigade = state.brigades[event.seat]
    cubes = cubes_changed(cubes_changed(brigade.cubes, event.source, -1), event.cell, 1)
    return with_brigade(state, event.seat, replace(brigade, cubes=cubes))


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


LOYALTY: Final[Mapping[type, Callable[..., State]]] = {
    e.CubePlaced: _cube_placed,
    e.CubeRemoved: _cube_removed,
    e.CubeMoved: _cube_moved,
    e.LoyaltyGained: _loyal,
}
"""Type of an event of cubes or loyalty -> the state after it."""
