"""The game around any ruleset: who sits where, when it begins and how it ends.

`Game` holds one ruleset and has the same functions, one level up. One game is one stream of events with one version.
"""

from domain.game.commands import (
    AbandonGame,
    BeginGame,
    CallTime,
    ForkGame,
    GameCommand,
    LeaveSeat,
    OpenGame,
    Resign,
    SeatBot,
    TakeSeat,
)
from domain.game.game import Game
from domain.game.state import GameState, SeatState

__all__ = [
    "AbandonGame",
    "BeginGame",
    "CallTime",
    "ForkGame",
    "Game",
    "GameCommand",
    "GameState",
    "LeaveSeat",
    "OpenGame",
    "Resign",
    "SeatBot",
    "SeatState",
    "TakeSeat",
]
