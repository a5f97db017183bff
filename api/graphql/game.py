"""One game as the schema shows it: at the version it was looked up, through eyes that are asked for at every field."""

from datetime import datetime
from typing import Annotated, Any, Final, TypeAlias

import msgspec
import strawberry

from api.graphql.fields import asks_for, shown
from api.graphql.game_parts import KeptNode, LegalNode, PointNode, TrackNode, points_of
from api.graphql.lists import PageInfo, Phase
from api.graphql.nodes import (
    AsViewer,
    Info,
    SeatNode,
    StepConnection,
    StepEdge,
    StepNode,
    ViewerInput,
    ViewNode,
    seat_nodes,
    viewer_of,
)
from api.graphql.rulesets import OUTCOME, CommandInput, Malformed, command_asked
from api.graphql.scalars import Cursor, Json, canonical_id, step_of, time_of
from api.graphql.what_if import (
    DelayNode,
    DryRunNode,
    HighlightNode,
    ObjectionNode,
    RefusalNode,
    SandboxNode,
    WhyNode,
    delay_node,
    dry_run_node,
    highlight_node,
    refusal_node,
    sandbox_node,
    why_node,
)
from api.problems import Problem
from domain.engine.viewer import Seat, Viewer
from domain.game import GameState
from services.explain import highlights
from services.horizon import VisibleGame, outside
from services.look import STEPS_MAX, step_for, within
from services.replay import History
from services.trial import dry_run

STEPS_WITHOUT_ASKING: Final = 50
TRACK_STEPS_MAX: Final = 500
PAGE_AT_ONCE: Final = 40
VIEWED: Final = frozenset({"patch", "view", "viewJson"})
"""What of a step takes its view."""

FromStep: TypeAlias = Annotated[
    int, strawberry.argument(name="from", description="The first step, 1 if none is named.")
]


OnlyChanges: TypeAlias = Annotated[
    bool,
    strawberry.argument(
        name="changesOnly",
        description="Leave out rows that say the same as the row before, but for the last one, which tells how far the workers are.",
    ),
]


