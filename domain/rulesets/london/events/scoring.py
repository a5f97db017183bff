"""The final scoring (LON-SCORE)."""

from domain.engine.viewer import Seat
from domain.rulesets.london.components import Card
from domain.rulesets.london.events.base import Happened, Noted
from domain.rulesets.london.state import TieBreak


class OfScoring(Happened, frozen=True):
    """An event of the final scoring."""


class LoansRepaid(OfScoring, frozen=True, kw_only=True):
    """Loans were repaid at the end."""

    seat: Seat
    loans: int
    pounds: int


class HandRevealed(OfScoring, frozen=True, kw_only=True):
    """A hand was revealed at the end, its poverty points taken, its cards discarded."""

    seat: Seat
    cards: tuple[Card, ...]
    poverty: int


class PovertyReduced(OfScoring, frozen=True, kw_only=True):
    """The smallest poverty of all seats was subtracted from every seat's."""

    points: int


class GameEnded(OfScoring, Noted, frozen=True, kw_only=True):
    """The game ended with these points and places, by seat. `decided_by`: what separated the seats with the most
    points, if anything did."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    decided_by: TieBreak | None = None


ScoringEvent = LoansRepaid | HandRevealed | PovertyReduced | GameEnded
