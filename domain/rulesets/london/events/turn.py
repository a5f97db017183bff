"""The frame of the game: set-up, turns, actions, and the trigger of the end (LON-SETUP, LON-TURN, LON-END)."""

from domain.engine.viewer import Seat
from domain.rulesets.london.components import Card
from domain.rulesets.london.events.base import Happened, Secret
from domain.rulesets.london.state import Action, Ending


class OfTurn(Happened, frozen=True):
    """An event of the frame of the game."""


class FirstPlayerDrawn(OfTurn, frozen=True, kw_only=True):
    """Chance has named the first player."""

    seat: Seat


class DecksShuffled(OfTurn, Secret, frozen=True, kw_only=True):
    """Decks A, B and C are shuffled and stacked; `deck`: top card first. Hidden from everybody."""

    deck: tuple[Card, ...]


class HandDealt(OfTurn, Secret, frozen=True, kw_only=True):
    """A seat has its first cards. Hidden from the others."""

    seat: Seat
    cards: tuple[Card, ...]


class TurnBegan(OfTurn, frozen=True, kw_only=True):
    """A turn begins; its start draw is `draw_min` to `draw_max` cards."""

    seat: Seat
    number: int
    draw_min: int
    draw_max: int


class StartDrawEnded(OfTurn, frozen=True, kw_only=True):
    """The start draw is over; looked-at cards are still to be put back."""

    seat: Seat


class ActionBegan(OfTurn, frozen=True, kw_only=True):
    """The seat has chosen its action; so many cards are due for it at once."""

    seat: Seat
    action: Action
    cards: int


class ActionEnded(OfTurn, frozen=True, kw_only=True):
    """The action is over; the hand check follows."""

    seat: Seat


class EndTriggered(OfTurn, frozen=True, kw_only=True):
    """The end of the game is near: the others have one more turn each."""

    seat: Seat
    by: Ending


class TurnEnded(OfTurn, frozen=True, kw_only=True):
    """The turn is over. `idle`: no card came from the deck and none was placed."""

    seat: Seat
    idle: bool


TurnEvent = (
    FirstPlayerDrawn
    | DecksShuffled
    | HandDealt
    | TurnBegan
    | StartDrawEnded
    | ActionBegan
    | ActionEnded
    | EndTriggered
    | TurnEnded
)
