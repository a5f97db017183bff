"""Why, what if, and the highlights of a game."""

import enum
from datetime import datetime
from typing import Final, NamedTuple

import strawberry

from api.graphql.command import LegalCommand, ObjectionNode, legal_commands, objection
from api.graphql.fields import Info, field
from api.graphql.languages import DEFAULT_LOCALE, LocaleArgument, locale_of_argument
from api.graphql.node import Node, global_id, viewer_word
from api.graphql.paging import HIGHLIGHTS_DEFAULT, HIGHLIGHTS_MAX, PageInfo, forward_info, forward_page
from api.graphql.rule import RuleNode, cited
from api.graphql.scalars import Cursor, Json, is_step, time_of
from api.graphql.step import LineNode, StepNode
from api.problems import Problem
from domain.engine.chance import Draw
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Viewer
from services.languages import NamedMessage
from services.log.replay import History
from services.ports import StoredCommand
from services.reads.explain import Highlight, Why, highlights_by_step
from services.reads.horizon import VisibleGame
from services.reads.trial import Foreseen, ScoreChange, Trial
from services.rulebook import Rule

STEP_POINTS: Final = 10
"""What it costs to look for highlights in one step: it is decided anew, and after a command all points are counted."""

# ---------------------------------------------------------------- dry runs


@strawberry.type(name="ForeseenEvent", description="An event that a command would bring.")
class ForeseenNode:
    """Declares the fields only: resolvers return `Foreseen`."""

    line: LineNode | None = strawberry.field(description="What the caller's seat would know of it; null if nothing.")
    certain: bool = strawberry.field(
        description="Whether it is the same whatever is hidden and whatever chance brings."
    )


@strawberry.type(name="ScoreChange", description="What one source of one seat's score would gain.")
class ScoreChangeNode:
    """Declares the fields only: resolvers return `ScoreChange`."""

    seat: int
    source: str
    banked: int
    if_over: int
    certain: bool


@strawberry.enum(
    name="PlanEnd",
    description="Why nothing can be planned on top of a command (GAME-WHATIF-02). There may be more reasons one day.",
)
class PlanEndKind(enum.Enum):
    CHANCE = strawberry.enum_value("chance", description="Chance decides something in it, such as a draw of cards.")
    NEWS = strawberry.enum_value("news", description="The seat would learn something that it does not know now.")
    OTHERS = strawberry.enum_value("others", description="The seat may not act after it: others are to act.")
    OVER = strawberry.enum_value("over", description="The game would be over after it.")


@strawberry.type(
    name="DryRun",
    description="What a command would bring. The service tries it in several worlds, in which it deals everything "
    "anew that the caller's seat cannot know. Nothing is carried out and nothing is recorded. What is "
    "not certain is an example.",
)
class DryRunNode:
    trial: strawberry.Private[Trial]
    ruleset: strawberry.Private[str]
    names: strawberry.Private[tuple[str, ...]]

    @field("The last step of the game when it was tried.")
    def version(self) -> int:
        return self.trial.version

    @field("Why it would be refused; null if it would not.")
    def refused(self) -> ObjectionNode | None:
        refused = self.trial.refused
        return None if refused is None else objection(refused, self.ruleset, self.names)

    @field("The events in their order.", list[ForeseenNode])
    def events(self) -> tuple[Foreseen, ...]:
        return self.trial.events

    @field("The scores that would change, as far as the seat may see them.", list[ScoreChangeNode])
    def scores(self) -> tuple[ScoreChange, ...]:
        return self.trial.scores

    @field("Whether the game would be over.")
    def ends(self) -> bool:
        return self.trial.ends

    @field("In how many worlds it was tried.")
    def worlds(self) -> int:
        return self.trial.worlds

    @field(
        "How many commands of `after` were tried before this one. Fewer than were given: the plan ends here, or this "
        "one of them would be refused."
    )
    def depth(self) -> int:
        return self.trial.depth

    @field("Why nothing can be planned on top of it; null if something can.", PlanEndKind | None)
    def plan_end(self) -> str | None:
        return None if self.trial.plan_end is None else self.trial.plan_end.value

    @field("All that the caller's seat could play on top of it; empty once the plan ends.")
    def legal(self) -> list[LegalCommand]:
        trial = self.trial
        return [] if trial.view is None else legal_commands(trial.legal, trial.view.position, self.names)

    @field("The view of the caller's seat after it, as exact JSON; null where that is not certain.", Json | None)
    def view_json(self) -> object:
        return self.trial.view


