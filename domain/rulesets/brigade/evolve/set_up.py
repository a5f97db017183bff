"""The events of set-up: the city, the chiefs and the first fires (section 2)."""

from typing import assert_never

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


def evolve_set_up(state: State, event: e.SetUpEvent) -> State:
    """The state after an event of set-up."""
    match event:
        case e.CityBuilt(tiles=tiles, first=first):
            laid = bytes(TILE_INDEX[tile] for tile in tiles)
            return replace(
                state, tiles=laid, fire=NO_CELLS, first=first, active=first, phase="choosing", starting=STARTING
            )
        case e.ChiefChosen(seat=seat, chief=chief, firehouse=firehouse):
            brigade = state.brigades[seat]
            state = replace(state, tiles=_with_own_firehouse(state.tiles, brigade.home, firehouse))
            return with_brigade(state, seat, _ready(brigade, chief, firehouse))
        case e.StartingEventsBegun():
            fire = bytearray(state.fire)
            for cell in bits(UNIVERSITY):
                fire[cell] = START_INTENSITY
            return replace(state, fire=bytes(fire), phase="starting")
        case _:
            assert_never(event)


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
