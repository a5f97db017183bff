"""Events of the fire phase: rules sections 6 to 9, and the cone supply of section 15."""

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat
from domain.rulesets.great_fire.components import AreaId, Card, Kind
from domain.rulesets.great_fire.events.base import FireBase


class FireCardPlayed(FireBase, frozen=True, gc=False):
    """A seat played and discarded a fire card."""

    seat: Seat
    card: Card


class DoubleMovePlayed(FireBase, frozen=True, gc=False):
    """A seat used a double-move token. The token goes back to the box."""

    seat: Seat


class FireMoved(FireBase, frozen=True, gc=False):
    """A cone moved from `source` into `target` by `card`.

    `way`: a shortest way, both ends included. `rank`: the priority of the target, 1 to 4. `source_cones` and
    `target_cones`: the cones there after the movement and before any other consequence.
    """

    seat: Seat
    card: Card
    source: AreaId
    target: AreaId
    way: tuple[AreaId, ...]
    rank: int
    source_cones: int
    target_cones: int


class FireContainedOnArrival(FireBase, frozen=True, gc=False):
    """The bands in the district covered the cone that arrived, so nothing burned (GF-ENTER-01).

    `token`: whether a token lies there, which stays (GF-RULING-12).
    """

    district: AreaId
    token: bool | UnsetType = UNSET


class DistrictBurnt(FireBase, frozen=True, gc=False):
    """An uncontained fire took a district.

    `houses`: the colours lost; empty if the district was empty already. `cones_added`: the cones added after the
    arrival, `from_stock` and `from_pudding_lane`. `cones`: the number of cones in the district afterwards. `missing`:
    how many more it should have got. `stock_only`: whether cones could come from nowhere but the stock (GF-OPT-05).
    """

    district: AreaId
    houses: tuple[str, ...]
    cones_added: int
    from_stock: int
    from_pudding_lane: int
    cones: int
    missing: int | UnsetType = UNSET
    stock_only: bool | UnsetType = UNSET


class TokenTaken(FireBase, frozen=True, gc=False):
    """The active player took the token of a district that burned down. Secret to the seat: `kind`."""

    seat: Seat
    district: AreaId
    kind: Kind


class PuddingLaneRefilled(FireBase, frozen=True, gc=False):
    """Pudding Lane had no cone and got `cones` from the stock.

    `after_movement`: whether it follows a movement of the fire; if not, cones were added one by one (GF-RULING-08).
    """

    cones: int
    after_movement: bool | UnsetType = UNSET


class ConesReturned(FireBase, frozen=True, gc=False):
    """Stock and Pudding Lane were exhausted. `cones`: how many each seat gave back to the stock, one entry a seat."""

    cones: tuple[int, ...]


class NoMoveDeclared(FireBase, frozen=True, gc=False):
    """A seat showed its whole `hand`, which allowed no movement, and discarded one card.

    `cones_to_place`: the cones that the seat must now place one by one. `not_placed`: those of the three cones for
    which there is no space or no cone.
    """

    seat: Seat
    hand: tuple[Card, ...]
    discard: Card
    cones_to_place: int
    not_placed: int
