"""What a game tells of calls, rulings and appeals, and the preview of a ruling."""

import enum
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Final

import strawberry

from api.graphql.command import Malformed, objection
from api.graphql.fields import Info, field
from api.graphql.game.facts import GameFacts
from api.graphql.game.ruling_preview import RulingPreviewNode, TriedRuling
from api.graphql.rule import RuleNode, cited
from api.graphql.rulings.inputs import CallCategory, RulingInput, ruling_of
from api.graphql.scalars import time_of
from api.graphql.structs.position import OUTCOME
from api.problems import Problem
from domain.engine.score import Outcome
from domain.engine.viewer import ARBITER, own_seat
from domain.game.rulings.bench import Appeal, Call, RulingRecord
from domain.game.rulings.decide import bench_of
from domain.game.rulings.ruling import Adjustment
from services.authority import authority_of
from services.languages import NamedLine
from services.reads.horizon import VisibleHead
from services.reads.look import ViewerNotAllowed
from services.rulebook import Rule
from services.rulings.preview import (
    RulingPreview,
    may_appeal,
    names_of,
    preview,
    words_for,
)
from services.rulings.sightings import Sighting, may_read_sightings

PAGE: Final = 50
SIGHTINGS_MAX: Final = 500
VIEW_POINTS: Final = 60
"""What it costs to compare two views of one viewer."""

After = Annotated[int, strawberry.argument(description="The number of the last one that the caller has; 0 for none.")]


@strawberry.enum(name="CallStatus", description="What became of a call.")
class CallStatus(enum.Enum):
    OPEN = "open"
    WITHDRAWN = "withdrawn"
    ANSWERED = "answered"


@strawberry.enum(name="AppealStatus", description="What became of an appeal.")
class AppealStatus(enum.Enum):
    OPEN = "open"
    UPHELD = "upheld"
    REPLACED = "replaced"


@strawberry.enum(name="RulingKind", description="What a ruling does.")
class RulingKind(enum.Enum):
    PLAY_ON = "play_on"
    FIX = "fix"
    POINTS = "points"
    FORFEIT = "forfeit"
    SUBSTITUTE = "substitute"
    REWIND = "rewind"
    PLACES = "places"
    ANNUL = "annul"
    TIME = "time"
    RULESET = "ruleset"


@strawberry.type(name="Call", description="A seat's request for an arbiter (GAME-RULING-01).")
class CallNode:
    call: strawberry.Private[Call]
    words: strawberry.Private[Mapping[str, str]]

    @field("Its number within the game, counted from 1.")
    def number(self) -> int:
        return self.call.number

    @field("The step by which it was made.")
    def version(self) -> int:
        return self.call.version

    @field("Who called for the arbiter, counted from 0.")
    def seat(self) -> int:
        return self.call.seat

    @field("What the seat points at: a number out of 1..`Game.version`.")
    def step(self) -> int:
        return self.call.step

    @field("What it is about.", CallCategory)
    def category(self) -> str:
        return self.call.category

    @field("What became of it.", CallStatus)
    def status(self) -> str:
        return self.call.status

    @field("The number of the ruling that answered it; null until then.")
    def ruling(self) -> int | None:
        return self.call.ruling

    @field("Its words, for arbiters and for who called; null for others, for none, and once they are erased.")
    def note(self) -> str | None:
        return self.words.get(self.call.note_hash)


@strawberry.type(name="PointsGiven", description="Points that a ruling gave to a seat, or took when below 0.")
class PointsGivenNode:
    """Declares the fields only: resolvers return the domain's `Adjustment`."""

    seat: int = strawberry.field(description="The seat that they are given to or taken from.")
    points: int = strawberry.field(description="How many; below 0 where they were taken.")


