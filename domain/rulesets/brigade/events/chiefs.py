"""The actions of chiefs that change only their own board (sections 10.2 and 10.3)."""

from typing import TypeAlias

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import Cell
from domain.rulesets.brigade.events.base import BaseEvent


class ChiefBase(BaseEvent, frozen=True, gc=False):
    """What chiefs do on their own board."""


class AllegianceDeclared(ChiefBase, frozen=True, gc=False, kw_only=True):
    """Bernhardt Blaze: from now on event cards spared the loyal buildings of `seat`."""

    seat: Seat


class SideChanged(ChiefBase, frozen=True, gc=False, kw_only=True):
    """White Fang turned to the other side, with `water` in the buckets."""

    seat: Seat
    werewolf: bool
    water: int


class MimicPlaced(ChiefBase, frozen=True, gc=False, kw_only=True):
    """Galeela's token was put on `card`."""

    seat: Seat
    card: str


class MimicReturned(ChiefBase, frozen=True, gc=False, kw_only=True):
    """The card under Galeela's token left play."""

    seat: Seat


class FirestormControlled(ChiefBase, frozen=True, gc=False, kw_only=True):
    """Cindy Bustion took control of the next firestorm."""

    seat: Seat


class PyroCubesEarned(ChiefBase, frozen=True, gc=False, kw_only=True):
    """A firestorm came, and `seat` got cubes for `cells`."""

    seat: Seat
    cells: tuple[Cell, ...]


ChiefEvent: TypeAlias = (
    AllegianceDeclared | SideChanged | MimicPlaced | MimicReturned | FirestormControlled | PyroCubesEarned
)
