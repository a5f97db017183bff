"""The working copy of one decision: the events so far, and the state after them.

Its methods are the steps that many chapters of the rules share: to borrow, to pay, to take a card, to find a slot.
"""

from typing import TypeVar

from domain.engine.viewer import Seat
from domain.rulesets.london import events as e
from domain.rulesets.london.components import NUMBERS, Card
from domain.rulesets.london.errata import LON_E03
from domain.rulesets.london.evolve import evolve
from domain.rulesets.london.state import Player, State, place_on_display, visible_power

Noted = TypeVar("Noted")


class Working:
    """The events of one command so far, and the state after them."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[e.Event] = []

    def happens(self, event: e.Event) -> None:
        """Add an event, and let the state follow it."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def noted(self, fact: Noted) -> Noted | None:
        """A fact for the record of an event; None if this version does not record it."""
        return fact if LON_E03.holds(self.state) else None

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.state.players[self.state.active]

    # money

    def borrow(self, seat: Seat, *, forced: bool) -> None:
        """Take one loan; a visible Bank of England makes it larger (LON-LOAN-01, LON-LOAN-08)."""
        power = visible_power(self.state.players[seat], "bigger_loan")
        pounds = NUMBERS.loan_principal if power is None else power.principal
        self.happens(e.LoanTaken(seat=seat, pounds=pounds, forced=forced))

    def borrow_for(self, seat: Seat, pounds: int) -> None:
        """Take as many loans as a compulsory payment of `pounds` needs, and no more (LON-LOAN-04)."""
        while self.state.players[seat].money < pounds:
            self.borrow(seat, forced=True)

    def pay_bank(self, seat: Seat, pounds: int, purpose: e.Purpose, card: Card) -> None:
        """Pay the bank; the seat has the money. A payment of £0 leaves no event."""
        if pounds:
            self.happens(e.BankPaid(seat=seat, pounds=pounds, purpose=purpose, card=card))

    def pay_opponent(self, seat: Seat, to: Seat, pounds: int, card: Card) -> None:
        """Make a compulsory payment from seat to seat."""
        self.borrow_for(seat, pounds)
        self.happens(e.OpponentPaid(seat=seat, to=to, pounds=pounds, card=card))

    # cards

    def free_slot(self, seat: Seat) -> tuple[int, int]:
        """The row and the slot for the next card on the display (LON-DISP-02, 03, 05).

        A full display loses its top row first.
        """
        for number, row in enumerate(self.state.display):
            if None in row:
                return number, row.index(None)
        full = tuple(card for card in self.state.display[0] if card is not None)
        self.happens(e.TopRowDiscarded(seat=seat, cards=full))
        return 1, 0

    def spend(self, seat: Seat, card: Card, purpose: e.Purpose, target: Card, *, school: bool = False) -> None:
        """Put a card of the hand on the display as a price for `target`."""
        row, slot = self.free_slot(seat)
        served, with_school = self.noted(target), self.noted(school)
        self.happens(
            e.CardSpent(seat=seat, card=card, purpose=purpose, row=row, slot=slot, target=served, school=with_school)
        )

    def draw_top(self, seat: Seat) -> None:
        """Take the top card of the deck."""
        self.happens(e.CardDrawn(seat=seat, card=self.state.deck[0]))
        self.notice_last_card(seat)

    def notice_last_card(self, seat: Seat) -> None:
        """LON-END-01: the end is triggered at the moment the last card of the deck is taken."""
        if not self.state.deck and self.state.turns_left is None:
            self.happens(e.EndTriggered(seat=seat, ending="deck"))

    def take_from_display(self, seat: Seat, card: Card) -> None:
        """Take a card of the display into the hand; its slot stays empty (LON-DRAW-05)."""
        row, slot = place_on_display(self.state, card)
        self.happens(e.CardTaken(seat=seat, card=card, row=row, slot=slot))
