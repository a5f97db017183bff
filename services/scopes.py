"""Which scope of a token a command needs, by what its sender does it as: player, host or arbiter (GAME-TOKEN-01).

This comes before the rules: a command that a token is not for is neither decided nor stored.
"""

from collections.abc import Callable

from domain.engine.viewer import Seat
from domain.game import GameState
from services.commands.answers import NotInScope
from services.ports import Principal
from services.principals import Scope

NeededScope = Callable[[Principal, GameState], Scope]
"""(who sends a command, the game it meets) -> the scope that it needs."""


def as_player(principal: Principal, state: GameState) -> Scope:
    """For what players do for themselves."""
    return "play"


def as_host(principal: Principal, state: GameState) -> Scope:
    """For what only the host does."""
    return "host"


def as_arbiter(principal: Principal, state: GameState) -> Scope:
    """For what only arbiters do; the rules answer those without the role."""
    return "arbitrate" if "arbiter" in principal.roles else "play"


def to_claim(principal: Principal, state: GameState) -> Scope:
    """For calling a fallen flag: another seat as its player, everybody else as an arbiter."""
    return "play" if state.seat_of(principal.id) is not None else as_arbiter(principal, state)


def to_leave(seat: Seat) -> NeededScope:
    """For leaving a seat: one's own as its player, a bot's as the host."""
    return lambda principal, state: "play" if state.seat_of(principal.id) == seat else "host"


def to_seat_bot(seat: Seat) -> NeededScope:
    """For letting a bot play a seat: the host before the game begins, later its player or an arbiter."""

    def needed(principal: Principal, state: GameState) -> Scope:
        if state.phase == "open":
            return "host"
        return "play" if state.seat_of(principal.id) == seat else as_arbiter(principal, state)

    return needed


def to_abandon(principal: Principal, state: GameState) -> Scope:
    """For closing a game: the host before it begins, an arbiter later."""
    if state.host == principal.id or "arbiter" not in principal.roles:
        return "host"
    return "arbitrate"


def not_in_scope(principal: Principal, game_id: str | None, needed: Scope | None) -> NotInScope | None:
    """Why a token cannot send a command to a game (None: one that is opened by it); None when it can.

    `needed` None: it is not known yet, and only the game counts.
    """
    if principal.game_id not in (None, game_id):
        return NotInScope(game_id, None)
    if needed is not None and needed not in principal.scopes:
        return NotInScope(game_id, needed)
    return None
