"""The events of set-up: the city, the chiefs and the first fires (section 2)."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import (
    CHIEFS,
    CUBES,
    FIREHOUSE_CELLS,
    NO_CELLS,
    NOWHERE,
    START_INTENSITY,
    STARTING,
    TILE_INDEX,
    TILES,
    UNIVERSITY,
    WAGON_START_WATER,
    Cell,
    bits,
)
from domain.rulesets.brigade.evolve.change import with_brigade
from domain.rulesets.brigade.state import Brigade, State


def _city_built(state: State, event: e.CityBuilt) -> State:
    laid = bytes(TILE_INDEX[tile] for tile in event.tiles)
    return replace(
        state, tiles=laid, fire=NO_CELLS, first=event.first, active=event.first, phase="choosing", starting=STARTING
    )


def _chief_chosen(state: State, event: e.ChiefChosen) -> State:
    brigade = state.brigades[event.seat]
    state = replace(state, tiles=_with_own_firehouse(state.tiles, brigade.home, event.firehouse))
    return with_brigade(state, event.seat, _ready(brigade, event.chief, event.firehouse))


def _starting_events_begun(state: State, _: e.StartingEventsBegun) -> State:
    fire = bytearray(state.fire)
    for cell in bits(UNIVERSITY):
        fire[cell] = START_INTENSITY
    return replace(state, fire=bytes(fire), phase="starting")


def _ready(brigade: Brigade, chief: str, firehouse: str) -> Brigade:
    """A brigade with all that its player starts with (BRI-SETUP-05 to -07)."""
    return replace(
        brigade,
        chief=chief,
        firehouse=firehouse,
        at=NOWHERE if brigade.gone else brigade.home,
        wagon_at=NOWHERE if brigade.gone else brigade.home,
        water=CHIEFS[chief].buckets,
        wagon_water=WAGON_START_WATER,
        cubes=NO_CELLS,
        supply=CUBES,
    )


def _with_own_firehouse(tiles: bytes, home: Cell, firehouse: str) -> bytes:
    """The layout with the firehouse of this colour in the seat's corner, exchanged with the one there
    (BRI-SETUP-03)."""
    own = next(cell for cell in FIREHOUSE_CELLS if TILES[tiles[cell]].colour == firehouse)
    laid = bytearray(tiles)
    laid[home], laid[own] = laid[own], laid[home]
    return bytes(laid)


SET_UP: Final[Mapping[type, Callable[..., State]]] = {
    e.CityBuilt: _city_built,
    e.ChiefChosen: _chief_chosen,
    e.StartingEventsBegun: _starting_events_begun,
}
"""Type of an event of set-up -> the state after it."""
