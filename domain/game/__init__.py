"""The game round any ruleset: who sits where, when it begins and how it ends. Knows no ruleset's rules.

The same doors as a ruleset, gathered in `Game`, which holds one ruleset: one game is one stream with one version.
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
from domain.game.record import Recorded, StepBody, decode_body, event_hash
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
    "Recorded",
    "Resign",
    "SeatBot",
    "SeatState",
    "StepBody",
    "TakeSeat",
    "decode_body",
    "event_hash",
]