@strawberry.type(name="Ruling", description="What an arbiter decided (GAME-RULING-02).")
class RulingNode:
    made: strawberry.Private[RulingRecord]
    words: strawberry.Private[Mapping[str, str]]
    names: strawberry.Private[Mapping[str, str]]
    visible: strawberry.Private[VisibleHead]

    @field("Its number within the game, counted from 1.")
    def number(self) -> int:
        return self.made.number

    @field("The step by which it was made; what it does comes in the steps after it.")
    def version(self) -> int:
        return self.made.version

    @field("Which of the changes that rulings can make it is.", RulingKind)
    def kind(self) -> str:
        return self.made.kind

    @field("The number of the call that it answered; null for none.")
    def call(self) -> int | None:
        return self.made.call

    @field("The numbers of what it looks at, as the arbiter gave them.", list[int])
    def steps(self) -> tuple[int, ...]:
        return self.made.steps

    @field("What it rests on, as the arbiter cited it.", list[RuleNode])
    def rules(self, info: Info) -> list[Rule]:
        return cited(info, self.made.rules)

    @field("The seats that it touches, which may appeal.", list[int])
    def seats(self) -> tuple[int, ...]:
        return self.made.seats

    @field("What the arbiter who made it is called; empty for nobody known.")
    def by(self) -> str:
        return self.names.get(self.made.by, "")

    @field("Whether it holds: no appeal has replaced it.")
    def valid(self) -> bool:
        return self.made.valid

    @field("The ruling that it replaced after an appeal; null for none.")
    def replaces(self) -> int | None:
        return self.made.replaces

    @field("The points that it gave and took.", list[PointsGivenNode])
    def points(self) -> tuple[Adjustment, ...]:
        return self.made.points

    @field("The last moment for an appeal; null where the terms set no time: then until the game is over.")
    def appeal_until(self) -> datetime | None:
        until = self.made.appeal_until_us
        return time_of(until) if isinstance(until, int) else None

    @field("Whether the caller may appeal against it now: it touches their seat, or they lost a seat by it.")
    def may_appeal(self, info: Info) -> bool:
        world, who = info.context.services.world, info.context.caller_in(self.visible.game_id)
        return may_appeal(self.visible, who, self.made.number, world.now_us())

    @field("Its reason, for arbiters, for who called, and for the seats that it touches; null for others.")
    def note(self) -> str | None:
        return self.words.get(self.made.note_hash)


@strawberry.type(name="Appeal", description="A seat's appeal against a ruling (GAME-APPEAL-01).")
class AppealNode:
    appeal: strawberry.Private[Appeal]
    words: strawberry.Private[Mapping[str, str]]
    names: strawberry.Private[Mapping[str, str]]

    @field("Its number within the game, counted from 1.")
    def number(self) -> int:
        return self.appeal.number

    @field("The step by which it was lodged.")
    def version(self) -> int:
        return self.appeal.version

    @field("The number of the ruling that it is against.")
    def ruling(self) -> int:
        return self.appeal.ruling

    @field("Who turned against the ruling, counted from 0.")
    def seat(self) -> int:
        return self.appeal.seat

    @field("What became of it.", AppealStatus)
    def status(self) -> AppealStatus:
        if self.appeal.upheld is None:
            return AppealStatus.OPEN
        return AppealStatus.UPHELD if self.appeal.upheld else AppealStatus.REPLACED

    @field("What the arbiter who decided it is called; empty until then.")
    def decided_by(self) -> str:
        return self.names.get(self.appeal.decided_by, "")

    @field("Its words, for arbiters and for who appealed; null for others.")
    def note(self) -> str | None:
        return self.words.get(self.appeal.note_hash)

    @field("The words of who decided it, for the same readers; null for others.")
    def answer(self) -> str | None:
        return self.words.get(self.appeal.answer)


@strawberry.type(name="Sighting", description="A look into a running game as another viewer (GAME-ROLE-05).")
class SightingNode:
    row: strawberry.Private[Sighting]
    names: strawberry.Private[Mapping[str, str]]

    @field("What the person who looked is called.")
    def by(self) -> str:
        return self.names.get(self.row.principal, "")

    @field("The seat as which they looked; null where they saw everything, as an arbiter does.")
    def seat(self) -> int | None:
        return own_seat(self.row.viewer)

    @field("The first step that was new to them, out of 1..`Game.version`.")
    def first_version(self) -> int:
        return self.row.first_version

    @field("The last step that they could see then.")
    def last_version(self) -> int:
        return self.row.last_version

    @field("When it was written down, before the answer was sent.")
    def at(self) -> datetime:
        return time_of(self.row.at_us)


