"""What another version makes of a recorded game."""

from typing import Literal

import msgspec

from domain.engine.score import Outcome
from domain.engine.step import Step

Mode = Literal["local", "followed", "events"]
"""`events`: another generation, which only replays recorded events: `services.readjudicate.events_only`."""
Kind = Literal["now_refused", "now_allowed", "other_code", "other_play"]
"""An accepted command that is refused; a refused one that is allowed; one refused with another code; another position
after it. Events that lead to the same position are only counted."""

DIFFERENCES_MAX = 50
"""Differences of one game that are listed,; the counts have all of them."""


class Difference(msgspec.Struct, frozen=True):
    """One command that the other version answers otherwise.

    `version`: the step before it. `command`: its type. `was`, `now`: codes of refusals, or types of events.
    """

    ordinal: int
    version: Step
    kind: Kind
    command: str
    was: tuple[str, ...]
    now: tuple[str, ...]
    rules: tuple[str, ...] = ()


class SeatResult(msgspec.Struct, frozen=True):
    """A seat's place and points at an end."""

    seat: int
    place: int
    points: int


class Readjudicated(msgspec.Struct, frozen=True, kw_only=True):
    """A game by another version of its ruleset.

    `legality`, `play`, `records`: how many commands differ in whether they are allowed, in the position that they lead
    to, and only in what the record says of them.

    `first_step`: the step before the first difference. `stops_at`: the step before the first
    command that cannot be carried out in the followed world, and `why`. `result`: the end by the other version; empty
    where there is none.
    """

    game: str
    ruleset: str
    from_version: int
    to_version: int
    mode: Mode
    commands: int
    legality: int
    play: int
    records: int
    first_step: Step | None
    stops_at: Step | None
    why: str
    played: tuple[SeatResult, ...]
    result: tuple[SeatResult, ...]
    differences: tuple[Difference, ...]

    @property
    def differs(self) -> bool:
        """Whether more differs than what the record says."""
        return self.legality > 0 or self.play > 0 or self.result_differs

    @property
    def result_differs(self) -> bool:
        """Whether both ends are known and are not the same."""
        return bool(self.result) and self.result != self.played


def seats_result(outcome: Outcome | None) -> tuple[SeatResult, ...]:
    """The result of an outcome; empty of none."""
    places = () if outcome is None else outcome.places
    return tuple(sorted((SeatResult(each.seat, each.place, each.points) for each in places), key=lambda row: row.seat))


class Tally:
    """Collects the differences of one game."""

    def __init__(self) -> None:
        self.commands = self.legality = self.play = self.records = 0
        self.first: Step | None = None
        self.listed: list[Difference] = []

    def add(self, difference: Difference) -> None:
        """One more command that differs."""
        if difference.kind == "other_play":
            self.play += 1
        else:
            self.legality += 1
        if self.first is None:
            self.first = difference.version
        if len(self.listed) < DIFFERENCES_MAX:
            self.listed.append(difference)
