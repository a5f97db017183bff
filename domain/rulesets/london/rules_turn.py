"""The frame of a turn: its beginning, loans, the exchange, the hand check, its end and the end of the game (LON-TURN,
LON-LOAN, LON-END). Knows nothing of the four actions.
"""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london.commands import Command, EndTurn, GiveUp, OfferCard, TakeInExchange, TakeLoan
from domain.rulesets.london.components import NUMBERS
from domain.rulesets.london.course import (
    Course,
    at_table,
    borrow,
    first,
    free_slot,
    objections_now,
    why_not_in_hand,
)
from domain.rulesets.london.events import (
    ActionEnded,
    CardGivenUp,
    CardOffered,
    CardsExchanged,
    EndTriggered,
    GameEnded,
    HandRevealed,
    LoansRepaid,
    PovertyReduced,
    StartDrawEnded,
    TurnBegan,
    TurnEnded,
)
from domain.rulesets.london.score import final_points, ranked
from domain.rulesets.london.state import Phase, State, cards_to_take, on_display, place_on_display, visible_power

_STOCK_EXCHANGE = "LON-CARD-STOCK-EXCHANGE.1"

LOAN_PHASES: tuple[Phase, ...] = (
    "start_draw",
    "put_back",
    "action",
    "playing",
    "paying",
    "drawing",
    "running",
    "underground",
    "hand_check",
)
"""LON-FLOW-08: any point of the own turn but the inside of an activation (UNDERGROUND excepted) or of an exchange."""

EXCHANGE_PHASES: tuple[Phase, ...] = tuple(phase for phase in LOAN_PHASES if phase not in ("put_back", "paying"))
"""LON-RULING-26: between commands of the rulebook; to put cards back and to pay are parts of one."""


def begin_turn(course: Course, seat: int) -> None:
    """LON-TURN-03: one card, unless Parliament says otherwise; skipped when there is none (LON-TURN-04)."""
    state = course.state
    power = visible_power(state.players[seat], "flexible_start_draw")
    least, most = (NUMBERS.start_draw, NUMBERS.start_draw) if power is None else (power.min, power.max)
    course.happens(TurnBegan(seat=seat, number=state.turn_number + 1, draw_min=least, draw_max=most))
    if not cards_to_take(course.state):
        course.happens(StartDrawEnded(seat=seat))


def objections_to_take_loan(state: State, command: TakeLoan) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, LOAN_PHASES, "LON-FLOW-08")


def take_loan(course: Course, command: TakeLoan) -> None:
    """LON-LOAN-02, 03: as many as the player likes, whether or not a payment is due (LON-RULING-14)."""
    borrow(course, command.seat, forced=False)


def _objections_to_exchange(state: State, seat: Seat) -> Iterator[Refused]:
    """What forbids an exchange before any card is named (LON-CARD-STOCK-EXCHANGE.1)."""
    yield from objections_now(state, seat, EXCHANGE_PHASES, "LON-FLOW-08")
    player = at_table(state, seat)
    if player is None:
        return
    power = visible_power(player, "swap_with_display")
    if power is None:
        text = "You have no visible Stock Exchange."
        yield Refused("no_stock_exchange", text, rules=(_STOCK_EXCHANGE, "LON-RULING-26"))
    elif seat == state.active and state.turn.exchanges >= power.per_turn:
        text = "The Stock Exchange has been used in this turn."
        yield Refused("exchanged_already", text, rules=(_STOCK_EXCHANGE, "LON-RULING-26"))
    if not on_display(state):
        yield Refused("display_empty", "The display has no card to exchange.", rules=(_STOCK_EXCHANGE,))


def objections_to_offer_card(state: State, command: OfferCard) -> Iterator[Refused]:
    yield from _objections_to_exchange(state, command.seat)
    player = at_table(state, command.seat)
    if player is not None and (refused := why_not_in_hand(player, command.card)):
        yield refused


def _may_exchange(state: State) -> bool:
    """Whether the active player may exchange. Few have a Stock Exchange, so that is asked before a refusal is worded."""
    player = state.players[state.active]
    if visible_power(player, "swap_with_display") is None:
        return False
    return first(_objections_to_exchange(state, state.active)) is None


def offers(state: State) -> Iterator[OfferCard]:
    """Every card that may be offered now."""
    if _may_exchange(state):
        for card in state.players[state.active].hand:
            yield OfferCard(seat=state.active, card=card)


def offer_card(course: Course, command: OfferCard) -> None:
    course.happens(CardOffered(seat=command.seat, card=command.card))


