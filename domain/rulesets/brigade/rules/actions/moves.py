"""Moving the brigade (section 6.1, with Mog, Ebenezer, Kulari, Aurath and the pink firehouse)."""

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import Steal
from domain.rulesets.brigade.commands import MoveBrigade, MoveKind
from domain.rulesets.brigade.components import (
    ABILITIES,
    ADJACENT,
    CELLS,
    MOVE_RANGE,
    NOWHERE,
    SURROUNDING,
    Cell,
    Mask,
    beside,
    bits,
    guild_masks,
)
from domain.rulesets.brigade.errata import BRI_E05
from domain.rulesets.brigade.events import ActionsGained, AviaryTokenTaken, BrigadeMoved, BrigadePushed, FreeMoveEarned
from domain.rulesets.brigade.queries import (
    MoveLimits,
    all_routes,
    burning,
    chief_has,
    complete,
    ends_in_reach,
    has,
    house_has,
    path_to,
    rival_brigades,
    rival_pawns,
    ruins,
    turn_order,
    where,
)
from domain.rulesets.brigade.rules.causes import crew_on_the_way
from domain.rulesets.brigade.rules.ready import BRIGADE_MOVES
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State

MOG: Final = "push_rival_brigade"
ETHEREAL: Final = "ethereal_form"
PINK: Final = "free_move_on_nobles"
_FAR: Final[int] = ABILITIES["move_range_5"]["range"]


def move_limits(state: State, seat: Seat, kind: MoveKind) -> MoveLimits:
    """What limits a move of a kind now."""
    b, ethereal = state.brigades[seat], kind == "ethereal"
    if not (b.crew or b.mimic or b.roast or ethereal):
        bad, fires = ruins(state), burning(state.fire)
        return MoveLimits(b.at, MOVE_RANGE, bad, fires, rival_brigades(state, seat), push=False, events=0)
    crewed = bool(b.crew or b.mimic)
    free = crewed and has(state, seat, "ignore_fire_and_ruins")
    return MoveLimits(
        start=b.at,
        points=_FAR if crewed and has(state, seat, "move_range_5") else MOVE_RANGE,
        ruins=0 if free else ruins(state),
        fires=0 if free else burning(state.fire),
        closed=0 if ethereal else rival_brigades(state, seat),
        push=crewed and not ethereal and has(state, seat, MOG),
        events=(rival_pawns(state, seat) if ethereal else 0) | (where(state.aviary) if b.roast else 0),
    )


def pushes(state: State, seat: Seat, cell: Cell) -> tuple[tuple[Cell, ...], ...]:
    """Every way to push the rival brigades on a tile, in turn order, to different tiles (BRI-CREW-MOG-THE-HEAVY)."""
    free = ADJACENT[cell] & ~ruins(state) & ~rival_brigades(state, seat)
    return tuple(permutations(bits(free), len(pushed_seats(state, seat, cell))))


def pushed_seats(state: State, seat: Seat, cell: Cell) -> tuple[Seat, ...]:
    """The rivals whose brigades stand on a tile, in turn order."""
    return tuple(other for other in turn_order(state) if other != seat and state.brigades[other].at == cell)


def on_ruin(state: State, seat: Seat) -> bool:
    """Whether the brigade stands on a destroyed or doomed tile (BRI-ACT-MOVE-07)."""
    return bool(ruins(state) >> state.brigades[seat].at & 1)


def may_end_on_ruin(state: State, seat: Seat, kind: MoveKind, gained: int) -> bool:
    """Whether a move may end on the ruins, where an action must remain (BRI-ACT-MOVE-06).

    With one action left, a move that begins on the ruins has to leave them (BRI-ACT-MOVE-07b). `gained`: actions that
    the move itself brings.
    """
    left = state.actions + gained - (kind != "pink")
    has_to_leave = kind == "pink" or BRI_E05.holds(state)
    return left >= 1 and not (has_to_leave and state.actions == 1 and on_ruin(state, seat))


def kinds_of_move(state: State, seat: Seat) -> list[MoveKind]:
    """The kinds of moves that are available now."""
    kinds: list[MoveKind] = ["paid"] if state.actions >= 1 else []
    if state.free_moves:
        kinds.append("pink")
    if state.actions >= 1 and chief_has(state, seat, ETHEREAL) and "chief" not in state.used:
        kinds.append("ethereal")
    return kinds


def why_not_ability(state: State, seat: Seat, kind: MoveKind) -> Refused | None:
    """Why a free or an ethereal move is not available, whatever the actions left."""
    if kind == "pink" and not state.free_moves:
        return Refused("ability_inactive", rules=("BRI-HOUSE-PINK",), reason="pink")
    if kind != "ethereal":
        return None
    if not chief_has(state, seat, ETHEREAL):
        return Refused("ability_inactive", rules=("BRI-CHIEF-AURATH-ETHER",), reason="ethereal")
    if "chief" in state.used:
        return Refused("ability_used", rules=("BRI-ADV-03",), reason="chief")
    return None


