"""What is noted beside the log before a command is written: games among those of their hosts, and participants."""

import contextlib

from services.commands.decision import Decision
from services.errors import TooManyGames, Unavailable
from services.hosting import Hosted, limits_of
from services.log.load_game import LoadedGame
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


async def note_participants(world: World, decision: Decision) -> None:
    """Notes who gets a part in the game by this decision, before it is written: feeds and lists look for them."""
    opens, before, after = decision.entry.opening is not None, decision.before.state, decision.after.state
    joining = after.participants - (frozenset[str]() if opens else before.participants)
    if joining:
        await world.moves.take_part(decision.entry.game_id, joining)


async def note_end(world: World, after: LoadedGame) -> None:
    """Notes that a game is over. The command stays accepted when nobody can note it now."""
    with contextlib.suppress(Unavailable):
        await world.moves.end(after.game_id)