@strawberry.type(name="Game", description="One play of a ruleset: one row of steps, one version.")
class GameNode:
    """`visible` is as far as the caller may see; its history may grow while this is read, and every field keeps to `visible`."""

    visible: strawberry.Private[VisibleGame]
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

    @shown("How many turns have begun; 0 in set-up.")
    def turn(self) -> int:
        """Public."""
        return self.history.game.turn(self.state)

    @shown(
        "Subscriptions to its steps now, over all servers; what the others count comes some seconds late. In a game with a delay "
        "only those that are behind are counted, but for the seats and the arbiters (GAME-DELAY-02)."
    )
    def watchers(self, info: Info) -> int:
        """Subscriptions, not people."""
        watching = info.context.services.watch.watching(str(self.id))
        apart = self.visible.is_delayed or outside(info.context.principal, self.state)
        return watching.public if apart else watching.total

    @shown("How far spectators are behind the game; null if they are not.")
    def delay(self) -> DelayNode | None:
        """GAME-DELAY-01."""
        return delay_node(self.state.delay)

    @shown("Whether the caller sees it with the delay.")
    def is_delayed(self) -> bool:
        """Seats and arbiters do not."""
        return self.visible.is_delayed

    @shown("What makes it a sandbox; null for a game that counts.")
    def sandbox(self) -> SandboxNode | None:
        """GAME-SAND-01."""
        return sandbox_node(self.state.sandbox)

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
    def last_move_at(self) -> datetime:
        """UTC."""
        return time_of(self.history.steps[self.version - 1].body.time_us)

    @shown("The seat the caller holds.")
    def my_seat(self, info: Info) -> int | None:
        """None for spectators."""
        return self._seat(info)

    @shown("Whether the caller opened it (GAME-OPEN-01).")
    def is_host(self, info: Info) -> bool:
        """The host begins the game and seats bots."""
        principal = info.context.principal
        return principal is not None and principal.id == self.state.host

    @shown("All that the caller's seat may play now; empty for spectators and when it is not its turn.")
    def legal(self, info: Info) -> list[LegalNode]:
        """Complete: what is not listed is refused."""
        seat = self._seat(info)
        commands = () if seat is None or self.visible.is_delayed else self.history.game.legal(self.state, seat)
        if seat is None or not commands:
            return []
        position = info.context.services.look.view(self.visible, seat).position
        return [LegalNode(given=command, position=position, names=self.state.names) for command in commands]

    @shown("The view after a step (the last one if none is named), through the caller's own eyes if none are named.")
    def view(self, info: Info, at: int | None = None, as_: AsViewer = None) -> ViewNode:
        """Typed."""
        return ViewNode(given=info.context.services.look.view(self.visible, self._eyes(info, as_), at))

    @shown("The same, as exact JSON.")
    def view_json(self, info: Info, at: int | None = None, as_: AsViewer = None) -> Json:
        """Encoded by the transport."""
        return info.context.services.look.view(self.visible, self._eyes(info, as_), at)

    @shown("Its steps in order. Give `first` or `last`, at most 500; a step's cursor is its version.")
    async def steps(
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
        if start + PAGE_AT_ONCE < end and asks_for(info.selected_fields, VIEWED):
            await info.context.services.look.read_ahead(self.visible, viewer, start, end)
        found = info.context.services.look.steps(self.visible, viewer, after=start, first=end - start)
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
        self,
        info: Info,
        from_: FromStep = 1,
        to: int | None = None,
        as_: AsViewer = None,
        changes_only: OnlyChanges = False,
    ) -> list[TrackNode]:
        """Only what the eyes may see."""
        viewer = self._eyes(info, as_)
        first = max(from_, 1)
        last = min(self.version if to is None else to, self.version)
        if last - first >= TRACK_STEPS_MAX:
            raise Problem("BAD_PAGE", f"At most {TRACK_STEPS_MAX} steps at once.", max=TRACK_STEPS_MAX)
        rows = await info.context.services.look.tracks(self.visible, viewer, after=first - 1, up_to=last)
        last_row = len(rows) - 1
        return [
            TrackNode(version=row.version, points=points_of(row.points))
            for at, row in enumerate(rows)
            if not changes_only or at in (0, last_row) or row.points != rows[at - 1].points
        ]

    @shown("The score at the last step, straight from the game.")
    def scores_now(self, info: Info, as_: AsViewer = None) -> list[PointNode]:
        """Agrees with `scoreTracks`, but never lags."""
        viewer = self._eyes(info, as_)
        return points_of(info.context.services.look.live_tracks(self.visible, viewer))

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

    @shown("One step; the last one if none is named.")
    def step(self, info: Info, version: int | None = None, as_: AsViewer = None) -> StepNode:
        """NO_SUCH_STEP where there is none."""
        viewer = self._eyes(info, as_)
        at = within(self.visible, version)
        seen = step_for(self.history, self.history.steps[at - 1], viewer)
        return StepNode(seen=seen, viewer=viewer, history=self.history)

    @shown("Its moments: turns, changed points, what was turned up, the end. For the track of a replay.")
    def highlights(self, info: Info, as_: AsViewer = None) -> list[HighlightNode]:
        """In order."""
        return [highlight_node(each) for each in highlights(self.visible, self._eyes(info, as_))]

    @shown("Refused commands: one's own while it runs; every seat's, through its eyes, once it is over.")
    async def refusals(self, info: Info, as_: AsViewer = None) -> list[RefusalNode]:
        """In the order they were decided."""
        found = await info.context.services.explain.refusals(self.visible, self._eyes(info, as_))
        return [refusal_node(each) for each in found]

    @shown("What explains a step: the rules it rests on, the command that brought it, and in the end the draws.")
    async def why(self, info: Info, step: int, as_: AsViewer = None) -> WhyNode:
        """NO_SUCH_STEP where there is none."""
        viewer = self._eyes(info, as_)
        return why_node(await info.context.services.explain.why(self.visible, viewer, step), viewer, self.visible)

    @shown(
        "Every rule that forbids a command of the caller's seat now, the one it would be refused with first; empty if legal."
    )
    def why_not(
        self, info: Info, command: CommandInput | None = None, command_json: Json | None = None
    ) -> list[ObjectionNode]:
        """Give exactly one of `command` and `commandJson`."""
        _, asked = self._own_command(info, command, command_json)
        found = self.history.game.objections(self.state, asked)
        return [ObjectionNode(refused=each, names=self.state.names) for each in found]

    @shown(
        "What a command of the caller's seat would bring now, by what that seat knows. Nothing is carried out or kept."
    )
    def dry_run(self, info: Info, command: CommandInput | None = None, command_json: Json | None = None) -> DryRunNode:
        """Give exactly one of `command` and `commandJson`."""
        seat, asked = self._own_command(info, command, command_json)
        return dry_run_node(dry_run(self.visible, seat, asked), self.state.names)

    def _own_command(self, info: Info, command: object | None, command_json: object | None) -> tuple[Seat, Any]:
        """The caller's seat and the command for it. Raises Problem NOT_YOUR_SEAT or MALFORMED_COMMAND."""
        seat = self._seat(info)
        try:
            asked, claimed = command_asked(command, command_json)
        except Malformed as malformed:
            raise Problem("MALFORMED_COMMAND", malformed.text, at=malformed.at) from malformed
        if seat is None or (claimed is not None and claimed != seat):
            raise Problem("NOT_YOUR_SEAT", "This is for who holds the seat. You hold no such seat in this game.")
        if not isinstance(asked, self.history.game.ruleset.commands):
            raise Problem("MALFORMED_COMMAND", f"This game is played by {self.state.ruleset}.", at="$")
        return seat, msgspec.structs.replace(asked, seat=seat)

    def _seat(self, info: Info) -> Seat | None:
        principal = info.context.principal
        return None if principal is None else self.state.seat_of(principal.id)

    def _eyes(self, info: Info, asked: ViewerInput | None) -> Viewer:
        return info.context.services.look.viewer(info.context.principal, self.visible, viewer_of(asked))


def game_node(info: Info, visible: VisibleGame) -> GameNode:
    """The game as the caller may see it now."""
    info.context.at = f"game {visible.game_id} version {visible.version}"
    return GameNode(
        visible=visible,
        history=visible.history,
        state=visible.state,
        id=strawberry.ID(visible.game_id),
        version=visible.version,
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
