"""What can be followed. One cursor for queries and subscriptions: a step's version."""

from collections.abc import AsyncGenerator
from typing import Final

import strawberry

from api.graphql.fields import followed
from api.graphql.nodes import AsViewer, Info, StepNode, viewer_of
from api.graphql.scalars import Cursor, canonical_id, step_of
from api.problems import Problem

FOLLOWED: Final = "gameSteps"


@strawberry.type
class Subscription:
    """Everything that can be followed."""

    @followed(
        "Every step past `after` (0 if none is named), as it comes, in order, none twice and none missed. Ends with the last "
        "step of a finished game. After a lost connection, go on with the cursor of the last step you have."
    )
    async def game_steps(
        self, info: Info, game: strawberry.ID, after: Cursor | None = None, as_: AsViewer = None
    ) -> AsyncGenerator[StepNode, None]:
        """Through the caller's own eyes if none are named."""
        services, principal = info.context.services, info.context.principal
        game_id = canonical_id(game)
        start = max(step_of(after) or 0, info.context.resume_after)
        visible = await services.look.game(principal, game_id)
        if visible is None:
            raise Problem("UNKNOWN_GAME", "There is no such game.", game=game_id)
        asked, history = viewer_of(as_), visible.history
        viewer = None if asked is None else services.look.viewer(principal, visible, asked)
        info.context.at = f"game {game_id} version {history.version}"
        faults = () if visible.state.sandbox is None else visible.state.sandbox.faults
        async for seen in services.watch.steps(principal, game_id, viewer, after=start):
            at_hand = history if history.version >= seen.version else None  # a history may be put out of memory
            ordered = tuple(fault for fault in faults if fault.at == seen.version)
            yield StepNode(seen=seen, viewer=seen.viewer, history=at_hand, faults=ordered)
