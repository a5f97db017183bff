"""What a game tells of take-backs and motions: how far a seat may go back, and what that would cross."""

import enum
from typing import Final

import msgspec
import strawberry

from api.graphql.command import ObjectionNode, objection
from api.graphql.fields import Info, field
from api.graphql.game.facts import GameFacts
from api.graphql.game.terms import TakeBackPolicyNode, TakeBacksNode
from api.graphql.languages import DEFAULT_LOCALE, LocaleArgument, locale_of_argument
from api.graphql.scalars import Json
from api.graphql.step import LineNode
from api.graphql.take_back.inputs import MotionKindNode
from api.problems import Problem
from domain.engine.step import Step
from domain.engine.viewer import ARBITER, Seat, Viewer, seat_of
from domain.game.take_back import rules
from domain.game.take_back.frontier import Frontier
from domain.game.take_back.motion import Crossing, Motion
from domain.game.take_back.past import Done
from domain.game.terms import TakeBacks
from services.languages import NamedLine, render
from services.reads.horizon import VisibleGame
from services.reads.look import ViewerNotAllowed, default_viewer, step_for
from services.take_back.reads import Reach, frontier_of, may_ask, reach_of, redo

FRONTIER_POINTS: Final = 200
"""What it costs to walk back over the commands of a game, and to decide them again."""


@strawberry.enum(name="CrossingKind", description="What lies between a game and an earlier step of it.")
class CrossingKindNode(enum.Enum):
    DECISION = "decision"
    CHANCE = "chance"
    KNOWLEDGE = "knowledge"
    REVEALED = "revealed"
    SET_UP = "set_up"
    LEFT = "left"
    RULING = "ruling"
    ENDED = "ended"


@strawberry.type(name="Crossing", description="Something that a take-back would cross (GAME-BACK-02).")
class CrossingNode:
    crossing: strawberry.Private[Crossing]
    of: strawberry.Private[VisibleGame]
    viewer: strawberry.Private[Viewer]

    @field("The step at which it happened.")
    def version(self) -> int:
        return self.crossing.version

    @field(
        "What lies between, in one word: a decision of others, a draw, something learned, and so on.", CrossingKindNode
    )
    def kind(self) -> str:
        return self.crossing.kind

    @field(
        "The seats that decided or left, or that learned something; empty for the service and for chance.", list[int]
    )
    def seats(self) -> tuple[Seat, ...]:
        return self.crossing.seats

    @field(
        "What happened there, as the caller's own viewer sees it; null if that viewer may not know.", LineNode | None
    )
    def line(self) -> NamedLine | None:
        history = self.of.history
        return step_for(history, history.steps[self.crossing.version - 1], self.viewer, self.of.version).line


@strawberry.type(name="Frontier", description="How far a seat may take back by itself (GAME-BACK-02).")
class FrontierNode:
    line: strawberry.Private[Frontier]
    crossed: strawberry.Private[list[CrossingNode]]
    given: strawberry.Private[list[CrossingNode]]
    terms: strawberry.Private[TakeBacks]
    left: strawberry.Private[int | None]

    @field("The earliest step that it may go back to; the last step where it may take back nothing.")
    def to(self) -> int:
        return self.line.to

    @field("The steps that it may go back to, each just before a decision of its own, the latest first.", list[int])
    def decisions(self) -> tuple[Step, ...]:
        return self.line.decisions

    @field("What stops it there; empty if nothing does.")
    def crossings(self) -> list[CrossingNode]:
        return self.crossed

    @field("What the seat has shown to others since, which does not stop it (GAME-BACK-03).")
    def revealed(self) -> list[CrossingNode]:
        return self.given

    @field("What the game was opened with (GAME-BACK-01).", TakeBackPolicyNode)
    def policy(self) -> str:
        return self.terms.policy

    @field("How often the seat may still take back what it has shown; null: as often as it likes.")
    def free_left(self) -> int | None:
        return self.left


@strawberry.type(name="TakeBackPreview", description="What going back to a step would cross. Nothing is carried out.")
class TakeBackPreviewNode:
    reach: strawberry.Private[Reach]
    crossed: strawberry.Private[list[CrossingNode]]
    objection: strawberry.Private[ObjectionNode | None]

    @field("The step that it would lead to: the one given, or the one before the command that it lies in.")
    def to(self) -> int:
        return self.reach.to

    @field("How many steps would be taken back.")
    def steps(self) -> int:
        return self.reach.steps

    @field("What was drawn, learned and shown since, in the order of the steps.")
    def crossings(self) -> list[CrossingNode]:
        return self.crossed

    @field("Whether all that no seat knows would be dealt again by chance (GAME-BACK-06).")
    def redealt(self) -> bool:
        return self.reach.redealt

    @field("Why nobody could go back there, by whatever right; null if a ruling could.", ObjectionNode | None)
    def refusal(self) -> ObjectionNode | None:
        return self.objection


@strawberry.type(name="Motion", description="What a seat has put to the others (GAME-MOTION-01).")
class MotionNode:
    motion: strawberry.Private[Motion]
    waiting: strawberry.Private[tuple[Seat, ...]]
    crossed: strawberry.Private[list[CrossingNode]]

    @field("The step that made it, by which it is known.")
    def version(self) -> int:
        return self.motion.version

    @field("The player who asked, by their place in turn order.")
    def seat(self) -> int:
        return self.motion.seat

    @field("What it asks for.", MotionKindNode)
    def kind(self) -> str:
        return self.motion.kind

    @field("The step that a take-back would lead to; null for others.")
    def to(self) -> int | None:
        return self.motion.to

    @field("What a take-back would cross, in the order of the steps.")
    def crossings(self) -> list[CrossingNode]:
        return self.crossed

    @field("The seats that have agreed, the one that made it first.", list[int])
    def agreed(self) -> tuple[Seat, ...]:
        return self.motion.yes

    @field("The seats that have not answered. Seats that bots play agree by themselves.", list[int])
    def waiting_for(self) -> tuple[Seat, ...]:
        return self.waiting


