"""What can be read of a game as a viewer: its steps, views, scores and highlights, and why a step happened."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Final, TypeAlias

import strawberry

from api.graphql.fields import Info, field, selects_any
from api.graphql.game.chances import KeyMomentNode, WinChancesConnection, win_chances_connection
from api.graphql.game.facts import GameFacts
from api.graphql.paging import (
    CHANCES_DEFAULT,
    CHANCES_MAX,
    MOMENTS_DEFAULT,
    MOMENTS_MAX,
    REFUSALS_DEFAULT,
    REFUSALS_MAX,
    TRACK_ROWS_MAX,
    StepRange,
    forward_page,
    step_range,
)
from api.graphql.record import RefusalConnection, refusal_connection, refusal_node
from api.graphql.scalars import Cursor, Json, step_of, step_or_none
from api.graphql.seat import AsViewer, ViewerInput, viewer_of
from api.graphql.step import StepConnection, StepNode, ViewNode, step_connection
from api.graphql.what_if import HighlightConnection, WhyNode, highlight_connection
from api.problems import Problem
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import SPECTATOR, Viewer
from services.ports import TrackRow
from services.reads.chances import key_moments
from services.reads.explain import NoSuchRefusal, last_of_play
from services.reads.horizon import VisibleGame
from services.reads.look import step_for, within

PAGE_AT_ONCE: Final = 40
"""A longer page makes its views ahead of time, with pauses, so that other callers do not wait."""

VIEW_POINTS: Final = 60
STEP_POINTS: Final = 4
"""What it costs to compute a view, and to tell one step."""

FIELDS_WITH_VIEW: Final = frozenset({"legal", "patch", "view", "viewJson"})
"""Fields of a step that need its view."""

FromStep: TypeAlias = Annotated[int, strawberry.argument(name="from", description="The step to begin with, from 1.")]
OnlyChanges: TypeAlias = Annotated[
    bool,
    strawberry.argument(
        name="changesOnly",
        description="Leave out rows that equal the row before. The last row stays: it shows how far the workers are.",
    ),
]


@strawberry.type(name="TrackPoint", description="One source of one seat's score at a step.")
class TrackPoint:
    """Declares the fields only: resolvers return the domain's `Track` or the projection's `TrackPoint`."""

    seat: int
    source: str
    banked: int = strawberry.field(
        description="The part of `ifOver` that nobody can take away any more; of a source `ends.*`, how far the seat "
        "is towards that ending."
    )
    if_over: int = strawberry.field(
        description="All that the source would give if the game ended now. The standing of a seat is the sum of these."
    )


@strawberry.type(name="TrackRow", description="All points at one step that this viewer may see.")
class TrackRowNode:
    """Declares the fields only: resolvers return the projection's `TrackRow`."""

    version: int
    points: list[TrackPoint]


