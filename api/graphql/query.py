"""The queries. They read through `Look` and the projections only."""

from datetime import datetime
from typing import Annotated

import strawberry

from api.graphql.account import Me
from api.graphql.audit.events import EventFilterInput, PublicEventConnection, events_of
from api.graphql.audit.outages import OutageNode, UnavailableMinuteNode, outages_between, unavailable_between
from api.graphql.audit.proofs import CheckpointNode, WitnessNode, newest_checkpoint, witnesses
from api.graphql.audit.readjudications import ReadjudicationNode, newest_runs, run_of
from api.graphql.fields import Info, field
from api.graphql.game import GameNode, game_node
from api.graphql.game.nodes import game_of, read_node
from api.graphql.languages import LanguageNode, languages
from api.graphql.lists.choice import (
    InOrder,
    MovedSince,
    OfPhase,
    OfPlayer,
    OfRuleset,
    OfSeat,
    OfTitle,
    OnlyMine,
    OnlySandboxes,
    WithFreeSeat,
    choice_of,
    order_of,
)
from api.graphql.lists.games import GameConnection, GameOrderNode, list_games
from api.graphql.lists.profile import PrincipalNode, Profile, profile_of
from api.graphql.node import Node
from api.graphql.paging import GAMES_DEFAULT
from api.graphql.rule import RuleConnection, RuleNode, rule_connection
from api.graphql.ruleset import RulesetNode
from api.graphql.scalars import Cursor, canonical_id, time_of
from domain.engine.ruleset import AnyRuleset
from domain.rulesets import CURRENT, RULESETS
from services.ports import Principal
from services.rulebook import Rule


@strawberry.type
class Query:
    """Reads games, rulesets and rules."""

    @field("One game; null if no game has this id. A text that cannot be an id of a game is a `BAD_ID`.")
    async def game(self, info: Info, id: strawberry.ID) -> GameNode | None:
        visible = await game_of(info, canonical_id(id))
        return None if visible is None else game_node(info, visible)

    @field(
        "Anything that has an id, by it: a game, or a part of a game as the viewer whom the id names. Null if there is "
        "none for the caller. Caches refresh what they have by this field.",
        Node | None,
    )
    async def node(self, info: Info, id: strawberry.ID) -> Node | None:
        return await read_node(info, str(id))

    @field(
        "Games; at most 100 a page. `after` goes on in the order of the moment at which the first page was read. A "
        "game that moves meanwhile keeps its place and comes once, and games that were opened since are left out. A "
        "filter is applied to what is so now. A game whose entry in the list lagged when the paging began may be "
        "missing from it."
    )
    async def games(
        self,
        info: Info,
        mine: OnlyMine = None,
        seat: OfSeat = None,
        player: OfPlayer = None,
        title: OfTitle = None,
        phase: OfPhase = None,
        ruleset: OfRuleset = None,
        sandbox: OnlySandboxes = None,
        free_seat: WithFreeSeat = None,
        since: MovedSince = None,
        order_by: InOrder = GameOrderNode.LAST_MOVE,
        first: int | None = None,
        after: Cursor | None = None,
    ) -> GameConnection:
        choice = choice_of(
            info,
            mine=mine,
            seat=seat,
            player=player,
            title=title,
            phase=phase,
            ruleset=ruleset,
            sandbox=sandbox,
            free_seat=free_seat,
            since=since,
        )
        size = GAMES_DEFAULT if first is None else first
        return await list_games(info, choice, order_of(order_by), size, after)

    @field(
        "A person or program by the id that `ListedGame.players` and `Me` have; null if nobody has this id.",
        PrincipalNode | None,
    )
    async def principal(self, info: Info, id: strawberry.ID) -> Profile | None:
        return await profile_of(info.context.services, str(id))

    @field(
        "The games that bots always play for those who watch, one for each ruleset. Empty where the service has none.",
        list[GameNode],
    )
    async def exhibition(self, info: Info) -> list[GameNode]:
        newest = await info.context.services.exhibition.newest()
        visible = [await game_of(info, game_id) for game_id in newest.values()]
        return [game_node(info, each) for each in visible if each is not None]

    @field("The time of the service, by which its clocks run.")
    def now(self, info: Info) -> datetime:
        info.context.only_finished_games = False
        return time_of(info.context.services.world.now_us())

    @field("The languages in which the service tells what happens, English first.")
    def languages(self) -> list[LanguageNode]:
        return languages()

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

    @field(
        "Times of more than 30 s in which no process of a part of the service said that it runs, at most 200. They are "
        "public."
    )
    async def outages(
        self, info: Info, from_: Annotated[datetime, strawberry.argument(name="from")], to: datetime
    ) -> list[OutageNode]:
        return await outages_between(info, from_, to)

    @field(
        "Minutes in which a process of the service ran but answered `UNAVAILABLE`, for want of a database or Redis; at "
        "most 500. Counts are public, and kept for 90 days."
    )
    async def unavailable(
        self, info: Info, from_: Annotated[datetime, strawberry.argument(name="from")], to: datetime
    ) -> list[UnavailableMinuteNode]:
        return await unavailable_between(info, from_, to)

    @field("The newest signed note of the order of all games; null where nobody signs it. It is public.")
    def checkpoint(self, info: Info) -> CheckpointNode | None:
        return newest_checkpoint(info)

    @field("Whom the signer asks to cosign its notes; empty where it asks nobody, or nobody signs. It is public.")
    def witnesses(self, info: Info) -> list[WitnessNode]:
        return witnesses(info)

    @field("The newest 50 runs over finished games by another version of a ruleset. For arbiters and admins.")
    async def readjudications(self, info: Info) -> list[ReadjudicationNode] | None:
        return await newest_runs(info)

    @field("One run by its id; null if there is none. For arbiters and admins.")
    async def readjudication(self, info: Info, id: strawberry.ID) -> ReadjudicationNode | None:
        return await run_of(info, str(id))

    @field(
        "What happened in all games that count, as everybody may know it; the newest first, at most 100 a page. A "
        "delay holds here as everywhere. A wider question than `EventFilterInput` allows is `TOO_EXPENSIVE`. With "
        "`phase` or `facts` a page examines 1,000 events and may have few of them, or none. Go on from `endCursor` "
        "while there is a next page."
    )
    async def events(
        self,
        info: Info,
        filter: EventFilterInput,
        since: datetime | None = None,
        until: datetime | None = None,
        first: int | None = None,
        after: Cursor | None = None,
    ) -> PublicEventConnection:
        return await events_of(info, filter, since, until, first, after)
