"""When the next flag of a game falls, and whose: what the workers call (GAME-CLOCK-06).

A row of the projection `game_list`, written only for games with clocks, so that a game without has no more to write.
"""

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game import GameState
from domain.game.clocks.rules import next_flag


class ClockDue(msgspec.Struct, frozen=True):
    """The flag of a game that falls first. `seat`, `due_us` None: none does as long as nothing happens."""

    game_id: str
    version: Step
    seat: Seat | None
    due_us: int | None


def clock_due(game_id: str, state: GameState) -> ClockDue | None:
    """The row after the last step of `state`; None for a game whose flags nobody has to call."""
    terms = state.clock_terms
    if terms is None or terms.flag == "claim":
        return None
    flag = next_flag(state)
    due_us, seat = (None, None) if flag is None else flag
    return ClockDue(game_id, state.version, seat, due_us)
