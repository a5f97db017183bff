"""Smaller things that a game is made of in the schema: legal commands, kept commands, points. Looks at nothing by itself."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import strawberry

from api.graphql.fields import shown
from api.graphql.rulesets import COMMANDS
from api.graphql.scalars import Json, time_of
from domain.engine.score import Track
from domain.engine.viewer import with_names
from domain.rulesets import RULESETS
from services.ports import StoredCommand, TrackPoint


@strawberry.type(name="LegalCommand", description="Something the caller's seat may play now.")
class LegalNode:
    """A command of the ruleset. `json` can be sent back as `commandJson`. `table`: the ruleset's view for the seat that may play
    it, at that moment, one for the whole list."""

    given: strawberry.Private[msgspec.Struct]
    position: strawberry.Private[Any]
    names: strawberry.Private[tuple[str, ...]]

    @shown("Its tag: the ruleset, a dot, the command.")
    def type(self) -> str:
        """As in JSON."""
        return str(self.given.__struct_config__.tag)

    @shown("The command exactly; send it back as `commandJson`.")
    def json(self) -> Json:
        """As `commandJson` takes it."""
        return self.given

    @shown("What it asks, in a sentence; different from that of every other command listed with it.")
    def text(self) -> str:
        """For buttons, lists and screen readers."""
        tag = str(self.given.__struct_config__.tag)
        return with_names(RULESETS[tag.partition(".")[0]].phrase(self.position, self.given), self.names)

    @shown("The command, typed.", COMMANDS)
    def command(self) -> object:
        """For clients that like types."""
        return self.given


@strawberry.type(name="TrackPoint", description="One source of one seat's score at a step.")
class PointNode:
    """As the domain's `Track`."""

    seat: int
    source: str
    banked: int = strawberry.field(description="Points nobody can take any more.")
    if_over: int = strawberry.field(description="What the source would give if the game ended now.")


@strawberry.type(name="TrackRow", description="All points at one step that these eyes may see.")
class TrackNode:
    """As the projection keeps it."""

    version: int
    points: list[PointNode]


@strawberry.type(name="CommandRecord", description="A command of the caller's own, as it is kept.")
class KeptNode:
    """Accepted or refused."""

    kept: strawberry.Private[StoredCommand]
    id: strawberry.ID
    outcome: str = strawberry.field(description="`accepted` or `refused`.")
    first_version: int = strawberry.field(description="Its first step; the version it met if it was refused.")
    last_version: int

    @shown("When it was decided.")
    def time(self) -> datetime:
        """UTC."""
        return time_of(self.kept.time_us)

    @shown("The command itself.")
    def command(self) -> Json:
        """As it was kept."""
        return msgspec.Raw(self.kept.body)

    @shown("Code, text, rules and facts of the refusal.")
    def refusal(self) -> Json | None:
        """None when it was accepted."""
        return msgspec.Raw(self.kept.answer) if self.kept.answer else None


def points_of(tracks: Sequence[Track | TrackPoint]) -> list[PointNode]:
    return [PointNode(seat=each.seat, source=each.source, banked=each.banked, if_over=each.if_over) for each in tracks]
