"""Steps, their lines, and the view of a game after a step."""

from collections.abc import Callable, Hashable
from datetime import datetime
from typing import Final

import strawberry

from api.graphql.audit.places import place_of
from api.graphql.clocks.clock import ClockNode
from api.graphql.command import LegalCommand, legal_commands
from api.graphql.fields import Info, field, resolved
from api.graphql.languages import DEFAULT_LOCALE, LocaleArgument, locale_of_argument
from api.graphql.lists.games import Phase
from api.graphql.node import Node, global_id, viewer_word
from api.graphql.paging import PageInfo, StepRange
from api.graphql.rule import RuleNode, cited_rules
from api.graphql.scalars import Cursor, Json, time_of
from api.graphql.seat import SeatInViewNode
from api.graphql.structs.position import OUTCOME, RulesetView, position_of
from domain.engine.step import Step
from domain.engine.viewer import Viewer
from domain.game.terms import Fault
from domain.game.view import GameView
from services.languages import NamedLine
from services.log.replay import History
from services.reads.clocks import clocks_of
from services.reads.look import VisibleStep

READ_POINTS: Final = 20
"""What it costs to read a view or a patch that is near another one."""


def share_key_of(
    game_id: str,
    version: Step,
    viewer: Viewer,
    viewer_before: Viewer | None,
    names: tuple[str, ...],
    taken_back_at: Step | None,
) -> tuple[Hashable, ...]:
    """`Entry.share_key` of a step. Its parts are those of `VisibleStep`."""
    return (game_id, version, viewer, viewer_before, names, taken_back_at)


def _line_text(root: strawberry.Parent[NamedLine], locale: LocaleArgument = DEFAULT_LOCALE) -> str:
    return root.text_in(locale_of_argument(locale))


@strawberry.type(name="Line", description="What a viewer may know of an event.")
class LineNode:
    """Declares the fields only: resolvers return `NamedLine`."""

    type: str = strawberry.field(description="The event's type, such as `game.SeatTaken`.")
    text: str = resolved(_line_text, "One plain sentence in the past tense.")
    seat: int | None = strawberry.field(description="The seat that did it; null if no seat did.")
    facts: Json = strawberry.field(description="The event's fields that this viewer may know.")
    rules: list[RuleNode] = resolved(cited_rules, "The rules it rests on, the most telling first.")


def _view_json(root: strawberry.Parent[GameView]) -> object:
    return root


@strawberry.type(name="View", description="A game after one of its steps, as one viewer sees it.")
class ViewNode:
    """Declares the fields only: resolvers return the domain's `GameView`."""

    version: int = strawberry.field(description="The number of the step; 0 never occurs.")
    phase: Phase
    to_act: list[int] = strawberry.field(description="The seats that may play.")
    seats: list[SeatInViewNode] = strawberry.field(description="The seats of the game in turn order, as of this step.")
    result: object = strawberry.field(graphql_type=OUTCOME | None, description="Null before the end.")
    position: RulesetView | None = resolved(position_of, "The ruleset's own view; null before the game begins.")
    json: Json = resolved(_view_json, "All of it as exact JSON, with names in snake_case, as in `viewJson`.")


