"""The queries. They read through `Look` and the projections only."""

from typing import Annotated

import strawberry

from api.graphql.account import Me
from api.graphql.fields import Info, field
from api.graphql.game import GameNode, game_node
from api.graphql.listing import GameConnection, Phase, list_games
from api.graphql.paging import GAMES_DEFAULT, list_page
from api.graphql.rule import RuleConnection, RuleNode, rule_connection
from api.graphql.ruleset import RulesetNode
from api.graphql.scalars import Cursor, canonical_id
from domain.engine.ruleset import AnyRuleset
from domain.rulesets import CURRENT, RULESETS
from services.ports import Principal
from services.rulebook import Rule

OnlySandboxes = Annotated[
    bool | None,
    strawberry.argument(description="true: sandboxes only; false: no sandboxes; left out: all games."),
]


@strawberry.type
class Query:
    """Reads games, rulesets and rules."""

    @field("One game; null if no game has this id.")
    async def game(self, info: Info, id: strawberry.ID) -> GameNode | None:
        visible = await info.context.services.look.game(info.context.principal, canonical_id(id))
        info.context.only_finished_games &= visible is not None and visible.state.over
        return None if visible is None else game_node(info, visible)

    @field("Games, the one with the latest move first; at most 100 a page.")
    async def games(
        self,
        info: Info,
        ruleset: str | None = None,
        phase: Phase | None = None,
        sandbox: OnlySandboxes = None,
        first: int | None = None,
        after: Cursor | None = None,
    ) -> GameConnection:
        page = list_page(GAMES_DEFAULT if first is None else first, after)
        return await list_games(info.context.services, page, ruleset=ruleset, phase=phase, sandbox=sandbox)

    @field("Every ruleset of this service, in its newest version.", list[RulesetNode])
    def rulesets(self) -> list[AnyRuleset]:
        return list(CURRENT.values())

    @field(
        "One ruleset by its id, in its newest version or the one given; null if this service does not have it.",
        RulesetNode | None,
    )
    def ruleset(self, id: strawberry.ID, version: int | None = None) -> AnyRuleset | None:
        return CURRENT.get(str(id)) if version is None else RULESETS.get((str(id), version))

    @field(
        "A rule by its id, in the words of the newest version of its ruleset or of the one given. Null if no page of "
        "the rulebook states it.",
        RuleNode | None,
    )
    def rule(self, info: Info, id: strawberry.ID, version: int | None = None) -> Rule | None:
        rule = info.context.services.rulebook.rule(str(id))
        return rule if rule is None or version is None else rule.at(version)

    @field("The rules of a ruleset in their order, or with `game` the rules of every game; at most 500 a page.")
    def rules(self, info: Info, ruleset: str, first: int | None = None, after: Cursor | None = None) -> RuleConnection:
        return rule_connection(info.context.services.rulebook.rules(ruleset), first, after)

    @field("The caller; null for spectators.", Me | None)
    def me(self, info: Info) -> Principal | None:
        return info.context.principal
