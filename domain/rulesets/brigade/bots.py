"""A fire captain: a bot that plans its turn. Knows only a seat's own view and the list of legal commands.

It looks for the best chain of a few steps (go to a fire and put it out, fetch the wagon, refill, upgrade, recruit) and takes
the first; what recognition is worth follows from the tiles around the fire.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from domain.engine.chance import Chance
from domain.engine.viewer import Seat
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.components import (
    ADJACENT,
    CREW,
    ENDS,
    MOVE_RANGE,
    SIDE,
    SURROUNDING,
    Cell,
    bits,
)
from domain.rulesets.brigade.view import PendingView, SeatView, TileView, View

WIN: Final = 10_000
POINT: Final = 40
"""What a point of loyalty is worth; all other weights are set beside it."""
NEW_KIND: Final = 60
SAME_GUILD: Final = 25
CUBE: Final = 10
WATER: Final = 6
UPGRADE: Final = 30
RECRUIT: Final = 34
STEPS_MAX: Final = 3
"""How many steps a plan looks ahead."""


def captain(view: View, legal: tuple[c.Command, ...], chance: Chance) -> c.Command:
    """The first command of the best plan, or the best answer to a decision."""
    if view.pending is not None:
        return _best_answer(view, view.pending, legal)
    mind = _Mind(view, legal[0].seat)
    step = mind.plan()
    found = next((command for command in legal if step is not None and _is_step(command, step, mind)), None)
    direct = max(legal, key=mind.direct)
    if mind.direct(direct) > 0 and (found is None or mind.direct(direct) >= mind.value):
        return direct
    if found is None:
        found = next((command for command in legal if isinstance(command, c.EndTurn)), None)
    return found if found is not None else _to_safety(view, legal)


def _to_safety(view: View, legal: tuple[c.Command, ...]) -> c.Command:
    """The turn may not end on ruins: any move to a good tile."""
    good = [x for x in legal if isinstance(x, c.MoveBrigade) and not _ruined(view.tiles[x.to])]
    return good[0] if good else legal[-1]


def _ruined(tile: TileView) -> bool:
    return tile.destroyed or tile.doomed


# ---- what things are worth


def needed(view: View, seat: Seat, tile: TileView) -> int:
    """Cubes still missing for the loyalty of a tile, as far as a glance tells."""
    mine = sum(each.cubes for each in tile.cubes if each.seat == seat)
    return max(1, tile.value + (tile.loyal is not None) - mine)


def tile_worth(view: View, seat: Seat, tile: TileView) -> int:
    """What the loyalty of a tile would be worth to a seat."""
    loyal = view.seats[seat].loyal
    same = sum(1 for cell in loyal if view.tiles[cell].guild == tile.guild)
    limit = ENDS.university_loyalty_tiles if tile.guild == "university" else ENDS.guild_loyalty_tiles
    kinds = {view.tiles[cell].guild for cell in loyal} | {tile.guild}
    if same + 1 >= limit or (not same and len(kinds) == ENDS.citizens_types):
        return WIN
    worth = POINT * tile.value + (SAME_GUILD * same if same else NEW_KIND)
    return worth + (POINT * tile.value if tile.loyal is not None else 0)


def cubes_worth(view: View, seat: Seat, cells: tuple[Cell, ...], cubes: int) -> int:
    """What `cubes` on some of `cells` would be worth: loyalties won at once, and a start towards others."""
    total = 0
    tiles = [view.tiles[cell] for cell in cells]
    open_tiles = [tile for tile in tiles if not _ruined(tile) and tile.kind != "firehouse" and tile.loyal != seat]
    rate = sorted(
        (tile_worth(view, seat, t) // needed(view, seat, t), needed(view, seat, t), t.cell) for t in open_tiles
    )
    for worth, missing, cell in reversed(rate):
        if missing <= cubes:
            total += tile_worth(view, seat, view.tiles[cell])
            cubes -= missing
        elif cubes:
            total += min(worth * cubes, POINT * cubes) // 2
            cubes = 0
    return total + CUBE * cubes


class _Stand(NamedTuple):
    """Where a plan stands: pawns, water, actions, and what has been done."""

    at: Cell
    wagon: Cell
    carried: int
    tank: int
    actions: int
    done: frozenset[str | Cell]


class _Step(NamedTuple):
    """One step of a plan: what, where, and what it costs and brings."""

    what: str
    cell: Cell
    worth: int
    then: _Stand


def _far(one: Cell, two: Cell) -> int:
    return max(abs(one // SIDE - two // SIDE), abs(one % SIDE - two % SIDE))


class _Mind:
    """One look at the table by one seat."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat = view, seat
        me = view.seats[seat]
        self.me = me
        self.fires = {t.cell: t.fire for t in view.tiles if t.fire > 0 and not _ruined(t)}
        self.rivals = {cell for t in view.tiles for s in t.brigades if s != seat for cell in (t.cell,)}
        self.wells = {me.home, *me.loyal}
        self.full = me.chief_buckets + sum(each.buckets for each in me.crew)
        diagonal = me.house == "black" and view.options.advanced
        near = SURROUNDING if diagonal else ADJACENT
        self.reach = {cell: (cell, *bits(near[cell])) for cell in self.fires}
        self.prizes = {cell: cubes_worth(view, seat, self.reach[cell], fire) for cell, fire in self.fires.items()}
        self.value = 0

    def plan(self) -> _Step | None:
        """The first step of the best plan from here."""
        me = self.me
        if me.brigade is None or me.wagon is None:
            return None
        carried = me.chief_water + sum(each.water for each in me.crew)
        done: frozenset[str | Cell] = frozenset({"upgrade"} if "upgrade" in self.view.used else ())
        start = _Stand(me.brigade, me.wagon, carried, me.wagon_water, self.view.actions, done)
        self.value, step = self._search(start, STEPS_MAX)
        return step

    def _search(self, stand: _Stand, left: int) -> tuple[int, _Step | None]:
        best, first = self._rest(stand), None
        if left and stand.actions:
            for step in self._steps(stand):
                worth = step.worth + self._search(step.then, left - 1)[0]
                if worth > best:
                    best, first = worth, step
        return best, first

    def _rest(self, stand: _Stand) -> int:
        near = min((_far(stand.at, cell) for cell in self.fires if cell not in stand.done), default=0)
        return WATER * (stand.carried + stand.tank) - near

    def _steps(self, stand: _Stand) -> Iterator[_Step]:
        yield from self._fire_steps(stand)
        if (stand.at in self.wells and stand.carried < self.full) or stand.wagon == stand.at in self.wells:
            tank = self.me.wagon_capacity if stand.wagon == stand.at else stand.tank
            if (self.full, tank) != (stand.carried, stand.tank):
                then = stand._replace(carried=self.full, tank=tank, actions=stand.actions - 1)
                yield _Step("refill", stand.at, 0, then)
        elif stand.carried <= self.full // 2 and stand.actions > 1:
            for cell in self.wells:
                if cell != stand.at and _far(stand.at, cell) <= MOVE_RANGE and cell not in self.rivals:
                    yield _Step("move", cell, 0, stand._replace(at=cell, actions=stand.actions - 1))
        if "upgrade" not in stand.done:
            then = stand._replace(actions=stand.actions - 1, done=stand.done | {"upgrade"})
            yield _Step("upgrade", -1, UPGRADE, then)
        if "recruit" not in stand.done and len(self.me.crew) < self.me.crew_capacity:
            then = stand._replace(actions=stand.actions - 1, done=stand.done | {"recruit"})
            yield _Step("recruit", -1, RECRUIT, then)

    def _fire_steps(self, stand: _Stand) -> Iterator[_Step]:
        for cell, fire in self.fires.items():
            if cell in stand.done or (cell in self.rivals and cell != stand.at):
                continue
            tank = stand.tank if stand.wagon == cell else 0
            if cell == stand.at:
                if stand.carried + tank >= fire:
                    from_tank = min(tank, fire)
                    then = stand._replace(
                        carried=stand.carried - fire + from_tank,
                        tank=stand.tank - from_tank,
                        actions=stand.actions - 1,
                        done=stand.done | {cell},
                    )
                    yield _Step("extinguish", cell, self.prizes[cell], then)
                elif not tank and stand.carried + stand.tank >= fire and stand.actions > 1:
                    yield _Step("wagon", cell, 0, stand._replace(wagon=cell, actions=stand.actions - 1))
            elif _far(stand.at, cell) <= MOVE_RANGE and stand.actions > 1:
                short = fire - stand.carried - tank
                if short <= 0 or (short <= stand.tank - tank and stand.actions > 2):
                    yield _Step("move", cell, 0, stand._replace(at=cell, actions=stand.actions - 1))

    def direct(self, command: c.Command) -> int:
        """What a command outside the plans brings: fires that Leon, Ash or Gloria put out, and free moves of the wagon."""
        match command:
            case c.Extinguish(_, "leon" | "ash" | "copied_ash", cell) if _spent(command) >= self.fires.get(cell, 9):
                return self.prizes[cell]
            case c.SendWagon(_, cell):
                return cubes_worth(self.view, self.seat, self.reach[cell], 1)
            case c.DiscardSirPrecious():
                return WIN
            case _:
                return 0


