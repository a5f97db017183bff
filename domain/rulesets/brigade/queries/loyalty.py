"""Questions about recognition, loyalty and points (sections 8 and 9)."""

from typing import Final

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import Ask
from domain.rulesets.brigade.components import (
    ABILITIES,
    ADJACENT,
    ENDS,
    GUILDS,
    KINDS,
    SURROUNDING,
    TILES,
    Cell,
    Mask,
    bits,
    guild_masks,
    tile_at,
)
from domain.rulesets.brigade.queries.abilities import has, house_has
from domain.rulesets.brigade.queries.city import owner, standing
from domain.rulesets.brigade.state import State

BLACK: Final = "diagonal_recognition"
TAKE_OVER: Final = 1
"""How many cubes more than its value a tile loyal to a rival needs (BRI-LOYAL-03, -04)."""


def needed(state: State, seat: Seat, cell: Cell) -> int:
    """How many cubes `seat` needs for a tile that is not loyal to it (BRI-LOYAL-01, -03, BRI-CREW-NERY-CAGEHAND)."""
    price = tile_at(state.tiles, cell).value
    rival = owner(state, cell)
    if rival is None:
        return price
    extra: int = ABILITIES["steal_cost_plus_2"]["extra"]
    return price + (extra if has(state, rival, "steal_cost_plus_2") else TAKE_OVER)


def points_by_kind(state: State, seat: Seat) -> dict[str, int]:
    """The sum of the printed values of the loyal tiles of each block type (BRI-END-07)."""
    points = dict.fromkeys(KINDS, 0)
    for cell in bits(state.brigades[seat].loyal):
        tile = TILES[state.tiles[cell]]
        points[tile.guild] += tile.value
    return points


def points(state: State, seat: Seat) -> int:
    """The points that a seat would have if the city were evacuated now (BRI-END-07)."""
    return sum(points_by_kind(state, seat).values())


def tiles_by_kind(state: State, seat: Seat) -> dict[str, int]:
    """How many loyal tiles a seat has of each block type."""
    loyal = state.brigades[seat].loyal
    return {kind: (mask & loyal).bit_count() for kind, mask in guild_masks(state.tiles).items()}


def recognition_cells(state: State, ask: Ask) -> Mask:
    """The tiles on which cubes of recognition may be placed (BRI-RECOG-02, BRI-HOUSE-BLACK)."""
    near = SURROUNDING if house_has(state, ask.seat, BLACK) else ADJACENT
    return (near[ask.cell] | 1 << ask.cell) & standing(state)


def progress(state: State, seat: Seat) -> dict[str, int]:
    """How far a seat is towards each end of the game (section 9).

    `guild`: tiles of the best guild, of 5; the University counts two tiles more than it has. `citizens`: block
    types, of
    5. `evacuation`, `all_out`: the points that such an end would bring now.
    """
    counts = tiles_by_kind(state, seat)
    university = counts["university"]
    bonus = ENDS.guild_loyalty_tiles - ENDS.university_loyalty_tiles
    points = sum(points_by_kind(state, seat).values())
    return {
        "guild": max(*(counts[guild] for guild in GUILDS), university + bonus if university else 0),
        "citizens": sum(1 for kind in KINDS if counts[kind]),
        "evacuation": points,
        "all_out": points,
    }
