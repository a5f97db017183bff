"""Action 3, Invest: which borough may be bought, and what it brings (LON-BUY, LON-MAP-02)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import Command, Invest
from domain.rulesets.london.components import ADJACENT, BOROUGHS, NUMBERS, BoroughId
from domain.rulesets.london.rules.checks import judged_player, money_short, objections_now, why_not_borough
from domain.rulesets.london.rules.draw import settle_draw
from domain.rulesets.london.state import Player, State, own_boroughs
from domain.rulesets.london.working import Working


def objections_to_invest(state: State, command: Invest) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("action",), "LON-TURN-05")
    player = judged_player(state, command.seat)
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
    markers = NUMBERS.building_markers
    if len(own_boroughs(state, seat)) < markers:
        return None
    rules = ("LON-BUY-07", "LON-RULING-22", "LON-COMP-07")
    return Refused("no_marker_left", rules=rules, kind="building", markers=markers)


def _objections_to_buy(state: State, player: Player, borough: BoroughId) -> Iterator[Refused]:
    """What forbids this player a building marker in this borough. A taken borough need not be adjacent."""
    if _may_buy(state, player, borough):
        return
    printed, owners = BOROUGHS[borough], state.owners
    if borough in owners:
        yield Refused("borough_taken", rules=("LON-BUY-02", "LON-BUY-04"), borough=borough)
    elif not owners:
        if not printed.first_marker:
            yield Refused("not_a_first_borough", rules=("LON-BUY-03", "LON-MAP-06"), borough=borough)
    elif owners.keys().isdisjoint(ADJACENT[borough]):
        yield Refused("not_adjacent", rules=("LON-BUY-04", "LON-MAP-02"), borough=borough, kind="building")
    if refused := money_short(player, printed.cost, "LON-BUY-05", borough=borough):
        yield refused


def _may_buy(state: State, player: Player, borough: BoroughId) -> bool:
    """Whether this player may buy this borough, as long as a marker is left (LON-BUY-02 to -05)."""
    printed, owners = BOROUGHS[borough], state.owners
    if borough in owners or player.money < printed.cost:
        return False
    return not owners.keys().isdisjoint(ADJACENT[borough]) if owners else printed.first_marker


def invest(working: Working, command: Invest) -> None:
    """LON-BUY-05, 06: pay and put the marker down; the cards that the borough shows are due at once."""
    printed = BOROUGHS[command.borough]
    working.happens(e.ActionBegan(seat=command.seat, action="invest", cards=0))
    working.happens(e.BoroughBought(seat=command.seat, borough=printed.id, pounds=printed.cost, cards=printed.cards))
    settle_draw(working)


def investments(state: State) -> Iterator[Command]:
    """Every borough that may be bought now."""
    if _why_not_another_marker(state, state.active) is None:
        player = state.players[state.active]
        for borough in BOROUGHS:
            if _may_buy(state, player, borough):
                yield Invest(state.active, borough)
