"""Fire and destroyed tiles (sections 4, 5 and 6.3)."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import Cell
from domain.rulesets.brigade.events.base import BaseEvent


class FireBase(BaseEvent, frozen=True, gc=False):
    """What happens to the fires and to the tiles they destroy."""


class FireAdded(FireBase, frozen=True, gc=False, kw_only=True):
    """The fire on `cell` rose by `levels`. `by_card`: whether by the event card itself. `cause`: the kind or the effect
    of that card, the ability of a big building, `stoke` or `redirect`; not recorded in version 1."""

    cell: Cell
    levels: int
    by_card: bool
    tile: str
    cause: str | UnsetType = UNSET


class FireReduced(FireBase, frozen=True, gc=False, kw_only=True):
    """The fire on `cell` fell by `levels`. `crew`: the crew cards that saved a water; not recorded in version 1."""

    cell: Cell
    levels: int
    why: Literal["extinguish", "send_wagon", "douse", "merchant_choice", "thaw"]
    tile: str
    crew: tuple[str, ...] | UnsetType = UNSET


class FirePutOut(FireBase, frozen=True, gc=False, kw_only=True):
    """`seat` put a fire out and got `recognition` cubes to place (BRI-ACT-EXT-04)."""

    seat: Seat
    cell: Cell
    recognition: int
    tile: str


class FiresExchanged(FireBase, frozen=True, gc=False, kw_only=True):
    """Two tiles swapped their intensities (BRI-CHIEF-BLITZ-HABEN)."""

    seat: Seat
    cell: Cell
    other: Cell
    tiles: tuple[str, str]


class TileDestroyed(FireBase, frozen=True, gc=False, kw_only=True):
    """A doomed tile was flipped; everything on it went home (BRI-DESTROY-02 to -04)."""

    cell: Cell
    tile: str


class AviaryRoasted(FireBase, frozen=True, gc=False, kw_only=True):
    """`seats` each got a cube on the destroyed Aviary (BRI-EXP-BIG-06)."""

    cell: Cell
    seats: tuple[Seat, ...]


FireEvent: TypeAlias = FireAdded | FireReduced | FirePutOut | FiresExchanged | TileDestroyed | AviaryRoasted
