"""A fire captain: a bot that plans its turn from its seat's own view and the list of legal commands.

It looks for the best chain of a few steps (go to a fire and put it out, fetch the wagon, refill, upgrade, recruit) and
takes the first step. What recognition is worth follows from the tiles around the fire.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.viewer import Seat
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.components import ADJACENT, CREW, ENDS, MOVE_RANGE, NOWHERE, SURROUNDING, Cell, Mask, bits
from domain.rulesets.brigade.queries import MoveLimits, ends_in_reach, where
from domain.rulesets.brigade.view import PendingView, SeatView, TileView, View

WIN: Final = 10_000
POINT: Final = 40
"""What a point of loyalty is worth. All other weights are relative to it."""
NEW_KIND: Final = 60
SAME_GUILD: Final = 25
CUBE: Final = 10
WATER: Final = 6
UPGRADE: Final = 30
RECRUIT: Final = 34
NEAR: Final = 12
STEPS_MAX: Final = 3
"""How many steps a plan looks ahead."""


def captain(view: View, legal: tuple[c.Command, ...], chance: Chance) -> c.Command:
    """The first command of the best plan, or the best answer to a decision."""
    if view.pending is not None:
        return _best_answer(view, view.pending, legal)
    planner = _Planner(view, legal[0].seat)
    step = planner.plan()
    chosen = next((command for command in legal if step is not None and _is_step(command, step, planner)), None)
    direct = max(legal, key=planner.direct)
    if planner.direct(direct) > 0 and (chosen is None or planner.direct(direct) >= planner.value):
        return direct
    if chosen is None:
        chosen = next((command for command in legal if isinstance(command, c.EndTurn)), None)
    return chosen if chosen is not None else _to_safety(view, legal)


def _to_safety(view: View, legal: tuple[c.Command, ...]) -> c.Command:
    """Any move to a tile that is not ruined, because the turn may not end on ruins."""
    good = [x for x in legal if isinstance(x, c.MoveBrigade) and not _ruined(view.tiles[x.to])]
    return good[0] if good else legal[-1]


def _ruined(tile: TileView) -> bool:
    return tile.destroyed or tile.doomed


# ---- what things are worth


def needed(view: View, seat: Seat, tile: TileView) -> int:
    """About how many cubes are missing for the loyalty of a tile; abilities are ignored."""
    mine = sum(row.cubes for row in tile.cubes if row.seat == seat)
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


class _Position(NamedTuple):
    """The position at a point of a plan: pawns, water, actions, and what has been done."""

    at: Cell
    wagon: Cell
    carried: int
    tank: int
    actions: int
    done: frozenset[str | Cell]


class _Step(NamedTuple):
    """One step of a plan: its first command (what and where), what it is worth, and the position after it."""

    what: str
    cell: Cell
    worth: int
    then: _Position


class _Planner:
    """What one seat works out about one view."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat = view, seat
        me = view.seats[seat]
        self.me = me
        self.fires = {t.cell: t.fire for t in view.tiles if t.fire and not _ruined(t)}
        rivals = where(*(b.brigade for b in view.seats if b.brigade is not None and b.seat != seat))
        self.ground = MoveLimits(
            start=me.home,
            points=MOVE_RANGE,
            ruins=where(*(t.cell for t in view.tiles if _ruined(t))),
            fires=where(*self.fires),
            closed=rivals,
            push=False,
            events=0,
        )
        self.ways: dict[Cell, Mask] = {}
        self.wells = {me.home, *me.loyal}
        self.full = me.chief_buckets + sum(row.buckets for row in me.crew)
        diagonal = me.firehouse == "black" and view.options.advanced
        near = SURROUNDING if diagonal else ADJACENT
        self.reach = {cell: (cell, *bits(near[cell])) for cell in self.fires}
        self.prizes = {cell: cubes_worth(view, seat, self.reach[cell], fire) for cell, fire in self.fires.items()}
        self.value = 0

    def ends(self, start: Cell) -> Mask:
        """Where a brigade gets from a tile with one move."""
        if start not in self.ways:
            self.ways[start] = ends_in_reach(replace(self.ground, start=start)) & ~self.ground.ruins & ~(1 << start)
        return self.ways[start]

    def plan(self) -> _Step | None:
        """The first step of the best plan from here."""
        me = self.me
        if me.brigade is None or me.wagon is None:
            return None
        carried = me.chief_water + sum(row.water for row in me.crew)
        done: frozenset[str | Cell] = frozenset({"upgrade"} if "upgrade" in self.view.used else ())
        start = _Position(me.brigade, me.wagon, carried, me.wagon_water, self.view.actions, done)
        self.value, step = self._search(start, STEPS_MAX)
        return step

    def _search(self, position: _Position, left: int) -> tuple[int, _Step | None]:
        best, first = self._rest(position), None
        if left and position.actions:
            for step in self._steps(position):
                worth = step.worth + self._search(step.then, left - 1)[0]
                if worth > best:
                    best, first = worth, step
        return best, first

    def _rest(self, position: _Position) -> int:
        """Water is worth carrying, and best where a fire is within a move."""
        near = any(self.ends(position.at) >> cell & 1 for cell in self.fires if cell not in position.done)
        return WATER * (position.carried + position.tank) + NEAR * near

    def _steps(self, position: _Position) -> Iterator[_Step]:
        for cell, fire in self.fires.items():
            if cell not in position.done:
                yield from self._put_out(position, cell, fire)
        yield from self._refills(position)
        for what, worth, allowed in (
            ("upgrade", UPGRADE, True),
            ("recruit", RECRUIT, len(self.me.crew) < self.me.crew_capacity),
        ):
            if allowed and what not in position.done:
                then = position._replace(actions=position.actions - 1, done=position.done | {what})
                yield _Step(what, NOWHERE, worth, then)

    def _put_out(self, position: _Position, cell: Cell, fire: int) -> Iterator[_Step]:
        """Go there, fetch the wagon if the brigade's own water is too little, and put the fire out."""
        moves_first = cell != position.at
        fetch = position.carried < fire and position.wagon != cell
        price = 1 + moves_first + fetch
        tank = position.tank if fetch or position.wagon == cell else 0
        if (
            price > position.actions
            or position.carried + tank < fire
            or (moves_first and not self.ends(position.at) >> cell & 1)
        ):
            return
        from_tank = min(tank, fire)
        then = _Position(
            at=cell,
            wagon=cell if fetch else position.wagon,
            carried=position.carried - fire + from_tank,
            tank=position.tank - from_tank,
            actions=position.actions - price,
            done=position.done | {cell},
        )
        yield _Step("wagon" if fetch else "move" if moves_first else "extinguish", cell, self.prizes[cell], then)

    def _refills(self, position: _Position) -> Iterator[_Step]:
        """Fill up here, or at a well within one move."""
        wells = self.wells if position.carried < self.full else {position.at} & self.wells
        for cell in wells:
            moves_first = cell != position.at
            if 1 + moves_first > position.actions or (moves_first and not self.ends(position.at) >> cell & 1):
                continue
            tank = self.me.wagon_capacity if position.wagon == cell else position.tank
            if (tank, self.full) != (position.tank, position.carried):
                then = position._replace(
                    at=cell, carried=self.full, tank=tank, actions=position.actions - 1 - moves_first
                )
                yield _Step("move" if moves_first else "refill", cell, 0, then)

    def direct(self, command: c.Command) -> int:
        """What a command outside the plans brings: fires that Leon, Ash or Gloria put out, and free moves of the
        wagon."""
        match command:
            case c.Extinguish(kind="leon" | "ash" | "copied_ash", cell=cell) if _spent(command) >= self.fires.get(
                cell, 9
            ):
                return self.prizes[cell]
            case c.SendWagon(cell=cell):
                return cubes_worth(self.view, self.seat, self.reach[cell], 1)
            case c.DiscardSirPrecious():
                return WIN
            case _:
                return 0


