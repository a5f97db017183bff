"""The frame of a turn: its beginning, loans, the exchange, the hand check, its end and the end of the game (LON-TURN,
LON-LOAN, LON-END). Knows nothing of the four actions.
"""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.rulesets.london.commands import Command, EndTurn, GiveUp, OfferCard, TakeInExchange, TakeLoan
from domain.rulesets.london.components import NUMBERS
from domain.rulesets.london.course import Course, borrow, free_slot, why_not_in_hand, why_not_now
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


def why_not_take_loan(state: State, command: TakeLoan) -> Refused | None:
    return why_not_now(state, command.seat, LOAN_PHASES, "LON-FLOW-08")


def take_loan(course: Course, command: TakeLoan) -> None:
    """LON-LOAN-02, 03: as many as the player likes, whether or not a payment is due (LON-RULING-14)."""
    borrow(course, command.seat, forced=False)


def why_not_exchange(state: State, seat: int) -> Refused | None:
    """What forbids an exchange before any card is named (LON-CARD-STOCK-EXCHANGE.1)."""
    if refused := why_not_now(state, seat, EXCHANGE_PHASES, "LON-FLOW-08"):
        return refused
    power = visible_power(state.players[seat], "swap_with_display")
    if power is None:
        text = "You have no visible Stock Exchange."
        return Refused("no_stock_exchange", text, rules=("LON-CARD-STOCK-EXCHANGE.1", "LON-RULING-26"))
    if state.turn.exchanges >= power.per_turn:
        text = "The Stock Exchange has been used in this turn."
        return Refused("exchanged_already", text, rules=("LON-CARD-STOCK-EXCHANGE.1", "LON-RULING-26"))
    if not on_display(state):
        return Refused("display_empty", "The display has no card to exchange.", rules=("LON-CARD-STOCK-EXCHANGE.1",))
    return None


def why_not_offer_card(state: State, command: OfferCard) -> Refused | None:
    return why_not_exchange(state, command.seat) or why_not_in_hand(state.players[command.seat], command.card)


def offers(state: State) -> Iterator[OfferCard]:
    """Every card that may be offered now."""
    if why_not_exchange(state, state.active) is None:
        for card in state.players[state.active].hand:
            yield OfferCard(seat=state.active, card=card)


def offer_card(course: Course, command: OfferCard) -> None:
    course.happens(CardOffered(seat=command.seat, card=command.card))


def why_not_take_in_exchange(state: State, command: TakeInExchange) -> Refused | None:
    if refused := why_not_now(state, command.seat, ("exchanging",), "LON-CARD-STOCK-EXCHANGE.1"):
        return refused
    return why_not_on_display(state, command.card, "LON-CARD-STOCK-EXCHANGE.1")


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
    if course.player.hand and why_not_exchange(course.state, course.state.active) is None:
        return
    _end_turn(course)


def why_not_give_up(state: State, command: GiveUp) -> Refused | None:
    if refused := why_not_now(state, command.seat, ("hand_check",), "LON-TURN-06"):
        return refused
    player = state.players[command.seat]
    if len(player.hand) <= NUMBERS.hand_limit:
        text = f"Your hand is not larger than {NUMBERS.hand_limit}."
        return Refused("hand_small_enough", text, rules=("LON-TURN-06", "LON-FLOW-07"), cards=len(player.hand))
    return why_not_in_hand(player, command.card)


def give_up(course: Course, command: GiveUp) -> None:
    row, slot = free_slot(course, command.seat)
    course.happens(CardGivenUp(seat=command.seat, card=command.card, row=row, slot=slot))
    settle_hand_check(course)


def why_not_end_turn(state: State, command: EndTurn) -> Refused | None:
    if refused := why_not_now(state, command.seat, ("hand_check",), "LON-FLOW-07"):
        return refused
    excess = len(state.players[command.seat].hand) - NUMBERS.hand_limit
    if excess > 0:
        text = f"Give up cards until {NUMBERS.hand_limit} are left."
        return Refused("hand_too_large", text, rules=("LON-TURN-06", "LON-FLOW-07"), excess=excess)
    return None


def exchanges(state: State) -> Iterator[Command]:
    """What may be taken for the card on offer: any card of the display."""
    for card in on_display(state):
        yield TakeInExchange(seat=state.active, card=card)


def legal_in_hand_check(state: State) -> Iterator[Command]:
    """Cards to give up while there are too many, else the end of the turn."""
    seat = state.active
    end = EndTurn(seat=seat)
    if why_not_end_turn(state, end) is None:
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
