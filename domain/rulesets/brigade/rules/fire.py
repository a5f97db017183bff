"""How fire spreads, and how doomed tiles are flipped (section 5, and the big buildings of section 12)."""

from itertools import pairwise
from typing import Final

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import Addition, Ask, Blaze, Flips, Thaw, TurnOver
from domain.rulesets.brigade.components import (
    ADJACENT,
    BIT,
    DIRECTIONS,
    DOOMED,
    LINES,
    SURROUNDING,
    TILES,
    Cell,
    Direction,
    Mask,
    bits,
    tile_at,
)
from domain.rulesets.brigade.errata import BRI_E01, BRI_E03
from domain.rulesets.brigade.events import AviaryRoasted, FireAdded, FireReduced, TileDestroyed
from domain.rulesets.brigade.queries import burning, doomed, has, pawns, takers, turn_order
from domain.rulesets.brigade.rules.causes import fire_cause
from domain.rulesets.brigade.rules.ending import check_city
from domain.rulesets.brigade.rules.loyalty import lay_cube
from domain.rulesets.brigade.rules.water import fill, levy
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State

ESME: Final = "redirect_fire_from_brigade"
VEDA: Final = "cube_instead_of_fire"


def blaze(working: Working, task: Blaze) -> None:
    """Adds one level to each tile in turn. A tile with pawns is left to `addition`, unless nothing can come of it."""
    state, by_card = working.state, task.by_card
    reached, immune = takers(state, by_card=by_card), pawns(state)
    if not task.ignoring:
        reached &= ~immune | _with_crew(state)
    fire, tiles = bytearray(state.fire), state.tiles
    raised: list[FireAdded] = []
    for number, cell in enumerate(task.cells, 1):
        if not reached >> cell & 1 or fire[cell] == DOOMED:
            continue
        if immune >> cell & 1:
            rest = Blaze(task.cells[number:], by_card=by_card, ignoring=task.ignoring)
            working.emit_fires(raised, fire)
            working.push(Addition(cell=cell, levels=1, by_card=by_card, ignoring=task.ignoring, stage=0), rest)
            return
        cause = raised[0].cause if raised else fire_cause(working, by_card=by_card)
        raised.append(FireAdded(cell=cell, levels=1, by_card=by_card, tile=TILES[tiles[cell]].id, cause=cause))
        fire[cell] += 1
    working.emit_fires(raised, fire)


def _with_crew(state: State) -> Mask:
    """The tiles with pawns of a player whose crew may have an ability that replaces fire."""
    mask = 0
    for b in state.brigades:
        if b.crew or b.mimic:
            mask |= BIT[b.at] | BIT[b.wagon_at]
    return mask


def redirects(state: State, cell: Cell, *, by_card: bool) -> Mask:
    """The tiles to which Esme Morrow may send fire meant for `cell`; never an immune one (BRI-RULING-62)."""
    return ADJACENT[cell] & takers(state, by_card=by_card) & ~pawns(state)


