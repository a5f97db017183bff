"""What a game tells of its clocks and of being stopped, as far as the caller sees it."""

import strawberry

from api.graphql.clocks.clock import AtStep, ClockNode, StopNode
from api.graphql.clocks.ledger import ClockEntryConnection, ledger_connection
from api.graphql.clocks.terms import ClockTermsNode
from api.graphql.fields import Info, field
from api.graphql.game.facts import GameFacts
from api.graphql.scalars import Cursor, step_or_none
from domain.game.clocks.terms import ClockTerms
from services.reads.clocks import clocks_of, reasons_for, stop_after
from services.reads.horizon import VisibleGame
from services.reads.look import within

CLOCK_POINTS = 20
"""What it costs to find the state after an earlier step."""


@strawberry.type
class GameClocks(GameFacts):
    """Clocks are public: everybody sees those of the step that they see."""

    @field("The clocks that it was opened with (GAME-CLOCK-01); null for a game without.", ClockTermsNode | None)
    def clock(self) -> ClockTerms | None:
        return self.state.clock_terms

    @field(
        "The clocks of all seats that persons play, as they were right after a step. Empty before play begins, and in "
        "a game without clocks.",
        list[ClockNode],
    )
    def clocks(self, info: Info, at: AtStep = None) -> object:
        if at is None:
            return [ClockNode(now=each) for each in clocks_of(self.state)]
        return self.of_whole(info, lambda visible: _clocks_at(visible, at), CLOCK_POINTS)

    @field(
        "Every debit and credit of its clocks, computed from the steps and their times (GAME-CLOCK-09). At most 500 a "
        "page.",
    )
    async def time_ledger(
        self, info: Info, seat: int | None = None, first: int | None = None, after: Cursor | None = None
    ) -> ClockEntryConnection:
        visible = await info.context.services.look.whole(self.visible)
        return await ledger_connection(info, visible, seat, first, after)

    @field("How it is stopped (GAME-STOP-01); null while it goes on.", StopNode | None)
    async def stopped(self, info: Info) -> StopNode | None:
        stopped = stop_after(self.state)
        if stopped is None:
            return None
        world, hashes = info.context.services.world, {stopped.note_hash}
        reasons = await reasons_for(world, info.context.principal, self.visible, hashes)
        return StopNode(stopped=stopped, reason=reasons.get(stopped.note_hash))


def _clocks_at(visible: VisibleGame, at: int) -> list[ClockNode]:
    version = within(visible, step_or_none(at))
    return [ClockNode(now=each) for each in clocks_of(visible.history.state_at(version))]
