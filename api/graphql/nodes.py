"""Rules, lines, steps, seats and views as the schema shows them. Looks only through eyes it was handed."""

import enum
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Final, TypeAlias

import msgspec
import strawberry

from api.graphql.fields import shown
from api.graphql.lists import PageInfo, Phase, RuleGameConnection, list_rule_games
from api.graphql.rulesets import OUTCOME, VIEWS
from api.graphql.scalars import Cursor, Json, time_of
from api.services import Context
from domain.engine.ruleset import Line
from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from domain.game import GameState
from domain.game.terms import Fault
from domain.game.view import GameView
from services.look import VisibleStep
from services.ports import Principal
from services.replay import History
from services.rulebook import Rule

Info: TypeAlias = strawberry.Info[Context, None]


@strawberry.enum(name="ViewerKind")
class ViewerKind(enum.Enum):
    """ViewerKind that belong to no seat."""

    SPECTATOR = strawberry.enum_value("SPECTATOR", description="What everybody in the game knows.")
    ARBITER = strawberry.enum_value("ARBITER", description="Everything: an arbiter's, and everybody's at the end.")


@strawberry.input(
    one_of=True, description="Through whose eyes: a seat's, or eyes that belong to no seat (GAME-HID-01)."
)
class ViewerInput:
    """Exactly one of the two."""

    seat: int | None = strawberry.UNSET
    kind: ViewerKind | None = strawberry.UNSET


AsViewer: TypeAlias = Annotated[
    ViewerInput | None, strawberry.argument(name="as", description="Through whose eyes; the caller's own if left out.")
]


def viewer_of(asked: ViewerInput | None) -> Viewer | None:
    """The domain's viewer; None when nothing was asked. A seat no game has is for `Look.eyes` to refuse."""
    if asked is None:
        return None
    if asked.kind is not None and asked.kind is not strawberry.UNSET:
        return ARBITER if asked.kind is ViewerKind.ARBITER else SPECTATOR
    seat = asked.seat
    assert isinstance(seat, int)
    return seat if seat >= 0 else NOBODYS_EYES


NOBODYS_EYES: Final[Viewer] = -1_000
"""A viewer that nobody may be, for seats below 0: the domain uses those numbers for other eyes."""


@strawberry.type(name="Rule", description="A rule as docs/rules states it.")
class RuleNode:
    """`rule` by its id, or the bare id when no page states it."""

    id: strawberry.ID
    page: str = strawberry.field(description="The ruleset, or `game` for the rules of every table.")
    title: str = strawberry.field(description="The heading it stands under.")
    text: str
    source: str = strawberry.field(
        description="Where it comes from: the printed rulebooks, a public page, or a ruling."
    )
    reconstructed: bool = strawberry.field(
        description="Whether any of it was decided by this project, the printed rules being silent or contradictory."
    )

    @shown("The games in which it fired, as far as everybody may know; at most 100 a page. Sandboxes are left out.")
    async def games(self, info: Info, first: int = 20, after: Cursor | None = None) -> RuleGameConnection:
        """A Relay connection, forwards only."""
        return await list_rule_games(info.context.services, str(self.id), first=first, after=after)


def rule_node(rule: Rule) -> RuleNode:
    """A rule of the rulebook."""
    return RuleNode(
        id=strawberry.ID(rule.id),
        page=rule.page,
        title=rule.title,
        text=rule.text,
        source=rule.source,
        reconstructed=rule.reconstructed,
    )


def cited(info: Info, ids: tuple[str, ...]) -> list[RuleNode]:
    """The rules that a line or a refusal cites, in its order."""
    book = info.context.services.rulebook
    return [rule_node(book.rule(id) or Rule(id, "", "", "", "", False)) for id in ids]


@strawberry.type(name="Line", description="What a viewer may know of an event.")
class LineNode:
    """A `Line` of the domain."""

    line: strawberry.Private[Line]
    type: str = strawberry.field(description="The event's type, such as `game.SeatTaken`.")
    text: str = strawberry.field(description="One plain sentence in the past tense.")
    seat: int | None = strawberry.field(description="Whose doing it was, if anybody's.")

    @shown("The rules it rests on, the most telling first.")
    def rules(self, info: Info) -> list[RuleNode]:
        """Looked up in the rulebook."""
        return cited(info, self.line.rules)

    @shown("The event's fields that this viewer may know.")
    def facts(self) -> Json:
        """As the domain says them."""
        return self.line.facts


def line_node(line: Line | None) -> LineNode | None:
    """None stays None: eyes that may not know."""
    return None if line is None else LineNode(line=line, type=line.type, text=line.text, seat=line.seat)


@strawberry.type(name="SeatInGame")
class SeatNode:
    """A place at the table, as everybody sees it."""

    seat: int
    name: str
    taken: bool
    bot: str = strawberry.field(description="The house's bot that plays it; empty if none does.")
    resigned: bool
    share: str = strawberry.field(description="Its part in the chance (GAME-CHANCE-02).")


def seat_nodes(state: GameState) -> list[SeatNode]:
    """All seats in turn order."""
    pairs = enumerate(zip(state.seats, state.names, strict=True))
    return [
        SeatNode(seat=at, name=name, taken=held.taken, bot=held.bot, resigned=held.resigned, share=held.share)
        for at, (held, name) in pairs
    ]


