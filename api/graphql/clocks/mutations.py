"""The mutations of clocks and stops."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

import strawberry

from api.graphql.answer import ANSWER, CommandAnswerNode, answer_node, not_authenticated
from api.graphql.clocks.terms import US
from api.graphql.fields import Info, mutation
from api.graphql.scalars import Milliseconds, canonical_id, us_of
from domain.engine.viewer import seat_of
from services.commands.answers import Answer
from services.ports import Principal
from services.rulings.timing import Timing

SECOND_US: Final = 1_000_000


@strawberry.type
class ClockMutations:
    """Seats claim time and rest; arbiters stop games and adjust time."""

    @mutation(
        "Call the fallen flag of another seat, as a seat of the game or as its arbiter. What the terms say happens "
        "(GAME-CLOCK-06). The service does the same by itself, unless flags are claimed.",
        ANSWER,
    )
    async def claim_time(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, seat: int
    ) -> CommandAnswerNode:
        id, flagged = canonical_id(game), seat_of(seat)
        return await _answered(info, lambda timing, who: timing.claim(who, id, command_id, seat=flagged))

    @mutation(
        "Stop a game, as an arbiter who has no part in it. It takes no command of its ruleset, and no clock runs "
        "(GAME-STOP-01).",
        ANSWER,
    )
    async def stop_game(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        until: datetime | None = None,
        note: str = "",
    ) -> CommandAnswerNode:
        id, until_us = canonical_id(game), None if until is None else us_of(until)
        return await _answered(info, lambda timing, who: timing.stop(who, id, command_id, until_us=until_us, note=note))

    @mutation("Let a stopped game go on, as an arbiter who has no part in it (GAME-STOP-01).", ANSWER)
    async def resume_game(self, info: Info, game: strawberry.ID, command_id: strawberry.ID) -> CommandAnswerNode:
        id = canonical_id(game)
        return await _answered(info, lambda timing, who: timing.resume(who, id, command_id))

    @mutation(
        "Give time to a seat, or take it, as an arbiter who has no part in the game (GAME-CLOCK-07). No more is taken "
        "than its bank has.",
        ANSWER,
    )
    async def adjust_time(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        seat: int,
        seconds: int,
        note: str = "",
    ) -> CommandAnswerNode:
        id, given, us = canonical_id(game), seat_of(seat), seconds * SECOND_US
        return await _answered(
            info, lambda timing, who: timing.adjust(who, id, command_id, seat=given, us=us, note=note)
        )

    @mutation("Name the daily hours of sleep of the caller's own seat, from its next stint on (GAME-CLOCK-08).", ANSWER)
    async def set_sleep(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        from_minute: int,
        minutes: int,
        offset_minutes: int = 0,
    ) -> CommandAnswerNode:
        id = canonical_id(game)
        return await _answered(
            info,
            lambda timing, who: timing.sleep(
                who, id, command_id, from_minute=from_minute, minutes=minutes, offset_minutes=offset_minutes
            ),
        )

    @mutation(
        "Take rest from the stock of the caller's own seat: its next stint starts to count so much later "
        "(GAME-CLOCK-08).",
        ANSWER,
    )
    async def take_rest(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, ms: Milliseconds
    ) -> CommandAnswerNode:
        id = canonical_id(game)
        return await _answered(info, lambda timing, who: timing.rest(who, id, command_id, us=ms * US))


async def _answered(info: Info, use_case: Callable[[Timing, Principal], Awaitable[Answer]]) -> CommandAnswerNode:
    principal = info.context.principal
    if principal is None:
        return not_authenticated(info)
    timing = Timing(info.context.services.arbitration).received(info.context.received_us)
    return answer_node(info, await use_case(timing, principal))