@strawberry.type
class GameRulings(GameFacts):
    """Calls, rulings and appeals as far as the caller sees the game."""

    @field("The calls for an arbiter, in the order of their numbers, at most 50.")
    async def calls(self, info: Info, after: After = 0) -> list[CallNode]:
        words = await self._words(info)
        some = bench_of(self.state).calls[max(after, 0) :][:PAGE]
        return [CallNode(call=each, words=words) for each in some]

    @field("The rulings, in the order of their numbers, at most 50.")
    async def rulings(self, info: Info, after: After = 0) -> list[RulingNode]:
        words = await self._words(info)
        some = bench_of(self.state).rulings[max(after, 0) :][:PAGE]
        names = await names_of(info.context.services.world, (each.by for each in some))
        return [RulingNode(made=each, words=words, names=names, visible=self.visible) for each in some]

    @field("The appeals, in the order of their numbers, at most 50.")
    async def appeals(self, info: Info, after: After = 0) -> list[AppealNode]:
        words = await self._words(info)
        some = bench_of(self.state).appeals[max(after, 0) :][:PAGE]
        names = await names_of(info.context.services.world, (each.decided_by for each in some if each.decided_by))
        return [AppealNode(appeal=each, words=words, names=names) for each in some]

    @field(
        "Who looked into it as another viewer while it ran, the oldest look first, at most 500. For who has or had a "
        "seat, once it is over, and for its arbiters at any time; empty for others."
    )
    async def sightings(self, info: Info) -> list[SightingNode]:
        if not may_read_sightings(self.state, info.context.caller_in(self.visible.game_id)):
            return []
        world = info.context.services.world
        rows = await world.sightings.of_game(self.visible.game_id, limit=SIGHTINGS_MAX)
        names = await names_of(world, (each.principal for each in rows))
        return [SightingNode(row=each, names=names) for each in rows]

    @field(
        "The result as it was played, without the points that rulings gave and without forfeits. Null before the end, "
        "and where play reached none. `result` is as ruled.",
        OUTCOME | None,
    )
    def played(self) -> Outcome | None:
        return self.visible.game.played(self.state) if self.state.over else None

    @field(
        "What a ruling would bring now. Only an arbiter who has no part in the game may ask, and nothing of it is "
        "carried out or kept.",
        RulingPreviewNode,
    )
    async def dry_ruling(
        self,
        info: Info,
        ruling: RulingInput,
        call: int | None = None,
        steps: list[int] | None = None,
        rules: list[strawberry.ID] | None = None,
    ) -> RulingPreviewNode:
        who = info.context.caller_in(self.visible.game_id)
        if who is None or authority_of(who, self.state) is None:
            raise ViewerNotAllowed(self.visible.game_id, ARBITER)
        try:
            made = ruling_of(ruling, call, steps or (), rules or ())
        except Malformed as malformed:
            raise Problem("MALFORMED_COMMAND", malformed.text, at=malformed.at) from malformed
        refused = await info.context.services.arbitration.why_not(made)
        info.context.glance(self.visible, ARBITER)
        info.context.effort.spend(VIEW_POINTS * (len(self.state.seats) + 1))
        past = await info.context.services.look.past(self.visible) if made.kind == "rewind" else ()
        outlook = RulingPreview(refused) if refused is not None else preview(self.visible, who, made, past)
        return RulingPreviewNode(tried=self._described(outlook))

    def _described(self, outlook: RulingPreview) -> TriedRuling:
        game, names = self.visible.game, self.visible.seat_names
        refusal = None if outlook.refused is None else objection(outlook.refused, game.ruleset.id, names)
        lines = (game.tell(event, ARBITER) for event in outlook.events)
        return TriedRuling(outlook, [NamedLine(line, names) for line in lines if line is not None], refusal, names)

    async def _words(self, info: Info) -> Mapping[str, str]:
        who = info.context.caller_in(self.visible.game_id)
        return await words_for(info.context.services.world, who, self.visible)
