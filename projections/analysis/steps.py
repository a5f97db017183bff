"""Which steps are analysed: the ends of commands that begin a turn or turn something up, and the end of the game.

Between them little changes for spectators, and every step costs as much as any other. The choice follows from turns and
types of events, which everybody may know, so the list of analysed steps tells nobody anything.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.engine.step import Step
from domain.game import Game, GameState
from domain.log.reading import fold_step, read_step
from domain.log.record import Recorded, StepRow


@dataclass(frozen=True, slots=True)
class AnalysedStep:
    """A step whose chances are worth playouts, its hash, and the state after it."""

    version: Step
    hash: bytes
    state: GameState


class StepChooser:
    """Takes the steps of one game in order and picks those to analyse."""

    def __init__(self, game: Game, game_id: str) -> None:
        self._game = game
        self._game_id = game_id
        self._turn = 0
        self._turned_up = False
        self.state: GameState | None = None
        self.version = Step(0)
        self.hash = bytes(32)
        self.hashes: list[bytes] = []

    def read(self, rows: Sequence[StepRow]) -> Iterator[AnalysedStep]:
        """The steps to analyse among the next rows of the log. Raises Damaged."""
        for row in rows:
            step = read_step(self._game.script, self._game_id, row, after=self.version, prev_hash=self.hash)
            self.state = fold_step(self._game, self.state, step)
            self.version, self.hash = step.version, step.hash
            self.hashes.append(step.hash)
            if self.is_worth_it(step, self.state):
                yield AnalysedStep(step.version, step.hash, self.state)

    def is_worth_it(self, step: Recorded, state: GameState) -> bool:
        """Whether to analyse `step`, which left the game in `state`. Call it for every step, in order."""
        self._turned_up = self._turned_up or isinstance(step.event, self._game.ruleset.reveals)
        if step.body.state is None or state.position is None or state.phase == "abandoned":
            return False  # in the middle of a command nobody can act
        turn = self._game.turn(state)
        is_worth_it = turn > self._turn or self._turned_up or state.over or not self._turn
        self._turn, self._turned_up = max(turn, self._turn, 1), False
        return is_worth_it
