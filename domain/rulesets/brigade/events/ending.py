"""The end of the game (section 9)."""

from typing import TypeAlias

from domain.engine.score import Place
from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import Ending
from domain.rulesets.brigade.events.base import BaseEvent


class EndBase(BaseEvent, frozen=True, gc=False):
    """What brings the game to its end, for all or for one seat."""


class EvacuationAnnounced(EndBase, frozen=True, gc=False, kw_only=True):
    """The current round was announced to be the last (BRI-END-03)."""

    tiles_destroyed: int
    university_destroyed: int


class GameEnded(EndBase, frozen=True, gc=False, kw_only=True):
    """The game ended with this result (BRI-END-10)."""

    ending: Ending
    places: tuple[Place, ...]
    rules: tuple[str, ...]


class SeatDeserted(EndBase, frozen=True, gc=False, kw_only=True):
    """A player left the game (BRI-RULING-89)."""

    seat: Seat


EndEvent: TypeAlias = EvacuationAnnounced | GameEnded | SeatDeserted
