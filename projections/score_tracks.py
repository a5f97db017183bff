"""The score of every seat at every step, split by source. Pure; computes no points itself.

One row a step, from the beginning of play on. A row holds every track, hidden ones with the seats that may see them: who
reads must choose by `eyes`. Law: a row is exactly what the ruleset's `tracks` says of the state at that step.
"""

from typing import Final

import msgspec

from domain.engine.score import Track
from domain.game import Game, GameState, Recorded
from projections.ports import Projection


class TracksAtStep(msgspec.Struct, frozen=True):
    """All tracks of a game after step `version`, for all eyes."""

    game_id: str
    version: int
    tracks: tuple[Track, ...]

    def __repr__(self) -> str:
        return f"TracksAtStep({self.game_id}, version={self.version})"  # hidden scores stay out of logs


def fold(game: Game, memo: None, step: Recorded, state: GameState) -> tuple[None, tuple[TracksAtStep, ...]]:
    """A row once there is a table to score. No memo: the state says it all."""
    del memo
    if state.position is None:
        return None, ()
    return None, (TracksAtStep(step.body.game, step.version, game.tracks(state)),)


SCORE_TRACKS: Final = Projection("score_tracks", fold)
