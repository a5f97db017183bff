"""The commands of the action phase: rules sections 10 and 12.

The objections to a command stand above the command, and `legal_actions` calls the same functions. Demolition, which
costs no action point, is in `rules/demolition.py`.
"""

from collections.abc import Iterator
from functools import cache

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.board import contained, free_bands
from domain.rulesets.great_fire.commands import Command, EndActions, MoveBand, MoveLandowner, PutOut
from domain.rulesets.great_fire.components import CONSTANTS, IDS, INDEX, LINKED, PUDDING_LANE, WALKS
from domain.rulesets.great_fire.events import ActionsEnded, BandMoved, ConePutOut, Event, HeroTaken, LandownerMoved
from domain.rulesets.great_fire.rules.areas import no_such_area, no_such_areas
from domain.rulesets.great_fire.rules.demolition import legal_demolitions
from domain.rulesets.great_fire.state import State


def _spent(state: State, seat: Seat) -> bool:
    """Returns whether the seat has used up its points (GF-ACT-01).

    Before its turn and after its action phase a seat has no points to count.
    """
    return not state.points and seat == state.active and state.phase != "intensify"


def _no_points() -> Refused:
    return Refused("no_points_left", rules=("GF-ACT-01",))


def _objections_step(origin: int, to: int) -> Iterator[Refused]:
    """Yields why a band or a landowner may not go from `origin` to `to` (GF-ACT-04, GF-ACT-05)."""
    if to in WALKS[origin]:
        return
    facts = {"origin": IDS[origin], "to": IDS[to]}
    if to == PUDDING_LANE:
        yield Refused("pudding_lane_closed", rules=("GF-ACT-05", "GF-RULING-29"), **facts)
    if not LINKED[origin] >> to & 1:
        yield Refused("not_adjacent", rules=("GF-ACT-04", "GF-TERM-08", "GF-RULING-29"), **facts)


# ---- moving the landowner


def objections_move_landowner(state: State, command: MoveLandowner) -> Iterator[Refused]:
    """The landowner needs a point and a link to an open area (GF-ACT-02)."""
    if _spent(state, command.seat):
        yield _no_points()
    if command.to in INDEX:
        yield from _objections_step(state.landowners[command.seat], INDEX[command.to])
    else:
        yield no_such_area(command.to)


def move_landowner(state: State, command: MoveLandowner) -> tuple[Event, ...]:
    """The landowner moves over one link (GF-ACT-02)."""
    origin = IDS[state.landowners[command.seat]]
    return (LandownerMoved(command.seat, origin, command.to, state.points - 1),)


@cache
def _landowner_steps(seat: Seat, at: int) -> tuple[MoveLandowner, ...]:
    """Returns every step of a landowner from an area."""
    return tuple(MoveLandowner(seat, IDS[to]) for to in WALKS[at])


# ---- moving a band


def objections_move_band(state: State, command: MoveBand) -> Iterator[Refused]:
    """The move needs a point, a free band, and a link to an open area (GF-ACT-03, GF-ACT-07)."""
    if _spent(state, command.seat):
        yield _no_points()
    yield from no_such_areas(command.origin, command.to)
    if command.origin not in INDEX:
        return
    origin = INDEX[command.origin]
    if not free_bands(state, origin):
        yield _no_free_band(state, origin)
    if command.to in INDEX:
        yield from _objections_step(origin, INDEX[command.to])


def _no_free_band(state: State, origin: int) -> Refused:
    """Returns why no band can leave an area: there is none, or every band covers a cone."""
    id, here = IDS[origin], state.bands.count(origin)
    if not here:
        return Refused("no_band", rules=("GF-ACT-03",), origin=id, area=id, purpose="move")
    rules = ("GF-ACT-07", "GF-ACT-06", "GF-CONT-01", "GF-RULING-19")
    return Refused("band_pinned", rules=rules, origin=id, bands=here)


def move_band(state: State, command: MoveBand) -> tuple[Event, ...]:
    """The band moves over one link and covers an uncovered cone there (GF-ACT-06, GF-ACT-08)."""
    to = INDEX[command.to]
    pinned, contains = state.cones[to] > state.bands.count(to), contained(state, to)
    return (BandMoved(command.seat, command.origin, command.to, pinned, state.points - 1, contains),)


@cache
def _band_steps(seat: Seat, at: int) -> tuple[MoveBand, ...]:
    """Returns every step of a band from an area."""
    return tuple(MoveBand(seat, IDS[at], IDS[to]) for to in WALKS[at])


# ---- putting out


def objections_put_out(state: State, command: PutOut) -> Iterator[Refused]:
    """The landowner must stand in a contained fire, and it costs a point (GF-PUT-01, GF-PUT-02, GF-RULING-51)."""
    if _spent(state, command.seat):
        yield _no_points()
    at = state.landowners[command.seat]
    if contained(state, at):
        return
    cones = state.cones[at]
    if not cones:
        yield Refused("nothing_burns_here", rules=("GF-PUT-01", "GF-RULING-51"), district=IDS[at])
        return
    rules = ("GF-PUT-01", "GF-TERM-05", "GF-CONT-04")
    yield Refused("not_contained", rules=rules, district=IDS[at], cones=cones, bands=state.bands.count(at))


def put_out(state: State, command: PutOut) -> tuple[Event, ...]:
    """A cone goes to the pile, and the Hero card may change its holder (GF-HERO-01, GF-HERO-02)."""
    seat = command.seat
    at = state.landowners[seat]
    pile = state.piles[seat] + 1
    put = ConePutOut(seat, IDS[at], state.cones[at] - 1, pile, state.points - 1)
    hero = state.hero
    enough = CONSTANTS.hero_threshold if hero is None else state.piles[hero] + 1
    return (put, HeroTaken(seat, hero)) if hero != seat and pile >= enough else (put,)


@cache
def _put_out(seat: Seat) -> tuple[PutOut]:
    return (PutOut(seat),)


# ---- the end of the phase


def end_actions(state: State, command: EndActions) -> ActionsEnded:
    """The action phase ends, and unspent points are lost (GF-RULING-40)."""
    return ActionsEnded(command.seat, state.points)


@cache
def _ending(seat: Seat) -> tuple[EndActions]:
    return (EndActions(seat),)


# ---- what is legal


def legal_actions(state: State, seat: Seat) -> tuple[Command, ...]:
    """Returns every action: the end, demolitions, putting out, the landowner's steps, the bands' steps."""
    commands: tuple[Command, ...] = _ending(seat)
    if state.supplies[seat].charges:
        commands += legal_demolitions(state, seat)
    if not state.points:
        return commands
    here = state.landowners[seat]
    if contained(state, here):
        commands += _put_out(seat)
    commands += _landowner_steps(seat, here)
    cones, last, number = state.cones, -1, 0
    for at in state.bands:  # sorted, so that bands of one area follow each other
        number = number + 1 if at == last else 1
        if number == cones[at] + 1:  # the first one that covers no cone
            commands += _band_steps(seat, at)
        last = at
    return commands
