"""A second decider, as small as one can be: a league whose entrants enter and score. For tests only.

It shows what `domain.log` and the event log ask of a stream, and that none of it is about games.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from domain.engine.codec import state_hash
from domain.engine.refusal import Refused
from domain.engine.step import Moment


class Enter(msgspec.Struct, frozen=True, tag_field="type", tag="league.Enter"):
    """A principal wants to play in the league."""

    by: str


class Report(msgspec.Struct, frozen=True, tag_field="type", tag="league.Report"):
    """A principal reports who won a match."""

    by: str
    winner: str


class Entered(msgspec.Struct, frozen=True, tag_field="type", tag="league.Entered"):
    entrant: str


class MatchWon(msgspec.Struct, frozen=True, tag_field="type", tag="league.MatchWon"):
    winner: str


class RoundEnded(msgspec.Struct, frozen=True, tag_field="type", tag="league.RoundEnded"):
    """A round is over, which is the case after each match."""


class Points(msgspec.Struct, frozen=True):
    """The state: points by entrant, how many rounds have ended, and when the last step happened."""

    points: Mapping[str, int] = {}
    rounds_ended: int = 0
    moved_us: int = 0


@dataclass(frozen=True, slots=True)
class LeagueScript:
    """The `domain.log.record.Script` of the league."""

    key: tuple[str, int] = ("league", 1)
    events: tuple[type, ...] = (Entered, MatchWon, RoundEnded)
    commands: tuple[type, ...] = (Enter, Report)
    schemas: Mapping[str, int] = field(default_factory=dict)
    upcasts: Mapping[tuple[str, int], Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class League:
    """Decides commands, and folds events: the `domain.log.reading.Reducer` of the league."""

    script: LeagueScript = field(default_factory=LeagueScript)

    def decide(self, state: Points | None, command: Enter | Report) -> tuple[Any, ...]:
        """The events of a command. Raises Refused."""
        points = Points() if state is None else state
        match command:
            case Enter(by):
                if by in points.points:
                    raise Refused("entered_already", "They have entered already.", rules=("LEAGUE-01",))
                return (Entered(by),)
            case Report(_, winner):
                if winner not in points.points:
                    raise Refused("not_an_entrant", "They have not entered.", rules=("LEAGUE-02",))
                return (MatchWon(winner), RoundEnded())

    def evolve(self, state: Points | None, event: Any, moment: Moment) -> Points:
        points = msgspec.structs.replace(Points() if state is None else state, moved_us=moment.at_us)
        match event:
            case Entered(entrant):
                return msgspec.structs.replace(points, points={**points.points, entrant: 0})
            case MatchWon(winner):
                return msgspec.structs.replace(points, points={**points.points, winner: points.points[winner] + 1})
            case _:
                return msgspec.structs.replace(points, rounds_ended=points.rounds_ended + 1)

    def state_hash(self, state: Points) -> str:
        return state_hash(state)
