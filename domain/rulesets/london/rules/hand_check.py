"""The Stock Exchange, the hand check and the end of a turn (LON-FLOW-07, LON-TURN-06, LON-CARD-STOCK-EXCHANGE)."""

from collections.abc import Iterator
from typing import assert_never

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import Command, EndTurn, GiveUp, HandCheckCommand, OfferCard, TakeInExchange
from domain.rulesets.london.components import NUMBERS
from domain.rulesets.london.rules.checks import (
    first,
    judged_player,
    objections_now,
    why_not_in_hand,
    why_not_on_display,
)
from domain.rulesets.london.rules.turn import LOAN_PHASES, finish_turn
from domain.rulesets.london.state import Phase, State, on_display, place_on_display, visible_power
from domain.rulesets.london.working import Working

_STOCK_EXCHANGE = "LON-CARD-STOCK-EXCHANGE.1"
EXCHANGE_PHASES: tuple[Phase, ...] = tuple(phase for phase in LOAN_PHASES if phase not in ("put_back", "paying"))
"""LON-RULING-26: between commands of the rulebook. Putting cards back and paying are parts of a command."""


def objections(state: State, command: HandCheckCommand) -> Iterator[Refused]:
    """What forbids a command that belongs to no action."""
    match command:
        case GiveUp():
            return objections_to_give_up(state, command)
        case OfferCard():
            return objections_to_offer_card(state, command)
        case TakeInExchange():
            return objections_to_take_in_exchange(state, command)
        case EndTurn():
            return objections_to_end_turn(state, command)
        case _:
            assert_never(command)


def carry_out(working: Working, command: HandCheckCommand) -> None:
    """What happens at a command that belongs to no action."""
    match command:
        case GiveUp():
            give_up(working, command)
        case OfferCard():
            working.happens(e.CardOffered(seat=command.seat, card=command.card))
        case TakeInExchange():
            take_in_exchange(working, command)
        case EndTurn():
            finish_turn(working)
        case _:
            assert_never(command)


def _objections_to_exchange(state: State, seat: Seat) -> Iterator[Refused]:
    """What forbids an exchange, whatever card is named (LON-CARD-STOCK-EXCHANGE.1)."""
    yield from objections_now(state, seat, EXCHANGE_PHASES, "LON-FLOW-08")
    player = judged_player(state, seat)
    if player is None:
        return
    power = visible_power(player, "swap_with_display")
    if power is None:
        yield Refused("no_stock_exchange", rules=(_STOCK_EXCHANGE, "LON-RULING-26"))
    elif seat == state.active and state.turn.exchanges >= power.per_turn:
        yield Refused("exchanged_already", rules=(_STOCK_EXCHANGE, "LON-RULING-26"))
    if not on_display(state):
        yield Refused("display_empty", rules=(_STOCK_EXCHANGE,))


def objections_to_offer_card(state: State, command: OfferCard) -> Iterator[Refused]:
    yield from _objections_to_exchange(state, command.seat)
    player = judged_player(state, command.seat)
    if player is not None and (refused := why_not_in_hand(player, command.card, _STOCK_EXCHANGE)):
        yield refused


def _may_exchange(state: State) -> bool:
    """Whether the active player may exchange. Few have a Stock Exchange, so this check comes first."""
    player = state.players[state.active]
    if visible_power(player, "swap_with_display") is None:
        return False
    return first(_objections_to_exchange(state, state.active)) is None


def offers(state: State) -> Iterator[OfferCard]:
    """Every card that may be offered now."""
    if _may_exchange(state):
        for card in state.players[state.active].hand:
            yield OfferCard(seat=state.active, card=card)


def objections_to_take_in_exchange(state: State, command: TakeInExchange) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("exchanging",), _STOCK_EXCHANGE)
    if judged_player(state, command.seat) and (refused := why_not_on_display(state, command.card, _STOCK_EXCHANGE)):
        yield refused


def take_in_exchange(working: Working, command: TakeInExchange) -> None:
    """LON-RULING-26: the hand card goes to the slot of the card that was taken."""
    given = working.state.turn.offered
    assert given is not None, "no card is on offer"
    row, slot = place_on_display(working.state, command.card)
    working.happens(e.CardsExchanged(seat=command.seat, given=given, taken=command.card, row=row, slot=slot))
    if working.state.phase == "hand_check":
        settle_hand_check(working)


def exchanges(state: State) -> Iterator[Command]:
    """Every card that may be taken for the card on offer."""
    for card in on_display(state):
        yield TakeInExchange(seat=state.active, card=card)


def end_action(working: Working) -> None:
    """End the action, and the turn too if nothing is left to choose."""
    working.happens(e.ActionEnded(seat=working.state.active))
    settle_hand_check(working)


def settle_hand_check(working: Working) -> None:
    """LON-FLOW-07: the turn ends by itself when the hand is small enough and no exchange is possible."""
    if len(working.player.hand) > NUMBERS.hand_limit:
        return
    if working.player.hand and _may_exchange(working.state):
        return
    finish_turn(working)


def objections_to_give_up(state: State, command: GiveUp) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("hand_check",), "LON-TURN-06")
    player = judged_player(state, command.seat)
    if player is None:
        return
    cards, limit = len(player.hand), NUMBERS.hand_limit
    if cards <= limit:
        yield Refused("hand_small_enough", rules=("LON-TURN-06", "LON-FLOW-07"), cards=cards, limit=limit)
    if refused := why_not_in_hand(player, command.card, "LON-TURN-06"):
        yield refused


def give_up(working: Working, command: GiveUp) -> None:
    row, slot = working.free_slot(command.seat)
    working.happens(e.CardGivenUp(seat=command.seat, card=command.card, row=row, slot=slot))
    settle_hand_check(working)


def objections_to_end_turn(state: State, command: EndTurn) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("hand_check",), "LON-FLOW-07")
    player = judged_player(state, command.seat)
    if player is not None and (excess := len(player.hand) - NUMBERS.hand_limit) > 0:
        rules = ("LON-TURN-06", "LON-FLOW-07")
        yield Refused("hand_too_large", rules=rules, excess=excess, limit=NUMBERS.hand_limit)


def legal_in_hand_check(state: State) -> Iterator[Command]:
    """The cards to give up if there are too many, else the end of the turn."""
    seat = state.active
    end = EndTurn(seat=seat)
    if first(objections_to_end_turn(state, end)) is None:
        yield end
        return
    for card in state.players[seat].hand:
        yield GiveUp(seat=seat, card=card)
