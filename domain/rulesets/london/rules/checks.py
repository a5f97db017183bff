"""The objections that several chapters of the rules share."""

from collections.abc import Iterator

from domain.engine.refusal import Fact, Refused
from domain.engine.viewer import Seat
from domain.rulesets.london.commands import SpendCard
from domain.rulesets.london.components import BOROUGHS, BoroughId, Card
from domain.rulesets.london.state import Phase, Player, State


def objections_now(state: State, seat: Seat, phases: tuple[Phase, ...], rule: str) -> tuple[Refused, ...]:
    """What forbids a command, unless the active player gives it in one of `phases`."""
    if seat == state.active and state.phase in phases:
        return ()
    if state.phase == "over":
        return (Refused("game_over", rules=("LON-END-05",)),)
    active, phase = state.active, state.phase
    if phase == "set_up":
        return (Refused("wrong_phase", rules=("LON-SETUP-05",), phase=phase, active=active),)
    refusals: tuple[Refused, ...] = ()
    if seat != active:
        refusals += (Refused("not_your_turn", rules=("LON-TURN-01", "LON-TURN-02"), active=active),)
    if phase not in phases:
        refusals += (Refused("wrong_phase", rules=(rule, "LON-TURN-02"), phase=phase, active=active),)
    return refusals


def judged_player(state: State, seat: Seat) -> Player | None:
    """The player whose own things decide on further objections.

    None if no further objection has a meaning: the game is not running, or there is no such seat.
    """
    if state.phase in ("over", "set_up") or not 0 <= seat < len(state.players):
        return None
    return state.players[seat]


def first(objections: Iterator[Refused]) -> Refused | None:
    """The objection that a command is refused with, or None if it is legal."""
    return next(objections, None)


def why_not_in_hand(player: Player, card: Card, rule: str) -> Refused | None:
    """The refusal of a card that is not in the player's hand, wherever it may be (LON-INFO-12).

    `rule`: the one that asks for a card of the hand.
    """
    if card in player.hand:
        return None
    return Refused("not_in_hand", rules=(rule, "LON-INFO-12"), card=card)


def why_not_on_display(state: State, card: str, rule: str) -> Refused | None:
    """The refusal of a card that does not lie on the display."""
    if any(card in row for row in state.display):
        return None
    return Refused("not_on_display", rules=(rule,), card=card)


def why_not_stack(stacks: int, stack: int, *rules: str) -> Refused | None:
    """The refusal of a stack that the player does not have."""
    if 0 <= stack < stacks:
        return None
    return Refused("no_such_stack", rules=rules, stacks=stacks)


def why_not_borough(borough: BoroughId) -> Refused | None:
    """The refusal of a name that is not on the map."""
    if borough in BOROUGHS:
        return None
    return Refused("no_such_borough", rules=("LON-MAP-01",), borough=borough)


def why_not_school_here(command: SpendCard) -> Refused | None:
    """The refusal of School during a run."""
    if not command.school:
        return None
    return Refused("no_school_here", rules=("LON-RULING-11", "LON-CARD-SCHOOL.1"))


def money_short(player: Player, pounds: int, *rules: str, **facts: Fact) -> Refused | None:
    """The refusal of a voluntary payment for which the player lacks the money (LON-LOAN-04)."""
    if player.money >= pounds:
        return None
    cited = (*rules, "LON-LOAN-04", "LON-LOAN-05")
    return Refused("money_short", rules=cited, needed=pounds, money=player.money, **facts)
