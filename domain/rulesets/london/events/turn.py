"""The frame of the game: set-up, turns, actions, and the trigger of the end (LON-SETUP, LON-TURN, LON-END)."""

from domain.engine.viewer import Seat
from domain.rulesets.london.components import Card
from domain.rulesets.london.events.base import Happened, Noted, Secret
from domain.rulesets.london.state import Action, Ending


class OfTurn(Happened, frozen=True):
    """An event of the frame of the game."""


class FirstPlayerDrawn(OfTurn, frozen=True, kw_only=True):
    """Chance named the first player."""

    seat: Seat


class DecksShuffled(OfTurn, Secret, frozen=True, kw_only=True):
    """Decks A, B and C were shuffled and stacked. `deck`: top card first. Hidden from everybody."""

    deck: tuple[Card, ...]


class HandDealt(OfTurn, Secret, frozen=True, kw_only=True):
    """A seat was dealt its first cards. Hidden from the others."""

    seat: Seat
    cards: tuple[Card, ...]


class TurnBegan(OfTurn, frozen=True, kw_only=True):
    """A turn began; its start draw was `draw_min` to `draw_max` cards."""

    seat: Seat
    number: int
    draw_min: int
    draw_max: int


class StartDrawEnded(OfTurn, Noted, frozen=True, kw_only=True):
    """The start draw ended; looked-at cards had still to be put back. `skipped`: whether no card was left for it."""

    seat: Seat
    skipped: bool | None = None


class ActionBegan(OfTurn, frozen=True, kw_only=True):
    """The seat chose its action; so many cards were due for it at once."""

    seat: Seat
    action: Action
    cards: int


class ActionEnded(OfTurn, frozen=True, kw_only=True):
    """The action ended; the hand check followed."""

    seat: Seat


class EndTriggered(OfTurn, frozen=True, kw_only=True):
    """The end of the game was triggered: the other seats had one more turn each."""

    seat: Seat
    ending: Ending


class TurnEnded(OfTurn, frozen=True, kw_only=True):
    """The turn ended. `idle`: no card came from the deck and none was placed."""

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
