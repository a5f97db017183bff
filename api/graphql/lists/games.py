"""Games in lists: all of them, and those in which a rule fired.

These lists read the projections, which hold nothing that a spectator may not know yet (GAME-DELAY-02), and the names
beside the log. So they are the same for every caller, except the fields
`OF_CALLER`.
"""

import enum
from datetime import datetime
from functools import partial
from typing import Final

import strawberry

from api.graphql.fields import Info, field, resolved, selects_any
from api.graphql.paging import CountedConnection, ListPage, Place, list_cursor, list_page
from api.graphql.scalars import Cursor, time_of
from api.services import ApiServices
from domain.engine.viewer import Seat, seat_of
from services.listing import GameChoice, GameOrder, GamePage
from services.reads import lists
from services.reads.freshness import only_now


@strawberry.enum(name="Phase", description="The phase of a game, the same for every ruleset.")
class Phase(enum.Enum):
    OPEN = strawberry.enum_value("open", description="Seats are being taken.")
    PLAYING = "playing"
    OVER = strawberry.enum_value("over", description="It was played to its end: places and points are known.")
    ABANDONED = strawberry.enum_value("abandoned", description="Closed without a result.")


def _watchers(root: strawberry.Parent[lists.ListedGame], info: Info) -> int:
    return info.context.services.watch.watching(root.game_id).public


def _opened_at(root: strawberry.Parent[lists.ListedGame]) -> datetime:
    return time_of(root.opened_us)


def _last_move_at(root: strawberry.Parent[lists.ListedGame]) -> datetime:
    return time_of(root.moved_us)


OF_CALLER: Final = frozenset({"mySeat", "isMyTurn", "isHost"})
"""Fields of a game in a list that say something of the caller."""


def _my_seat(root: strawberry.Parent[lists.ListedGame], info: Info) -> Seat | None:
    caller = info.context.caller_in(root.game_id)
    return seat_of(root.holders.index(caller.id)) if caller is not None and caller.id in root.holders else None


def _is_my_turn(root: strawberry.Parent[lists.ListedGame], info: Info) -> bool:
    return _my_seat(root, info) in root.to_act


def _is_host(root: strawberry.Parent[lists.ListedGame], info: Info) -> bool:
    caller = info.context.caller_in(root.game_id)
    return caller is not None and caller.id == root.host


@strawberry.type(
    name="ListedGame",
    description="A game in a list. It shows public facts only, as far as a delay for spectators allows "
    "(GAME-DELAY-02), and may lag behind the game itself. With `mine: true` it shows what the caller's seat sees.",
)
class ListedGame:
    """Declares the fields only: resolvers return `services.reads.lists.ListedGame`."""

    game_id: strawberry.ID = strawberry.field(name="id")
    ruleset: str
    title: str
    phase: Phase
    version: int
    turn: int = strawberry.field(description="How many turns had begun; 0 in set-up.")
    seats: list[str] = strawberry.field(description="By seat, the name of its player or bot; empty for a free seat.")
    players: list[strawberry.ID | None] = strawberry.field(
        description="By seat, the id of the person who sits there under their own name, for `principal(id:)`. Null for "
        "a bot, a free seat, a seat with another name, and a former player."
    )
    to_act: list[int]
    leaders: list[int] = strawberry.field(description="The seats in front by public points.")
    winners: list[int]
    sandbox: bool = strawberry.field(description="Whether it counts for nothing (GAME-SAND-01).")
    watchers: int = resolved(
        _watchers,
        "Subscriptions to its steps now, over all servers. The counts of other servers come some seconds late. In a "
        "game with a delay, only the subscriptions that are delayed are counted (GAME-DELAY-02).",
    )
    opened_at: datetime = resolved(_opened_at)
    last_move_at: datetime = resolved(_last_move_at)
    my_seat: int | None = resolved(
        _my_seat,
        "The seat that the caller may play; null for a game in which they have none, or gave it up.",
        int | None,
    )
    is_my_turn: bool = resolved(
        _is_my_turn,
        "Whether the caller's seat is in `toAct`. In a game with a delay that may be late, unless you ask with "
        "`mine: true`.",
    )
    is_host: bool = resolved(_is_host, "Whether the caller opened it (GAME-OPEN-01).")