def _spent(command: c.Extinguish) -> int:
    return command.wagon + command.chief + sum(command.crew)


def _is_step(command: c.Command, step: _Step, planner: _Planner) -> bool:
    """Whether a legal command is the step that was planned."""
    match command:
        case c.Extinguish(kind="brigade", cell=cell, wagon=wagon):
            whole = _spent(command) == planner.fires[cell]
            tank = planner.me.wagon_water if planner.me.wagon == cell else 0
            return step.what == "extinguish" and whole and wagon == min(tank, planner.fires[cell])
        case c.MoveBrigade(to=to):
            return step.what == "move" and to == step.cell
        case c.MoveWagon(to=to):
            return step.what == "wagon" and to == step.cell
        case c.Refill(cell=cell, for_cube=False):
            return step.what == "refill" and cell == step.cell
        case c.Upgrade(track=track):
            return step.what == "upgrade" and track == _track(planner.me)
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
        case c.PlaceCubes(cell=cell, number=number):
            return _placing(view, seat, view.tiles[cell], number)
        case c.ChooseCell(cell=cell):
            return _cell_worth(view, pending, seat, view.tiles[cell])
        case c.ChooseRecruit(card=card, replaced=replaced):
            return CREW[card].buckets * WATER - (CREW[replaced].buckets * WATER + 1 if replaced else 0)
        case c.ChooseTrack(track=track):
            return UPGRADE + (track == _track(view.seats[seat]))
        case c.ChooseCube(cell=cell):
            return -sum(row.cubes for row in view.tiles[cell].cubes if row.seat == seat)
        case c.ChooseRival(rival=rival):
            return 1 + view.seats[rival].points
        case c.TakeWater(chief=chief, crew=crew):
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
