"""Events of set-up: rules section 4."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat
from domain.rulesets.great_fire.components import AreaId, Card, Kind
from domain.rulesets.great_fire.events.base import SetUpBase
from domain.rulesets.great_fire.options import Options


class GameCreated(SetUpBase, frozen=True, gc=False):
    """The box was opened for `seats` players with these options. Chance drew the start player (GF-SETUP-02)."""

    seats: int
    options: Options
    start: Seat


class HandDealt(SetUpBase, frozen=True, gc=False):
    """A seat got its five fire cards. Secret to the seat: `cards`."""

    seat: Seat
    cards: tuple[Card, ...]


class HandConfirmed(SetUpBase, frozen=True, gc=False):
    """A seat kept its hand (GF-SETUP-04)."""

    seat: Seat


class HandExchanged(SetUpBase, frozen=True, gc=False):
    """A seat showed five equal cards and took new ones (GF-SETUP-04). `hand`: the cards shown. Secret to the seat:
    `drawn`."""

    seat: Seat
    hand: tuple[Card, ...]
    drawn: tuple[Card, ...]


class FireDeckBuilt(SetUpBase, frozen=True, gc=False):
    """The fire deck was built (GF-SETUP-05 to GF-SETUP-07).

    `stack_cards`: the letters, top first. `sizes`: the number of fire cards on each of them, in the same order.
    Secret to the service: `order` (every fire card, top first) and `leftover` (the cards that went back to the box).
    """

    stack_cards: tuple[str, ...]
    sizes: tuple[int, ...]
    order: tuple[Card, ...]
    leftover: tuple[Card, ...]


class HousesPlaced(SetUpBase, frozen=True, gc=False):
    """All 120 houses were placed. `houses`: district -> the colours of its houses (GF-SETUP-08)."""

    houses: Mapping[AreaId, tuple[str, ...]]


class ColourDealt(SetUpBase, frozen=True, gc=False):
    """A seat got its colour card and its landowner. With `hidden` (option A) `colour` is secret to the seat."""

    seat: Seat
    colour: str
    pawn: str
    hidden: bool


class TokensPlaced(SetUpBase, frozen=True, gc=False):
    """A token was placed on each yellow-bannered district: district -> kind. Secret to the service: the kinds."""

    tokens: Mapping[AreaId, Kind]


class ObjectivesDealt(SetUpBase, frozen=True, gc=False):
    """A seat got one objective card of each deck (their ids). Secret to the seat: `cards`."""

    seat: Seat
    cards: tuple[str, ...]


class BandPlaced(SetUpBase, frozen=True, gc=False):
    """A trained band was placed. `seat` is None for a band with a printed place (GF-SETUP-14, GF-SETUP-15).

    `seats`: the number of seats, which decides how many bands each of them places; unset for a printed place.
    """

    seat: Seat | None
    area: AreaId
    seats: int | UnsetType = UNSET


class LandownerPlaced(SetUpBase, frozen=True, gc=False):
    """A seat placed its landowner (GF-SETUP-18)."""

    seat: Seat
    area: AreaId
