"""What can be asked. Reads only through `Look` and the projections; changes nothing."""

import base64
import binascii
from datetime import datetime
from typing import Any, Final

import msgspec
import strawberry
from msgspec import inspect as shape

from api.graphql.fields import shown
from api.graphql.game import GameNode, game_node, page
from api.graphql.nodes import Info, Me, PageInfo, Phase, RuleNode, me_node, rule_node
from api.graphql.rulesets import House
from api.graphql.scalars import Cursor, Json, canonical_id, time_of
from api.problems import Problem
from domain.rulesets import SHELF
from services.ports import GameListRow

GAMES_MAX: Final = 100


@strawberry.type(name="Option", description="An option of a ruleset, fixed when a game is opened.")
class OptionNode:
    """One field of the ruleset's options."""

    name: str
    default: Json
    values: Json | None = strawberry.field(description="All values it may have; null when it is any of its kind.")
    kind: str = strawberry.field(
        description="`boolean`, `integer`, `string`, `choice` (one of `values`) or `choices` (any of them, as a list)."
    )


@strawberry.type(name="Ruleset", description="The rules of one boxed game.")
class RulesetNode:
    """A nameplate on the shelf."""

    house: strawberry.Private[House]
    id: strawberry.ID
    title: str
    version: int
    seats_min: int
    seats_max: int

    @strawberry.field
    def options(self) -> list[OptionNode]:
        """With the printed defaults."""
        info = shape.type_info(self.house.options)
        assert isinstance(info, shape.StructType)
        return [_option(each) for each in info.fields]

    @shown("The bots of the house, the strongest last.")
    def bots(self) -> list[str]:
        """By name."""
        return list(self.house.bots)

    @shown("The printed components: board, cards, counts, each with its source.")
    def components(self) -> Json:
        """As components.toml has them."""
        return self.house.printed()

    @shown("The rules as docs/rules states them.")
    def rules(self, info: Info) -> list[RuleNode]:
        """In their order."""
        return [rule_node(rule) for rule in info.context.services.rulebook.rules(self.house.id)]


@strawberry.type(
    name="ListedGame", description="A game as lists show it. Public facts only; may lag behind the game itself."
)
class ListedNode:
    """A row of the projection."""

    row: strawberry.Private[GameListRow]
    id: strawberry.ID
    ruleset: str
    title: str
    phase: Phase
    version: int
    seats: list[str] = strawberry.field(description="The names of those who sit there.")
    to_act: list[int]
    leaders: list[int] = strawberry.field(description="The seats in front by public points.")
    winners: list[int]

    @strawberry.field
    def opened_at(self) -> datetime:
        """UTC."""
        return time_of(self.row.opened_us)

    @strawberry.field
    def moved_at(self) -> datetime:
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

    edges: list[GameEdge]
    page_info: PageInfo
    total_count: int


@strawberry.type
class Query:
    """Everything that can be asked."""

    @shown("One game; null when there is none of this id.")
    async def game(self, info: Info, id: strawberry.ID) -> GameNode | None:
        """At its head now."""
        sight = await info.context.services.look.game(info.context.principal, canonical_id(id))
        return None if sight is None else game_node(info, sight)

    @shown("Games, the one that moved last first; at most 100 a page.")
    async def games(
        self,
        info: Info,
        ruleset: str | None = None,
        phase: Phase | None = None,
        first: int | None = None,
        after: Cursor | None = None,
    ) -> GameConnection:
        """A Relay connection, forwards only."""
        _, wanted = page(0, GAMES_MAX, first, None, most=GAMES_MAX)
        before = None if after is None else _place(after)
        reader = info.context.services.world.projections
        chosen = None if phase is None else str(phase.value)
        rows = await reader.games(ruleset=ruleset, phase=chosen, before=before, limit=wanted + 1)
        total = await reader.count_games(ruleset=ruleset, phase=chosen)
        edges = [GameEdge(cursor=_cursor(row), node=_listed(row)) for row in rows[:wanted]]
        ends = (edges[0].cursor, edges[-1].cursor) if edges else (None, None)
        around = PageInfo(
            has_next_page=len(rows) > wanted,
            has_previous_page=before is not None,
            start_cursor=ends[0],
            end_cursor=ends[1],
        )
        return GameConnection(edges=edges, page_info=around, total_count=total)

    @shown("The shelf.")
    def rulesets(self) -> list[RulesetNode]:
        """In its order."""
        return [_ruleset(house) for house in SHELF.values()]

    @shown("One ruleset by its id; null when it is not on the shelf. A game's page needs the components of its own only.")
    def ruleset(self, id: strawberry.ID) -> RulesetNode | None:
        """Of the shelf."""
        house = SHELF.get(str(id))
        return None if house is None else _ruleset(house)

    @shown("A rule by its id, such as `GAME-SEAT-01`; null when no page states it.")
    def rule(self, info: Info, id: strawberry.ID) -> RuleNode | None:
        """Of any page."""
        rule = info.context.services.rulebook.rule(str(id))
        return None if rule is None else rule_node(rule)

    @shown("All rules of a ruleset, or of every table (`game`), in their order.")
    def rules(self, info: Info, ruleset: str) -> list[RuleNode]:
        """Of one page."""
        return [rule_node(rule) for rule in info.context.services.rulebook.rules(ruleset)]

    @shown("The caller; null for spectators.")
    def me(self, info: Info) -> Me | None:
        """Who the token belongs to."""
        principal = info.context.principal
        if principal is None:
            return None
        return me_node(principal)


def _ruleset(house: House) -> RulesetNode:
    return RulesetNode(
        house=house,
        id=strawberry.ID(house.id),
        title=house.title,
        version=house.version,
        seats_min=house.seats_min,
        seats_max=house.seats_max,
    )


def _option(each: shape.Field) -> OptionNode:
    kinds: dict[type[shape.Type], str] = {
        shape.BoolType: "boolean",
        shape.IntType: "integer",
        shape.StrType: "string",
        shape.LiteralType: "choice",
        shape.VarTupleType: "choices",
    }
    values: Any = [False, True] if isinstance(each.type, shape.BoolType) else None
    choices = each.type.item_type if isinstance(each.type, shape.VarTupleType) else each.type
    if isinstance(choices, shape.LiteralType):
        values = list(choices.values)
    default = None if each.default is msgspec.NODEFAULT else each.default
    return OptionNode(name=each.name, default=default, values=values, kind=kinds.get(type(each.type), "any"))


def _listed(row: GameListRow) -> ListedNode:
    return ListedNode(
        row=row,
        id=strawberry.ID(row.game_id),
        ruleset=row.ruleset,
        title=row.title,
        phase=Phase(row.phase),
        version=row.version,
        seats=list(row.seats),
        to_act=list(row.to_act),
        leaders=list(row.leaders),
        winners=list(row.winners),
    )


def _cursor(row: GameListRow) -> Cursor:
    return base64.urlsafe_b64encode(f"{row.moved_us}/{row.game_id}".encode()).decode()


def _place(cursor: Cursor) -> tuple[int, str]:
    """(moved_us, game id) of the row a cursor stands for. Raises Problem BAD_CURSOR."""
    try:
        moved_us, _, game_id = base64.urlsafe_b64decode(cursor.encode("ascii")).decode().partition("/")
        return int(moved_us), game_id
    except (binascii.Error, UnicodeError, ValueError) as error:
        raise Problem("BAD_CURSOR", "This cursor is none that a list of games has given.") from error
