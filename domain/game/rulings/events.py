"""The events of calls, rulings and appeals. A ruling comes first, then what it does, in the same command."""

from typing import Any

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.rulings.ruling import Category, Kind


class ArbiterCalled(msgspec.Struct, frozen=True, tag_field="type", tag="game.ArbiterCalled"):
    """A seat asked for an arbiter about a step. `note_hash`: the hash of its words, "" for none."""

    call: int
    seat: Seat
    by: str
    step: Step
    category: Category
    note_hash: str


class CallWithdrawn(msgspec.Struct, frozen=True, tag_field="type", tag="game.CallWithdrawn"):
    """A seat took its call back."""

    call: int
    seat: Seat


class RulingMade(msgspec.Struct, frozen=True, tag_field="type", tag="game.RulingMade"):
    """An arbiter ruled. `seats`: whom it touches. `replaces`: the ruling in whose place it comes, after an appeal.

    `appeal_until_us`: the last moment for an appeal, where the terms set a time.
    """

    ruling: int
    kind: Kind
    call: int | None
    steps: tuple[Step, ...]
    rules: tuple[str, ...]
    seats: tuple[Seat, ...]
    by: str
    note_hash: str
    replaces: int | None
    appeal_until_us: int | msgspec.UnsetType = msgspec.UNSET


class Amended(msgspec.Struct, frozen=True, tag_field="type", tag="game.Amended"):
    """The position was changed by a ruling, in a way that its ruleset names."""

    ruling: int
    amendment: Any


class PointsAdjusted(msgspec.Struct, frozen=True, tag_field="type", tag="game.PointsAdjusted"):
    """A ruling gave points to a seat, or took them."""

    ruling: int
    seat: Seat
    points: int


class SeatForfeited(msgspec.Struct, frozen=True, tag_field="type", tag="game.SeatForfeited"):
    """A seat lost the game by a ruling; None: on time. `bot` plays it on; empty: the ruleset goes on without it."""

    ruling: int | None
    seat: Seat
    bot: str


class SeatHandedOver(msgspec.Struct, frozen=True, tag_field="type", tag="game.SeatHandedOver"):
    """A ruling gave a seat to somebody else."""

    ruling: int
    seat: Seat
    principal: str


class RulesetChanged(msgspec.Struct, frozen=True, tag_field="type", tag="game.RulesetChanged"):
    """A ruling moved the game to a later version of its ruleset. `to`: the version by which everything after this step
    is played."""

    ruling: int
    to: int


class AppealLodged(msgspec.Struct, frozen=True, tag_field="type", tag="game.AppealLodged"):
    """A seat appealed against a ruling."""

    appeal: int
    ruling: int
    seat: Seat
    by: str
    note_hash: str


class AppealDecided(msgspec.Struct, frozen=True, tag_field="type", tag="game.AppealDecided"):
    """An appeal was decided. Where the ruling is not upheld, the one that replaces it comes next."""

    appeal: int
    by: str
    upheld: bool
    note_hash: str


RulingEvent = (
    ArbiterCalled
    | CallWithdrawn
    | RulingMade
    | Amended
    | PointsAdjusted
    | SeatForfeited
    | SeatHandedOver
    | RulesetChanged
    | AppealLodged
    | AppealDecided
)
RULING_EVENTS = (
    ArbiterCalled,
    CallWithdrawn,
    RulingMade,
    Amended,
    PointsAdjusted,
    SeatForfeited,
    SeatHandedOver,
    RulesetChanged,
    AppealLodged,
    AppealDecided,
)
