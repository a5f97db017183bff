"""Set-up: the city, the chiefs and the first fires (section 2)."""

from typing import TypeAlias

from domain.engine.viewer import Seat
from domain.rulesets.brigade.events.base import BaseEvent


class SetUpBase(BaseEvent, frozen=True, gc=False):
    """What happens in set-up."""


class CityBuilt(SetUpBase, frozen=True, gc=False, kw_only=True):
    """The tiles were laid (`tiles`: their ids by cell) and `first` was drawn as first player (BRI-SETUP-02, -10)."""

    tiles: tuple[str, ...]
    first: Seat


class ChiefChosen(SetUpBase, frozen=True, gc=False, kw_only=True):
    """A seat got a chief and a firehouse, with its pawns, markers and first water (BRI-SETUP-05 to -07)."""

    seat: Seat
    chief: str
    firehouse: str


class StartingEventsBegun(SetUpBase, frozen=True, gc=False, kw_only=True):
    """Every seat had chosen, and the University caught fire (BRI-SETUP-08, -11)."""


SetUpEvent: TypeAlias = CityBuilt | ChiefChosen | StartingEventsBegun
