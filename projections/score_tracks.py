"""The score of every seat at every step, split by source. The ruleset computes the points.

One row per step, from the beginning of play. A row holds every track; a hidden track names the seats that may see it,
and a reader must choose by `visible_to`. Law: a row equals what the ruleset's `tracks` says of the state at that step.
"""

from typing import Final

import msgspec

from domain.engine.score import Track
from domain.engine.step import Step
from domain.game import Game, GameState
from domain.log.record import Recorded
from projections.ports import Projection


class TracksAtStep(msgspec.Struct, frozen=True):
    """All tracks of a game after step `version`, hidden ones too."""

    game_id: str
    version: Step
    tracks: tuple[Track, ...]

    def __repr__(self) -> str:
        return f"TracksAtStep({self.game_id}, version={self.version})"  # hidden scores stay out of logs


def fold(game: Game, _accumulator: None, step: Recorded, state: GameState) -> tuple[None, tuple[TracksAtStep, ...]]:
    """A row once there is a position to score. Nothing is accumulated: the state says everything."""
    if state.position is None:
        return None, ()
    return None, (TracksAtStep(step.body.stream, step.version, game.tracks(state)),)


SCORE_TRACKS: Final = Projection("score_tracks", fold)