@strawberry.type
class GameReplay(GameFacts):
    """The part of `Game` that is read as a viewer."""

    @field("The view after step `at`, the last step if left out.", ViewNode)
    def view(self, info: Info, at: int | None = None, as_: AsViewer = None) -> object:
        return self._view(info, at, as_)

    @field("The view after step `at`, the last step if left out, as exact JSON.")
    def view_json(self, info: Info, at: int | None = None, as_: AsViewer = None) -> Json:
        return self._view(info, at, as_)

    def _view(self, info: Info, at: int | None, as_: ViewerInput | None) -> object:
        look, viewer, step = info.context.services.look, self._viewer(info, as_), within(self.visible, step_or_none(at))
        if step == self.version:
            return info.context.effort.do(lambda: look.last_view(self.visible, viewer), VIEW_POINTS)
        return self.of_whole(info, lambda visible: look.view(visible, viewer, step), VIEW_POINTS)

    @field("One step; the last one if `version` is left out.", StepNode)
    def step(self, info: Info, version: int | None = None, as_: AsViewer = None) -> object:
        viewer, number = self._viewer(info, as_), within(self.visible, step_or_none(version))
        return self.of_whole(info, lambda visible: _step_node(visible, number, viewer))

    @field("Its steps in order. Give `first` or `last`, at most 500. The cursor of a step is its version.")
    async def steps(
        self,
        info: Info,
        after: Cursor | None = None,
        before: Cursor | None = None,
        first: int | None = None,
        last: int | None = None,
        as_: AsViewer = None,
        effective: bool = False,
    ) -> StepConnection:
        look, viewer = info.context.services.look, self._viewer(info, as_)
        visible = await look.whole(self.visible)
        head = visible.version
        low = min(step_of(after) or BEFORE_FIRST, head)
        below = step_of(before)
        high = head if below is None else Step(max(min(below - 1, head), low))
        page = step_range(low, high, first, last)
        if effective:
            info.context.effort.spend((page.up_to - page.after) * STEP_POINTS)
            await info.context.effort.pause()
            return _effective_steps(visible, viewer, StepRange(low, high), page, last)
        if page.after + PAGE_AT_ONCE < page.up_to and selects_any(info.selected_fields, FIELDS_WITH_VIEW):
            await look.read_ahead(visible, viewer, page.after, page.up_to, partial(_after_view, info))
        nodes: list[StepNode] = []
        for start in range(page.after, page.up_to, PAGE_AT_ONCE):
            some = min(PAGE_AT_ONCE, page.up_to - start)
            steps = look.steps(visible, viewer, after=Step(start), first=some)
            nodes += [StepNode(step=each, history=visible.history) for each in steps]
            info.context.effort.spend(some * STEP_POINTS)
            await info.context.effort.pause()
        return step_connection(nodes, page, head)

    @field(
        "Score tracks from step to step, at most 500, as the workers have written them. They may be some steps "
        "behind the game.",
        list[TrackRowNode],
    )
    async def score_tracks(
        self,
        info: Info,
        from_: FromStep = 1,
        to: int | None = None,
        as_: AsViewer = None,
        changes_only: OnlyChanges = False,
    ) -> Sequence[TrackRow]:
        viewer = self._viewer(info, as_)
        first = max(from_, 1)
        last = min(self.version if to is None else to, self.version)
        if last - first >= TRACK_ROWS_MAX:
            raise Problem("BAD_PAGE", f"At most {TRACK_ROWS_MAX} steps at once.", max=TRACK_ROWS_MAX)
        rows = await info.context.services.look.tracks(self.visible, viewer, after=Step(first - 1), up_to=Step(last))
        return _changes(rows) if changes_only else rows

    @field(
        "The score at the last step, straight from the game. It agrees with `scoreTracks`, but never lags.",
        list[TrackPoint],
    )
    def scores_now(self, info: Info, as_: AsViewer = None) -> object:
        look, viewer = info.context.services.look, self._viewer(info, as_)
        return info.context.effort.do(lambda: look.last_tracks(self.visible, viewer), VIEW_POINTS)

    @field(
        "Win chances by what spectators know, as far as they have been computed. At most 500 a page; the cursor is the "
        "step."
    )
    async def win_chances(
        self, info: Info, first: int | None = None, after: Cursor | None = None
    ) -> WinChancesConnection:
        size, start = forward_page(first, CHANCES_DEFAULT, CHANCES_MAX), step_of(after) or BEFORE_FIRST
        rows = await info.context.services.look.win_chances(self.visible, after=start, first=size + 1)
        return win_chances_connection(rows, size, after)

    @field("The largest changes of win chances, in order of their steps. At most 20.")
    async def key_moments(self, info: Info, first: int = MOMENTS_DEFAULT) -> list[KeyMomentNode]:
        size, look = forward_page(first, MOMENTS_DEFAULT, MOMENTS_MAX), info.context.services.look
        rows = await look.win_chances(self.visible, after=BEFORE_FIRST, first=CHANCES_MAX)
        visible = await look.whole(self.visible)
        return [
            KeyMomentNode(
                after=each.after,
                seat=each.seat,
                change=each.change,
                step=_step_node(visible, last_of_play(visible.history, each.version), SPECTATOR),
            )
            for each in key_moments(rows, size)
        ]

    @field(
        "Its highlights, in order: turns, changed points, what was turned up, the end. At most 500 a page; a page may "
        "take some time in a long game."
    )
    async def highlights(
        self, info: Info, first: int | None = None, after: Cursor | None = None, as_: AsViewer = None
    ) -> HighlightConnection:
        viewer, visible = self._viewer(info, as_), await info.context.services.look.whole(self.visible)
        return await highlight_connection(info, visible, viewer, first, after)

    @field(
        "Refused commands in the order they were decided: the caller's own while the game runs; every seat's, as "
        "that seat, once it is over. At most 200 a page."
    )
    async def refusals(
        self, info: Info, first: int | None = None, after: Cursor | None = None, as_: AsViewer = None
    ) -> RefusalConnection:
        size, viewer = forward_page(first, REFUSALS_DEFAULT, REFUSALS_MAX), self._viewer(info, as_)
        explain, pause = info.context.services.explain, info.context.effort.pause
        try:
            records = await explain.refusals(self.visible, viewer, after=after, limit=size + 1, pause=pause)
        except NoSuchRefusal as error:
            raise Problem("BAD_CURSOR", "No list of refusals of this game has given you this cursor.") from error
        nodes = [refusal_node(each, self.visible.game_id, viewer) for each in records]
        return refusal_connection(nodes, size, after)

    @field(
        "What explains a step: the rules it rests on, the command that brought it, and the draws once the game is over."
    )
    async def why(self, info: Info, step: int, as_: AsViewer = None) -> WhyNode:
        viewer, visible = self._viewer(info, as_), await info.context.services.look.whole(self.visible)
        why = await info.context.services.explain.why(visible, viewer, Step(step))
        return WhyNode(why=why, history=visible.history)

    def _viewer(self, info: Info, given: ViewerInput | None) -> Viewer:
        return info.context.viewer(self.visible, viewer_of(given))


def _effective_steps(
    visible: VisibleGame, viewer: Viewer, wanted: StepRange, page: StepRange, last: int | None
) -> StepConnection:
    """A page as long as `page`, of the steps in `wanted` that were not taken back (GAME-BACK-05)."""
    size, head = page.up_to - page.after, visible.version
    effective = [
        Step(version)
        for version in range(wanted.after + 1, wanted.up_to + 1)
        if visible.history.taken_back_at(Step(version), head) is None
    ]
    chosen = effective[len(effective) - min(size, len(effective)) :] if last is not None else effective[:size]
    nodes = [_step_node(visible, version, viewer) for version in chosen]
    before = Step(chosen[0] - 1) if chosen and chosen[0] != effective[0] else wanted.after
    up_to = chosen[-1] if chosen and chosen[-1] != effective[-1] else wanted.up_to
    return step_connection(nodes, StepRange(before, up_to), head)


def _step_node(visible: VisibleGame, version: Step, viewer: Viewer) -> StepNode:
    history = visible.history
    step = step_for(history, history.steps[version - 1], viewer, visible.version)
    return StepNode(step=step, history=history)


async def _after_view(info: Info) -> None:
    """Counts a view that was computed ahead of time, and gives way."""
    info.context.effort.spend(VIEW_POINTS // 2)
    await info.context.effort.pause()


def _changes(rows: Sequence[TrackRow]) -> list[TrackRow]:
    """The first row, the last row, and every row that differs from the one before."""
    ends = (0, len(rows) - 1)
    return [row for at, row in enumerate(rows) if at in ends or row.points != rows[at - 1].points]
