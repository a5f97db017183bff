"""The objections that several chapters of the rules share."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.engine.refusal import Fact, Refused
from domain.engine.viewer import Seat, seat_name
from domain.rulesets.london.commands import SpendCard
from domain.rulesets.london.components import BOROUGHS, BoroughId, Card
from domain.rulesets.london.state import Phase, Player, State

DUE: Final[Mapping[Phase, str]] = {
    "set_up": "the game is not set up yet",
    "start_draw": "{seat} is making the start draw",
    "put_back": "{seat} must put the cards looked at back on the deck",
    "action": "{seat} must choose an action",
    "playing": "{seat} is playing cards",
    "paying": "{seat} must pay for the card to be placed",
    "drawing": "{seat} must take the cards that are due",
    "running": "{seat} is running the city",
    "activation_cost": "{seat} must spend a card for the activation",
    "bringing_in": "{seat} must choose a card for Coffee House",
    "spending": "{seat} may spend cards for the activation",
    "naming": "{seat} must name an opponent",
    "repeating": "{seat} must choose the card that Whitehall repeats",
    "underground": "{seat} must place an Underground marker",
    "exchanging": "{seat} must choose the card to take in exchange",
    "hand_check": "the action is over, and {seat} must give up cards or end the turn",
    "over": "the game is over",
}
"""What must, may or is being done in each phase."""


def objections_now(state: State, seat: Seat, phases: tuple[Phase, ...], rule: str) -> tuple[Refused, ...]:
    """What forbids a command, unless the active player gives it in one of `phases`."""
    if seat == state.active and state.phase in phases:
        return ()
    if state.phase == "over":
        return (Refused("game_over", "The game is over.", rules=("LON-END-05",)),)
    if state.phase == "set_up":
        return (Refused("wrong_phase", "The game is not set up yet.", rules=("LON-SETUP-05",)),)
    refusals: tuple[Refused, ...] = ()
    if seat != state.active:
        text = f"It is {seat_name(state.active)}'s turn."
        refusals += (Refused("not_your_turn", text, rules=("LON-TURN-01", "LON-TURN-02"), active=state.active),)
    if state.phase not in phases:
        text = f"This is not possible now: {DUE[state.phase].format(seat=seat_name(state.active))}."
        refusals += (Refused("wrong_phase", text, rules=(rule, "LON-TURN-02"), phase=state.phase),)
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
    return Refused("not_in_hand", "That card is not in your hand.", rules=(rule, "LON-INFO-12"), card=card)


def why_not_on_display(state: State, card: str, rule: str) -> Refused | None:
    """The refusal of a card that does not lie on the display."""
    if any(card in row for row in state.display):
        return None
    return Refused("not_on_display", "That card is not on the display.", rules=(rule,), card=card)


def why_not_stack(stacks: int, stack: int, *rules: str) -> Refused | None:
    """The refusal of a stack that the player does not have."""
    if 0 <= stack < stacks:
        return None
    return Refused("no_such_stack", "You have no such stack.", rules=rules, stacks=stacks)


def why_not_borough(borough: BoroughId) -> Refused | None:
    """The refusal of a name that is not on the map."""
    if borough in BOROUGHS:
        return None
    return Refused("no_such_borough", "There is no such borough.", rules=("LON-MAP-01",), borough=borough)


def why_not_school_here(command: SpendCard) -> Refused | None:
    """The refusal of School during a run."""
    if not command.school:
        return None
    text = "School can be used only to place a card."
    return Refused("no_school_here", text, rules=("LON-RULING-11", "LON-CARD-SCHOOL.1"))


def money_short(player: Player, pounds: int, *rules: str, **facts: Fact) -> Refused | None:
    """The refusal of a voluntary payment for which the player lacks the money (LON-LOAN-04)."""
    if player.money >= pounds:
        return None
    text = f"This costs £{pounds}; you have £{player.money}. You may take a loan first."
    cited = (*rules, "LON-LOAN-04", "LON-LOAN-05")
    return Refused("money_short", text, rules=cited, needed=pounds, money=player.money, **facts)
