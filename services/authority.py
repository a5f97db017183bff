"""Who acts or looks by authority of a role, and not as somebody of the game."""

from domain.game import GameState
from domain.game.authority import Authority
from services.ports import Principal


def authority_of(principal: Principal | None, state: GameState) -> Authority | None:
    """The authority that a principal has over a game; None for everybody in it: seats and the host (GAME-ROLE-03)."""
    if principal is None or not principal.arbiter:
        return None
    if principal.id == state.host or state.seat_of(principal.id) is not None:
        return None
    return Authority("arbiter")
