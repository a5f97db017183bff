"""The mutations of calls, rulings and appeals."""

from collections.abc import Awaitable, Callable

import strawberry

from api.graphql.answer import ANSWER, CommandAnswerNode, answer_node, not_authenticated
from api.graphql.command import Malformed
from api.graphql.fields import Info, mutation
from api.graphql.rulings.inputs import CallCategory, RulingInput, ruling_of
from api.graphql.scalars import canonical_id, step_or_none
from domain.engine.step import Step
from domain.game.rulings.ruling import Ruling
from services.commands.answers import Answer
from services.ports import Principal
from services.rulings.arbitration import Arbitration


@strawberry.type
class RulingMutations:
    """Players call and appeal, arbiters rule."""

    @mutation("Call an arbiter about a step, for the caller's own seat (GAME-RULING-01).", ANSWER)
    async def call_arbiter(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        step: int,
        category: CallCategory,
        note: str = "",
    ) -> CommandAnswerNode:
        id, about = canonical_id(game), Step(step)
        return await _answered(
            info, lambda case, who: case.call(who, id, command_id, step=about, category=category.value, note=note)
        )

    @mutation("Take an open call of the caller's own seat back (GAME-RULING-01).", ANSWER)
    async def withdraw_call(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, call: int
    ) -> CommandAnswerNode:
        id = canonical_id(game)
        return await _answered(info, lambda case, who: case.withdraw(who, id, command_id, call=call))

    @mutation(
        "Rule on a game, as an arbiter who has no part in it (GAME-RULING-02). It is made on exactly this version. "
        "`Game.dryRuling` shows what it would bring.",
        ANSWER,
    )
    async def make_ruling(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        expected_version: int,
        ruling: RulingInput,
        call: int | None = None,
        steps: list[int] | None = None,
        rules: list[strawberry.ID] | None = None,
        note: str = "",
    ) -> CommandAnswerNode:
        try:
            made = ruling_of(ruling, call, steps or (), rules or ())
        except Malformed as malformed:
            return answer_node(info, malformed)
        id, pinned = canonical_id(game), step_or_none(expected_version)
        return await _answered(
            info, lambda case, who: case.rule(who, id, command_id, ruling=made, note=note, expected_version=pinned)
        )

    @mutation("Appeal, once, against a ruling that touches the caller's seat (GAME-APPEAL-01).", ANSWER)
    async def lodge_appeal(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, ruling: int, note: str = ""
    ) -> CommandAnswerNode:
        id = canonical_id(game)
        return await _answered(info, lambda case, who: case.appeal(who, id, command_id, ruling=ruling, note=note))

    @mutation(
        "Decide an appeal, as another arbiter than the one who ruled: uphold the ruling, or replace it by `ruling` "
        "(GAME-APPEAL-01).",
        ANSWER,
    )
    async def decide_appeal(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        expected_version: int,
        appeal: int,
        uphold: bool,
        ruling: RulingInput | None = None,
        rules: list[strawberry.ID] | None = None,
        note: str = "",
    ) -> CommandAnswerNode:
        try:
            if uphold == (ruling is not None):
                raise Malformed("Uphold the ruling, or give the one that replaces it.")
            instead: Ruling | None = None if ruling is None else ruling_of(ruling, rules=rules or ())
        except Malformed as malformed:
            return answer_node(info, malformed)
        id, pinned = canonical_id(game), step_or_none(expected_version)
        return await _answered(
            info,
            lambda case, who: case.decide_appeal(
                who, id, command_id, appeal=appeal, ruling=instead, note=note, expected_version=pinned
            ),
        )


async def _answered(info: Info, use_case: Callable[[Arbitration, Principal], Awaitable[Answer]]) -> CommandAnswerNode:
    principal = info.context.principal
    if principal is None:
        return not_authenticated(info)
    arbitration = info.context.services.arbitration.received(info.context.received_us)
    return answer_node(info, await use_case(arbitration, principal))
