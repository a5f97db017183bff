"""Pounds, victory points and poverty points (LON-LOAN, LON-POV)."""

from domain.engine.viewer import Seat
from domain.rulesets.london.components import Card
from domain.rulesets.london.events.base import Happened, Purpose


class OfMoney(Happened, frozen=True):
    """An event of pounds, victory points or poverty points."""


class LoanTaken(OfMoney, frozen=True, kw_only=True):
    """The bank lent money. `forced`: a compulsory payment could not be met otherwise."""

    seat: Seat
    pounds: int
    forced: bool


class BankPaid(OfMoney, frozen=True, kw_only=True):
    """The bank was paid; `card`: the card placed, activated or used."""

    seat: Seat
    pounds: int
    purpose: Purpose
    card: Card


class OpponentPaid(OfMoney, frozen=True, kw_only=True):
    """Lloyds: a seat paid another seat."""

    seat: Seat
    to: Seat
    pounds: int
    card: Card


class MoneyGained(OfMoney, frozen=True, kw_only=True):
    """A card brought money."""

    seat: Seat
    pounds: int
    card: Card


class MoneyStored(OfMoney, frozen=True, kw_only=True):
    """A visible Shops was given money for a placement."""

    seat: Seat
    stack: int
    pounds: int
    card: Card


class StoredMoneyTaken(OfMoney, frozen=True, kw_only=True):
    """The money on a card was taken."""

    seat: Seat
    stack: int
    pounds: int
    card: Card


class PointsGained(OfMoney, frozen=True, kw_only=True):
    """A card brought victory points."""

    seat: Seat
    points: int
    card: Card


class PovertyReturned(OfMoney, frozen=True, kw_only=True):
    """A card took poverty points away."""

    seat: Seat
    points: int
    card: Card


class PovertyTaken(OfMoney, frozen=True, kw_only=True):
    """A card brought poverty points to `seat`."""

    seat: Seat
    points: int
    card: Card


class PovertyGiven(OfMoney, frozen=True, kw_only=True):
    """Police Force: poverty points went to another seat."""

    seat: Seat
    to: Seat
    points: int
    card: Card


MoneyEvent = (
    LoanTaken
    | BankPaid
    | OpponentPaid
    | MoneyGained
    | MoneyStored
    | StoredMoneyTaken
    | PointsGained
    | PovertyReturned
    | PovertyTaken
    | PovertyGiven
)
