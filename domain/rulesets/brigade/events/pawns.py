"""Brigades and wagons (sections 6.1 and 6.2)."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import Cell
from domain.rulesets.brigade.events.base import BaseEvent


class PawnBase(BaseEvent, frozen=True, gc=False):
    """What happens to the pawns."""


class BrigadeMoved(PawnBase, frozen=True, gc=False, kw_only=True):
    """The brigade went along `path`, its end last. `kind`: `home` from the ruins on which a turn ended
    (BRI-ACT-MOVE-07). `ride`: the wagon may follow for free (BRI-UPG-07). `crew`: the crew cards without which the way
    would be too long or closed; not recorded in version 1."""

    seat: Seat
    kind: Literal["paid", "pink", "ethereal", "home"]
    path: tuple[Cell, ...]
    ride: bool
    tile: str
    crew: tuple[str, ...] | UnsetType = UNSET


class BrigadePushed(PawnBase, frozen=True, gc=False, kw_only=True):
    """Mog the Heavy pushed the brigade of `seat`."""

    seat: Seat
    cell: Cell
    by: Seat
    tile: str


class FreeMoveEarned(PawnBase, frozen=True, gc=False, kw_only=True):
    """The pink firehouse: a free Move Brigade for ending on the Nobles' `cell`."""

    seat: Seat
    cell: Cell
    tile: str


class AviaryTokenTaken(PawnBase, frozen=True, gc=False, kw_only=True):
    """`seat` took its cube back from the Aviary."""

    seat: Seat


class WagonMoved(PawnBase, frozen=True, gc=False, kw_only=True):
    """The wagon of `seat` moved to `cell`."""

    seat: Seat
    cell: Cell
    kind: Literal["paid", "ride", "morgana", "send_wagon"]
    tile: str


PawnEvent: TypeAlias = BrigadeMoved | BrigadePushed | FreeMoveEarned | AviaryTokenTaken | WagonMoved
