"""The action phase: rules sections 10 to 13. Knows neither turn order nor the draw that follows.

Objections stand above what they guard; `legal_actions` asks the same functions.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.commands import Command, Demolish, EndActions, MoveBand, MoveLandowner, PutOut
from domain.rulesets.great_fire.components import (
    BURNABLE,
    CONSTANTS,
    IDS,
    INDEX,
    KINDS,
    LINKED,
    NAMES,
    PUDDING_LANE,
    SIZES,
    WALKS,
    Mask,
    bits,
)
from domain.rulesets.great_fire.events import (
    ActionsEnded,
    BandMoved,
    ConePutOut,
    DistrictDemolished,
    Event,
    HeroTaken,
    LandownerMoved,
)
from domain.rulesets.great_fire.fire import banded, burning, holding
from domain.rulesets.great_fire.fire_phase import colours_at, unknown_area, unknown_areas
from domain.rulesets.great_fire.state import State


def _spent(state: State, seat: Seat) -> bool:
    """Whether the seat has used up its points (GF-ACT-01): before its turn and after its action phase it has none to count."""
    return not state.points and seat == state.active and state.phase != "intensify"


def _no_points() -> Refused:
    return Refused("no_points_left", "All action points are spent.", rules=("GF-ACT-01",))


def _objections_walk(origin: int, to: int) -> Iterator[Refused]:
    """Whether a band or a landowner may go over this link (GF-ACT-04, GF-ACT-05)."""
    if to in WALKS[origin]:
        return
    facts = {"origin": IDS[origin], "to": IDS[to]}
    if to == PUDDING_LANE:
        text = "Pudding Lane is closed to bands and landowners."
        yield Refused("pudding_lane_closed", text, rules=("GF-ACT-05", "GF-RULING-29"), **facts)
    if not LINKED[origin] >> to & 1:
        text = f"{NAMES[IDS[to]]} is not linked to {NAMES[IDS[origin]]}."
        yield Refused("not_linked", text, rules=("GF-ACT-04", "GF-TERM-08", "GF-RULING-29"), **facts)


# ---- moving the landowner


def objections_move_landowner(state: State, command: MoveLandowner) -> Iterator[Refused]:
    """GF-ACT-02."""
    if _spent(state, command.seat):
        yield _no_points()
    if command.to in INDEX:
        yield from _objections_walk(state.landowners[command.seat], INDEX[command.to])
    else:
        yield unknown_area(command.to)


def move_landowner(state: State, command: MoveLandowner) -> tuple[Event, ...]:
    """One step."""
    origin = IDS[state.landowners[command.seat]]
    return (LandownerMoved(command.seat, origin, command.to, state.points - 1),)


@cache
def _walks(seat: Seat, at: int) -> tuple[MoveLandowner, ...]:
    """Every step of a landowner from an area: frozen, so made once."""
    return tuple(MoveLandowner(seat, IDS[to]) for to in WALKS[at])


# ---- moving a band


def free_bands(state: State, at: int) -> int:
    """How many bands in an area are not on a cone (GF-TERM-07, GF-CONT-01)."""
    return max(0, state.bands.count(at) - state.cones[at])


def objections_move_band(state: State, command: MoveBand) -> Iterator[Refused]:
    """GF-ACT-03, GF-ACT-07."""
    if _spent(state, command.seat):
        yield _no_points()
    yield from unknown_areas(command.origin, command.to)
    if command.origin not in INDEX:
        return
    origin = INDEX[command.origin]
    if not free_bands(state, origin):
        yield _no_free_band(state, origin)
    if command.to in INDEX:
        yield from _objections_walk(origin, INDEX[command.to])


def _no_free_band(state: State, origin: int) -> Refused:
    """Why no band can leave an area: there is none, or they all cover cones."""
    id, here = IDS[origin], state.bands.count(origin)
    if not here:
        return Refused("no_band", f"There is no band in {NAMES[id]}.", rules=("GF-ACT-03",), origin=id)
    rules = ("GF-ACT-07", "GF-ACT-06", "GF-CONT-01", "GF-RULING-19")
    return Refused("band_pinned", f"Every band in {NAMES[id]} is pinned.", rules=rules, origin=id, bands=here)


def move_band(state: State, command: MoveBand) -> tuple[Event, ...]:
    """One step; an uncovered cone where it arrives holds the band (GF-ACT-06, GF-ACT-08)."""
    to = INDEX[command.to]
    pinned = state.cones[to] > state.bands.count(to)
    return (BandMoved(command.seat, command.origin, command.to, pinned, state.points - 1),)


@cache
def _band_walks(seat: Seat, at: int) -> tuple[MoveBand, ...]:
    """Every step of a band from an area."""
    return tuple(MoveBand(seat, IDS[at], IDS[to]) for to in WALKS[at])


# ---- putting out


def objections_put_out(state: State, command: PutOut) -> Iterator[Refused]:
    """GF-PUT-01, GF-PUT-02, GF-RULING-51."""
    if _spent(state, command.seat):
        yield _no_points()
    at = state.landowners[command.seat]
    if contained(state, at):
        return
    name, cones = NAMES[IDS[at]], state.cones[at]
    if not cones:
        text = f"Your landowner stands in {name}, where nothing burns."
        yield Refused("nothing_burns_here", text, rules=("GF-PUT-01", "GF-RULING-51"), district=IDS[at])
        return
    text = f"The fire in {name}, where your landowner stands, is not contained."
    rules = ("GF-PUT-01", "GF-TERM-05", "GF-CONT-04")
    yield Refused("not_contained", text, rules=rules, district=IDS[at], cones=cones, bands=state.bands.count(at))


def contained(state: State, at: int) -> bool:
    """Whether an area burns with at least as many bands as cones (GF-TERM-05)."""
    cones = state.cones[at]
    return cones > 0 and at != PUDDING_LANE and state.bands.count(at) >= cones


def put_out(state: State, command: PutOut) -> tuple[Event, ...]:
    """A cone goes to the pile, and perhaps the Hero card changes hands (GF-HERO-01, GF-HERO-02)."""
    seat = command.seat
    at = state.landowners[seat]
    pile = state.piles[seat] + 1
    gone = ConePutOut(seat, IDS[at], state.cones[at] - 1, pile, state.points - 1)
    hero = state.hero
    enough = CONSTANTS.hero_threshold if hero is None else state.piles[hero] + 1
    return (gone, HeroTaken(seat, hero)) if hero != seat and pile >= enough else (gone,)


@cache
def _put_out(seat: Seat) -> tuple[PutOut]:
    return (PutOut(seat),)


# ---- demolition


def objections_demolish(state: State, command: Demolish) -> Iterator[Refused]:
    """GF-DEMO-01 to GF-DEMO-04, GF-RULING-32."""
    if not state.held[command.seat][KINDS.index("charge")]:
        yield Refused("no_charge", "You hold no demolition charge.", rules=("GF-DEMO-01", "GF-TOKEN-01"))
    if command.district in INDEX:
        yield from _objections_break(state, INDEX[command.district])
    else:
        yield unknown_area(command.district)


_SMALL: Final = sum(1 << at for at in bits(BURNABLE) if SIZES[at] < CONSTANTS.demolition_size_limit)


def breakable(state: State) -> Mask:
    """The districts that could be made a fire break now, by whoever has a charge (GF-DEMO-01 to GF-DEMO-04)."""
    found = banded(state.bands) & BURNABLE & ~holding(state.cones) & ~holding(state.demolished)
    found &= _SMALL | ~holding(state.houses)
    fire = burning(state.cones)
    return sum(1 << at for at in bits(found) if LINKED[at] & fire)


def _objections_break(state: State, at: int) -> Iterator[Refused]:
    """Whether a district may be made a fire break, the charge apart. What can never or no more be one has no other fault."""
    if breakable(state) >> at & 1:
        return
    id = IDS[at]
    name, facts = NAMES[id], {"district": id}
    if not BURNABLE >> at & 1:
        yield Refused("not_a_district", f"{name} cannot be demolished.", rules=("GF-DEMO-02", "GF-RULING-32"), **facts)
        return
    if state.demolished[at]:
        yield Refused("demolished_already", f"{name} is demolished already.", rules=("GF-DEMO-02",), **facts)
        return
    if at not in state.bands:
        rules = ("GF-DEMO-01", "GF-RULING-32")
        yield Refused("no_band", f"There is no band in {name} to lay the charge.", rules=rules, **facts)
    if state.cones[at]:
        yield Refused("burning", f"{name} burns.", rules=("GF-DEMO-02",), **facts)
    if not LINKED[at] & burning(state.cones):
        rules = ("GF-DEMO-03", "GF-RULING-31")
        yield Refused("no_fire_beside", f"No district linked to {name} burns.", rules=rules, **facts)
    if state.houses[at] and not _SMALL >> at & 1:
        text = f"{name} has {SIZES[at]} houses: it may be demolished only when it is empty."
        yield Refused("too_big", text, rules=("GF-DEMO-04", "GF-BOARD-08"), size=SIZES[at], **facts)


def demolish(state: State, command: Demolish) -> tuple[Event, ...]:
    """The charge goes off (GF-DEMO-05 to GF-DEMO-07)."""
    at = INDEX[command.district]
    kind = state.tokens[at]
    houses = colours_at(state, at) if state.houses[at] else ()
    return (DistrictDemolished(command.seat, command.district, houses, KINDS[kind - 1] if kind else None),)


# ---- the end of the phase


def end_actions(state: State, command: EndActions) -> ActionsEnded:
    """Points left are lost (GF-RULING-40)."""
    return ActionsEnded(command.seat, state.points)


@cache
def _ending(seat: Seat) -> tuple[EndActions]:
    return (EndActions(seat),)


# ---- what is legal


def legal_actions(state: State, seat: Seat) -> tuple[Command, ...]:
    """Every action of the phase: the landowner's steps, the bands' steps, putting out, demolitions, the end."""
    found: tuple[Command, ...] = _ending(seat)
    if state.held[seat][KINDS.index("charge")]:
        found += tuple([Demolish(seat, IDS[at]) for at in bits(breakable(state))])
    if not state.points:
        return found
    here = state.landowners[seat]
    if contained(state, here):
        found += _put_out(seat)
    found += _walks(seat, here)
    last = -1
    for at in state.bands:  # sorted, so that bands standing together come one after the other
        if at != last and free_bands(state, at):
            found += _band_walks(seat, at)
        last = at
    return found
