"""What a viewer may know of a state, chosen field by field (section 13)."""

import msgspec

from domain.engine.score import Outcome
from domain.engine.viewer import Seat, Viewer, sees
from domain.rulesets.brigade.agenda import MAY_DECLINE, Decision
from domain.rulesets.brigade.components import (
    ALL_CELLS,
    CREW,
    DOOMED,
    SIDE,
    TRACK_NAMES,
    TRACKS,
    Cell,
    TrackName,
    bits,
    tile_at,
)
from domain.rulesets.brigade.options import Options
from domain.rulesets.brigade.queries import (
    actives,
    buckets,
    circle,
    owner,
    points,
    progress,
    recognition_cells,
    to_act,
    tokens_left,
    value,
)
from domain.rulesets.brigade.state import SEATS, Brigade, Phase, State


class CubesView(msgspec.Struct, frozen=True, gc=False):
    """The cubes of one seat on a tile."""

    seat: Seat
    cubes: int


class TileView(msgspec.Struct, frozen=True, gc=False):
    """One square of the grid, with what lies there (BRI-COMP-01). `tile`: its printed id. `fire`: 0 to 4, or 5 when
    doomed. `loyal`: the seat whose token is there. `brigades`, `wagons`: the seats whose pawns are there. `roasts`: the
    seats with a cube on the destroyed Aviary."""

    cell: Cell
    row: int
    column: int
    tile: str
    name: str
    kind: str
    guild: str
    value: int
    fire: int
    doomed: bool
    destroyed: bool
    loyal: Seat | None
    cubes: tuple[CubesView, ...]
    brigades: tuple[Seat, ...]
    wagons: tuple[Seat, ...]
    roasts: tuple[Seat, ...]


class CrewView(msgspec.Struct, frozen=True, gc=False):
    """A person that a player recruited. `active`: whether its ability works now."""

    card: str
    name: str
    guild: str
    water: int
    buckets: int
    active: bool


class TrackView(msgspec.Struct, frozen=True, gc=False):
    """One upgrade track: the marker's circle, the last circle, and the value there."""

    track: TrackName
    circle: int
    last: int
    value: int


class StandingView(msgspec.Struct, frozen=True, gc=False):
    """How far a seat is towards each end of the game. `guild`: tiles of the best guild, of 5. `citizens`: block types,
    of 5. `evacuation`, `all_out`: the points that such an end would bring."""

    guild: int
    citizens: int
    evacuation: int
    all_out: int


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """One seat's board, which is public. `brigade`, `wagon`: the cells of the pawns, None off the board. `copied`:
    the crew card under Galeela's token. `banked`: additional actions in the next action phase. `last_fire_out`: the
    number of the last fire that the seat put out, counted over all seats; the highest wins a tie (BRI-END-08). None
    if it put out none."""

    seat: Seat
    chief: str | None
    firehouse: str | None
    home: Cell
    brigade: Cell | None
    wagon: Cell | None
    chief_water: int
    chief_buckets: int
    wagon_water: int
    wagon_capacity: int
    crew: tuple[CrewView, ...]
    crew_capacity: int
    sir_precious: bool
    tracks: tuple[TrackView, ...]
    cubes_left: int
    tokens_left: int
    loyal: tuple[Cell, ...]
    points: int
    ends: StandingView
    banked: int
    last_fire_out: int | None
    werewolf: bool
    copied: str | None
    allegiance: bool
    pyro_control: bool
    gone: bool


class PendingView(msgspec.Struct, frozen=True, gc=False):
    """The decision that the game waits for. `cell`: the tile it is about. `cells`: the tiles to choose from.
    `cubes`: how many are left to place. `ability`: the printed ability that asks. `drawn`: the crew cards of a
    Recruit, known to the seat that drew them, None for others (BRI-HIDDEN-02)."""

    seat: Seat
    decision: Decision
    cell: Cell | None
    cells: tuple[Cell, ...]
    cubes: int
    ability: str | None
    may_decline: bool
    drawn: tuple[str, ...] | None


class View(msgspec.Struct, frozen=True, gc=False):
    """A game at one step, as one viewer may know it. Only the cards of a Recruit differ between viewers.

    `active`: the seat whose turn it is; `first`: the first player; None before set-up. `used`: what was used this
    turn of the things that work once a turn. `free_moves`: of the pink firehouse. `nobles_used`: the Nobles tiles that
    gave a free move this turn; each gives one. `wagon_may_ride`: directly after a Move Brigade. `starting_left`: the
    starting events that set-up has not resolved (BRI-HIDDEN-04). `event`: the current event card.
    """

    phase: Phase
    round: int
    active: Seat | None
    to_act: tuple[Seat, ...]
    first: Seat | None
    options: Options
    actions: int
    used: tuple[str, ...]
    free_moves: int
    nobles_used: tuple[Cell, ...]
    wagon_may_ride: bool
    extra_turn: bool
    extra_turn_due: bool
    evacuation: bool
    tiles: tuple[TileView, ...]
    seats: tuple[SeatView, ...]
    event: str | None
    event_deck: int
    event_discard: tuple[str, ...]
    starting_left: tuple[str, ...]
    crew_deck: int
    crew_discard: tuple[str, ...]
    crew_drawn: int
    pending: PendingView | None
    outcome: Outcome | None


