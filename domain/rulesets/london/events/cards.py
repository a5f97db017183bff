"""Cards on the move between deck, display, hands and discard pile (LON-DRAW, LON-DISP)."""

from domain.engine.viewer import Seat
from domain.rulesets.london.components import Card
from domain.rulesets.london.events.base import Happened, Noted, Purpose, Secret
from domain.rulesets.london.state import Action


class OfDraw(Happened, frozen=True):
    """An event that takes cards or looks at them."""


class OfDisplay(Happened, frozen=True):
    """An event that changes the display."""


class DeckLookedAt(OfDraw, Secret, frozen=True, kw_only=True):
    """University: the top cards of the deck were looked at. Their names are hidden from the others."""

    seat: Seat
    cards: tuple[Card, ...]


class CardDrawn(OfDraw, Secret, frozen=True, kw_only=True):
    """The top card of the deck was taken. Its name is hidden from the others."""

    seat: Seat
    card: Card


class CardKept(OfDraw, Secret, frozen=True, kw_only=True):
    """University: a looked-at card was taken. Its name is hidden from the others."""

    seat: Seat
    card: Card


class CardPutBack(OfDraw, Secret, frozen=True, kw_only=True):
    """University: a looked-at card was put back on the deck, under those put back before it. Hidden from the others."""

    seat: Seat
    card: Card


class CardTaken(OfDraw, frozen=True, kw_only=True):
    """A card of the display was taken into the hand."""

    seat: Seat
    card: Card
    row: int
    slot: int


class DrawLapsed(OfDraw, Noted, frozen=True, kw_only=True):
    """No card was left to take; so many were still due. `action`: the one that brought the draw."""

    seat: Seat
    cards: int
    action: Action | None = None


class TopRowDiscarded(OfDisplay, frozen=True, kw_only=True):
    """The display was full: its top row went to the discard pile, the bottom row moved up."""

    seat: Seat
    cards: tuple[Card, ...]


class CardSpent(OfDisplay, Noted, frozen=True, kw_only=True):
    """A card of the hand was spent and put on the display. `target`: the card placed or activated with it, or
    whose effect it served. `school`: whether School allowed its colour."""

    seat: Seat
    card: Card
    purpose: Purpose
    row: int
    slot: int
    target: Card | None = None
    school: bool | None = None


class CardGivenUp(OfDisplay, frozen=True, kw_only=True):
    """A card above the hand limit was put on the display."""

    seat: Seat
    card: Card
    row: int
    slot: int


class CardOffered(OfDisplay, frozen=True, kw_only=True):
    """Stock Exchange: a card of the hand was offered."""

    seat: Seat
    card: Card


class CardsExchanged(OfDisplay, frozen=True, kw_only=True):
    """Stock Exchange: the offered card took the place of the card that was taken."""

    seat: Seat
    given: Card
    taken: Card
    row: int
    slot: int


DrawEvent = DeckLookedAt | CardDrawn | CardKept | CardPutBack | CardTaken | DrawLapsed
DisplayEvent = TopRowDiscarded | CardSpent | CardGivenUp | CardOffered | CardsExchanged
