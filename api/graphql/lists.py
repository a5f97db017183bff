"""Games as lists show them: all of them, and those in which a rule fired. Reads the projections only, which hold nothing that a
spectator may not know by now (GAME-DELAY-02); never asks who the caller is."""

import base64
import binascii
import enum
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Final

import strawberry

from api.graphql.scalars import Cursor, time_of
from api.problems import Problem
from api.services import ApiServices
from services.ports import GameListRow, RuleGameRow
from services.watch import Watch

GAMES_MAX: Final = 100
GAMES_WITHOUT_ASKING: Final = 50

Count = Callable[[], Awaitable[int]]
"""How many there are in all."""


@strawberry.enum(name="Phase")
class Phase(enum.Enum):
    """Where a game stands, whatever is played."""

    OPEN = strawberry.enum_value("open", description="Seats are being taken.")
    PLAYING = "playing"
    OVER = strawberry.enum_value("over", description="It has a result.")
    ABANDONED = strawberry.enum_value("abandoned", description="Closed without a result.")


@strawberry.type(name="PageInfo", description="As the Relay connection specification has it.")
class PageInfo:
    """Of a connection."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: Cursor | None
    end_cursor: Cursor | None


@strawberry.type(
    name="ListedGame",
    description="A game as lists show it. Public facts only, as far as a delay for spectators allows (GAME-DELAY-02); may lag "
    "behind the game itself.",
)
class ListedNode:
    """A row of the projection."""

    row: strawberry.Private[GameListRow]
    id: strawberry.ID
    ruleset: str
    title: str
    phase: Phase
    version: int
    turn: int = strawberry.field(description="How many turns had begun; 0 in set-up.")
    seats: list[str] = strawberry.field(description="The names of those who sit there.")
    to_act: list[int]
    leaders: list[int] = strawberry.field(description="The seats in front by public points.")
    winners: list[int]
    sandbox: bool = strawberry.field(description="Whether it counts for nothing (GAME-SAND-01).")
    watchers: int = strawberry.field(
        description="Subscriptions to its steps now, over all servers; what the others count comes some seconds late. In a game with a "
        "delay only those that are behind are counted (GAME-DELAY-02)."
    )

    @strawberry.field
    def opened_at(self) -> datetime:
        """UTC."""
        return time_of(self.row.opened_us)

    @strawberry.field
    def last_move_at(self) -> datetime:
        """UTC."""
        return time_of(self.row.moved_us)


@strawberry.type(name="GameEdge")
class GameEdge:
    """Of a `GameConnection`."""

    cursor: Cursor
    node: ListedNode


@strawberry.type(name="GameConnection")
class GameConnection:
    """Games, the one that moved last first."""

    count: strawberry.Private[Count]
    edges: list[GameEdge]
    page_info: PageInfo

    @strawberry.field
    async def total_count(self) -> int:
        """Counted only when it is asked for: that takes longer than a page."""
        return await self.count()


@strawberry.type(name="RuleGame", description="A game in which a rule fired: a line that everybody may read cites it.")
class RuleGameNode:
    """A row of the projection, with the game's own."""

    game: ListedNode
    version: int = strawberry.field(description="The first step that cites the rule.")
    times: int = strawberry.field(description="How many steps cite it so far.")


@strawberry.type(name="RuleGameEdge")
class RuleGameEdge:
    """Of a `RuleGameConnection`."""

    cursor: Cursor
    node: RuleGameNode


@strawberry.type(name="RuleGameConnection")
class RuleGameConnection:
    """Games in which a rule fired, the one in which it fired last for the first time first."""

    count: strawberry.Private[Count]
    edges: list[RuleGameEdge]
    page_info: PageInfo

    @strawberry.field
    async def total_count(self) -> int:
        """Counted only when it is asked for: that takes longer than a page."""
        return await self.count()


