"""A ruling as an arbiter words it: its kind, what it rests on, and what its kind needs.

It stands in commands, which are stored for good: `note_hash` is the SHA-256 (hex) of a salt and the words, "" for none.
"""

from typing import Any, Literal

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import Seat

Category = Literal["rules", "time", "conduct", "mistake", "other"]
"""What a call is about."""

Kind = Literal["play_on", "fix", "points", "forfeit", "substitute", "rewind", "places", "annul", "time", "ruleset"]
"""What a ruling does. Places and annulment end the game."""


class Adjustment(msgspec.Struct, frozen=True):
    """Points that a ruling gives to a seat, or takes from it when they are below 0."""

    seat: Seat
    points: int


class TimeGiven(msgspec.Struct, frozen=True):
    """Time that a ruling gives to a seat, or takes from it when it is below 0, in microseconds."""

    seat: Seat
    us: int


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ruling.

    `call`: the call that it answers. `steps`: those it is about. `rules`: those it rests on. `amendment`: of a fix, one
    of the ruleset's. `points`: of a ruling on points. `seat`: which is forfeited, or gets a substitute: `principal`.
    `places`: one for each seat, where it decides the places. `time`: of a ruling on time. `to`: the step after which
    play goes on, of a rewind. `version`: of the ruleset, by which play goes on.
    """

    kind: Kind
    call: int | None = None
    steps: tuple[Step, ...] = ()
    rules: tuple[str, ...] = ()
    note_hash: str = ""
    amendment: Any = None
    points: tuple[Adjustment, ...] = ()
    seat: Seat | None = None
    principal: str = ""
    places: tuple[int, ...] = ()
    time: tuple[TimeGiven, ...] = ()
    to: Step | None = None
    version: int | None = None
