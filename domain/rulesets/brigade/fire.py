"""Events, the spread of fire, flipping (sections 4 and 5, and the effects of section 12). Asks nobody: it pushes what is to be asked."""

from itertools import pairwise

from domain.rulesets.brigade.agenda import (
    Addition,
    AnyTask,
    Ask,
    Blaze,
    DrawRecruits,
    Flips,
    ForEach,
    PyroCubes,
    ServePyro,
    Thaw,
    TurnOver,
)
from domain.rulesets.brigade.boards import advance, can_recruit, fill, levy
from domain.rulesets.brigade.components import (
    ADJACENT,
    BURNABLE,
    DIRECTIONS,
    LINES,
    RECRUITS_DRAWN,
    SURROUNDING,
    WIND_ORDER,
    Cell,
    Direction,
    EventCard,
    Mask,
    TrackName,
    bits,
    blown,
    tile_at,
)
from domain.rulesets.brigade.events import AviaryRoasted, FireAdded, FireReduced, TileDestroyed
from domain.rulesets.brigade.events_boards import PyreServed
from domain.rulesets.brigade.loyalty import check_city, lay_cube
from domain.rulesets.brigade.queries import burning, complete, doomed, has, pawns, spared, standing, takers, turn_order
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.table import Table

ESME = "redirect_fire_from_brigade"
VEDA = "cube_instead_of_fire"
_ADVANCES: dict[str, TrackName] = {
    "upgrade_wagon": "wagon",
    "upgrade_crew": "crew",
    "upgrade_leadership": "leadership",
}


# ---- event cards


def card_tasks(state: State, card: EventCard) -> tuple[AnyTask, ...]:
    """What an event card does, before the flips."""
    match card.kind:
        case "firestorm":
            return Blaze(card.marked, card=True), PyroCubes()
        case "wind":
            return (Blaze(_downwind(state, card.direction), card=True),)
        case _:
            return (_special(state, card.effect),)


def _downwind(state: State, direction: Direction) -> tuple[Cell, ...]:
    # BRI-EVENT-WIND-02, -03: only the fires there when the card is drawn, so nothing cascades
    receiving = blown(burning(state.fire), direction) & BURNABLE
    return tuple(cell for cell in WIND_ORDER[direction] if receiving >> cell & 1)


def _special(state: State, effect: str) -> AnyTask:
    match effect:
        case "arson":
            loyal = 0
            for b in state.brigades:
                loyal |= b.loyal
            return Blaze(tuple(bits(loyal)), card=True)
        case "burning_man":
            return Blaze(tuple(bits(pawns(state) & BURNABLE)), card=True, ignoring=True)
        case "karnaj_celebrates":
            return Blaze(tuple(cell for cell, level in enumerate(state.fire) if level == 2), card=True)
        case _:
            return ForEach(effect=effect, seats=turn_order(state, state.active))


def for_each(table: Table, task: ForEach) -> None:
    """A special event reaches the next player (BRI-EVENT-05)."""
    seat, *rest = task.seats
    if rest:
        table.push(ForEach(effect=task.effect, seats=tuple(rest)))
    state = table.state
    brigade = state.brigades[seat]
    if brigade.gone:
        return
    match task.effect:
        case "recruit":
            if can_recruit(state, seat):
                table.push(DrawRecruits(seat, RECRUITS_DRAWN))
        case "place_one_cube":
            cells = standing(state) & ~spared(state, rivals_of=seat) if brigade.supply else 0
            table.push(Ask("event_cube", seat, cells=cells))
        case "too_hot_in_here":
            fill(table, seat, brigade=True, wagon=False, why="too_hot")
        case "dirty_dealings":
            table.push(Ask("dirty_dealings", seat, cells=takers(state, True) & ~pawns(state)))
        case effect:
            # BRI-EVENT-SPECIAL-08: a marker at the end stays there
            if not complete(brigade, _ADVANCES[effect]):
                advance(table, seat, _ADVANCES[effect], "event")


# ---- adding fire


def blaze(table: Table, task: Blaze) -> None:
    """One level each, tile by tile; a tile with pawns is left to `addition`."""
    for done, cell in enumerate(task.cells, 1):
        state = table.state
        if not takers(state, task.card) >> cell & 1:
            continue
        if pawns(state) >> cell & 1:
            rest = Blaze(task.cells[done:], card=task.card, ignoring=task.ignoring)
            table.push(Addition(cell=cell, levels=1, card=task.card, ignoring=task.ignoring, stage=0), rest)
            return
        table.emit(FireAdded(cell=cell, levels=1, card=task.card, tile=table.tile(cell)))


def redirects(state: State, cell: Cell, card: bool) -> Mask:
    """Where Esme Morrow may send fire meant for `cell`: never to an immune tile (BRI-RULING-62)."""
    return ADJACENT[cell] & takers(state, card) & ~pawns(state)


