"""Events of the action phase: rules sections 10 to 13."""

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat
from domain.rulesets.great_fire.components import AreaId, Kind
from domain.rulesets.great_fire.events.base import ActionBase


class LandownerMoved(ActionBase, frozen=True, gc=False):
    """A seat moved its own landowner over one link."""

    seat: Seat
    origin: AreaId
    to: AreaId
    points_left: int


class BandMoved(ActionBase, frozen=True, gc=False):
    """A seat moved a band over one link.

    `pinned`: it now covers a cone and must stay there (GF-ACT-06). `contained`: it burns there, and the other bands
    cover all cones (GF-ACT-08).
    """

    seat: Seat
    origin: AreaId
    to: AreaId
    pinned: bool
    points_left: int
    contained: bool | UnsetType = UNSET


class ConePutOut(ActionBase, frozen=True, gc=False):
    """A seat took a cone from a contained fire. `cones`: the cones left there. `pile`: the seat's pile afterwards."""

    seat: Seat
    district: AreaId
    cones: int
    pile: int
    points_left: int


class HeroTaken(ActionBase, frozen=True, gc=False):
    """A seat took the Hero card. `from_seat`: its holder until then; None if the card lay beside the board."""

    seat: Seat
    from_seat: Seat | None


class DistrictDemolished(ActionBase, frozen=True, gc=False):
    """A charge turned a district into a fire break.

    `houses`: the colours lost. `token`: the token that was destroyed unseen, None if there was none. Its kind is secret
    to the service; it is public whether there was a token.
    """

    seat: Seat
    district: AreaId
    houses: tuple[str, ...]
    token: Kind | None


class ActionsEnded(ActionBase, frozen=True, gc=False):
    """A seat ended its action phase with `points_lost` unspent action points."""

    seat: Seat
    points_lost: int
