"""Where the Underground may go, and when it crosses the Thames (LON-UG)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.rulesets.london.commands import PlaceUnderground
from domain.rulesets.london.components import ADJACENT, BOROUGHS, NUMBERS, UNDERGROUND_START, BoroughId
from domain.rulesets.london.rules.checks import first, judged_player, objections_now, why_not_borough
from domain.rulesets.london.state import State


def objections_to_place_underground(state: State, command: PlaceUnderground) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("underground",), "LON-UG-01")
    if judged_player(state, command.seat) is None:
        return
    unknown = why_not_borough(command.borough)
    if unknown:
        yield unknown
    if refused := _why_not_more_underground(state):
        yield refused
    if not unknown:
        yield from _objections_to_dig(state, command.borough)


def _why_not_more_underground(state: State) -> Refused | None:
    """The refusal of any borough once all Underground markers are on the board."""
    if len(state.underground) < NUMBERS.underground_markers:
        return None
    rules, markers = ("LON-UG-08", "LON-COMP-07", "LON-RULING-21"), NUMBERS.underground_markers
    return Refused("no_marker_left", rules=rules, kind="underground", markers=markers)


def _objections_to_dig(state: State, borough: BoroughId) -> Iterator[Refused]:
    """What forbids an Underground marker in this borough. A toll never does (LON-RULING-21).

    A borough that has a marker need not be adjacent.
    """
    placed = state.underground
    if borough in placed:
        yield Refused("underground_there", rules=("LON-UG-02",), borough=borough)
    if borough not in state.owners:
        yield Refused("no_building_marker", rules=("LON-UG-03",), borough=borough)
    if not placed:
        if borough not in UNDERGROUND_START:
            yield Refused("not_near_city", rules=("LON-UG-04",), borough=borough)
    elif borough not in placed and not any(near in placed for near in ADJACENT[borough]):
        yield Refused("not_adjacent", rules=("LON-UG-05", "LON-MAP-02"), borough=borough, kind="underground")


def open_boroughs(state: State) -> tuple[BoroughId, ...]:
    """The boroughs where an Underground marker may be placed now."""
    if _why_not_more_underground(state):
        return ()
    built = (borough for borough in BOROUGHS if borough in state.owners)
    return tuple(borough for borough in built if first(_objections_to_dig(state, borough)) is None)


def crosses_thames(state: State, borough: BoroughId) -> bool:
    """LON-UG-06: whether every marked neighbour lies on the other bank. The first marker never crosses (LON-UG-07)."""
    placed = state.underground
    return bool(placed) and not any(near in placed for near in BOROUGHS[borough].neighbours)
