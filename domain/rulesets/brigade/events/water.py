"""Water on the wagons and in the buckets (sections 6.3 to 6.6)."""

from typing import Literal, TypeAlias

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import Cell
from domain.rulesets.brigade.events.base import BaseEvent


class WaterBase(BaseEvent, frozen=True, gc=False):
    """What happens to the water."""


class WaterSpent(WaterBase, frozen=True, gc=False, kw_only=True):
    """Water went into the fire on `cell`: from the wagon, the chief and each crew card."""

    seat: Seat
    cell: Cell
    wagon: int
    chief: int
    crew: tuple[int, ...]


class WaterChanged(WaterBase, frozen=True, gc=False, kw_only=True):
    """The water of `seat` changed to `wagon`, `chief` and `crew` (on each card)."""

    seat: Seat
    wagon: int
    chief: int
    crew: tuple[int, ...]
    why: Literal["refill", "transfer", "too_hot", "mist", "merchant_choice", "thaw"]


class WaterLost(WaterBase, frozen=True, gc=False, kw_only=True):
    """`seat` lost a water from `source` (`wagon`, `chief` or a crew card) to Walder Ranier of `by`."""

    seat: Seat
    source: str
    by: Seat


class WaterStolen(WaterBase, frozen=True, gc=False, kw_only=True):
    """A water of `seat` went from `source` to `into` of `by`."""

    seat: Seat
    source: str
    by: Seat
    into: str


WaterEvent: TypeAlias = WaterSpent | WaterChanged | WaterLost | WaterStolen
