"""Events of the action phase: rules sections 10 to 13."""

from domain.engine.viewer import Seat
from domain.rulesets.great_fire.components import Kind
from domain.rulesets.great_fire.events.base import GameEvent


class LandownerMoved(GameEvent, frozen=True, gc=False):
    """A seat moved its own landowner over one link."""

    seat: Seat
    origin: str
    to: str
    points_left: int


class BandMoved(GameEvent, frozen=True, gc=False):
    """A seat moved a band over one link. `pinned`: it now covers a cone and must stay there (GF-ACT-06)."""

    seat: Seat
    origin: str
    to: str
    pinned: bool
    points_left: int


class ConePutOut(GameEvent, frozen=True, gc=False):
    """A seat took a cone from a contained fire. `cones`: the cones left there. `pile`: the seat's pile afterwards."""

    seat: Seat
    district: str
    cones: int
    pile: int
    points_left: int


class HeroTaken(GameEvent, frozen=True, gc=False):
    """A seat took the Hero card. `from_seat`: its holder until then; None if the card lay beside the board."""

    seat: Seat
    from_seat: Seat | None


class DistrictDemolished(GameEvent, frozen=True, gc=False):
    """A charge turned a district into a fire break.

    `houses`: the colours lost. `token`: the token that was destroyed unseen, None if there was none. Its kind is secret
    to the service; it is public whether there was a token.
    """

    seat: Seat
    district: str
    houses: tuple[str, ...]
    token: Kind | None


class ActionsEnded(GameEvent, frozen=True, gc=False):
    """A seat ended its action phase with `points_lost` unspent action points."""

    seat: Seat
    points_lost: int