def _spent(command: c.Extinguish) -> int:
    return command.wagon + command.chief + sum(command.crew)


def _is_step(command: c.Command, step: _Step, mind: _Mind) -> bool:
    """Whether a legal command is the step that was planned."""
    match command:
        case c.Extinguish(_, "brigade", cell, wagon):
            whole = _spent(command) == mind.fires[cell]
            tank = mind.me.wagon_water if mind.me.wagon == cell else 0
            return step.what == "extinguish" and whole and wagon == min(tank, mind.fires[cell])
        case c.MoveBrigade(_, _, to):
            return step.what == "move" and to == step.cell
        case c.MoveWagon(_, _, to):
            return step.what == "wagon" and to == step.cell
        case c.Refill(_, cell, False):
            return step.what == "refill" and cell == step.cell
        case c.Upgrade(_, track):
            return step.what == "upgrade" and track == _track(mind.me)
        case c.Recruit():
            return step.what == "recruit"
        case _:
            return False


def _track(me: SeatView) -> str:
    """Crew first, then the wagon, then leadership; whatever is not complete."""
    unfinished = {track.track: track for track in me.tracks if track.circle < track.last}
    order = ["leadership", "crew", "wagon"]
    low = [name for name in order if name in unfinished and unfinished[name].circle < 2]
    return next(iter(low or [name for name in order if name in unfinished]), "")


