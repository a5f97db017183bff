"""Folds one game's steps into the rows of every projection at once, in memory. Reads no store and writes none.

Each step folds the state once, and all projections share it; the state is frozen. A step that a projection already has
is folded again without rows: its accumulator may be older than its cursor, or the fold may start from the first step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.engine.step import BEFORE_FIRST, Step
from domain.game import Game, GameState
from domain.log.chain import GENESIS
from domain.log.reading import Damaged, error_location, fold_step, read_step
from domain.log.record import Recorded
from projections.ports import Cursor, LogHead, Projection, Row, StoredStep


@dataclass(frozen=True, slots=True)
class FoldedGame:
    """A game folded up to step `version`: its state, and the accumulator of each projection by name."""

    version: Step = BEFORE_FIRST
    hash: bytes = GENESIS
    state: GameState | None = None
    accumulators: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def can_advance(self, cursors: Mapping[str, Cursor]) -> bool:
        """Whether these cursors can advance from here: none is behind, and every accumulator is known."""
        return self.version == 0 or all(
            name in self.accumulators and self.version <= cursor.version for name, cursor in cursors.items()
        )


BEGINNING = FoldedGame()
"""A game before its first step."""


@dataclass(slots=True)
class BatchFold:
    """The fold of one batch.

    Starts at `folded` and at `cursors`; afterwards it holds where both arrived, and the rows.
    """

    game_id: str
    cursors: dict[str, Cursor]
    """Advance as steps are folded; a cursor whose fold fails is parked."""
    folded: FoldedGame = BEGINNING
    rows: dict[str, list[Row]] = field(default_factory=dict)

    def add(self, game: Game, projections: Sequence[Projection], steps: Sequence[StoredStep]) -> None:
        """Fold the steps after `folded.version`.

        Raises Damaged at the first bad step; the ones before it are folded.
        """
        for row in steps:
            before = self.folded
            step = read_step(game.script, self.game_id, row, after=before.version, prev_hash=before.hash)
            state = fold_step(game, before.state, step)
            accumulators = dict(before.accumulators)
            for projection in projections:
                self._fold(game, projection, accumulators, step, state)
            self.folded = FoldedGame(step.version, step.hash, state, accumulators)

    def _fold(
        self, game: Game, projection: Projection, accumulators: dict[str, Any], step: Recorded, state: GameState
    ) -> None:
        name = projection.name
        cursor = self.cursors[name]
        if cursor.parked_why is not None:
            return
        if cursor.version == step.version and cursor.hash != step.hash:
            raise Damaged(step.version, "the log has another step than the one that was projected")
        try:
            accumulator, rows = projection.fold(game, accumulators.get(name), step, state)
        except MemoryError:
            raise  # the machine's fault, not the game's
        except Exception as error:  # whatever a fold raises, only this projection of this game is parked
            why = f"step {step.version} ({step.body.type}): {error_location(error)}"
            self.cursors[name] = Cursor(cursor.version, cursor.hash, why)
            return
        accumulators[name] = accumulator
        if step.version > cursor.version:
            self.rows.setdefault(name, []).extend(rows)
            self.cursors[name] = Cursor(step.version, step.hash)

    def park(self, damaged: Damaged) -> None:
        """Park every projection of this game at its cursor."""
        why = f"step {damaged.version}: {damaged.why}"
        for name, cursor in self.cursors.items():
            if cursor.parked_why is None:
                self.cursors[name] = Cursor(cursor.version, cursor.hash, why)

    def check_end(self, head: LogHead) -> None:
        """Compare the end of the fold with the log's head and the cursors. Raises Damaged where they disagree.

        Call it when no step follows."""
        folded = self.folded
        if folded.version < head.version:
            raise Damaged(Step(folded.version + 1), "the step is missing")
        if folded.version == head.version and folded.hash != head.hash:
            raise Damaged(folded.version, "the game's head is another step than the last one")
        if any(cursor.version > folded.version for cursor in self.cursors.values() if cursor.parked_why is None):
            raise Damaged(Step(folded.version + 1), "the step was projected, but the log does not have it")
