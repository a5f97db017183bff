"""Land and lines: Invest and the Underground, what the map allows (LON-BUY, LON-UG, LON-MAP-02)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london.commands import Command, Invest, PlaceUnderground
from domain.rulesets.london.components import ADJACENT, BOROUGHS, NUMBERS, UNDERGROUND_START, BoroughId
from domain.rulesets.london.course import Course, at_table, first, money_short, objections_now
from domain.rulesets.london.events import ActionBegan, BoroughBought
from domain.rulesets.london.rules_draw import settle_draw
from domain.rulesets.london.state import Player, State, own_boroughs


def why_not_borough(borough: BoroughId) -> Refused | None:
    """The refusal of a name that is on no map."""
    if borough in BOROUGHS:
        return None
    return Refused("no_such_borough", "There is no such borough.", rules=("LON-MAP-01",), borough=borough)


def objections_to_invest(state: State, command: Invest) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("action",), "LON-TURN-05")
    player = at_table(state, command.seat)
    if player is None:
        return
    unknown = why_not_borough(command.borough)
    if unknown:
        yield unknown
    if refused := _why_not_another_marker(state, command.seat):
        yield refused
    if not unknown:
        yield from _objections_to_buy(state, player, command.borough)


def _why_not_another_marker(state: State, seat: Seat) -> Refused | None:
    """The refusal of any borough to a player who has put all building markers on the board."""
    if len(own_boroughs(state, seat)) < NUMBERS.building_markers:
        return None
    text = f"All your {NUMBERS.building_markers} building markers are on the board."
    return Refused("no_marker_left", text, rules=("LON-BUY-07", "LON-RULING-22", "LON-COMP-07"))


def _objections_to_buy(state: State, player: Player, borough: BoroughId) -> Iterator[Refused]:
    """What forbids a building marker in this borough to this player. Whether a taken one is in reach is no question."""
    printed, owners = BOROUGHS[borough], state.owners
    if borough in owners:
        text = f"{printed.name} has a building marker already."
        yield Refused("borough_taken", text, rules=("LON-BUY-02", "LON-BUY-04"), borough=borough)
    elif not owners:
        if not printed.first_marker:
            text = "The first building marker goes to a borough with a red name."
            yield Refused("not_a_first_borough", text, rules=("LON-BUY-03", "LON-MAP-06"), borough=borough)
    elif owners.keys().isdisjoint(ADJACENT[borough]):
        text = f"{printed.name} is not next to a borough with a building marker."
        yield Refused("not_adjacent", text, rules=("LON-BUY-04", "LON-MAP-02"), borough=borough)
    if refused := money_short(player, printed.cost, "LON-BUY-05", borough=borough):
        yield refused


def invest(course: Course, command: Invest) -> None:
    """LON-BUY-05, 06: pay, put the marker down, take the cards the borough shows at once."""
    printed = BOROUGHS[command.borough]
    course.happens(ActionBegan(seat=command.seat, action="invest", cards=0))
    bought = BoroughBought(seat=command.seat, borough=printed.id, pounds=printed.cost, cards=printed.cards)
    course.happens(bought)
    settle_draw(course)


def investments(state: State) -> Iterator[Command]:
    """Every borough that may be bought now."""
    if _why_not_another_marker(state, state.active) is None:
        player = state.players[state.active]
        for borough in BOROUGHS:
            if borough not in state.owners and first(_objections_to_buy(state, player, borough)) is None:
                yield Invest(state.active, borough)


def objections_to_place_underground(state: State, command: PlaceUnderground) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("underground",), "LON-UG-01")
    if at_table(state, command.seat) is None:
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
    text = "All Underground markers are on the board."
    return Refused("no_marker_left", text, rules=("LON-UG-08", "LON-COMP-07", "LON-RULING-21"))


def _objections_to_dig(state: State, borough: BoroughId) -> Iterator[Refused]:
    """What forbids an Underground marker in this borough; no toll ever does (LON-RULING-21). Whether one that has a marker
    is in reach is no question."""
    name, placed = BOROUGHS[borough].name, state.underground
    if borough in placed:
        text = f"{name} has an Underground marker already."
        yield Refused("underground_there", text, rules=("LON-UG-02",), borough=borough)
    if borough not in state.owners:
        text = f"{name} has no building marker."
        yield Refused("no_building_marker", text, rules=("LON-UG-03",), borough=borough)
    if not placed:
        if borough not in UNDERGROUND_START:
            text = "The first Underground marker goes to City or next to it."
            yield Refused("not_near_city", text, rules=("LON-UG-04",), borough=borough)
    elif borough not in placed and not any(near in placed for near in ADJACENT[borough]):
        text = f"{name} is not next to a borough with an Underground marker."
        yield Refused("not_adjacent", text, rules=("LON-UG-05", "LON-MAP-02"), borough=borough)


def open_boroughs(state: State) -> tuple[BoroughId, ...]:
    """Where an Underground marker may be put now."""
    if _why_not_more_underground(state):
        return ()
    built = (borough for borough in BOROUGHS if borough in state.owners)
    return tuple(borough for borough in built if first(_objections_to_dig(state, borough)) is None)


def crosses_thames(state: State, borough: BoroughId) -> bool:
    """LON-UG-06: every marked neighbour lies on the other bank; never for the first marker (LON-UG-07)."""
    placed = state.underground
    return bool(placed) and not any(near in placed for near in BOROUGHS[borough].neighbours)