@strawberry.type(name="Step", description="One event's place in a game: permanent, never renumbered.")
class StepNode(Node):
    """A step as one viewer sees it. Its resolvers read the step, its game's history and the rulebook, never who the
    caller is: one execution may serve every watcher who looks as the same viewer.

    `faults`: what a sandbox has ordered to go wrong when this step is sent (GAME-SAND-03).
    """

    step: strawberry.Private[VisibleStep]
    history: strawberry.Private[History | None] = None
    faults: strawberry.Private[tuple[Fault, ...]] = ()

    @property
    def cursor_after(self) -> str:
        """Implements `cursor_after` of `api.graphql.feeds.entry.Entry`."""
        return str(self.step.version)

    @property
    def share_key(self) -> tuple[Hashable, ...]:
        """Implements `Entry`. Names are part of it: they may change or be erased at any time (GAME-PERSON-01)."""
        step = self.step
        step = self.step
        return share_key_of(step.game_id, step.version, step.viewer, step.viewer_before, step.names, step.taken_back_at)

    @property
    def for_principal(self) -> None:
        """Implements `Entry`: a viewer's step is the same for everybody who looks as that viewer."""
        return None

    @property
    def at(self) -> str:
        """Implements `at` of `Entry`."""
        return f"game {self.step.game_id} version {self.step.version}"

    @field("Its global id: the game, the version and the viewer, as whom `node` reads it.")
    def id(self) -> strawberry.ID:
        return global_id("Step", self.step.game_id, self.step.version, viewer_word(self.step.viewer))

    @field("The game that the step is part of; `Query.game` reads it by this id.")
    def game_id(self) -> strawberry.ID:
        return strawberry.ID(self.step.game_id)

    @field("The step's number, 1..n.")
    def version(self) -> int:
        return self.step.version

    @field("Where to go on reading: the version, as in every list and subscription of steps.")
    def cursor(self) -> Cursor:
        return str(self.step.version)

    @field("When the service decided it.")
    def time(self) -> datetime:
        return time_of(self.step.time_us)

    @field("The `commandId` of the request that led to it.")
    def command_id(self) -> strawberry.ID:
        return strawberry.ID(self.step.command_id)

    @field("What happened; null if this viewer may not know it.", LineNode | None)
    def line(self) -> NamedLine | None:
        return self.step.line

    @field("SHA-256 of 0x01, the previous hash and the step's body, in hex.")
    def hash(self) -> str:
        return self.step.hash

    @field("The hash of the step before; 32 zero bytes for the first step.")
    def prev_hash(self) -> str:
        return self.step.prev_hash

    @field("Hash of the state after the command, on its last step only.")
    def state_hash(self) -> str | None:
        return self.step.state_hash

    @field(
        "The number of the step that took it back (GAME-BACK-05), once the caller may see that step; null while it "
        "stands. A stream sends each step once, so follow `StepsTakenBack` there."
    )
    def taken_back_at(self) -> int | None:
        return self.step.taken_back_at

    @field(
        "Its position in the order of all games, counted from 1; null before a signed note covers it, and on a stream. "
        "`Game.proof` proves it."
    )
    async def place(self, info: Info) -> int | None:
        return await place_of(info, self.step.game_id, self.step.version)

    @field("How many turns had begun after it; 0 in set-up.", int)
    def turn(self, info: Info) -> object:
        return self._of_history(info, lambda history: history.turns[self.step.version - 1])

    @field("The view after this step, as the same viewer.", ViewNode)
    def view(self, info: Info) -> object:
        return self._of_history(info, lambda history: self._view(history, info))

    @field("The view after this step, as the same viewer, as exact JSON.", Json)
    def view_json(self, info: Info) -> object:
        return self._of_history(info, lambda history: self._view(history, info))

    @field(
        "What the step changed in `viewJson`, as a JSON Patch (RFC 6902) of `add`, `remove` and `replace`. The "
        "patch of the first step makes the whole view out of nothing. Applied one after another, patches make every "
        "view, also on a stream that goes on as a spectator after its caller gave up the seat.",
        Json,
    )
    def patch(self, info: Info) -> object:
        look, step = info.context.services.look, self.step
        return self._of_history(
            info, lambda history: look.patch(history, step.viewer, step.version, step.viewer_before)
        )

    @field(
        "The clocks of all seats that persons play, right after this step. Empty before play begins, and in a game "
        "without clocks.",
        list[ClockNode],
    )
    def clocks(self, info: Info) -> object:
        return self._of_history(info, lambda history: _clocks(history, self.step.version))

    @field(
        "All that the seat of this viewer may play after this step. Empty while it may not play, between the steps of "
        "one command, and for viewers that are not a seat. On the last step it is what `Game.legal` has: "
        "a client that follows as its own seat needs no query to play.",
        list[LegalCommand],
    )
    def legal(self, info: Info) -> object:
        return self._of_history(info, lambda history: self._legal(history, info))

    def _legal(self, history: History, info: Info) -> list[LegalCommand]:
        now = info.context.services.look.legal_at(history, self.step.viewer, self.step.version)
        if now is None:
            return []
        names = self.step.names[1:]  # the title comes first
        return legal_commands(now.commands, now.position, names)

    def _view(self, history: History, info: Info) -> GameView:
        return info.context.services.look.view_at(history, self.step.viewer, self.step.version)

    def _of_history(self, info: Info, read: Callable[[History], object]) -> object:
        """`read` of the game's history: at once if the history is in memory and nothing else is due, else later."""
        history = self.history
        return (
            self._later(info, read) if history is None else info.context.effort.do(lambda: read(history), READ_POINTS)
        )

    async def _later(self, info: Info, read: Callable[[History], object]) -> object:
        history = await info.context.services.look.history(self.step.game_id, at_least=self.step.version)
        assert history is not None, "a step belongs to a game"
        return read(history)


def _clocks(history: History, version: Step) -> list[ClockNode]:
    return [ClockNode(now=each) for each in clocks_of(history.state_at(version))]


@strawberry.type(name="StepEdge")
class StepEdge:
    cursor: Cursor
    node: StepNode


@strawberry.type(name="StepConnection", description="Steps of one game in their order.")
class StepConnection:
    edges: list[StepEdge]
    page_info: PageInfo
    total_count: int


def step_connection(steps: list[StepNode], page: StepRange, head: int) -> StepConnection:
    """A page of steps. `head`: the last step that the caller may see."""
    edges = [StepEdge(cursor=str(each.step.version), node=each) for each in steps]
    info = PageInfo(
        has_next_page=page.up_to < head,
        has_previous_page=page.after > 0,
        start_cursor=edges[0].cursor if edges else None,
        end_cursor=edges[-1].cursor if edges else None,
    )
    return StepConnection(edges=edges, page_info=info, total_count=head)
