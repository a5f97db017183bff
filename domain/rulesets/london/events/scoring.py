"""The final scoring (LON-SCORE)."""

from domain.engine.viewer import Seat
from domain.rulesets.london.components import Card
from domain.rulesets.london.events.base import Happened


class OfScoring(Happened, frozen=True):
    """An event of the final scoring."""


class LoansRepaid(OfScoring, frozen=True, kw_only=True):
    """Loans were repaid at the end."""

    seat: Seat
    loans: int
    pounds: int


class HandRevealed(OfScoring, frozen=True, kw_only=True):
    """A hand was shown at the end, its poverty taken, its cards discarded."""

    seat: Seat
    cards: tuple[Card, ...]
    poverty: int


class PovertyReduced(OfScoring, frozen=True, kw_only=True):
    """The smallest poverty was taken from everybody's."""

    points: int


class GameEnded(OfScoring, frozen=True, kw_only=True):
    """The scores, by seat, and the places."""

    points: tuple[int, ...]
    places: tuple[int, ...]


ScoringEvent = LoansRepaid | HandRevealed | PovertyReduced | GameEnded