# ---------------------------------------------------------------- why


@strawberry.type(
    name="Draw",
    description="One outcome of chance: a number from 0 below `bound`. Anybody can derive it from the secret.",
)
class DrawNode:
    """Declares the fields only: resolvers return the domain's `Draw`."""

    step: int
    index: int
    bound: int
    outcome: int


@strawberry.type(name="StepCommand", description="What a seat or the host sent, so that a step followed.")
class StepCommand:
    stored: strawberry.Private[StoredCommand]
    words: strawberry.Private[NamedMessage | None]
    seat: int | None
    json: Json

    @field("Who sent it: an id for `Query.principal`, or the name of a part of the service.")
    def principal_id(self) -> strawberry.ID:
        return strawberry.ID(self.stored.principal)

    @field("When the whole request had been read, to the microsecond.")
    def received_at(self) -> datetime:
        return time_of(self.stored.received_us)

    @field("When it was decided: the same, but never before the step that it follows.")
    def decided_at(self) -> datetime:
        return time_of(self.stored.time_us)

    @field("What it does, in a sentence; null for commands that every ruleset has, such as `game.TakeSeat`.")
    def phrase(self, locale: LocaleArgument = DEFAULT_LOCALE) -> str | None:
        spoken = locale_of_argument(locale)
        return None if self.words is None else self.words.text_in(spoken)


@strawberry.type(name="Why", description="What explains a step.")
class WhyNode:
    why: strawberry.Private[Why]
    history: strawberry.Private[History]

    @field("The step that is explained, as the chosen viewer may know it.")
    def step(self) -> StepNode:
        return StepNode(step=self.why.step, history=self.history)

    @field("The `commandId` of the request that led to it.")
    def command_id(self) -> strawberry.ID:
        return strawberry.ID(self.why.step.command_id)

    @field("The command: the caller's own, and everybody's once the game is over; else null.")
    def command(self) -> StepCommand | None:
        why = self.why
        if why.command is None or why.stored is None:
            return None
        return StepCommand(stored=why.stored, seat=why.stored.seat, words=why.phrase, json=why.command)

    @field("All steps that the same command brought, this one among them.")
    def steps(self) -> list[StepNode]:
        return [StepNode(step=each, history=self.history) for each in self.why.steps]

    @field("All draws of chance that the command made, once the game is over; null before.", list[DrawNode] | None)
    def draws(self) -> tuple[Draw, ...] | None:
        return self.why.draws

    @field(
        "The rules that the step rests on, the most telling first; none if the viewer may not know it.", list[RuleNode]
    )
    def rules(self, info: Info) -> list[Rule]:
        line = self.why.step.line
        return [] if line is None else cited(info, line.rules)


# ---------------------------------------------------------------- highlights


@strawberry.enum(name="HighlightKind", description="What makes a moment a highlight. There may be more kinds one day.")
class HighlightKind(enum.Enum):
    TURN = strawberry.enum_value("turn", description="A turn of some seat began.")
    SCORE = strawberry.enum_value("score", description="Points of some seat changed.")
    REVEAL = strawberry.enum_value("reveal", description="Something hidden was turned up.")
    FLAG = strawberry.enum_value("flag", description="A flag that had fallen was called (GAME-CLOCK-06).")
    STOP = strawberry.enum_value("stop", description="The game was stopped, or went on (GAME-STOP-01).")
    TAKEN_BACK = strawberry.enum_value("taken_back", description="Steps were taken back (GAME-BACK-05).")
    END = strawberry.enum_value("end", description="The game ended, with or without a result.")