def view(state: State, viewer: Viewer) -> View:
    """What `viewer` may know of a state."""
    begun = state.phase != "set_up"
    return View(
        phase=state.phase,
        round=state.round,
        active=state.active if begun else None,
        to_act=to_act(state),
        first=state.first if begun else None,
        options=state.options,
        actions=state.actions,
        used=state.used,
        free_moves=state.free_moves,
        nobles_used=tuple(bits(state.nobles)),
        wagon_may_ride=state.ride,
        extra_turn=state.extra,
        extra_turn_due=state.extra_due,
        evacuation=state.evacuation,
        tiles=tuple(_tile(state, cell) for cell in ALL_CELLS) if begun else (),
        seats=tuple(_seat(state, seat) for seat in state.all_seats),
        event=state.event or None,
        event_deck=len(state.events),
        event_discard=state.event_discard,
        starting_left=state.starting,
        crew_deck=len(state.crew_deck),
        crew_discard=state.crew_discard,
        crew_drawn=len(state.drawn),
        pending=_pending(state, viewer),
        outcome=state.outcome,
    )


def _tile(state: State, cell: Cell) -> TileView:
    tile = tile_at(state.tiles, cell)
    row, column = divmod(cell, SIDE)
    brigades = state.brigades
    return TileView(
        cell=cell,
        row=row,
        column=column,
        tile=tile.id,
        name=tile.name,
        kind=tile.kind,
        guild=tile.guild,
        value=tile.value,
        fire=state.fire[cell],
        doomed=state.fire[cell] == DOOMED,
        destroyed=bool(state.destroyed >> cell & 1),
        loyal=owner(state, cell),
        cubes=tuple(CubesView(SEATS[at], b.cubes[cell]) for at, b in enumerate(brigades) if b.cubes and b.cubes[cell]),
        brigades=tuple(SEATS[at] for at, b in enumerate(brigades) if b.at == cell),
        wagons=tuple(SEATS[at] for at, b in enumerate(brigades) if b.wagon_at == cell),
        roasts=tuple(SEATS[at] for at, b in enumerate(brigades) if b.roast) if cell == state.aviary else (),
    )


def _seat(state: State, seat: Seat) -> SeatView:
    b = state.brigades[seat]
    wagon_capacity, chief_buckets, _ = buckets(b) if b.chief else (0, 0, ())
    return SeatView(
        seat=seat,
        chief=b.chief or None,
        firehouse=b.firehouse or None,
        home=b.home,
        brigade=b.at if b.at >= 0 else None,
        wagon=b.wagon_at if b.wagon_at >= 0 else None,
        chief_water=b.water,
        chief_buckets=chief_buckets,
        wagon_water=b.wagon_water,
        wagon_capacity=wagon_capacity,
        crew=_crew(state, seat, b),
        crew_capacity=value(b, "crew"),
        sir_precious=b.precious,
        tracks=tuple(TrackView(t, circle(b, t), TRACKS[t].last, value(b, t)) for t in TRACK_NAMES),
        cubes_left=b.supply,
        tokens_left=tokens_left(b),
        loyal=tuple(bits(b.loyal)),
        points=points(state, seat),
        ends=StandingView(**progress(state, seat)),
        banked=b.banked,
        last_fire_out=b.last_out or None,
        werewolf=b.werewolf,
        copied=b.mimic or None,
        allegiance=b.allegiance,
        pyro_control=b.pyro,
        gone=b.gone,
    )


def _crew(state: State, seat: Seat, b: Brigade) -> tuple[CrewView, ...]:
    working = {active.card for active in actives(state, seat) if not active.copied}
    return tuple(
        CrewView(m.id, CREW[m.id].name, CREW[m.id].guild, m.water, CREW[m.id].buckets, m.id in working) for m in b.crew
    )


def _pending(state: State, viewer: Viewer) -> PendingView | None:
    ask = state.pending
    if ask is None:
        return None
    recruiting = ask.kind == "recruit" and sees(viewer, ask.seat)
    return PendingView(
        seat=ask.seat,
        decision=ask.kind,
        cell=ask.cell if ask.cell >= 0 else None,
        cells=tuple(bits(recognition_cells(state, ask) if ask.kind == "recognition" else ask.cells)),
        cubes=ask.left,
        ability=ask.ability or None,
        may_decline=ask.kind in MAY_DECLINE,
        drawn=state.drawn if recruiting else None,
    )
