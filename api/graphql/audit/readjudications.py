"""Runs that decided games a second time by another version of their ruleset."""

import enum
from datetime import datetime
from typing import Final

import strawberry

from api.graphql.fields import Info, field
from api.graphql.paging import RUN_GAMES_DEFAULT, RUN_GAMES_MAX, PageInfo, forward_info, forward_page
from api.graphql.scalars import Cursor, canonical_id, time_of
from api.problems import Problem
from services.readjudicate.findings import Difference, Readjudicated, SeatResult
from services.readjudicate.ports import Run, may_read_runs

RUNS_MAX: Final = 50


@strawberry.enum(name="ReadjudicationMode", description="How games were decided a second time.")
class ModeNode(enum.Enum):
    LOCAL = "local"
    FOLLOWED = "followed"
    EVENTS = "events"


@strawberry.enum(name="DifferenceKind", description="In what another version answers a command otherwise.")
class DifferenceKind(enum.Enum):
    NOW_REFUSED = "now_refused"
    NOW_ALLOWED = "now_allowed"
    OTHER_CODE = "other_code"
    OTHER_PLAY = "other_play"


@strawberry.type(name="SeatResult", description="A seat's place and points at an end.")
class SeatResultNode:
    each: strawberry.Private[SeatResult]

    @field("The seat, counted from 0.")
    def seat(self) -> int:
        return self.each.seat

    @field("Where it ended among all seats; 1 is the best, and ties share a number.")
    def place(self) -> int:
        return self.each.place

    @field("The total at the end, with everything that the rules count.")
    def points(self) -> int:
        return self.each.points


@strawberry.type(name="Difference", description="A command that another version answers otherwise.")
class DifferenceNode:
    each: strawberry.Private[Difference]

    @field("Its number in the ledger of the game.")
    def ordinal(self) -> int:
        return self.each.ordinal

    @field("The step before it.")
    def version(self) -> int:
        return self.each.version

    @field("In what it differs.")
    def kind(self) -> DifferenceKind:
        return DifferenceKind(self.each.kind)

    @field("What was sent, as `LegalCommand.type` has it.")
    def command(self) -> str:
        return self.each.command

    @field("The events that it led to, or the code of its refusal.")
    def was(self) -> list[str]:
        return list(self.each.was)

    @field("The same by the other version.")
    def now(self) -> list[str]:
        return list(self.each.now)

    @field("The ids of the rules that the other version refuses it by.")
    def rule_ids(self) -> list[str]:
        return list(self.each.rules)


@strawberry.type(name="ReadjudicatedGame", description="A finished game, decided a second time by another version.")
class ReadjudicatedGameNode:
    each: strawberry.Private[Readjudicated]

    @field("The id of the game; `Query.game` reads it by this id.")
    def game_id(self) -> strawberry.ID:
        return strawberry.ID(self.each.game)

    @field("Whether more differs than what the record says.")
    def differs(self) -> bool:
        return self.each.differs

    @field("How many commands were decided.")
    def commands(self) -> int:
        return self.each.commands

    @field("How many of them are allowed or refused otherwise.")
    def legality(self) -> int:
        return self.each.legality

    @field("How many of them lead to another position.")
    def play(self) -> int:
        return self.each.play

    @field("How many of them lead to the same position, and the record says more or less of it.")
    def records(self) -> int:
        return self.each.records

    @field("The step before the first difference in play; null for none.")
    def first_step(self) -> int | None:
        return self.each.first_step

    @field("The step before the first command that cannot be carried out in the followed world; null for none.")
    def stops_at(self) -> int | None:
        return self.each.stops_at

    @field("Why it stops, the end of a sentence; empty where it does not.")
    def why(self) -> str:
        return self.each.why

    @field("What each seat got when the game ended, by the version that it was opened with.")
    def played(self) -> list[SeatResultNode]:
        return [SeatResultNode(each=each) for each in self.each.played]

    @field("The result by the other version; empty where it reaches none.")
    def result(self) -> list[SeatResultNode]:
        return [SeatResultNode(each=each) for each in self.each.result]

    @field("The first 50 commands that differ in play.")
    def differences(self) -> list[DifferenceNode]:
        return [DifferenceNode(each=each) for each in self.each.differences]