@strawberry.type(name="Highlight", description="A moment of a game, for the timeline of a replay.")
class HighlightNode(Node):
    """`place`: its step, and its number among the highlights of that step. `viewer`: who may know of it."""

    highlight: strawberry.Private[Highlight]
    place: strawberry.Private["_Place"]
    game_id: strawberry.Private[str]
    viewer: strawberry.Private[Viewer]

    @field("Its global id: the game, the cursor and the viewer, as whom `node` reads it.")
    def id(self) -> strawberry.ID:
        return global_id("Highlight", self.game_id, self.place.cursor, viewer_word(self.viewer))

    @field("The step that it belongs to.")
    def version(self) -> int:
        return self.highlight.version

    @field("What makes it worth a stop in a replay.", HighlightKind)
    def kind(self) -> str:
        return self.highlight.kind

    @field("One plain sentence in the past tense, for people.")
    def text(self, locale: LocaleArgument = DEFAULT_LOCALE) -> str:
        return self.highlight.words.text_in(locale_of_argument(locale))

    @field("The one that gained, lost or began a turn; null if it is about none.")
    def about_seat(self) -> int | None:
        return self.highlight.seat


@strawberry.type(name="HighlightEdge")
class HighlightEdge:
    cursor: Cursor
    node: HighlightNode = strawberry.field(description="The moment, with a sentence about it.")


@strawberry.type(name="HighlightConnection", description="Highlights of a game in the order of its steps.")
class HighlightConnection:
    edges: list[HighlightEdge]
    page_info: PageInfo


async def highlight_connection(
    info: Info, visible: VisibleGame, viewer: Viewer, first: int | None, after: Cursor | None
) -> HighlightConnection:
    """A page of highlights. Raises Problem BAD_PAGE, BAD_CURSOR."""
    size, place, effort = forward_page(first, HIGHLIGHTS_DEFAULT, HIGHLIGHTS_MAX), _place(after), info.context.effort
    start = Step(max(min(place.version, visible.version) - 1, BEFORE_FIRST))
    edges: list[HighlightEdge] = []
    for moments in highlights_by_step(visible, viewer, start):
        await effort.pause()
        effort.spend(STEP_POINTS)
        nodes = _nodes(visible, viewer, moments)
        edges += [HighlightEdge(cursor=each.place.cursor, node=each) for each in nodes if each.place > place]
        if len(edges) > size:
            break
    page = edges[:size]
    page_info = forward_info([edge.cursor for edge in page], after=after, has_next_page=len(edges) > size)
    return HighlightConnection(edges=page, page_info=page_info)


def highlight_at(visible: VisibleGame, viewer: Viewer, cursor: Cursor) -> HighlightNode | None:
    """The highlight with this cursor; None if the viewer knows of none there."""
    place = _place(cursor)
    if not BEFORE_FIRST < place.version <= visible.version:
        return None
    moments = next(highlights_by_step(visible, viewer, Step(place.version - 1)))
    return next((each for each in _nodes(visible, viewer, moments) if each.place == place), None)


def _nodes(visible: VisibleGame, viewer: Viewer, moments: list[Highlight]) -> list[HighlightNode]:
    return [
        HighlightNode(highlight=each, place=_Place(each.version, number), game_id=visible.game_id, viewer=viewer)
        for number, each in enumerate(moments)
    ]


class _Place(NamedTuple):
    """A highlight's place: its step, and its number among those of the step, from 0."""

    version: int
    number: int

    @property
    def cursor(self) -> Cursor:
        """The cursor of a highlight there."""
        return f"{self.version}.{self.number}"


def _place(cursor: Cursor | None) -> _Place:
    """The place of the last highlight that a caller has. Raises Problem BAD_CURSOR."""
    if cursor is None:
        return _Place(0, -1)
    version, _, number = cursor.partition(".")
    if not (is_step(version) and is_step(number)):
        raise Problem("BAD_CURSOR", "No list of highlights has given this cursor.")
    return _Place(int(version), int(number))
