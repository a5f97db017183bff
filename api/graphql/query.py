"""What can be asked. Reads only through `Look` and the projections; changes nothing."""

from collections.abc import Mapping
from typing import Annotated, Final

import strawberry
from msgspec import inspect as shape

from api.graphql.fields import shown
from api.graphql.game import GameNode, game_node
from api.graphql.lists import GameConnection, Phase, list_games
from api.graphql.nodes import Info, Me, RuleNode, cited, me_node, rule_node
from api.graphql.scalars import Cursor, Json, canonical_id
from domain.engine.options import Option, options_of
from domain.engine.ruleset import AnyRuleset
from domain.rulesets import RULESETS


@strawberry.type(name="Option", description="An option of a ruleset, fixed when a game is opened.")
class OptionNode:
    """One field of the ruleset's options."""

    given: strawberry.Private[Option]
    name: str
    title: str = strawberry.field(description="What it is called, for people.")
    description: str = strawberry.field(description="What it changes, in one or two sentences.")
    default: Json
    values: Json | None = strawberry.field(description="All values it may have; null when it is any of its kind.")
    kind: str = strawberry.field(
        description="`boolean`, `integer`, `string`, `choice` (one of `values`) or `choices` (any of them, as a list)."
    )
    value_titles: list[str] | None = strawberry.field(
        description="What `values` are called, for people, in the same order; null when they speak for themselves."
    )

    @shown("The rules that say what it does.")
    def rules(self, info: Info) -> list[RuleNode]:
        """Looked up in the rulebook."""
        return cited(info, self.given.rules)


@strawberry.type(name="Ruleset", description="The rules of one boxed game.")
class RulesetNode:
    """A nameplate on the shelf."""

    house: strawberry.Private[AnyRuleset]
    id: strawberry.ID
    title: str
    version: int
    seats_min: int
    seats_max: int

    @strawberry.field
    def options(self) -> list[OptionNode]:
        """With the printed defaults."""
        return [_option(each) for each in options_of(self.house.options)]

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


@strawberry.type
class Query:
    """Everything that can be asked."""

    @shown("One game; null when there is none of this id.")
    async def game(self, info: Info, id: strawberry.ID) -> GameNode | None:
        """At its head now."""
        visible = await info.context.services.look.game(info.context.principal, canonical_id(id))
        return None if visible is None else game_node(info, visible)

    @shown("Games, the one that moved last first; at most 100 a page.")
    async def games(
        self,
        info: Info,
        ruleset: str | None = None,
        phase: Phase | None = None,
        sandbox: Annotated[
            bool | None, strawberry.argument(description="Only sandboxes, or none of them; both if left out.")
        ] = None,
        first: int | None = None,
        after: Cursor | None = None,
    ) -> GameConnection:
        """A Relay connection, forwards only."""
        return await list_games(
            info.context.services, ruleset=ruleset, phase=phase, sandbox=sandbox, first=first, after=after
        )

    @shown("The shelf.")
    def rulesets(self) -> list[RulesetNode]:
        """In its order."""
        return [_ruleset(house) for house in RULESETS.values()]

    @shown(
        "One ruleset by its id; null when it is not on the shelf. A game's page needs the components of its own only."
    )
    def ruleset(self, id: strawberry.ID) -> RulesetNode | None:
        """Of the shelf."""
        house = RULESETS.get(str(id))
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


def _ruleset(house: AnyRuleset) -> RulesetNode:
    return RulesetNode(
        house=house,
        id=strawberry.ID(house.id),
        title=house.title,
        version=house.version,
        seats_min=house.seats_min,
        seats_max=house.seats_max,
    )


def _option(each: Option) -> OptionNode:
    return OptionNode(
        given=each,
        name=each.name,
        title=each.title,
        description=each.description,
        default=each.default,
        values=None if each.values is None else list(each.values),
        kind=_KINDS.get(type(each.kind), "any"),
        value_titles=None if each.titles is None else list(each.titles),
    )


_KINDS: Final[Mapping[type[shape.Type], str]] = {
    shape.BoolType: "boolean",
    shape.IntType: "integer",
    shape.StrType: "string",
    shape.LiteralType: "choice",
    shape.VarTupleType: "choices",
}
