"""The run of the city: activations, the Underground, and the poverty that follows (LON-RUN, LON-UG, LON-POV)."""

from domain.engine.viewer import Seat
from domain.rulesets.london.components import BoroughId, Card
from domain.rulesets.london.events.base import Happened


class OfRun(Happened, frozen=True):
    """An event of a run."""


class CardActivated(OfRun, frozen=True, kw_only=True):
    """A card is activated. `hospital`: the stack that will be flipped instead. `paid`: no card is due for it."""

    seat: Seat
    card: Card
    stack: int
    hospital: int | None
    repeated: bool
    paid: bool


class CardBroughtIn(OfRun, frozen=True, kw_only=True):
    """Coffee House: a card of the display lies on top of it."""

    seat: Seat
    card: Card
    stack: int
    row: int
    slot: int


class HandIgnored(OfRun, frozen=True, kw_only=True):
    """Public Houses: the hand counts nothing at the end of this run."""

    seat: Seat
    card: Card


class UndergroundPlaced(OfRun, frozen=True, kw_only=True):
    """An Underground marker was put in a borough."""

    seat: Seat
    borough: BoroughId
    toll: int


class ActivationEnded(OfRun, frozen=True, kw_only=True):
    """The activation is over. `turned`: the stack whose top card was turned face down, if one was."""

    seat: Seat
    card: Card
    turned: int | None


class PovertyComputed(OfRun, frozen=True, kw_only=True):
    """The run is over. `change`: stacks and hand less boroughs. `poverty`: what the seat has now."""

    seat: Seat
    stacks: int
    hand: int
    boroughs: int
    change: int
    poverty: int


RunEvent = CardActivated | CardBroughtIn | HandIgnored | UndergroundPlaced | ActivationEnded | PovertyComputed
