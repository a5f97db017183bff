"""The mutations of take-backs and motions."""

from collections.abc import Awaitable, Callable

import strawberry

from api.graphql.answer import ANSWER, CommandAnswerNode, answer_node, not_authenticated
from api.graphql.fields import Info, mutation
from api.graphql.scalars import canonical_id, step_or_none
from api.graphql.take_back.inputs import MotionKindNode
from domain.engine.step import Step
from services.commands.answers import Answer
from services.ports import Principal
from services.take_back.motions import TakingBack


@strawberry.type
class TakeBackMutations:
    """A seat takes back by itself, or asks the others."""

    @mutation(
        "Take back freely with the caller's own seat, as far as its frontier (GAME-BACK-02). `Game.frontier` says how "
        "far that is. A step inside a command leads to the beginning of that command, and the new step says so.",
        ANSWER,
    )
    async def take_back(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        to: int | None = None,
        expected_version: int | None = None,
    ) -> CommandAnswerNode:
        id, back_to, pinned = canonical_id(game), step_or_none(to), step_or_none(expected_version)
        return await _answered(
            info, lambda case, who: case.take_back(who, id, command_id, to=back_to, expected_version=pinned)
        )

    @mutation(
        "Put a motion to the other seats (GAME-MOTION-01). It is carried out with the last yes, at once where only "
        "bots play the others. It lapses when somebody plays or a seat changes hands.",
        ANSWER,
    )
    async def make_motion(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        kind: MotionKindNode,
        to: int | None = None,
        expected_version: int | None = None,
    ) -> CommandAnswerNode:
        id, back_to, pinned = canonical_id(game), step_or_none(to), step_or_none(expected_version)
        return await _answered(
            info,
            lambda case, who: case.move(who, id, command_id, kind=kind.value, to=back_to, expected_version=pinned),
        )

    @mutation("Agree to the open motion of another seat, or not; one no ends it (GAME-MOTION-01).", ANSWER)
    async def answer_motion(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        motion: int,
        yes: bool,
        expected_version: int | None = None,
    ) -> CommandAnswerNode:
        id, about, pinned = canonical_id(game), Step(motion), step_or_none(expected_version)
        return await _answered(
            info, lambda case, who: case.answer(who, id, command_id, motion=about, yes=yes, expected_version=pinned)
        )

    @mutation("Withdraw the open motion of the caller's own seat (GAME-MOTION-01).", ANSWER)
    async def withdraw_motion(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        motion: int,
        expected_version: int | None = None,
    ) -> CommandAnswerNode:
        id, about, pinned = canonical_id(game), Step(motion), step_or_none(expected_version)
        return await _answered(
            info, lambda case, who: case.withdraw(who, id, command_id, motion=about, expected_version=pinned)
        )


async def _answered(info: Info, use_case: Callable[[TakingBack, Principal], Awaitable[Answer]]) -> CommandAnswerNode:
    principal = info.context.principal
    if principal is None:
        return not_authenticated(info)
    taking_back = info.context.services.taking_back.received(info.context.received_us)
    return answer_node(info, await use_case(taking_back, principal))
