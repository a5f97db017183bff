"""Who acts or looks by authority of a role, and not as somebody of the game."""

from domain.game import GameState
from domain.game.authority import Authority
from services.ports import Principal


def authority_of(principal: Principal | None, state: GameState) -> Authority | None:
    """The authority that a principal has over a game, the one question by which everything asks for a role.

    None for everybody in it, whatever their roles: the host, and who holds a seat or has held one (GAME-ROLE-03).
    """
    if principal is None or not principal.arbiter:
        return None
    if principal.id == state.host or state.has_had_seat(principal.id):
        return None
    return Authority("arbiter")
