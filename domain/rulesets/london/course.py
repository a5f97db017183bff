"""What happens in the course of one command: events gathered while the state follows them. Asks no player anything.

Here too are the things that many chapters of the rules do: lend, pay, put a card on the display, take one.
"""

from collections.abc import Iterator

from domain.engine.refusal import Fact, Refused
from domain.engine.viewer import Seat, seat_name
from domain.rulesets.london.components import NUMBERS, Card
from domain.rulesets.london.events import (
    BankPaid,
    CardDrawn,
    CardTaken,
    EndTriggered,
    Event,
    LoanTaken,
    OpponentPaid,
    Purpose,
    TopRowDiscarded,
)
from domain.rulesets.london.evolve import evolve
from domain.rulesets.london.state import Phase, Player, State, place_on_display, visible_power


class Course:
    """The events of one command so far, and the state after them."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def happens(self, event: Event) -> None:
        """One more thing happens."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    @property
    def player(self) -> Player:
        """The active player."""
        return self.state.players[self.state.active]


def objections_now(state: State, seat: Seat, phases: tuple[Phase, ...], rule: str) -> tuple[Refused, ...]:
    """What forbids anything that is not asked by the active player in one of `phases`."""
    if seat == state.active and state.phase in phases:
        return ()
    if state.phase == "over":
        return (Refused("game_over", "The game is over.", rules=("LON-END-05",)),)
    if state.phase == "set_up":
        return (Refused("not_set_up", "The game is not set up yet.", rules=("LON-SETUP-05",)),)
    found: tuple[Refused, ...] = ()
    if seat != state.active:
        text = f"It is {seat_name(state.active)}'s turn."
        found += (Refused("not_your_turn", text, rules=("LON-TURN-01", "LON-TURN-02"), active=state.active),)
    if state.phase not in phases:
        text = f"This is not possible now; the turn is at: {state.phase.replace('_', ' ')}."
        found += (Refused("not_now", text, rules=(rule, "LON-TURN-02"), phase=state.phase),)
    return found


def at_table(state: State, seat: Seat) -> Player | None:
    """The player whose own things further objections are about; None where there is nothing more to say: no game is on, or
    there is no such seat."""
    if state.phase in ("over", "set_up") or not 0 <= seat < len(state.players):
        return None
    return state.players[seat]


def first(objections: Iterator[Refused]) -> Refused | None:
    """What a command is refused with; None where nothing forbids it."""
    return next(objections, None)


def why_not_in_hand(player: Player, card: Card) -> Refused | None:
    """The refusal of a card that is not in the player's hand, wherever else it may be (LON-INFO-12)."""
    if card in player.hand:
        return None
    return Refused("not_in_hand", "That card is not in your hand.", rules=("LON-INFO-12", "LON-PLAY-01"), card=card)


def money_short(player: Player, pounds: int, *rules: str, **facts: Fact) -> Refused | None:
    """The refusal of a payment by choice that the player has not the money for (LON-LOAN-04)."""
    if player.money >= pounds:
        return None
    text = f"This costs £{pounds}; you have £{player.money}. You may take a loan first."
    cited = (*rules, "LON-LOAN-04", "LON-LOAN-05")
    return Refused("money_short", text, rules=cited, needed=pounds, money=player.money, **facts)


def borrow(course: Course, seat: Seat, *, forced: bool) -> None:
    """One loan; a visible Bank of England makes it bring more (LON-LOAN-01, LON-LOAN-08)."""
    power = visible_power(course.state.players[seat], "bigger_loan")
    pounds = NUMBERS.loan_principal if power is None else power.principal
    course.happens(LoanTaken(seat=seat, pounds=pounds, forced=forced))


def borrow_for(course: Course, seat: Seat, pounds: int) -> None:
    """Just as many loans as a compulsory payment of `pounds` needs (LON-LOAN-04)."""
    while course.state.players[seat].money < pounds:
        borrow(course, seat, forced=True)


def pay_bank(course: Course, seat: Seat, pounds: int, purpose: Purpose, card: Card) -> None:
    """A payment to the bank that can be met; none of £0 is recorded."""
    if pounds:
        course.happens(BankPaid(seat=seat, pounds=pounds, purpose=purpose, card=card))


def pay_opponent(course: Course, seat: Seat, to: Seat, pounds: int, card: Card) -> None:
    """A compulsory payment from seat to seat."""
    borrow_for(course, seat, pounds)
    course.happens(OpponentPaid(seat=seat, to=to, pounds=pounds, card=card))


def free_slot(course: Course, seat: Seat) -> tuple[int, int]:
    """(row, slot) for the next card on the display; a full display drops its top row first (LON-DISP-02, 03, 05)."""
    for number, row in enumerate(course.state.display):
        if None in row:
            return number, row.index(None)
    full = tuple(card for card in course.state.display[0] if card is not None)
    course.happens(TopRowDiscarded(seat=seat, cards=full))
    return 1, 0


def draw_top(course: Course, seat: Seat) -> None:
    """The top card of the deck comes to hand."""
    course.happens(CardDrawn(seat=seat, card=course.state.deck[0]))
    notice_last_card(course, seat)


def notice_last_card(course: Course, seat: Seat) -> None:
    """LON-END-01: the end is triggered at the moment the last card of the deck is taken."""
    if not course.state.deck and course.state.turns_left is None:
        course.happens(EndTriggered(seat=seat, by="deck"))


def take_shown(course: Course, seat: Seat, card: Card) -> None:
    """A card of the display comes to hand; its slot stays empty (LON-DRAW-05)."""
    row, slot = place_on_display(course.state, card)
    course.happens(CardTaken(seat=seat, card=card, row=row, slot=slot))
