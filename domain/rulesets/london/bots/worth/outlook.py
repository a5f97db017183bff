"""A view, and what it means for the worth of things: the seat's own cards, how late it is, what a pound is worth.

All worth is in hundredths of a victory point, in whole numbers.
"""

from functools import cached_property
from typing import Final

from domain.rulesets.london.components import CARDS, NUMBERS, BoroughId, PowerId
from domain.rulesets.london.view import SeatView, View

POINT: Final = 100
"""A victory point."""

HAND_WANTED: Final = 7
"""The number of cards in hand that the alderman aims at."""

READY_WANTED: Final = 4
"""The number of cards worth activating with which a run begins."""

UNKNOWN_CARD: Final = 160
"""What the top card of the deck is worth in the hand."""

WAITING: Final = 150
"""What a run must be worth if there is nothing else to prepare."""

CREDIT: Final = 150
"""What a free placement is worth."""

LOAN_COST: Final = 250
"""What a loan costs in the end."""

POWER_WORTH: Final[dict[PowerId, int]] = {
    "recolour_spent_card": 250,
    "store_on_placement": 100,
    "swap_with_display": 50,
    "flexible_start_draw": 100,
    "peek_before_draw": 150,
    "bigger_loan": 100,
    "flip_instead": 300,
}
"""What an ongoing power brings while its card stays visible."""


class Outlook:
    """A view, weighed for the seat whose turn it is."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me: SeatView = view.seats[view.active]
        self.hand = self.me.hand
        self.money = self.me.money
        self.late = view.turns_left is not None or view.deck_count <= 2 * len(view.seats)
        self.ahead = min(100, view.deck_count * 160 // len(CARDS))
        """How much of the game lies ahead, in per cent; 100 for most of it."""

    @cached_property
    def pound(self) -> int:
        """A pound is a third of a point at the end, and more while there is something to buy with it."""
        return (POINT + 60 * self.ahead // 100) // NUMBERS.pounds_per_vp

    @cached_property
    def boroughs(self) -> tuple[BoroughId, ...]:
        """The boroughs with a building marker of the seat."""
        return tuple(place.borough for place in self.view.boroughs if place.owner == self.me.seat)

    @cached_property
    def poverty_point(self) -> int:
        """What one poverty point costs: more for a seat that has more of them than the others."""
        least = min(seat.poverty + seat.hand_count for seat in self.view.seats)
        more = self.me.poverty + len(self.hand) - least
        return 100 if more <= 2 else 160 if more <= 6 else 240

    def while_it_lasts(self, worth: int) -> int:
        """A worth that shrinks with the rest of the game."""
        return worth * self.ahead // 100