# ---- answers


def _best_answer(view: View, pending: PendingView, legal: tuple[c.Command, ...]) -> c.Command:
    return max(legal, key=lambda command: (_answer_worth(view, pending, command), -legal.index(command)))


def _answer_worth(view: View, pending: PendingView, command: c.Command) -> int:
    seat = command.seat
    match command:
        case c.PlaceCubes(_, cell, number):
            return _placing(view, seat, view.tiles[cell], number)
        case c.ChooseCell(_, cell):
            return _cell_worth(view, pending, seat, view.tiles[cell])
        case c.ChooseRecruit(_, card, replaced):
            return CREW[card].buckets * WATER - (CREW[replaced].buckets * WATER + 1 if replaced else 0)
        case c.ChooseTrack(_, track):
            return UPGRADE + (track == _track(view.seats[seat]))
        case c.ChooseCube(_, cell):
            return -sum(each.cubes for each in view.tiles[cell].cubes if each.seat == seat)
        case c.ChooseRival(_, rival):
            return 1 + view.seats[rival].points
        case c.TakeWater(_, chief, crew):
            return WATER * (chief + sum(crew))
        case c.Accept():
            return 1
        case _:
            return 0


def _cell_worth(view: View, pending: PendingView, seat: Seat, tile: TileView) -> int:
    mine = tile.loyal == seat
    match pending.decision:
        case "stoke" | "dirty_dealings":
            # Only a rival's tile is worth a fire.
            return POINT * tile.fire if tile.loyal is not None and not mine else -1
        case "douse" | "merchant_choice":
            return tile.fire * (3 if mine else 1)
        case "redirect":
            return 1 if tile.loyal is not None and not mine else -1
        case "relocate":
            return -tile.value
        case _:
            return _placing(view, seat, tile, 1)


def _placing(view: View, seat: Seat, tile: TileView, number: int) -> int:
    """What `number` cubes on a tile are worth; more than it needs are wasted."""
    if tile.loyal == seat:
        return 0
    missing = needed(view, seat, tile)
    worth = tile_worth(view, seat, tile)
    if number == missing:
        return worth
    return CUBE * number * worth // (worth + POINT * missing) if number < missing else 0