@strawberry.type(name="View", description="A game after one of its steps, through one pair of eyes.")
class ViewNode:
    """A `GameView` of the domain. `json` is the same, exactly."""

    given: strawberry.Private[GameView]

    @strawberry.field
    def version(self) -> int:
        """The step."""
        return self.given.version

    @strawberry.field
    def phase(self) -> Phase:
        """Whatever is played."""
        return Phase(self.given.phase)

    @strawberry.field
    def to_act(self) -> list[int]:
        """The seats that may play."""
        return list(self.given.to_act)

    @strawberry.field
    def seats(self) -> list[SeatNode]:
        """In turn order."""
        return [SeatNode(**msgspec.structs.asdict(each)) for each in self.given.seats]

    @shown("Null before the end.", OUTCOME | None)
    def result(self) -> object:
        """None before the end."""
        return self.given.result

    @shown("What lies on the table; null before the game begins.", VIEWS | None)
    def position(self) -> object:
        """The ruleset's own view."""
        return self.given.position

    @shown("The whole view in the domain's own words.")
    def json(self) -> Json:
        """Encoded by the transport."""
        return self.given


@strawberry.type(name="Step", description="One event's place in a game: permanent, never renumbered.")
class StepNode:
    """A step through one pair of eyes. Its resolvers ask only what it holds and the rulebook, never who the caller is: one
    execution may serve every watcher with the same eyes."""

    seen: strawberry.Private[VisibleStep]
    viewer: strawberry.Private[Viewer]
    history: strawberry.Private[History | None] = None
    faults: strawberry.Private[tuple[Fault, ...]] = ()
    """What a sandbox has ordered to go wrong when this step is delivered (GAME-SAND-03)."""

    @strawberry.field
    def game(self) -> strawberry.ID:
        """The game's id."""
        return strawberry.ID(self.seen.game_id)

    @shown("The step's number, 1..n.")
    def version(self) -> int:
        """1..n."""
        return self.seen.version

    @shown("Where to go on reading: the version, as in every list and subscription of steps.")
    def cursor(self) -> Cursor:
        """The version."""
        return str(self.seen.version)

    @shown("When the service decided it.")
    def time(self) -> datetime:
        """UTC."""
        return time_of(self.seen.time_us)

    @shown("The command that brought it.")
    def command_id(self) -> strawberry.ID:
        """A UUID."""
        return strawberry.ID(self.seen.command_id)

    @shown("What happened; null when these eyes may not know it.")
    def line(self) -> LineNode | None:
        """In plain English."""
        return line_node(self.seen.line)

    @shown("SHA-256 of 0x01, the previous hash and the step's body, in hex.")
    def hash(self) -> str:
        """Hex."""
        return self.seen.hash

    @strawberry.field
    def prev_hash(self) -> str:
        """Hex."""
        return self.seen.prev_hash

    @shown("Hash of the state after the command, on its last step only.")
    def state_hash(self) -> str | None:
        """Hex."""
        return self.seen.state_hash

    @shown("How many turns had begun after it; 0 in set-up.", int)
    def turn(self, info: Info) -> object:
        """At once where the history is at hand, else later."""
        return self._of_history(info, lambda history: history.turns[self.seen.version - 1])

    @shown("The view after this step, through the same eyes.", ViewNode)
    def view(self, info: Info) -> object:
        """As `turn`."""
        return self._of_history(info, lambda history: ViewNode(given=self._shown(history, info)))

    @shown("The same, as exact JSON.", Json)
    def view_json(self, info: Info) -> object:
        """As `turn`."""
        return self._of_history(info, lambda history: self._shown(history, info))

    @shown(
        "What the step changed in `viewJson`, as a JSON Patch (RFC 6902) of `add`, `remove` and `replace`. The first step's "
        "makes the whole view out of nothing. Applied one after another they give every view without a rule known.",
        Json,
    )
    def patch(self, info: Info) -> object:
        """As `turn`."""
        look = info.context.services.look
        return self._of_history(info, lambda history: look.patch(history, self.viewer, self.seen.version))

    def _shown(self, history: History, info: Info) -> GameView:
        return info.context.services.look.view_at(history, self.viewer, self.seen.version)

    def _of_history(self, info: Info, read: Callable[[History], object]) -> object:
        """`read` of the game's history: at once where it is at hand, else an awaitable."""
        return read(self.history) if self.history is not None else self._later(info, read)

    async def _later(self, info: Info, read: Callable[[History], object]) -> object:
        history = await info.context.services.look.history(self.seen.game_id)
        assert history is not None, "a step belongs to a game"
        return read(history)


@strawberry.type(name="Me", description="The caller.")
class Me:
    """A principal. Tokens are never shown."""

    id: strawberry.ID
    name: str
    roles: list[str]


def me_node(principal: Principal) -> Me:
    """A principal as it sees itself."""
    return Me(id=strawberry.ID(principal.id), name=principal.name, roles=sorted(principal.roles))


@strawberry.type(name="StepEdge")
class StepEdge:
    """Of a `StepConnection`."""

    cursor: Cursor
    node: StepNode


@strawberry.type(name="StepConnection")
class StepConnection:
    """Steps of one game in their order."""

    edges: list[StepEdge]
    page_info: PageInfo
    total_count: int
