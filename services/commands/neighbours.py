"""Whether somebody may sit down under their name, beside those who sit in the game already (GAME-SEAT-02)."""

from domain.engine.refusal import Refused
from domain.game import GameState
from domain.game.names import FORMER_PLAYER, seat_names
from domain.game.texts import why_not_beside
from services.commands.request import CommandRequest
from services.log.load_game import LoadedGame
from services.naming import Naming, persons_of
from services.ports import EventLog, Principal


async def why_not_called(
    log: EventLog, naming: Naming, principal: Principal, request: CommandRequest, command_id: str, loaded: LoadedGame
) -> Refused | None:
    """Why the principal cannot sit down under the name of a request that sits them down, or under their own.

    None for a command that was answered before: others may have come since then. Names are looked up anew, and they are
    stored before the step that seats their person. So of two that sit down in two processes at the same moment, the
    second does not append at its version, is decided again, and then knows the first one's name.
    """
    state = loaded.state
    if state.phase != "open" or state.seat_of(principal.id) is not None:
        return None
    naming.forget(request.game_id)
    names = await naming.of(request.game_id, persons_of(state) | {principal.id})
    name = request.names.seats.get(principal.id) or names.persons.get(principal.id, "")
    refused = why_not_beside(name, [*_occupied(state, seat_names(state, names)), FORMER_PLAYER]) if name else None
    if refused is None or await log.command(request.game_id, command_id) is not None:
        return None
    return refused


def _occupied(state: GameState, called: tuple[str, ...]) -> list[str]:
    return [name for seat, name in zip(state.seats, called, strict=True) if seat.taken]
