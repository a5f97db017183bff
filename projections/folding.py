"""One game's steps folded into every projection's rows at once, in memory. Pure: reads no store and writes none.

The state is folded once a step and shared by all projections; it is frozen. A step that a projection has already is folded
again without rows, because its memo may be younger than its cursor or because the fold starts from the first step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.game import Game, GameState, Recorded
from domain.game.record import GENESIS
from projections.ports import Cursor, LogHead, Projection, Row, StoredStep
from projections.steps import Damaged, evolve, place, read_step


@dataclass(frozen=True, slots=True)
class Held:
    """Where the folds of a game stand after step `version`: the state, and each projection's memo by name."""

    version: int = 0
    hash: bytes = GENESIS
    state: GameState | None = None
    memos: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def serves(self, cursors: Mapping[str, Cursor]) -> bool:
        """Whether these cursors can be moved on from here: none lies behind, and every memo is known."""
        return self.version == 0 or all(
            name in self.memos and self.version <= cursor.version for name, cursor in cursors.items()
        )


BEGINNING = Held()


@dataclass(slots=True)
class Folding:
    """One batch: begins at `held` and the cursors there; afterwards holds where they have come to, and the rows."""

    game_id: str
    cursors: dict[str, Cursor]
    """Moved on as steps are folded; parked where a fold fails."""
    held: Held = BEGINNING
    rows: dict[str, list[Row]] = field(default_factory=dict)

    @classmethod
    def parked(cls, game_id: str, cursors: dict[str, Cursor], damaged: Damaged) -> "Folding":
        """No step can be folded at all."""
        folding = cls(game_id, cursors)
        folding.park(damaged)
        return folding

    def take(self, game: Game, projections: Sequence[Projection], steps: Sequence[StoredStep]) -> None:
        """Fold the steps past `held.version`. Raises Damaged at the first that cannot be; those before it are folded."""
        for row in steps:
            before = self.held
            step = read_step(game, self.game_id, row, after=before.version, prev_hash=before.hash)
            state = evolve(game, before.state, step)
            memos = dict(before.memos)
            for projection in projections:
                self._fold(game, projection, memos, step, state)
            self.held = Held(step.version, step.hash, state, memos)

    def _fold(
        self, game: Game, projection: Projection, memos: dict[str, Any], step: Recorded, state: GameState
    ) -> None:
        name = projection.name
        cursor = self.cursors[name]
        if cursor.parked_why is not None:
            return
        if cursor.version == step.version and cursor.hash != step.hash:
            raise Damaged(step.version, "the log has another step than the one that was projected")
        try:
            memo, rows = projection.fold(game, memos.get(name), step, state)
        except MemoryError:
            raise  # the machine's trouble, not the game's
        except Exception as error:  # whatever a fold raises, only this projection of this game is parked
            why = f"step {step.version} ({step.body.type}): {place(error)}"
            self.cursors[name] = Cursor(cursor.version, cursor.hash, why)
            return
        memos[name] = memo
        if step.version > cursor.version:
            self.rows.setdefault(name, []).extend(rows)
            self.cursors[name] = Cursor(step.version, step.hash)

    def park(self, damaged: Damaged) -> None:
        """Give up every projection of this game where it stands."""
        why = f"step {damaged.version}: {damaged.why}"
        for name, cursor in self.cursors.items():
            if cursor.parked_why is None:
                self.cursors[name] = Cursor(cursor.version, cursor.hash, why)

    def check_end(self, head: LogHead) -> None:
        """No step follows: compare where the fold has come with the log's head and the cursors. Raises Damaged."""
        at = self.held
        if at.version < head.version:
            raise Damaged(at.version + 1, "the step is missing")
        if at.version == head.version and at.hash != head.hash:
            raise Damaged(at.version, "the game's head is another step than the last one")
        if any(cursor.version > at.version for cursor in self.cursors.values() if cursor.parked_why is None):
            raise Damaged(at.version + 1, "the step was projected, but the log does not have it")
