"""Where a brigade can go (section 6.1, Mog, Ebenezer, Kulari, Aurath, the pink firehouse). Moves nobody.

All ways to one end are the same unless something happens on the way: with such tiles near, `routes` tells the ways apart by
what they pass; without, `reach` finds the ends with a few operations on masks.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.commands import MoveBrigade, MoveKind
from domain.rulesets.brigade.components import (
    ABILITIES,
    ADJACENT,
    CELLS,
    MOVE_RANGE,
    NEIGHBOURS,
    RUIN_EXTRA,
    SURROUNDING,
    Cell,
    Mask,
    beside,
    bits,
)
from domain.rulesets.brigade.queries import (
    burning,
    chief_has,
    has,
    rival_brigades,
    rival_pawns,
    ruins,
    turn_order,
    where,
)
from domain.rulesets.brigade.state import State

KINDS_OF_MOVE: Final[tuple[MoveKind, ...]] = ("paid", "pink", "ethereal")
MOG: Final = "push_rival_brigade"
ETHEREAL: Final = "ethereal_form"


class Walk(NamedTuple):
    """How one brigade may walk now. `points` to spend; `ruins` cost more; `fires` end the movement; `closed` cannot be
    passed, but entered last if `push`; on `events` something happens."""

    start: Cell
    points: int
    ruins: Mask
    fires: Mask
    closed: Mask
    push: bool
    events: Mask


def walk(state: State, seat: Seat, kind: MoveKind) -> Walk:
    """The conditions of a move."""
    b = state.brigades[seat]
    free = has(state, seat, "ignore_fire_and_ruins")
    ethereal = kind == "ethereal"
    return Walk(
        start=b.at,
        points=ABILITIES["move_range_5"]["range"] if has(state, seat, "move_range_5") else MOVE_RANGE,
        ruins=0 if free else ruins(state),
        fires=0 if free else burning(state.fire),
        closed=0 if ethereal else rival_brigades(state, seat),
        push=not ethereal and has(state, seat, MOG),
        events=(rival_pawns(state, seat) if ethereal else 0) | (where(state.aviary) if b.roast else 0),
    )


def reach(w: Walk) -> Mask:
    """Every tile where the movement can end by its points (BRI-ACT-MOVE-01 to -04); its start only after a way round."""
    layers = [1 << w.start] + [0] * w.points
    for spent in range(w.points):
        # Where the brigade stands at first neither a fire nor a rival on the same tile holds it back.
        going = layers[spent] & ~(w.fires | w.closed) if spent else layers[0]
        near = beside(going) if going else 0
        layers[spent + 1] |= near & ~w.ruins
        if spent + 1 + RUIN_EXTRA <= w.points:
            layers[spent + 1 + RUIN_EXTRA] |= near & w.ruins
    ends = 0
    for layer in layers[1:]:
        ends |= layer
    return ends if w.push else ends & ~w.closed


Route: TypeAlias = tuple[Cell, tuple[Cell, ...]]
"""An end and the tiles passed before it where something happens."""


def routes(w: Walk) -> dict[Route, tuple[Cell, ...]]:
    """Every end with every order of events on the way -> the cheapest path there, the first in reading order."""
    layers: list[dict[Route, tuple[Cell, ...]]] = [{} for _ in range(w.points + 1)]
    layers[0][w.start, ()] = ()
    best: dict[Route, tuple[Cell, ...]] = {}
    for spent, layer in enumerate(layers):
        for (cell, via), path in layer.items():
            if (cell, via) in best:
                continue
            if path:
                best[cell, via] = path
            if path and (w.fires | w.closed) >> cell & 1:
                continue
            met = (*via, cell) if path and w.events >> cell & 1 and cell not in via else via
            for near in NEIGHBOURS[cell]:
                cost = spent + 1 + (RUIN_EXTRA if w.ruins >> near & 1 else 0)
                if cost <= w.points and (w.push or not w.closed >> near & 1):
                    layers[cost].setdefault((near, met), (*path, near))
    return best


def path_of(state: State, command: MoveBrigade) -> tuple[Cell, ...]:
    """The way of a legal move."""
    return routes(walk(state, command.seat, command.kind))[command.to, command.via]


def pushes(state: State, seat: Seat, cell: Cell) -> tuple[tuple[Cell, ...], ...]:
    """Where the rival brigades on a tile can be pushed, all in turn order, to different tiles (BRI-CREW-MOG-THE-HEAVY)."""
    pushed = [other for other in turn_order(state) if other != seat and state.brigades[other].at == cell]
    free = ADJACENT[cell] & ~ruins(state) & ~rival_brigades(state, seat)
    return tuple(permutations(bits(free), len(pushed)))


def pushed_seats(state: State, seat: Seat, cell: Cell) -> tuple[Seat, ...]:
    """The rivals whose brigades stand on a tile, in turn order."""
    return tuple(other for other in turn_order(state) if other != seat and state.brigades[other].at == cell)


# ---- where a move may end


def on_ruin(state: State, seat: Seat) -> bool:
    """Whether the brigade stands on a destroyed or doomed tile (BRI-ACT-MOVE-07)."""
    return bool(ruins(state) >> state.brigades[seat].at & 1)


def _may_end_on_ruin(state: State, seat: Seat, kind: MoveKind, gained: int) -> bool:
    # BRI-ACT-MOVE-06: an action must remain; -07(b): and with exactly one left a pink move leaves the ruins too
    left = state.actions + gained - (kind != "pink")
    return left >= 1 and not (kind == "pink" and state.actions == 1 and on_ruin(state, seat))


def why_not_kind(state: State, seat: Seat, kind: MoveKind) -> Refused | None:
    """Whether a move of this kind is at hand."""
    absent = _why_not_ability(state, seat, kind)
    if absent is None and kind != "pink" and state.actions < 1:
        return Refused("no_actions_left", "No action is left.", rules=("BRI-TURN-03", "BRI-ACT-01"))
    return absent


def _why_not_ability(state: State, seat: Seat, kind: MoveKind) -> Refused | None:
    if kind == "pink" and not state.free_moves:
        return Refused("ability_inactive", "There is no free move.", rules=("BRI-HOUSE-PINK",))
    if kind != "ethereal":
        return None
    if not chief_has(state, seat, ETHEREAL):
        text = "Only Aurath Ether moves in ethereal form."
        return Refused("ability_inactive", text, rules=("BRI-CHIEF-AURATH-ETHER",))
    if "chief" in state.used:
        return Refused("ability_used", "The chief's action was used this turn.", rules=("BRI-ADV-03",))
    return None


def moves(state: State, seat: Seat, kind: MoveKind) -> tuple[MoveBrigade, ...]:
    """Every move of a kind that is at hand."""
    return tuple(_moves(state, seat, kind))


def _moves(state: State, seat: Seat, kind: MoveKind) -> Iterator[MoveBrigade]:
    w = walk(state, seat, kind)
    bad = ruins(state)
    if not (w.events and _near(w) & w.events):
        ends = reach(w) & ~(1 << w.start)
        if not _may_end_on_ruin(state, seat, kind, 0):
            ends &= ~bad
        for cell in bits(ends):
            yield from _endings(state, seat, kind, cell, ())
        return
    token = state.aviary if state.brigades[seat].roast else -1
    for cell, via in routes(w):
        gained = int(token == cell or token in via)
        if cell != w.start and (not bad >> cell & 1 or _may_end_on_ruin(state, seat, kind, gained)):
            yield from _endings(state, seat, kind, cell, via)


def _near(w: Walk) -> Mask:
    near = SURROUNDING[w.start]
    for _ in range(w.points - 1):
        near = beside(near)
    return near


def _endings(state: State, seat: Seat, kind: MoveKind, cell: Cell, via: tuple[Cell, ...]) -> Iterator[MoveBrigade]:
    if rival_brigades(state, seat) >> cell & 1 and has(state, seat, MOG):
        ways = pushes(state, seat, cell)
        if ways or kind != "ethereal":
            for way in ways:
                yield MoveBrigade(seat, kind=kind, to=cell, via=via, pushes=way)
            return
    yield MoveBrigade(seat, kind=kind, to=cell, via=via)


def must_leave(state: State, seat: Seat) -> bool:
    """Whether some move at hand takes the brigade from the ruins to a good tile (BRI-ACT-MOVE-07a)."""
    if not on_ruin(state, seat):
        return False
    bad = ruins(state)
    return any(
        not bad >> move.to & 1
        for kind in KINDS_OF_MOVE
        if why_not_kind(state, seat, kind) is None
        for move in moves(state, seat, kind)
    )


# ---- refusals


def objections_move(state: State, command: MoveBrigade) -> Iterator[Refused]:
    """Section 6.1; whether an action is left is asked for all actions alike."""
    absent = _why_not_ability(state, command.seat, command.kind)
    if absent is not None:
        yield absent
    if command not in moves(state, command.seat, command.kind):
        found = tuple(_objections_way(state, command))
        yield from found
        w = walk(state, command.seat, command.kind)
        idle = any(0 <= cell < CELLS and not w.events >> cell & 1 for cell in command.via)
        lonely = bool(command.pushes) and 0 <= command.to < CELLS and not w.closed >> command.to & 1
        if not found or idle or lonely:
            yield Refused(
                "no_effect",
                "A move names only tiles on its way where something happens, and pushes only brigades it meets.",
                rules=("BRI-ACT-02", "BRI-ACT-MOVE-01"),
                cell=command.to,
            )


def _objections_way(state: State, command: MoveBrigade) -> Iterator[Refused]:
    """What is wrong with the end and the tiles on the way; none if they are only not the ones a move names."""
    seat, to = command.seat, command.to
    w = walk(state, seat, command.kind)
    stops = (*command.via, to)
    if any(not 0 <= cell < CELLS for cell in (*stops, *command.pushes)):
        yield Refused("invalid_target", "There is no such tile.", rules=("BRI-GEO-01",))
        return
    if to == w.start:
        rules = ("BRI-ACT-MOVE-05", "BRI-RULING-22")
        yield Refused("must_move", "A move ends on another tile.", rules=rules, cell=to)
        return
    held = [c for c in stops if w.closed >> c & 1 and (c != to or not w.push or not pushes(state, seat, c))]
    if held:
        rules = ("BRI-ACT-MOVE-02", "BRI-CREW-MOG-THE-HEAVY")
        yield Refused("rival_brigade", "A rival brigade stands there.", rules=rules, cell=held[0])
    burnt = any(w.fires >> cell & 1 for cell in command.via)
    # The rest of the way is judged as if what was named as wrong were not there, so that nothing is said twice.
    open_way = w._replace(closed=w.closed & ~where(*held), fires=w.fires & ~where(*command.via))
    too_far, fire, rival = _hindrances(open_way, stops)
    if burnt or fire:
        text = "A burning tile ends the movement."
        yield Refused("fire_stops_movement", text, rules=("BRI-ACT-MOVE-04",), cell=stops[0])
    if rival:
        yield Refused("rival_brigade", "A rival brigade is in the way.", rules=("BRI-ACT-MOVE-02",), cell=to)
    if too_far:
        rules = ("BRI-ACT-MOVE-01", "BRI-ACT-MOVE-03")
        yield Refused("too_far", f"That is more than {w.points} points.", rules=rules, cell=to)
    gained = int(bool(state.brigades[seat].roast) and state.aviary in stops)
    if ruins(state) >> to & 1 and not _may_end_on_ruin(state, seat, command.kind, gained):
        text = "No action would be left to leave the destroyed tile."
        rules = ("BRI-ACT-MOVE-06", "BRI-ACT-MOVE-07")
        yield Refused("cannot_end_turn_on_destroyed", text, rules=rules, cell=to)


class Hindrances(NamedTuple):
    """What keeps a brigade from its stops: the points, or else fires, rivals, or both."""

    too_far: bool
    fire: bool
    rival: bool


def _hindrances(w: Walk, stops: tuple[Cell, ...]) -> Hindrances:
    if _within(w, stops):
        return Hindrances(False, False, False)
    if not _within(w._replace(fires=0, closed=0), stops):
        return Hindrances(True, False, False)
    no_fires, no_rivals = _within(w._replace(fires=0), stops), _within(w._replace(closed=0), stops)
    return Hindrances(False, no_fires or not no_rivals, no_rivals or not no_fires)


def _within(w: Walk, stops: tuple[Cell, ...]) -> bool:
    """Whether the points suffice to pass all of `stops` in this order."""
    watched = w._replace(events=where(*stops[:-1]))
    return any(cell == stops[-1] and _in_order(stops[:-1], via) for cell, via in routes(watched))


def _in_order(wanted: tuple[Cell, ...], met: tuple[Cell, ...]) -> bool:
    passed = iter(met)
    return all(cell in passed for cell in wanted)
