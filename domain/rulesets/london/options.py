"""The options with which a game of London is opened."""

from typing import Annotated, Final

import msgspec

from domain.engine.options import describe

IDLE_TURNS_MAX: Final = 1000
"""The largest guard against endless play that a game may be opened with."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices that are fixed when a game is opened."""

    idle_turns_per_player: Annotated[
        int,
        describe(
            "Idle turns until the end",
            "A guard against games without end. A turn is idle if it takes no card from the deck and puts none on the "
            "building display. So many idle turns a player, in a row, trigger the end. 1 to 1000.",
            "LON-RULING-45",
        ),
    ] = 10
