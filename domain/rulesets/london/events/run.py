"""The run of the city: activations, the Underground, and the poverty that follows (LON-RUN, LON-UG, LON-POV)."""

from domain.engine.viewer import Seat
from domain.rulesets.london.components import BoroughId, Card
from domain.rulesets.london.events.base import Happened, Noted


class OfRun(Happened, frozen=True):
    """An event of a run."""


class CardActivated(OfRun, frozen=True, kw_only=True):
    """A card was activated. `hospital`: the stack to be flipped instead. `paid`: no card was due for it."""

    seat: Seat
    card: Card
    stack: int
    hospital: int | None
    repeated: bool
    paid: bool


class CardBroughtIn(OfRun, frozen=True, kw_only=True):
    """Coffee House: a card of the display was put on top of it."""

    seat: Seat
    card: Card
    stack: int
    row: int
    slot: int


class HandIgnored(OfRun, frozen=True, kw_only=True):
    """Public Houses: the hand was to count nothing at the end of this run."""

    seat: Seat
    card: Card


class UndergroundPlaced(OfRun, Noted, frozen=True, kw_only=True):
    """An Underground marker was put in a borough. `first`: whether it was the first of the game."""

    seat: Seat
    borough: BoroughId
    toll: int
    first: bool | None = None


class ActivationEnded(OfRun, Noted, frozen=True, kw_only=True):
    """The activation ended. `flipped_stack`: the stack whose top card was turned face down, or None.
    `hospital_flipped`: whether that was a Hospital in place of the activated card."""

    seat: Seat
    card: Card
    flipped_stack: int | None
    hospital_flipped: bool | None = None


class PovertyComputed(OfRun, Noted, frozen=True, kw_only=True):
    """The run ended. `change`: stacks and hand less boroughs. `poverty`: what the seat had afterwards. `hand_ignored`:
    whether Public Houses made the hand count nothing."""

    seat: Seat
    stacks: int
    hand: int
    boroughs: int
    change: int
    poverty: int
    hand_ignored: bool | None = None


RunEvent = CardActivated | CardBroughtIn | HandIgnored | UndergroundPlaced | ActivationEnded | PovertyComputed