@strawberry.type(name="TakenBackCommand", description="A command of the caller's seat that was taken back.")
class TakenBackCommandNode:
    done: strawberry.Private[Done]
    position: strawberry.Private[object]
    of: strawberry.Private[VisibleGame]

    @field("The first of the steps that it had brought.")
    def version(self) -> int:
        return self.done.first

    @field("What was played, exactly; send it as `commandJson` with a new `commandId`.")
    def json(self) -> Json:
        return msgspec.to_builtins(self.done.command)

    @field("What it did, in a sentence for people.")
    def text(self, locale: LocaleArgument = DEFAULT_LOCALE) -> str:
        ruleset = self.of.game.ruleset
        phrase = ruleset.phrase(self.position, self.done.command)
        return render(ruleset.id, phrase, locale_of_argument(locale), self.of.seat_names)


@strawberry.type
class GameTakeBack(GameFacts):
    """Take-backs and motions as far as the caller sees the game."""

    @field("Whether and how players may take back (GAME-BACK-01).", TakeBacksNode)
    def take_backs(self) -> TakeBacks:
        return self.state.take_backs

    @field(
        "How far a seat may take back by itself now; left out: the caller's own. Only that seat and arbiters may ask."
    )
    async def frontier(self, info: Info, seat: int | None = None) -> FrontierNode:
        own = self._seat_in_question(info, seat)
        look = info.context.services.look
        await info.context.effort.pause()
        info.context.effort.spend(FRONTIER_POINTS)
        line = await frontier_of(look, self.visible, own)
        visible, viewer = await look.whole(self.visible), self._own_viewer(info)
        return FrontierNode(
            line=line,
            crossed=_crossings(line.crossings, visible, viewer),
            given=_crossings(line.revealed, visible, viewer),
            terms=self.state.take_backs,
            left=rules.free_left(self.state, own),
        )

    @field("What going back to after step `to` would cross. Only seats and arbiters may ask.")
    async def take_back_preview(self, info: Info, to: int) -> TakeBackPreviewNode:
        if not may_ask(info.context.principal, self.visible, None):
            raise ViewerNotAllowed(self.visible.game_id, ARBITER)
        look = info.context.services.look
        await info.context.effort.pause()
        info.context.effort.spend(FRONTIER_POINTS)
        reach = await reach_of(look, self.visible, Step(to))
        names, ruleset = self.visible.seat_names, self.visible.game.ruleset.id
        return TakeBackPreviewNode(
            reach=reach,
            crossed=_crossings(reach.crossed, await look.whole(self.visible), self._own_viewer(info)),
            objection=None if reach.refused is None else objection(reach.refused, ruleset, names),
        )

    @field("The motion that waits for answers (GAME-MOTION-01); null if there is none.")
    async def motion(self, info: Info) -> MotionNode | None:
        motion = self.state.motion
        if not isinstance(motion, Motion):
            return None
        visible = await info.context.services.look.whole(self.visible)
        crossed = _crossings(motion.crossed, visible, self._own_viewer(info))
        return MotionNode(motion=motion, waiting=rules.waiting_for(self.state, motion), crossed=crossed)

    @field(
        "The commands that the caller's seat has just taken back, in their order: to play them again, send each as a "
        "new command. Empty once somebody has played, and where something was crossed."
    )
    async def redo(self, info: Info) -> list[TakenBackCommandNode]:
        seat, look = self._seat_of_caller(info), info.context.services.look
        if seat is None or self.visible.is_delayed or self.state.over:
            return []
        visible = await look.whole(self.visible)
        nodes = []
        for done in await redo(look, self.visible, seat):
            info.context.effort.spend(FRONTIER_POINTS // 10)
            position = look.view_at(visible.history, seat, Step(done.first - 1)).position
            nodes.append(TakenBackCommandNode(done=done, position=position, of=visible))
        return nodes

    def _seat_in_question(self, info: Info, seat: int | None) -> Seat:
        """The seat that is asked about. Raises ViewerNotAllowed, and Problem NOT_YOUR_SEAT without one."""
        own = self._seat_of_caller(info) if seat is None else seat_of(seat)
        if own is None:
            raise Problem("NOT_YOUR_SEAT", "You do not have a seat in this game. Arbiters give `seat`.")
        if not 0 <= own < len(self.state.seats) or not may_ask(info.context.principal, self.visible, own):
            raise ViewerNotAllowed(self.visible.game_id, own)
        return own

    def _seat_of_caller(self, info: Info) -> Seat | None:
        who = info.context.caller_in(self.visible.game_id)
        return None if who is None else self.state.seat_of(who.id)

    def _own_viewer(self, info: Info) -> Viewer:
        return default_viewer(info.context.caller_in(self.visible.game_id), self.state)


def _crossings(crossed: tuple[Crossing, ...], visible: VisibleGame, viewer: Viewer) -> list[CrossingNode]:
    return [CrossingNode(crossing=each, of=visible, viewer=viewer) for each in crossed]
