"""Cubes and loyalty (section 8)."""

from typing import TypeAlias

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import Cell
from domain.rulesets.brigade.events.base import BaseEvent


class LoyaltyBase(BaseEvent, frozen=True, gc=False):
    """What happens to cubes and loyalty tokens."""


class CubePlaced(LoyaltyBase, frozen=True, gc=False, kw_only=True):
    """A cube of `seat` came from the supply to `cell`."""

    seat: Seat
    cell: Cell
    why: str
    tile: str


class CubeRemoved(LoyaltyBase, frozen=True, gc=False, kw_only=True):
    """A cube of `seat` went from `cell` to the supply."""

    seat: Seat
    cell: Cell
    why: str
    tile: str


class CubeMoved(LoyaltyBase, frozen=True, gc=False, kw_only=True):
    """A cube of `seat` went from `source` to `cell` (BRI-CREW-ALI-AHMAR)."""

    seat: Seat
    source: Cell
    cell: Cell
    tiles: tuple[str, str]


class LoyaltyGained(LoyaltyBase, frozen=True, gc=False, kw_only=True):
    """`cell` became loyal to `seat`, and no longer to `rival`. `source`: the tile the token was taken from, or
    `NOWHERE`."""

    seat: Seat
    cell: Cell
    rival: Seat | None
    source: Cell
    tile: str


LoyaltyEvent: TypeAlias = CubePlaced | CubeRemoved | CubeMoved | LoyaltyGained