def addition(working: Working, task: Addition) -> None:
    """Adds fire to a tile with pawns, unless an ability replaces it or the tile is immune. It is not immune any more
    if its pawns left with their player meanwhile (BRI-RULING-89).

    The abilities are considered in turn order, for one player Esme before Veda (BRI-RULING-62).
    """
    state, cell = working.state, task.cell
    order = _clockwise(state)
    for stage in range(task.stage, 2 * len(order)):
        seat = order[stage // 2]
        brigade = state.brigades[seat]
        if cell not in (brigade.at, brigade.wagon_at):
            continue
        if stage % 2 == 0:
            esme = brigade.at == cell and has(state, seat, ESME)
            if esme and (cells := redirects(state, cell, by_card=task.by_card)):
                left = Addition(
                    cell=cell, levels=task.levels, by_card=task.by_card, ignoring=task.ignoring, stage=stage + 1
                )
                working.push(Ask("redirect", seat, cell=cell, cells=cells), left)
                return
        elif brigade.supply and has(state, seat, VEDA):
            lay_cube(working, seat, cell, "veda")
            return
    open_now = BRI_E01.holds(state) and bool(takers(state, by_card=task.by_card) & ~pawns(state) & 1 << cell)
    if task.ignoring or open_now:
        cause = fire_cause(working, by_card=task.by_card)
        working.emit(
            FireAdded(cell=cell, levels=task.levels, by_card=task.by_card, tile=working.tile(cell), cause=cause)
        )


def _clockwise(state: State) -> tuple[Seat, ...]:
    """The seats clockwise from the active one. With those of players who left, so that the stages of an addition
    mean the same seats after a departure."""
    if BRI_E03.holds(state):
        return (*state.all_seats[state.active :], *state.all_seats[: state.active])
    return turn_order(state, state.active)


def flips(working: Working, _: Flips) -> None:
    """Flips the first doomed tile in reading order, after its effect. Without one, checks the end conditions
    (BRI-DESTROY-05).
    """
    state = working.state
    lost = doomed(state.fire)
    if not lost:
        check_city(working)
        return
    cell = next(bits(lost))
    working.push(TurnOver(cell), Flips())
    match tile_at(state.tiles, cell).ability:
        case "four_winds":
            working.push(Blaze(_gusts(state, cell), by_card=False))
        case "frost_burst":
            _thaw_around(working, cell)
        case "falling_tree":
            if any(_would_change(state, target) for way in DIRECTIONS for target in fallen(cell, way)):
                working.push(Ask("fallen_tree", state.active, cell=cell))


def _gusts(state: State, cell: Cell) -> tuple[Cell, ...]:
    """The tiles that the four winds reach, each from the edge inwards (BRI-EXP-BIG-03).

    What burns when the building is flipped spreads, and the building itself does too.
    """
    sources = burning(state.fire) | 1 << cell
    cells: list[Cell] = []
    for way in DIRECTIONS:
        line = (cell, *LINES[way][cell])
        cells += [near for far, near in reversed(list(pairwise(line))) if sources >> far & 1]
    return tuple(cells)


def _thaw_around(working: Working, cell: Cell) -> None:
    """Lowers the fires around the Frozen Exhibits, without recognition; doomed tiles stay doomed (BRI-EXP-BIG-04)."""
    state = working.state
    for near in bits(SURROUNDING[cell] & burning(state.fire)):
        working.emit(FireReduced(cell=near, levels=1, why="thaw", tile=working.tile(near)))
    guests = tuple(
        seat
        for seat in turn_order(state, state.active)
        if cell in (state.brigades[seat].at, state.brigades[seat].wagon_at)
    )
    working.push(Thaw(cell, guests))


def thaw(working: Working, task: Thaw) -> None:
    """Refills the next player with pawns on the Frozen Exhibits, for free."""
    if not task.seats:
        return
    seat, *rest = task.seats
    working.push(Thaw(task.cell, tuple(rest)))
    b = working.state.brigades[seat]
    here = {"brigade": b.at == task.cell, "wagon": b.wagon_at == task.cell}
    if fill(working, seat, **here, why="thaw"):
        levy(working, seat, **here)


def fallen(cell: Cell, direction: Direction) -> tuple[Cell, ...]:
    """The three tiles onto which Old Tom Oak falls in a direction (BRI-EXP-BIG-05)."""
    return LINES[direction][cell][:3]


def _would_change(state: State, cell: Cell) -> bool:
    """Whether fire for a tile would change anything."""
    if not takers(state, by_card=False) >> cell & 1:
        return False
    if not pawns(state) >> cell & 1:
        return True
    return any(
        (b.at == cell and has(state, seat, ESME) and redirects(state, cell, by_card=False))
        or (cell in (b.at, b.wagon_at) and b.supply and has(state, seat, VEDA))
        for seat, b in state.by_seat()
    )


def turn_over(working: Working, task: TurnOver) -> None:
    """Flips a tile. The Aviary then gets a cube of each player (BRI-EXP-BIG-02, -06)."""
    cell = task.cell
    working.emit(TileDestroyed(cell=cell, tile=working.tile(cell)))
    if tile_at(working.state.tiles, cell).ability == "roast_aviary":
        seats = tuple(s for s in turn_order(working.state) if working.state.brigades[s].supply)
        working.emit(AviaryRoasted(cell=cell, seats=seats))
