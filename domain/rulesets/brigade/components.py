"""The printed components, typed, and the six by six grid as bit masks.

A cell is a number 0..35 in reading order, row * 6 + column (BRI-GEO-01). A mask is a set of cells, with bit i for
cell i.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Literal, NewType, TypeAlias

import msgspec

from domain.engine.components import printed_components

Cell = NewType("Cell", int)
"""A cell of the grid, 0..35 in reading order; `NOWHERE` off the board."""
Mask: TypeAlias = int
"""A set of cells: bit i stands for cell i."""
NOWHERE: Final = Cell(-1)
"""The cell of a pawn that is not on the board (BRI-RULING-89), and of a task that is about no tile."""
Direction: TypeAlias = Literal["north", "east", "south", "west"]
TrackName: TypeAlias = Literal["crew", "wagon", "leadership"]

PRINTED: Final[Mapping[str, Any]] = MappingProxyType(printed_components(__file__))


def printed() -> Mapping[str, Any]:
    """The content of components.toml, with its `source` fields."""
    return PRINTED


# ---- the grid

SIDE: Final[int] = PRINTED["grid"]["rows"]
CELLS: Final = SIDE * SIDE
ALL_CELLS: Final = tuple(Cell(at) for at in range(CELLS))
ALL: Final[Mask] = (1 << CELLS) - 1
NO_CELLS: Final = bytes(CELLS)
DIRECTIONS: Final[tuple[Direction, ...]] = ("north", "east", "south", "west")
_STEPS: Final[Mapping[Direction, tuple[int, int]]] = {
    "north": (-1, 0),
    "east": (0, 1),
    "south": (1, 0),
    "west": (0, -1),
}


def cell_at(row: int, column: int) -> Cell:
    """The cell of a row and a column, both 0..5 (BRI-GEO-01)."""
    return Cell(row * SIDE + column)


BIT: Final[tuple[Mask, ...]] = (*(1 << cell for cell in ALL_CELLS), 0)
"""Cell -> the mask of it alone. That of `NOWHERE`, the last one, is empty."""
_CELL_OF_BIT: Final = {1 << cell: cell for cell in ALL_CELLS}


def bits(mask: Mask) -> Iterator[Cell]:
    """The cells of a mask in reading order."""
    while mask:
        low = mask & -mask
        yield _CELL_OF_BIT[low]
        mask ^= low


def mask_of(row: bytes, ones: bytes) -> Mask:
    """The cells whose byte in `row` becomes `1` by the translation `ones`; all others become `0`."""
    return int(row[::-1].translate(ones) or b"0", 2)


def ones_for(accepted: Iterable[int]) -> bytes:
    """The translation for `mask_of` that accepts these bytes."""
    wanted = frozenset(accepted)
    return bytes(ord("1") if byte in wanted else ord("0") for byte in range(256))


def _line(cell: Cell, direction: Direction) -> tuple[Cell, ...]:
    down, right = _STEPS[direction]
    row, column = divmod(cell, SIDE)
    cells = []
    while 0 <= (row := row + down) < SIDE and 0 <= (column := column + right) < SIDE:
        cells.append(cell_at(row, column))
    return tuple(cells)


def _around(cell: Cell) -> Mask:
    row, column = divmod(cell, SIDE)
    return sum(
        1 << cell_at(r, c)
        for r in range(max(0, row - 1), min(SIDE, row + 2))
        for c in range(max(0, column - 1), min(SIDE, column + 2))
        if (r, c) != (row, column)
    )


LINES: Final[Mapping[Direction, tuple[tuple[Cell, ...], ...]]] = {
    way: tuple(_line(cell, way) for cell in ALL_CELLS) for way in DIRECTIONS
}
"""Direction, cell -> the cells from there to the edge in that direction; nothing wraps (BRI-GEO-05)."""
ADJACENT: Final = tuple(sum(1 << LINES[way][cell][0] for way in DIRECTIONS if LINES[way][cell]) for cell in ALL_CELLS)
"""Cell -> the orthogonal neighbours (BRI-GEO-04)."""
SURROUNDING: Final = tuple(_around(cell) for cell in ALL_CELLS)
NEIGHBOURS: Final = tuple(tuple(bits(mask)) for mask in SURROUNDING)
_WEST: Final = sum(1 << cell_at(row, 0) for row in range(SIDE))
_EAST: Final = sum(1 << cell_at(row, SIDE - 1) for row in range(SIDE))


def beside(mask: Mask) -> Mask:
    """The cells of a mask and all their eight neighbours."""
    wide = mask | (mask & ~_EAST) << 1 | (mask & ~_WEST) >> 1
    return (wide | wide << SIDE | wide >> SIDE) & ALL


def blown(mask: Mask, direction: Direction) -> Mask:
    """The neighbours of the cells of a mask in one direction."""
    match direction:
        case "north":
            return mask >> SIDE
        case "south":
            return mask << SIDE & ALL
        case "east":
            return (mask & ~_EAST) << 1
        case "west":
            return (mask & ~_WEST) >> 1


def wind_order(direction: Direction) -> tuple[Cell, ...]:
    """All cells, line by line from the edge that the wind blows to; a line in reading order (BRI-EVENT-WIND-03)."""
    down, right = _STEPS[direction]
    return tuple(sorted(ALL_CELLS, key=lambda c: (-down * (c // SIDE) - right * (c % SIDE), c)))


WIND_ORDER: Final = {way: wind_order(way) for way in DIRECTIONS}

# ---- tiles


class Tile(msgspec.Struct, frozen=True):
    """A city, University or firehouse tile. `ability`: that of a big building, else empty."""

    id: str
    name: str
    kind: str
    guild: str
    value: int
    ability: str = ""
    cell: tuple[int, int] | None = None
    colour: str = ""


TILES: Final = msgspec.convert([*PRINTED["tile"], *PRINTED["big_building"]], tuple[Tile, ...])
"""Every tile that can lie on the board. A state names a tile by its index here."""
TILE_INDEX: Final[Mapping[str, int]] = {tile.id: at for at, tile in enumerate(TILES)}
BIG_BUILDINGS: Final = tuple(at for at, tile in enumerate(TILES) if tile.ability)
GUILDS: Final = tuple(entry["id"] for entry in PRINTED["guild"] if entry.get("is_guild", True))
KINDS: Final = (*GUILDS, "university")
"""The five block types, the University last."""
GUILD_NAMES: Final[Mapping[str, str]] = {entry["id"]: entry["name"] for entry in PRINTED["guild"]}
FIREHOUSE_CELLS: Final = tuple(cell_at(*at) for at in PRINTED["grid"]["firehouse_cells"])
FIREHOUSES: Final[Mask] = sum(1 << cell for cell in FIREHOUSE_CELLS)
UNIVERSITY: Final[Mask] = sum(1 << cell_at(*at) for at in PRINTED["grid"]["university_cells"])
BURNABLE: Final[Mask] = ALL & ~FIREHOUSES
CITY: Final[Mask] = BURNABLE & ~UNIVERSITY


@lru_cache(maxsize=512)
def guild_masks(tiles: bytes) -> Mapping[str, Mask]:
    """The cells of each block type in a layout."""
    return {kind: sum(1 << c for c, at in enumerate(tiles) if TILES[at].guild == kind) for kind in KINDS}


def tile_at(tiles: bytes, cell: Cell) -> Tile:
    """The tile on a cell of a layout."""
    return TILES[tiles[cell]]


# ---- cards


class EventCard(msgspec.Struct, frozen=True):
    """An event card: a firestorm with its cells, a wind with its direction, or a special event with its effect.

    `added`, `withdrawn`: the erratum since which the card is in the deck, or no longer is; empty for none.
    """

    id: str
    kind: str
    starting: bool = False
    cells: tuple[tuple[int, int], ...] = ()
    direction: Direction = "north"
    effect: str = ""
    name: str = ""
    added: str = ""
    withdrawn: str = ""

    @property
    def marked(self) -> tuple[Cell, ...]:
        """The circled cells in reading order (BRI-EVENT-STORM-03)."""
        return MARKED[self.id]


class Crew(msgspec.Struct, frozen=True):
    """One crew card as printed."""

    id: str
    name: str
    set: str
    guild: str
    buckets: int
    ability: str


class Chief(msgspec.Struct, frozen=True):
    """A chief card. `base_colour` is empty for extra chiefs; `buckets_werewolf` is 0 except for White Fang."""

    id: str
    name: str
    set: str
    buckets: int
    ability: str
    base_colour: str = ""
    buckets_werewolf: int = 0


class Upgrades(msgspec.Struct, frozen=True):
    """An upgrade track with the value of each circle. The marker starts on the first (BRI-UPG-02)."""

    id: TrackName
    name: str
    positions: tuple[int, ...]

    @property
    def last(self) -> int:
        """The circle with the blue bonus."""
        return len(self.positions) - 1


EVENTS: Final = {
    card.id: card for card in msgspec.convert([*PRINTED["event"], *PRINTED["expansion_event"]], tuple[EventCard, ...])
}
MARKED: Final = {card.id: tuple(sorted(cell_at(*at) for at in card.cells)) for card in EVENTS.values()}
STARTING: Final = tuple(card.id for card in EVENTS.values() if card.starting)
FESTIVAL_EVENTS: Final = tuple(card["id"] for card in PRINTED["expansion_event"])
_BASE: Final = tuple(EVENTS[card["id"]] for card in PRINTED["event"])
FIRST_EVENTS: Final = tuple(card.id for card in _BASE if not card.added)
"""The 30 event cards of the box as they were first reconstructed."""
BASE_EVENTS: Final = tuple(card.id for card in _BASE if not card.withdrawn)
"""The 30 event cards of the box (BRI-RULING-16)."""
EFFECTS: Final[Mapping[str, str]] = {entry["id"]: entry["effect"] for entry in PRINTED["event_effect"]}
EFFECT_RULES: Final[Mapping[str, str]] = {entry["id"]: entry["rule"] for entry in PRINTED["event_effect"]}
CREW: Final = {card.id: card for card in msgspec.convert(PRINTED["crew"], tuple[Crew, ...])}
CHIEFS: Final = {card.id: card for card in msgspec.convert(PRINTED["chief"], tuple[Chief, ...])}
HOUSES: Final[Mapping[str, str]] = {entry["colour"]: entry["ability"] for entry in PRINTED["firehouse"]}
"""Colour -> the ability on the advanced side of that firehouse."""
ABILITY_RULES: Final[Mapping[str, str]] = {entry["id"]: entry["rule"] for entry in PRINTED["ability"]}
ABILITIES: Final[Mapping[str, Mapping[str, Any]]] = {
    entry["id"]: entry.get("params", {}) for entry in PRINTED["ability"]
}
TRACKS: Final[Mapping[TrackName, Upgrades]] = {
    track.id: track for track in msgspec.convert(PRINTED["track"], tuple[Upgrades, ...])
}
TRACK_NAMES: Final[tuple[TrackName, ...]] = tuple(TRACKS)
SIR_PRECIOUS: Final = next(card.id for card in CREW.values() if card.ability == "burden_minus_one_action")

# ---- numbers


class Supply(msgspec.Struct, frozen=True):
    """What each player owns (BRI-COMP-06)."""

    recognition_cubes_per_player: int
    loyalty_tokens_per_player: int


Ending: TypeAlias = Literal["", "guild", "citizens", "evacuation", "all_out", "deserted"]
"""How a game ended; empty while it goes on."""


class Ends(msgspec.Struct, frozen=True):
    """The numbers of section 9."""

    guild_loyalty_tiles: int
    university_loyalty_tiles: int
    citizens_types: int
    evacuation_total_destroyed: int
    evacuation_university_destroyed: int


CUBES: Final = msgspec.convert(PRINTED["supply"], Supply).recognition_cubes_per_player
TOKENS: Final = msgspec.convert(PRINTED["supply"], Supply).loyalty_tokens_per_player
ENDS: Final = msgspec.convert(PRINTED["end"], Ends)
DOOMED: Final[int] = PRINTED["fire"]["destroyed_at"]
BURNING_MAX: Final[int] = PRINTED["fire"]["max_burning_intensity"]
START_INTENSITY: Final[int] = PRINTED["setup"]["university_start_intensity"]
STARTING_EVENTS: Final[int] = PRINTED["setup"]["starting_events_drawn"]
WAGON_START_WATER: Final[int] = PRINTED["setup"]["wagon_start_water"]
MOVE_RANGE: Final[int] = PRINTED["move"]["brigade_range"]
RUIN_EXTRA: Final[int] = PRINTED["move"]["destroyed_extra_cost"]
SEATS_MIN: Final[int] = PRINTED["meta"]["publication"]["players_min"]
SEATS_MAX: Final[int] = PRINTED["meta"]["publication"]["players_max"]
RECRUITS_DRAWN: Final = 2


def corner_cells(seats: int) -> tuple[Cell, ...]:
    """The home cell of each seat (BRI-SETUP-04)."""
    return tuple(FIREHOUSE_CELLS[at] for at in PRINTED["setup"]["corners"][f"players_{seats}"])
