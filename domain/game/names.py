"""What a game and the persons in it are called. Names stand beside the log, never in it (GAME-PERSON-01)."""

from collections.abc import Mapping
from typing import Final

import msgspec

FORMER_PLAYER: Final = "former player"
"""What an erased person is called (GAME-PERSON-02)."""


class GameNames(msgspec.Struct, frozen=True):
    """The names of one game, as they are now.

    `title`: what its host called it; empty when they gave none. `persons`: principal id -> name; `FORMER_PLAYER` for a
    person who was erased. Somebody whom it does not have is named by their seat.
    """

    title: str = ""
    persons: Mapping[str, str] = {}
