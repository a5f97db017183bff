"""Why a move of the brigade is refused (section 6.1), and why a turn cannot end on the ruins."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from domain.engine.refusal import Refused
from domain.rulesets.brigade.commands import EndTurn, MoveBrigade
from domain.rulesets.brigade.components import CELLS, Cell, tile_at
from domain.rulesets.brigade.queries import MoveLimits, all_routes, ruins, where
from domain.rulesets.brigade.rules.actions.moves import (
    is_open,
    may_end_on_ruin,
    move_limits,
    must_leave,
    on_ruin,
    pushes,
    why_not_ability,
)
from domain.rulesets.brigade.state import State


def objections_move(state: State, command: MoveBrigade) -> Iterator[Refused]:
    """Why a move is refused. Whether it can be paid is checked with all actions."""
    absent = why_not_ability(state, command.seat, command.kind)
    if absent is not None:
        yield absent
    if is_open(state, command):
        return
    limits = move_limits(state, command.seat, command.kind)
    against = tuple(_objections_way(state, command, limits))
    yield from against
    if not against or _names_too_much(command, limits):
        yield Refused(
            "no_effect",
            rules=("BRI-ACT-02", "BRI-ACT-MOVE-01"),
            reason="move",
            cell=command.to,
        )


def _names_too_much(command: MoveBrigade, limits: MoveLimits) -> bool:
    """Whether a move names a tile where nothing happens, or pushes where no brigade is."""
    idle = any(0 <= cell < CELLS and not limits.events >> cell & 1 for cell in command.via)
    return idle or (bool(command.pushes) and 0 <= command.to < CELLS and not limits.closed >> command.to & 1)


def _objections_way(state: State, command: MoveBrigade, limits: MoveLimits) -> Iterator[Refused]:
    """What is wrong with the end and the tiles on the way."""
    to, stops = command.to, (*command.via, command.to)
    if any(not 0 <= cell < CELLS for cell in (*stops, *command.pushes)):
        yield Refused("invalid_target", rules=("BRI-GEO-01",), reason="no_tile")
        return
    if to == limits.start:
        rules = ("BRI-ACT-MOVE-05", "BRI-RULING-22")
        yield Refused("must_move", rules=rules, reason="brigade", cell=to, tile=tile_at(state.tiles, to).id)
        return
    blocked = [cell for cell in stops if limits.closed >> cell & 1 and not _can_push(state, command, limits, cell)]
    if blocked:
        rules = ("BRI-ACT-MOVE-02", "BRI-CREW-MOG-THE-HEAVY")
        yield Refused(
            "rival_brigade",
            rules=rules,
            reason="there",
            cell=blocked[0],
            tile=tile_at(state.tiles, blocked[0]).id,
        )
    yield from _objections_between(command, limits, blocked)
    token = int(state.brigades[command.seat].roast and state.aviary in stops)
    if ruins(state) >> to & 1 and not may_end_on_ruin(state, command.seat, command.kind, token):
        last = state.actions == 1 and on_ruin(state, command.seat)
        rules = ("BRI-ACT-MOVE-06", "BRI-ACT-MOVE-07")
        yield Refused("cannot_end_turn_on_destroyed", rules=rules, cell=to, last=last)


def _can_push(state: State, command: MoveBrigade, limits: MoveLimits, cell: Cell) -> bool:
    """Whether the brigade may push the rivals away from a tile: only where the move ends, and if they have a place."""
    return cell == command.to and limits.push and bool(pushes(state, command.seat, cell))


def _objections_between(command: MoveBrigade, limits: MoveLimits, blocked: list[Cell]) -> Iterator[Refused]:
    """What keeps the brigade from its stops, besides the brigades on the `blocked` ones.

    The way is judged as if the obstacles on the stops themselves were not there, so that nothing is refused twice.
    """
    to, stops = command.to, (*command.via, command.to)
    fires_on_way = any(limits.fires >> cell & 1 for cell in command.via)
    without = replace(limits, closed=limits.closed & ~where(*blocked), fires=limits.fires & ~where(*command.via))
    obstacles = _obstacles(without, stops)
    if fires_on_way or obstacles.fire:
        yield Refused("fire_stops_movement", rules=("BRI-ACT-MOVE-04",), cell=stops[0])
    if obstacles.rival:
        yield Refused("rival_brigade", rules=("BRI-ACT-MOVE-02",), reason="on_the_way", cell=to)
    if obstacles.too_far:
        rules = ("BRI-ACT-MOVE-01", "BRI-ACT-MOVE-03")
        yield Refused(
            "too_far",
            rules=rules,
            cell=to,
            points=limits.points,
        )


class Obstacles(NamedTuple):
    """What keeps a brigade from its stops: too few points, or else fires, rivals, or both."""

    too_far: bool = False
    fire: bool = False
    rival: bool = False


def _obstacles(limits: MoveLimits, stops: tuple[Cell, ...]) -> Obstacles:
    if _within(limits, stops):
        return Obstacles()
    if not _within(replace(limits, fires=0, closed=0), stops):
        return Obstacles(too_far=True)
    without_fires, without_rivals = _within(replace(limits, fires=0), stops), _within(replace(limits, closed=0), stops)
    return Obstacles(fire=without_fires or not without_rivals, rival=without_rivals or not without_fires)


def _within(limits: MoveLimits, stops: tuple[Cell, ...]) -> bool:
    """Whether the points suffice to pass all of `stops` in this order."""
    watched = replace(limits, events=where(*stops[:-1]))
    return any(cell == stops[-1] and _in_order(stops[:-1], via) for cell, via in all_routes(watched))


def _in_order(wanted: tuple[Cell, ...], passed: tuple[Cell, ...]) -> bool:
    rest = iter(passed)
    return all(cell in rest for cell in wanted)


def why_not_end_turn(state: State, command: EndTurn) -> Refused | None:
    """Why the turn cannot end: the brigade stands on the ruins and can leave them (BRI-TURN-05, BRI-ACT-MOVE-07a)."""
    if not must_leave(state, command.seat):
        return None
    return Refused(
        "must_move",
        rules=("BRI-ACT-MOVE-07", "BRI-ACT-MOVE-06"),
        reason="end_of_turn",
        cell=state.brigades[command.seat].at,
    )