@strawberry.type(name="ReadjudicatedGameEdge")
class ReadjudicatedGameEdge:
    cursor: Cursor
    node: ReadjudicatedGameNode = strawberry.field(description="The game with both results.")


@strawberry.type(name="ReadjudicatedGameConnection", description="Games of a run in the order of their ids.")
class ReadjudicatedGameConnection:
    edges: list[ReadjudicatedGameEdge]
    page_info: PageInfo


@strawberry.type(name="Readjudication", description="A run over finished games by another version. It changes no game.")
class ReadjudicationNode:
    run: strawberry.Private[Run]

    @field("Its id, as `emberlog readjudicate` prints it.")
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.run.id)

    @field("Whose versions are compared, as an id of `Query.rulesets`.")
    def ruleset(self) -> str:
        return self.run.ruleset

    @field("The version that the games were played by.")
    def from_version(self) -> int:
        return self.run.from_version

    @field("The version that decided them now.")
    def to_version(self) -> int:
        return self.run.to_version

    @field("How they were decided.")
    def mode(self) -> ModeNode:
        return ModeNode(self.run.mode)

    @field("The moment at which the run was started.")
    def began_at(self) -> datetime:
        return time_of(self.run.began_us)

    @field("When it had all games; null before, and for a run that was stopped.")
    def ended_at(self) -> datetime | None:
        return None if self.run.ended_us is None else time_of(self.run.ended_us)

    @field("How many games were decided.")
    def game_count(self) -> int:
        return self.run.games

    @field("In how many of them more differs than what the record says.")
    def differing_count(self) -> int:
        return self.run.differ

    @field("Its games; at most 100 a page.")
    async def games(
        self, info: Info, first: int | None = None, after: Cursor | None = None
    ) -> ReadjudicatedGameConnection:
        return await self._page(info, False, first, after)

    @field("Those of its games in which more differs than what the record says; at most 100 a page.")
    async def differing(
        self, info: Info, first: int | None = None, after: Cursor | None = None
    ) -> ReadjudicatedGameConnection:
        return await self._page(info, True, first, after)

    async def _page(
        self, info: Info, differing: bool, first: int | None, after: Cursor | None
    ) -> ReadjudicatedGameConnection:
        size = forward_page(first, RUN_GAMES_DEFAULT, RUN_GAMES_MAX)
        place = None if after is None else canonical_id(str(after))
        rows = await info.context.services.world.readjudications.games(
            self.run.id, differing=differing, after=place, limit=size + 1
        )
        edges = [ReadjudicatedGameEdge(cursor=each.game, node=ReadjudicatedGameNode(each=each)) for each in rows[:size]]
        page = forward_info([each.cursor for each in edges], after=after, has_next_page=len(rows) > size)
        return ReadjudicatedGameConnection(edges=edges, page_info=page)


async def newest_runs(info: Info) -> list[ReadjudicationNode]:
    """The newest runs. Raises Problem for those who may not read them."""
    _check(info)
    rows = await info.context.services.world.readjudications.runs(limit=RUNS_MAX)
    return [ReadjudicationNode(run=each) for each in rows]


async def run_of(info: Info, id: str) -> ReadjudicationNode | None:
    """One run; None if there is none of this id. Raises Problem as `newest_runs`."""
    _check(info)
    run = await info.context.services.world.readjudications.run(canonical_id(id))
    return None if run is None else ReadjudicationNode(run=run)


def _check(info: Info) -> None:
    if not may_read_runs(info.context.principal):
        raise Problem("VIEWER_NOT_ALLOWED", "Arbiters and admins of the service read these runs.")
