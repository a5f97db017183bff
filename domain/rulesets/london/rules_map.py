"""Land and lines: Invest and the Underground, what the map allows (LON-BUY, LON-UG, LON-MAP-02)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.rulesets.london.commands import Command, Invest, PlaceUnderground
from domain.rulesets.london.components import ADJACENT, BOROUGHS, NUMBERS, UNDERGROUND_START, BoroughId
from domain.rulesets.london.course import Course, money_short, why_not_now
from domain.rulesets.london.events import ActionBegan, BoroughBought
from domain.rulesets.london.rules_draw import settle_draw
from domain.rulesets.london.state import State, own_boroughs


def why_not_borough(borough: BoroughId) -> Refused | None:
    """The refusal of a name that is on no map."""
    if borough in BOROUGHS:
        return None
    return Refused("no_such_borough", "There is no such borough.", rules=("LON-MAP-01",), borough=borough)


def why_not_invest(state: State, command: Invest) -> Refused | None:
    if refused := why_not_now(state, command.seat, ("action",), "LON-TURN-05"):
        return refused
    if refused := why_not_borough(command.borough):
        return refused
    if len(own_boroughs(state, command.seat)) >= NUMBERS.building_markers:
        text = f"All your {NUMBERS.building_markers} building markers are on the board."
        return Refused("no_marker_left", text, rules=("LON-BUY-07", "LON-RULING-22", "LON-COMP-07"))
    return _why_not_buy(state, command.borough)


def _why_not_buy(state: State, borough: BoroughId) -> Refused | None:
    """What forbids a building marker in this borough to the active player."""
    printed, owners = BOROUGHS[borough], state.owners
    if borough in owners:
        text = f"{printed.name} has a building marker already."
        return Refused("borough_taken", text, rules=("LON-BUY-02", "LON-BUY-04"), borough=borough)
    if not owners:
        if not printed.first_marker:
            text = "The first building marker goes to a borough with a red name."
            return Refused("not_a_first_borough", text, rules=("LON-BUY-03", "LON-MAP-06"), borough=borough)
    elif not any(near in owners for near in ADJACENT[borough]):
        text = f"{printed.name} is not next to a borough with a building marker."
        return Refused("not_adjacent", text, rules=("LON-BUY-04", "LON-MAP-02"), borough=borough)
    return money_short(state.players[state.active], printed.cost, "LON-BUY-05", borough=borough)


def invest(course: Course, command: Invest) -> None:
    """LON-BUY-05, 06: pay, put the marker down, take the cards the borough shows at once."""
    printed = BOROUGHS[command.borough]
    course.happens(ActionBegan(seat=command.seat, action="invest", cards=0))
    bought = BoroughBought(seat=command.seat, borough=printed.id, pounds=printed.cost, cards=printed.cards)
    course.happens(bought)
    settle_draw(course)


def investments(state: State) -> Iterator[Command]:
    """Every borough that may be bought now."""
    if len(own_boroughs(state, state.active)) < NUMBERS.building_markers:
        for borough in BOROUGHS:
            if _why_not_buy(state, borough) is None:
                yield Invest(state.active, borough)


def why_not_place_underground(state: State, command: PlaceUnderground) -> Refused | None:
    if refused := why_not_now(state, command.seat, ("underground",), "LON-UG-01"):
        return refused
    return why_not_borough(command.borough) or _why_not_dig(state, command.borough)


def _why_not_dig(state: State, borough: BoroughId) -> Refused | None:
    """What forbids an Underground marker in this borough; no toll ever does (LON-RULING-21)."""
    name, placed = BOROUGHS[borough].name, state.underground
    if len(placed) >= NUMBERS.underground_markers:
        text = "All Underground markers are on the board."
        return Refused("no_marker_left", text, rules=("LON-UG-08", "LON-COMP-07", "LON-RULING-21"))
    if borough in placed:
        text = f"{name} has an Underground marker already."
        return Refused("underground_there", text, rules=("LON-UG-02",), borough=borough)
    if borough not in state.owners:
        text = f"{name} has no building marker."
        return Refused("no_building_marker", text, rules=("LON-UG-03",), borough=borough)
    if not placed:
        if borough not in UNDERGROUND_START:
            text = "The first Underground marker goes to City or next to it."
            return Refused("not_near_city", text, rules=("LON-UG-04",), borough=borough)
    elif not any(near in placed for near in ADJACENT[borough]):
        text = f"{name} is not next to a borough with an Underground marker."
        return Refused("not_adjacent", text, rules=("LON-UG-05", "LON-MAP-02"), borough=borough)
    return None


def open_boroughs(state: State) -> tuple[BoroughId, ...]:
    """Where an Underground marker may be put now."""
    return tuple(borough for borough in BOROUGHS if borough in state.owners and _why_not_dig(state, borough) is None)


def crosses_thames(state: State, borough: BoroughId) -> bool:
    """LON-UG-06: every marked neighbour lies on the other bank; never for the first marker (LON-UG-07)."""
    placed = state.underground
    return bool(placed) and not any(near in placed for near in BOROUGHS[borough].neighbours)
