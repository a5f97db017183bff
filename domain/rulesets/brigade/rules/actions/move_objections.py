"""Where a brigade can go (section 6.1, Mog, Ebenezer, Kulari, Aurath, the pink firehouse). Moves nobody.

All ways to one end are the same unless something happens on the way: with such tiles near, `routes` tells the ways apart by
what they pass; without, `ends_in_reach` finds the ends with a few operations on masks.
"""

from collections.abc import Iterator
from typing import NamedTuple

from domain.engine.refusal import Refused
from domain.rulesets.brigade.commands import EndTurn, MoveBrigade
from domain.rulesets.brigade.components import CELLS, Cell
from domain.rulesets.brigade.queries import MoveLimits, all_routes, ruins, where
from domain.rulesets.brigade.rules.actions.moves import (
    may_end_on_ruin,
    move_limits,
    moves,
    must_leave,
    pushes,
    why_not_ability,
)
from domain.rulesets.brigade.state import State

# ---- refusals


def objections_move(state: State, command: MoveBrigade) -> Iterator[Refused]:
    """Section 6.1; whether an action is left is asked for all actions alike."""
    absent = why_not_ability(state, command.seat, command.kind)
    if absent is not None:
        yield absent
    if command not in moves(state, command.seat, command.kind):
        found = tuple(_objections_way(state, command))
        yield from found
        limits = move_limits(state, command.seat, command.kind)
        idle = any(0 <= cell < CELLS and not limits.events >> cell & 1 for cell in command.via)
        lonely = bool(command.pushes) and 0 <= command.to < CELLS and not limits.closed >> command.to & 1
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
    limits = move_limits(state, seat, command.kind)
    stops = (*command.via, to)
    if any(not 0 <= cell < CELLS for cell in (*stops, *command.pushes)):
        yield Refused("invalid_target", "There is no such tile.", rules=("BRI-GEO-01",))
        return
    if to == limits.start:
        rules = ("BRI-ACT-MOVE-05", "BRI-RULING-22")
        yield Refused("must_move", "A move ends on another tile.", rules=rules, cell=to)
        return
    held = [c for c in stops if limits.closed >> c & 1 and (c != to or not limits.push or not pushes(state, seat, c))]
    if held:
        rules = ("BRI-ACT-MOVE-02", "BRI-CREW-MOG-THE-HEAVY")
        yield Refused("rival_brigade", "A rival brigade stands there.", rules=rules, cell=held[0])
    burnt = any(limits.fires >> cell & 1 for cell in command.via)
    # The rest of the way is judged as if what was named as wrong were not there, so that nothing is said twice.
    open_way = limits._replace(closed=limits.closed & ~where(*held), fires=limits.fires & ~where(*command.via))
    too_far, fire, rival = _hindrances(open_way, stops)
    if burnt or fire:
        text = "A burning tile ends the movement."
        yield Refused("fire_stops_movement", text, rules=("BRI-ACT-MOVE-04",), cell=stops[0])
    if rival:
        yield Refused("rival_brigade", "A rival brigade is in the way.", rules=("BRI-ACT-MOVE-02",), cell=to)
    if too_far:
        rules = ("BRI-ACT-MOVE-01", "BRI-ACT-MOVE-03")
        yield Refused("too_far", f"That is more than {limits.points} points.", rules=rules, cell=to)
    gained = int(bool(state.brigades[seat].roast) and state.aviary in stops)
    if ruins(state) >> to & 1 and not may_end_on_ruin(state, seat, command.kind, gained):
        text = "No action would be left to leave the destroyed tile."
        rules = ("BRI-ACT-MOVE-06", "BRI-ACT-MOVE-07")
        yield Refused("cannot_end_turn_on_destroyed", text, rules=rules, cell=to)


def why_not_end_turn(state: State, command: EndTurn) -> Refused | None:
    """Why the turn cannot end: the brigade stands on the ruins and can leave them (BRI-TURN-05, BRI-ACT-MOVE-07a)."""
    if not must_leave(state, command.seat):
        return None
    return Refused(
        "must_move",
        "The turn cannot end on a destroyed tile while a move can leave it.",
        rules=("BRI-ACT-MOVE-07", "BRI-ACT-MOVE-06"),
        cell=state.brigades[command.seat].at,
    )


class Hindrances(NamedTuple):
    """What keeps a brigade from its stops: the points, or else fires, rivals, or both."""

    too_far: bool
    fire: bool
    rival: bool


def _hindrances(limits: MoveLimits, stops: tuple[Cell, ...]) -> Hindrances:
    if _within(limits, stops):
        return Hindrances(False, False, False)
    if not _within(limits._replace(fires=0, closed=0), stops):
        return Hindrances(True, False, False)
    no_fires, no_rivals = _within(limits._replace(fires=0), stops), _within(limits._replace(closed=0), stops)
    return Hindrances(False, no_fires or not no_rivals, no_rivals or not no_fires)


def _within(limits: MoveLimits, stops: tuple[Cell, ...]) -> bool:
    """Whether the points suffice to pass all of `stops` in this order."""
    watched = limits._replace(events=where(*stops[:-1]))
    return any(cell == stops[-1] and _in_order(stops[:-1], via) for cell, via in all_routes(watched))


def _in_order(wanted: tuple[Cell, ...], met: tuple[Cell, ...]) -> bool:
    passed = iter(met)
    return all(cell in passed for cell in wanted)