def moves(state: State, seat: Seat, kind: MoveKind) -> list[MoveBrigade]:
    """Every move of a kind that is available."""
    limits = move_limits(state, seat, kind)
    if _plain(limits):
        plain = BRIGADE_MOVES[kind][seat][_plain_ends(state, seat, kind, limits)]
    else:
        plain = list(_with_events(state, seat, kind, limits))
    rivals = rival_brigades(state, seat) if has(state, seat, MOG) else 0
    if not rivals:
        return plain
    return [move for one in plain for move in (_with_pushes(state, one) if rivals >> one.to & 1 else (one,))]


def is_open(state: State, command: MoveBrigade) -> bool:
    """Whether a move is among `moves`."""
    seat, kind, to = command.seat, command.kind, command.to
    limits = move_limits(state, seat, kind)
    if command.via or command.pushes or limits.push or not _plain(limits):
        return command in moves(state, seat, kind)
    return 0 <= to < CELLS and bool(_plain_ends(state, seat, kind, limits) >> to & 1)


def _plain(limits: MoveLimits) -> bool:
    """Whether nothing can happen on the way."""
    return not limits.events or not _near(limits) & limits.events


def _plain_ends(state: State, seat: Seat, kind: MoveKind, limits: MoveLimits) -> Mask:
    """Where a move can end on whose way nothing happens."""
    ends = ends_in_reach(limits) & ~(1 << limits.start)
    b = state.brigades[seat]
    bad = limits.ruins or (ruins(state) if b.crew or b.mimic else 0)  # who has no crew has all ruins in the limits
    return ends if not ends & bad or may_end_on_ruin(state, seat, kind, 0) else ends & ~bad


def _with_events(state: State, seat: Seat, kind: MoveKind, limits: MoveLimits) -> Iterator[MoveBrigade]:
    bad = ruins(state)
    token = state.aviary if state.brigades[seat].roast else NOWHERE
    for cell, via in all_routes(limits):
        gained = int(token == cell or token in via)
        if cell != limits.start and (not bad >> cell & 1 or may_end_on_ruin(state, seat, kind, gained)):
            yield MoveBrigade(seat, kind=kind, to=cell, via=via)


def _with_pushes(state: State, move: MoveBrigade) -> Iterator[MoveBrigade]:
    """A move onto rival brigades, once for each way to push them. An ethereal brigade may also leave them there."""
    ways = pushes(state, move.seat, move.to)
    if not ways and move.kind == "ethereal":
        yield move
    for way in ways:
        yield MoveBrigade(move.seat, kind=move.kind, to=move.to, via=move.via, pushes=way)


def _near(limits: MoveLimits) -> Mask:
    """The tiles that the points reach when nothing is in the way."""
    near = SURROUNDING[limits.start]
    for _ in range(limits.points - 1):
        near = beside(near)
    return near


def must_leave(state: State, seat: Seat) -> bool:
    """Whether the brigade is on the ruins and some move takes it to a tile that is not (BRI-ACT-MOVE-07a)."""
    bad = ruins(state)
    if not bad >> state.brigades[seat].at & 1:
        return False
    return any(not bad >> move.to & 1 for kind in kinds_of_move(state, seat) for move in moves(state, seat, kind))


def move_brigade(working: Working, command: MoveBrigade) -> None:
    """Moves the brigade, with all that happens on the way and at the end."""
    seat, to, state = command.seat, command.to, working.state
    limits = move_limits(state, seat, command.kind)
    path = path_to(limits, to, command.via)
    ride = complete(state.brigades[seat], "wagon") and "ride" not in state.used
    crew = crew_on_the_way(state, seat, limits, path)
    working.emit(BrigadeMoved(seat=seat, kind=command.kind, path=path, ride=ride, tile=working.tile(to), crew=crew))
    pushed = pushed_seats(state, seat, to) if command.pushes else ()
    for rival, cell in zip(pushed, command.pushes, strict=True):
        working.emit(BrigadePushed(seat=rival, cell=cell, by=seat, tile=working.tile(cell)))
    if state.brigades[seat].roast and state.aviary in path:
        working.emit(AviaryTokenTaken(seat=seat))
        working.emit(ActionsGained(seat=seat, actions=1, banked=False, why="aviary"))
    _earn_free_move(working, seat, to)
    if command.kind == "ethereal":
        working.push(*_thefts(state, seat, path))


def _earn_free_move(working: Working, seat: Seat, to: Cell) -> None:
    state = working.state
    if not house_has(state, seat, PINK):
        return
    if guild_masks(state.tiles)["nobles"] & ~ruins(state) & ~state.nobles & 1 << to:
        working.emit(FreeMoveEarned(seat=seat, cell=to, tile=working.tile(to)))


def _thefts(state: State, seat: Seat, path: tuple[Cell, ...]) -> Iterator[Steal]:
    """The thefts of Aurath Ether in the order of the pawns on the way (BRI-CHIEF-AURATH-ETHER).

    On one tile they come in turn order, the brigade before the wagon.
    """
    others = [other for other in turn_order(state) if other != seat]
    for cell in dict.fromkeys(path):
        for other in others:
            if state.brigades[other].at == cell:
                yield Steal(seat=seat, victim=other, wagon=False)
            if state.brigades[other].wagon_at == cell:
                yield Steal(seat=seat, victim=other, wagon=True)
