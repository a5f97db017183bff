"""One game as the schema shows it: at the version it was looked up, through eyes that are asked for at every field."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, TypeAlias

import msgspec
import strawberry

from api.graphql.fields import shown
from api.graphql.nodes import (
    AsViewer,
    Info,
    PageInfo,
    Phase,
    SeatNode,
    StepConnection,
    StepEdge,
    StepNode,
    ViewerInput,
    ViewNode,
    seat_nodes,
    viewer_of,
)
from api.graphql.rulesets import COMMANDS, OUTCOME
from api.graphql.scalars import Cursor, Json, canonical_id, step_of, time_of
from api.problems import Problem
from domain.engine.score import Track
from domain.engine.viewer import Seat, Viewer
from domain.game import GameState
from services.look import STEPS_MAX
from services.ports import StoredCommand, TrackPoint
from services.replay import History

STEPS_WITHOUT_ASKING: Final = 50
TRACK_STEPS_MAX: Final = 500

FromStep: TypeAlias = Annotated[
    int, strawberry.argument(name="from", description="The first step, 1 if none is named.")
]


@strawberry.type(name="LegalCommand", description="Something the caller's seat may play now.")
class LegalNode:
    """A command of the ruleset. `json` can be sent back as `commandJson`."""

    given: strawberry.Private[msgspec.Struct]

    @shown("Its tag: the ruleset, a dot, the command.")
    def type(self) -> str:
        """As in JSON."""
        return str(self.given.__struct_config__.tag)

    @shown("The command exactly; send it back as `commandJson`.")
    def json(self) -> Json:
        """As `commandJson` takes it."""
        return self.given

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


@strawberry.type(name="KeptCommand", description="A command of the caller's own, as it is kept.")
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


@strawberry.type(name="Game", description="One play of a ruleset: one row of steps, one version.")
class GameNode:
    """`history` may grow while this is read; `version` says where it stood, and every field keeps to that."""

    history: strawberry.Private[History]
    state: strawberry.Private[GameState]
    id: strawberry.ID
    version: int = strawberry.field(description="Its last step.")

    @strawberry.field
    def ruleset(self) -> str:
        """The ruleset's id."""
        return self.state.ruleset

    @strawberry.field
    def ruleset_version(self) -> int:
        """Fixed when the game was opened."""
        return self.state.ruleset_version

    @strawberry.field
    def title(self) -> str:
        """What the host called it."""
        return self.state.title

    @strawberry.field
    def phase(self) -> Phase:
        """Whatever is played."""
        return Phase(self.state.phase)

    @shown("The options it is played with.")
    def options(self) -> Json:
        """Names as in `Ruleset.options`."""
        return self.state.options

    @strawberry.field
    def seats(self) -> list[SeatNode]:
        """In turn order."""
        return seat_nodes(self.state)

    @shown("The seats that may play now.")
    def to_act(self) -> list[int]:
        """None once it is over."""
        return list(self.history.game.to_act(self.state))

    @shown("What the chance is sealed under (GAME-CHANCE-01).")
    def commitment(self) -> str:
        """Hex."""
        return self.state.commitment

    @shown("The secret behind the commitment, once the game is over (GAME-CHANCE-03).")
    def secret(self) -> str | None:
        """Hex."""
        return self.state.secret if self.state.over else None

    @shown("The hash of its last step.")
    def head_hash(self) -> str:
        """Hex."""
        return self.history.steps[self.version - 1].hash.hex()

    @shown("Null before the end.", OUTCOME | None)
    def result(self) -> object:
        """Places and sources."""
        return self.state.result

    @shown("When it was opened.")
    def opened_at(self) -> datetime:
        """UTC."""
        return time_of(self.history.steps[0].body.time_us)

    @shown("When its last step was decided.")
    def moved_at(self) -> datetime:
        """UTC."""
        return time_of(self.history.steps[self.version - 1].body.time_us)

    @shown("The seat the caller holds.")
    def my_seat(self, info: Info) -> int | None:
        """None for spectators."""
        return self._seat(info)

    @shown("Whether the caller opened it (GAME-OPEN-01).")
    def my_table(self, info: Info) -> bool:
        """The host begins the game and seats bots."""
        principal = info.context.principal
        return principal is not None and principal.id == self.state.host

    @shown("All that the caller's seat may play now; empty for spectators and when it is not its turn.")
    def legal(self, info: Info) -> list[LegalNode]:
        """Complete: what is not listed is refused."""
        seat = self._seat(info)
        commands = () if seat is None else self.history.game.legal(self.state, seat)
        return [LegalNode(given=command) for command in commands]

    @shown("The view after a step (the last one if none is named), through the caller's own eyes if none are named.")
    def view(self, info: Info, at: int | None = None, as_: AsViewer = None) -> ViewNode:
        """Typed."""
        return ViewNode(given=info.context.services.look.view(self.history, self._eyes(info, as_), self._at(at)))

    @shown("The same, as exact JSON.")
    def view_json(self, info: Info, at: int | None = None, as_: AsViewer = None) -> Json:
        """Encoded by the transport."""
        return info.context.services.look.view(self.history, self._eyes(info, as_), self._at(at))

    @shown("Its steps in order. Give `first` or `last`, at most 500; a step's cursor is its version.")
    def steps(
        self,
        info: Info,
        after: Cursor | None = None,
        before: Cursor | None = None,
        first: int | None = None,
        last: int | None = None,
        as_: AsViewer = None,
    ) -> StepConnection:
        """A Relay connection."""
        viewer = self._eyes(info, as_)
        low = min(step_of(after) or 0, self.version)
        below = step_of(before)
        high = self.version if below is None else max(min(below - 1, self.version), low)
        start, end = page(low, high, first, last, most=STEPS_MAX)
        found = info.context.services.look.steps(self.history, viewer, after=start, first=end - start)
        edges = [
            StepEdge(cursor=str(each.version), node=StepNode(seen=each, viewer=viewer, history=self.history))
            for each in found
        ]
        ends = (edges[0].cursor, edges[-1].cursor) if edges else (None, None)
        around = PageInfo(
            has_next_page=end < self.version,
            has_previous_page=start > 0,
            start_cursor=ends[0],
            end_cursor=ends[1],
        )
        return StepConnection(edges=edges, page_info=around, total_count=self.version)

    @shown(
        "Score tracks from step to step, at most 500, as the workers have them: they may be some steps behind the game."
    )
    async def score_tracks(
        self, info: Info, from_: FromStep = 1, to: int | None = None, as_: AsViewer = None
    ) -> list[TrackNode]:
        """Only what the eyes may see."""
        viewer = self._eyes(info, as_)
        first = max(from_, 1)
        last = min(self.version if to is None else to, self.version)
        if last - first >= TRACK_STEPS_MAX:
            raise Problem("BAD_PAGE", f"At most {TRACK_STEPS_MAX} steps at once.", max=TRACK_STEPS_MAX)
        rows = await info.context.services.look.tracks(self.history, viewer, after=first - 1, up_to=last)
        return [TrackNode(version=row.version, points=_points(row.points)) for row in rows]

    @shown("The score at the last step, straight from the game.")
    def scores_now(self, info: Info, as_: AsViewer = None) -> list[PointNode]:
        """Agrees with `scoreTracks`, but never lags."""
        viewer = self._eyes(info, as_)
        return _points(info.context.services.look.live_tracks(self.history, viewer, self.version))

    @shown("A command of the caller's own, by its id.")
    async def command(self, info: Info, id: strawberry.ID) -> KeptNode | None:
        """None for an id nobody used, and for another's."""
        principal = info.context.principal
        kept = None if principal is None else await info.context.services.world.log.command(self.id, canonical_id(id))
        if kept is None or principal is None or kept.principal != principal.id:
            return None
        return KeptNode(
            kept=kept,
            id=strawberry.ID(kept.command_id),
            outcome=kept.outcome,
            first_version=kept.first_version,
            last_version=kept.last_version,
        )

    def _seat(self, info: Info) -> Seat | None:
        principal = info.context.principal
        return None if principal is None else self.state.seat_of(principal.id)

    def _eyes(self, info: Info, asked: ViewerInput | None) -> Viewer:
        return info.context.services.look.eyes(info.context.principal, self.history, viewer_of(asked))

    def _at(self, at: int | None) -> int:
        return self.version if at is None else at


def game_node(info: Info, history: History) -> GameNode:
    """The game as it stands now."""
    assert history.head is not None
    info.context.at = f"game {history.game_id} version {history.version}"
    return GameNode(
        history=history, state=history.head, id=strawberry.ID(history.game_id), version=history.head.version
    )


def page(low: int, high: int, first: int | None, last: int | None, *, most: int) -> tuple[int, int]:
    """The part of `low`..`high` that is asked for, both as numbers of things before it. Raises Problem BAD_PAGE."""
    for asked in (first, last):
        if asked is not None and not 0 <= asked <= most:
            raise Problem("BAD_PAGE", f"A page has 0 to {most} entries.", max=most)
    if first is not None and last is not None:
        raise Problem("BAD_PAGE", "Give `first` or `last`, not both.")
    if last is not None:
        return max(low, high - last), high
    return low, min(high, low + (STEPS_WITHOUT_ASKING if first is None else first))


def _points(tracks: Sequence[Track | TrackPoint]) -> list[PointNode]:
    return [PointNode(seat=each.seat, source=each.source, banked=each.banked, if_over=each.if_over) for each in tracks]