@strawberry.type(name="GameEdge")
class GameEdge:
    row: strawberry.Private[lists.ListedGame]
    cursor: Cursor

    @field("Public facts about the game.", ListedGame)
    def node(self) -> lists.ListedGame:
        return self.row


@strawberry.type(name="GameConnection", description="A page of a list, in the order that was asked for.")
class GameConnection(CountedConnection):
    edges: list[GameEdge]
    changes: strawberry.Private[str]

    @field(
        "Where to follow on from this page without a gap: give it to `gamesChanged(after:)`. It was read before the "
        "games of the page."
    )
    def changes_cursor(self) -> Cursor:
        return self.changes


@strawberry.type(name="RuleGame", description="A game in which a rule fired: a line that everybody may read cites it.")
class RuleGame:
    """Declares the fields only: resolvers return `services.reads.lists.ListedRuleGame`."""

    game: ListedGame
    version: int = strawberry.field(description="The first step that cites the rule.")
    times: int = strawberry.field(description="How many steps cite it so far.")


@strawberry.type(name="RuleGameEdge")
class RuleGameEdge:
    row: strawberry.Private[lists.ListedRuleGame]
    cursor: Cursor

    @field("The game, with the steps that cite the rule.", RuleGame)
    def node(self) -> lists.ListedRuleGame:
        return self.row


@strawberry.type(name="RuleGameConnection", description="Games in which a rule fired, the latest first citation first.")
class RuleGameConnection(CountedConnection):
    edges: list[RuleGameEdge]


@strawberry.enum(name="GameOrder", description="How a list of games is ordered.")
class GameOrderNode(enum.Enum):
    LAST_MOVE = strawberry.enum_value("last_move", description="The game with the latest move first.")
    WAITING = strawberry.enum_value("waiting", description="The game that has waited longest for a move first.")
    OPENED = strawberry.enum_value("opened", description="The game that was opened last first.")


async def list_games(
    info: Info, choice: GameChoice, order: GameOrder, first: int, after: Cursor | None
) -> GameConnection:
    """A page of the chosen games. Its cursors carry the moment at which the paging began."""
    services = info.context.services
    follows = selects_any(info.selected_fields, ("changesCursor",))
    changes = await services.games_changed.newest_cursor() if follows else ""
    reader, now_us = services.world.projections, services.world.now_us()
    if follows:
        now_us = await services.world.list_changes.list_moment(now_us)
        only_now()  # a page that is older than its cursor would lack changes that nobody sends
    page = list_page(first, after, order.value)
    before = None if page.before is None else (page.before.at_us, page.before.game_id)
    as_of_us = None if page.before is None else page.before.as_of_us
    where = GamePage(order=order, before=before, as_of_us=as_of_us)
    rows = await reader.games(choice, where, limit=page.limit, now_us=now_us)
    if as_of_us is None:  # the clock of another process may be ahead of this one's
        as_of_us = max((now_us, *(row.place_us for row in rows)))
    games = await lists.listed(services.world.names, rows[: page.size])
    cursors = [list_cursor(Place(game.place_us, game.game_id, as_of_us), order.value) for game in games]
    return GameConnection(
        count=partial(reader.count_games, choice, now_us=now_us),
        changes=changes,
        edges=[GameEdge(row=game, cursor=cursor) for game, cursor in zip(games, cursors, strict=True)],
        page_info=page.info(cursors, has_next_page=len(rows) > page.size),
    )


async def list_rule_games(services: ApiServices, page: ListPage, rule: str) -> RuleGameConnection:
    """A page of the games in which a rule fired."""
    reader, now_us = services.world.projections, services.world.now_us()
    before = None if page.before is None else (page.before.at_us, page.before.game_id)
    rows = await reader.rule_games(rule, before=before, limit=page.limit, now_us=now_us)
    games = await lists.listed_rule_games(services.world.names, rows[: page.size])
    edges = [RuleGameEdge(row=game, cursor=list_cursor(Place(game.shows_us, game.game.game_id))) for game in games]
    return RuleGameConnection(
        count=partial(reader.count_rule_games, rule, now_us=now_us),
        edges=edges,
        page_info=page.info([edge.cursor for edge in edges], has_next_page=len(rows) > page.size),
    )