def objections_to_take_in_exchange(state: State, command: TakeInExchange) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("exchanging",), _STOCK_EXCHANGE)
    if at_table(state, command.seat) and (refused := why_not_on_display(state, command.card, _STOCK_EXCHANGE)):
        yield refused


def why_not_on_display(state: State, card: str, rule: str) -> Refused | None:
    """The refusal of a card that does not lie on the display."""
    if any(card in row for row in state.display):
        return None
    return Refused("not_on_display", "That card is not on the display.", rules=(rule, "LON-DRAW-01"), card=card)


def take_in_exchange(course: Course, command: TakeInExchange) -> None:
    """LON-RULING-26: the hand card goes to the very slot the other came from."""
    given = course.state.turn.offered
    assert given is not None, "a card is on offer"
    row, slot = place_on_display(course.state, command.card)
    course.happens(CardsExchanged(seat=command.seat, given=given, taken=command.card, row=row, slot=slot))
    if course.state.phase == "hand_check":
        settle_hand_check(course)


def end_action(course: Course) -> None:
    """The action is over; the turn ends with it where nothing is left to choose."""
    course.happens(ActionEnded(seat=course.state.active))
    settle_hand_check(course)


def settle_hand_check(course: Course) -> None:
    """LON-FLOW-07: the turn ends by itself once the hand is small enough and no exchange is possible."""
    if len(course.player.hand) > NUMBERS.hand_limit:
        return
    if course.player.hand and _may_exchange(course.state):
        return
    _end_turn(course)


def objections_to_give_up(state: State, command: GiveUp) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("hand_check",), "LON-TURN-06")
    player = at_table(state, command.seat)
    if player is None:
        return
    if len(player.hand) <= NUMBERS.hand_limit:
        text = f"Your hand is not larger than {NUMBERS.hand_limit}."
        yield Refused("hand_small_enough", text, rules=("LON-TURN-06", "LON-FLOW-07"), cards=len(player.hand))
    if refused := why_not_in_hand(player, command.card):
        yield refused


def give_up(course: Course, command: GiveUp) -> None:
    row, slot = free_slot(course, command.seat)
    course.happens(CardGivenUp(seat=command.seat, card=command.card, row=row, slot=slot))
    settle_hand_check(course)


def objections_to_end_turn(state: State, command: EndTurn) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("hand_check",), "LON-FLOW-07")
    player = at_table(state, command.seat)
    if player is not None and (excess := len(player.hand) - NUMBERS.hand_limit) > 0:
        text = f"Give up cards until {NUMBERS.hand_limit} are left."
        yield Refused("hand_too_large", text, rules=("LON-TURN-06", "LON-FLOW-07"), excess=excess)


def exchanges(state: State) -> Iterator[Command]:
    """What may be taken for the card on offer: any card of the display."""
    for card in on_display(state):
        yield TakeInExchange(seat=state.active, card=card)


def legal_in_hand_check(state: State) -> Iterator[Command]:
    """Cards to give up while there are too many, else the end of the turn."""
    seat = state.active
    end = EndTurn(seat=seat)
    if first(objections_to_end_turn(state, end)) is None:
        yield end
        return
    for card in state.players[seat].hand:
        yield GiveUp(seat=seat, card=card)


def end_turn(course: Course, _: EndTurn) -> None:
    _end_turn(course)


def _end_turn(course: Course) -> None:
    state = course.state
    seat, seats, idle = state.active, len(state.players), state.turn.idle
    limit = state.options.idle_turns_per_player * seats
    if idle and state.idle_turns + 1 >= limit and state.turns_left is None:  # LON-RULING-45
        course.happens(EndTriggered(seat=seat, by="idle"))
    course.happens(TurnEnded(seat=seat, idle=idle))
    if course.state.turns_left == 0:
        _score(course)
    else:
        begin_turn(course, (seat + 1) % seats)


def _score(course: Course) -> None:
    """LON-SCORE, in the order of its rules: loans and hands seat by seat, poverty for all, then the sums."""
    for seat, player in enumerate(course.state.players):
        repaid = min(player.loans, player.money // NUMBERS.loan_repay)
        if repaid:
            course.happens(LoansRepaid(seat=seat, loans=repaid, pounds=repaid * NUMBERS.loan_repay))
    for seat, player in enumerate(course.state.players):
        poverty = len(player.hand) * NUMBERS.poverty_per_hand_card
        course.happens(HandRevealed(seat=seat, cards=player.hand, poverty=poverty))
    course.happens(PovertyReduced(points=min(player.poverty for player in course.state.players)))
    points = tuple(final_points(course.state, seat) for seat in range(len(course.state.players)))
    course.happens(GameEnded(points=points, places=ranked(course.state)))
