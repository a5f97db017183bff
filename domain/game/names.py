"""What a game and the persons in it are called. Names stand beside the log, never in it (GAME-PERSON-01)."""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.engine.viewer import Seat
from domain.game.bot_names import bot_name
from domain.game.state import GameState

FORMER_PLAYER: Final = "former player"
"""What an erased person is called (GAME-PERSON-02)."""


class GameNames(msgspec.Struct, frozen=True):
    """The names of one game, as they are now.

    `title`: what its host called it; empty when they gave none. `persons`: principal id -> name; `FORMER_PLAYER` for a
    person who was erased. Somebody whom it does not have is named by their seat.
    """

    title: str = ""
    persons: Mapping[str, str] = {}


NO_NAMES: Final = GameNames()
"""For a reader that names nobody: everybody is called by their seat."""


def seat_names(state: GameState, names: GameNames) -> tuple[str, ...]:
    """What the seats are called, in turn order: by their person, else by their bot, else by their number."""
    return tuple(
        name_of_seat(number, seat.person, seat.bot, names, is_fork=state.is_fork) or f"Seat {number}"
        for number, seat in enumerate(state.seats, start=1)
    )


def name_of_seat(number: int, person: str, bot: str, names: GameNames, *, is_fork: bool) -> str:
    """What seat `number` (from 1) is called; empty for a free one."""
    if person:
        name = names.persons.get(person, f"Seat {number}")
        # In a fork bots play for persons who know nothing of it, so nobody must take their moves for the person's own.
        return f"{name} (bot)" if is_fork and bot else name
    return bot_name(number, bot) if bot else ""


def with_person(called: tuple[str, ...], seat: Seat, person: str, names: GameNames) -> tuple[str, ...]:
    """`called` with the name of `person` for `seat`: for steps of a time when somebody else sat there."""
    name = name_of_seat(seat + 1, person, "", names, is_fork=False)
    return (*called[:seat], name, *called[seat + 1 :])
