"""Cards placed or played, and land bought (LON-PLAY, LON-BUY)."""

from domain.engine.viewer import Seat
from domain.rulesets.london.components import BoroughId, Card
from domain.rulesets.london.events.base import Happened


class OfBuilding(Happened, frozen=True):
    """An event of action 1 or 3: building and buying."""


class PlacementAnnounced(OfBuilding, frozen=True, kw_only=True):
    """A card was announced for placement; it had still to be paid for."""

    seat: Seat
    card: Card
    stack: int | None
    face_down: bool


class CreditUsed(OfBuilding, frozen=True, kw_only=True):
    """One of Wren's credits paid for a placement."""

    seat: Seat
    card: Card


class CardPlaced(OfBuilding, frozen=True, kw_only=True):
    """A card was placed. `pounds_returned`: pounds that lay on the card it covers and went back to the bank."""

    seat: Seat
    card: Card
    stack: int
    face_down: bool
    pounds_returned: int


class EffectPlayed(OfBuilding, frozen=True, kw_only=True):
    """A card without stone base was played and discarded: so many cards were due, so many placements became free."""

    seat: Seat
    card: Card
    cards: int
    credits: int


class BoroughBought(OfBuilding, frozen=True, kw_only=True):
    """A building marker was put in a borough; so many cards were due."""

    seat: Seat
    borough: BoroughId
    pounds: int
    cards: int


BuildEvent = PlacementAnnounced | CreditUsed | CardPlaced | EffectPlayed | BoroughBought
