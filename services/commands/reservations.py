"""Counts a game among those of its host before it is opened, and before its play begins."""

from services.commands.decision import Decision
from services.errors import TooManyGames
from services.hosting import Hosted, limits_of
from services.ports import Principal
from services.world import World


async def reserve(world: World, principal: Principal, decision: Decision) -> None:
    """Counts the game if this decision opens it or begins its play. Raises TooManyGames when its host has too many.

    A command id that has opened a game already is not counted: it gets its first answer.
    """
    entry, state = decision.entry, decision.after.state
    opens = entry.opening is not None
    begins = not opens and decision.before.state.phase == "open" and state.phase in ("playing", "over")
    if decision.refused is not None or not (opens or begins):
        return
    bots_only = begins and all(seat.bot for seat in state.seats)
    hosted = Hosted(state.sandbox is not None, begun=state.phase != "open", bots_only=bots_only)
    try:
        await world.hosting.reserve(principal.id, entry.game_id, hosted, limits_of(principal))
    except TooManyGames:
        if await world.log.command(entry.game_id, entry.command_id) is None:
            raise
