"""What a caller wants done, and how a repeated request is known. Decides nothing and knows no store."""

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from domain.engine.codec import canonical
from domain.engine.viewer import Seat
from domain.game.game import Command

Ask = Callable[[str, Seat | None], Command]
"""(principal's id, the seat it holds) -> the command. The client never says who it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a caller wants done. `needs_seat`: only who sits in the game can ask it. `expected_version`: refuse to decide
    on any other."""

    game_id: str
    command_id: str
    ask: Ask
    needs_seat: bool = True
    bot_seat: Seat | None = None
    """The seat that the house plays with this order; nobody else sets it."""
    expected_version: int | None = None


def uuid_of(command_id: str) -> str | None:
    """The id in its one canonical spelling, or None when it is no UUID."""
    try:
        return str(uuid.UUID(command_id))
    except ValueError:
        return None


def request_hash(principal: str, game_id: str | None, command: Command, expected_version: int | None) -> bytes:
    """32 bytes over everything the client asked for."""
    asked = {"by": principal, "command": command, "expected": expected_version, "game": game_id}
    return hashlib.sha256(canonical(asked)).digest()