def addition(table: Table, task: Addition) -> None:
    """Fire for a tile with pawns: replacements in turn order, Esme before Veda of one player, then immunity (BRI-RULING-62)."""
    state, cell = table.state, task.cell
    order = turn_order(state, state.active)
    for stage in range(task.stage, 2 * len(order)):
        seat = order[stage // 2]
        brigade = state.brigades[seat]
        if stage % 2 == 0:
            cells = redirects(state, cell, task.card)
            if brigade.at == cell and cells and has(state, seat, ESME):
                left = Addition(cell=cell, levels=task.levels, card=task.card, ignoring=task.ignoring, stage=stage + 1)
                table.push(Ask("redirect", seat, cell=cell, cells=cells), left)
                return
        elif cell in (brigade.at, brigade.wagon_at) and brigade.supply and has(state, seat, VEDA):
            lay_cube(table, seat, cell, "veda")
            return
    if task.ignoring:
        table.emit(FireAdded(cell=cell, levels=task.levels, card=task.card, tile=table.tile(cell)))


def pyro_cubes(table: Table) -> None:
    """Cindy Bustion's cubes on what this card raised and did not doom (BRI-CHIEF-CINDY-BUSTION)."""
    state = table.state
    for seat in turn_order(state, state.active):
        if state.brigades[seat].pyro:
            cells = state.risen & standing(state)
            table.emit(PyreServed(seat=seat, cells=tuple(bits(cells))))
            table.push(ServePyro(seat, cells))


def serve_pyro(table: Table, task: ServePyro) -> None:
    """The next cube: in reading order, or where the player wants it when there are too few."""
    brigade = table.state.brigades[task.seat]
    supply = 0 if brigade.gone else brigade.supply
    cells = task.cells & standing(table.state)
    if not cells or not supply:
        return
    if supply < cells.bit_count():
        table.push(Ask("pyro_cube", task.seat, cells=cells))
        return
    cell = next(bits(cells))
    table.push(ServePyro(task.seat, cells & ~(1 << cell)))
    lay_cube(table, task.seat, cell, "pyro_control")


# ---- flipping


def flips(table: Table) -> None:
    """The first doomed tile in reading order, with its effect; when there is none left, the end conditions (BRI-DESTROY-05)."""
    state = table.state
    lost = doomed(state.fire)
    if not lost:
        check_city(table)
        return
    cell = next(bits(lost))
    table.push(TurnOver(cell), Flips())
    match tile_at(state.tiles, cell).ability:
        case "four_winds":
            table.push(Blaze(_gusts(state, cell), card=False))
        case "frost_burst":
            _thaw_around(table, cell)
        case "falling_tree":
            if any(_would_change(state, target) for way in DIRECTIONS for target in fallen(cell, way)):
                table.push(Ask("fallen_tree", state.active, cell=cell))


def _gusts(state: State, cell: Cell) -> tuple[Cell, ...]:
    # BRI-EXP-BIG-03: each gust begins at the edge; what burns when the building is flipped spreads, the building included
    sources = burning(state.fire) | 1 << cell
    found: list[Cell] = []
    for way in DIRECTIONS:
        line = (cell, *LINES[way][cell])
        found += [near for far, near in reversed(list(pairwise(line))) if sources >> far & 1]
    return tuple(found)


def _thaw_around(table: Table, cell: Cell) -> None:
    # BRI-EXP-BIG-04: no recognition, and what is doomed stays doomed
    state = table.state
    for near in bits(SURROUNDING[cell] & burning(state.fire)):
        table.emit(FireReduced(cell=near, levels=1, why="thaw", tile=table.tile(near)))
    guests = tuple(
        seat
        for seat in turn_order(state, state.active)
        if cell in (state.brigades[seat].at, state.brigades[seat].wagon_at)
    )
    table.push(Thaw(cell, guests))


def thaw(table: Table, task: Thaw) -> None:
    """The next owner of pawns on the Frozen Exhibits refills for free."""
    if not task.seats:
        return
    seat, *rest = task.seats
    table.push(Thaw(task.cell, tuple(rest)))
    b = table.state.brigades[seat]
    here = {"brigade": b.at == task.cell, "wagon": b.wagon_at == task.cell}
    if fill(table, seat, **here, why="thaw"):
        levy(table, seat, **here)


def fallen(cell: Cell, direction: Direction) -> tuple[Cell, ...]:
    """The three tiles next in line (BRI-EXP-BIG-05)."""
    return LINES[direction][cell][:3]


def _would_change(state: State, cell: Cell) -> bool:
    if not takers(state, False) >> cell & 1:
        return False
    if not pawns(state) >> cell & 1:
        return True
    return any(
        (b.at == cell and has(state, seat, ESME) and redirects(state, cell, False))
        or (cell in (b.at, b.wagon_at) and b.supply and has(state, seat, VEDA))
        for seat, b in enumerate(state.brigades)
    )


def turn_over(table: Table, task: TurnOver) -> None:
    """The tile is flipped; the Aviary gets its tokens then (BRI-EXP-BIG-02, -06)."""
    cell = task.cell
    table.emit(TileDestroyed(cell=cell, tile=table.tile(cell)))
    if tile_at(table.state.tiles, cell).ability == "roast_aviary":
        seats = tuple(s for s in turn_order(table.state) if table.state.brigades[s].supply)
        table.emit(AviaryRoasted(cell=cell, seats=seats))