async def list_games(
    services: ApiServices,
    *,
    ruleset: str | None,
    phase: Phase | None,
    sandbox: bool | None,
    first: int | None,
    after: Cursor | None,
) -> GameConnection:
    """A page of all games. Raises Problem BAD_PAGE, BAD_CURSOR."""
    wanted, before = _wanted(first, GAMES_WITHOUT_ASKING), _place(after)
    ruleset = None if ruleset is None else ruleset.replace("\0", " ")  # no id has either, and Postgres takes no NUL
    reader, now_us = services.world.projections, services.world.now_us()
    chosen = None if phase is None else str(phase.value)
    rows = await reader.games(
        ruleset=ruleset, phase=chosen, sandbox=sandbox, before=before, limit=wanted + 1, now_us=now_us
    )
    count = partial(reader.count_games, ruleset=ruleset, phase=chosen, sandbox=sandbox, now_us=now_us)
    edges = [GameEdge(cursor=_cursor(row.moved_us, row), node=_listed(row, services.watch)) for row in rows[:wanted]]
    around = _around([edge.cursor for edge in edges], before, more=len(rows) > wanted)
    return GameConnection(edges=edges, page_info=around, count=count)


async def list_rule_games(services: ApiServices, rule: str, *, first: int, after: Cursor | None) -> RuleGameConnection:
    """A page of the games in which a rule fired. Raises Problem BAD_PAGE, BAD_CURSOR."""
    wanted, before = _wanted(first, first), _place(after)
    reader, now_us = services.world.projections, services.world.now_us()
    rows = await reader.rule_games(rule, before=before, limit=wanted + 1, now_us=now_us)
    count = partial(reader.count_rule_games, rule, now_us=now_us)
    edges = [_rule_edge(row, services.watch) for row in rows[:wanted]]
    around = _around([edge.cursor for edge in edges], before, more=len(rows) > wanted)
    return RuleGameConnection(edges=edges, page_info=around, count=count)


def _rule_edge(row: RuleGameRow, watch: Watch) -> RuleGameEdge:
    node = RuleGameNode(game=_listed(row.game, watch), version=row.version, times=row.times)
    return RuleGameEdge(cursor=_cursor(row.shows_us, row.game), node=node)


def _listed(row: GameListRow, watch: Watch) -> ListedNode:
    return ListedNode(
        row=row,
        id=strawberry.ID(row.game_id),
        ruleset=row.ruleset,
        title=row.title,
        phase=Phase(row.phase),
        version=row.version,
        turn=row.turn,
        seats=list(row.seats),
        to_act=list(row.to_act),
        leaders=list(row.leaders),
        winners=list(row.winners),
        sandbox=row.sandbox,
        watchers=watch.watching(row.game_id).public,
    )


# ---------------------------------------------------------------- pages


def _wanted(first: int | None, usual: int) -> int:
    wanted = usual if first is None else first
    if not 0 <= wanted <= GAMES_MAX:
        raise Problem("BAD_PAGE", f"A page has 0 to {GAMES_MAX} entries.", max=GAMES_MAX)
    return wanted


def _around(cursors: list[Cursor], before: tuple[int, str] | None, *, more: bool) -> PageInfo:
    return PageInfo(
        has_next_page=more,
        has_previous_page=before is not None,
        start_cursor=cursors[0] if cursors else None,
        end_cursor=cursors[-1] if cursors else None,
    )


def _cursor(at_us: int, row: GameListRow) -> Cursor:
    return base64.urlsafe_b64encode(f"{at_us}/{row.game_id}".encode()).decode()


def _place(cursor: Cursor | None) -> tuple[int, str] | None:
    """(the microsecond that orders the list, game id) of the row a cursor stands for. Raises Problem BAD_CURSOR."""
    if cursor is None:
        return None
    try:
        written, _, game_id = base64.urlsafe_b64decode(cursor.encode("ascii")).decode().partition("/")
        at_us = int(written)
        if not 0 <= at_us < 2**63:
            raise ValueError("no moment that a list is ordered by")
        return at_us, str(uuid.UUID(game_id))
    except (binascii.Error, UnicodeError, ValueError) as error:
        raise Problem("BAD_CURSOR", "This cursor is none that a list of games has given.") from error
