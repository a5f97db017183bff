"""Cubes and loyalty (section 8)."""

from typing import TypeAlias

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import Cell
from domain.rulesets.brigade.events.base import BaseEvent


class LoyaltyBase(BaseEvent, frozen=True, gc=False):
    """What happens to cubes and loyalty tokens."""


class CubePlaced(LoyaltyBase, frozen=True, gc=False, kw_only=True):
    """A cube of `seat` came from the supply to `cell`. `why`: the decision or the ability that placed it."""

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
    `NOWHERE`. `crew`: the rival's crew cards that raised the price; not recorded in version 1."""

    seat: Seat
    cell: Cell
    rival: Seat | None
    source: Cell
    tile: str
    crew: tuple[str, ...] | UnsetType = UNSET


LoyaltyEvent: TypeAlias = CubePlaced | CubeRemoved | CubeMoved | LoyaltyGained
