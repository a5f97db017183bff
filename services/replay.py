"""Any step of any game, as a read of the log: no broker, no worker, no projection. Decides nothing."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from domain.game import Game, GameState, Recorded
from domain.game.events import SeedRevealed
from services.ports import LogDamaged
from services.read_log import GENESIS, fold_step, game_for, read_steps
from services.world import World

CHECKPOINT_EVERY_STEPS = 16
STEPS_KEPT = 40_000
"""Steps held in memory over all games; about 2 kB each."""


@dataclass(slots=True)
class History:
    """The checked steps of one game so far and the states at every `CHECKPOINT_EVERY_STEPS`-th of them."""

    game_id: str
    game: Game
    steps: list[Recorded] = field(default_factory=list)
    head: GameState | None = None
    checkpoints: dict[int, GameState] = field(default_factory=dict)
    turns: list[int] = field(default_factory=list)
    """How many turns had begun after each step, in the order of `steps`."""
    begun: int = 0
    """The step with which play began; 0 while it has not."""

    @property
    def version(self) -> int:
        """The last step known."""
        return len(self.steps)

    @property
    def ended(self) -> bool:
        """Whether the last step of all is known: nothing follows the revealing of the seed."""
        return bool(self.steps) and isinstance(self.steps[-1].event, SeedRevealed)

    @property
    def hash(self) -> bytes:
        """The hash of the last step known."""
        return self.steps[-1].hash if self.steps else GENESIS

    def add(self, steps: Sequence[Recorded]) -> None:
        """Take the next steps in; LogDamaged where a state is not the one whose hash was written."""
        for step in steps:
            self.head = fold_step(self.game, self.game_id, self.head, step)
            self.steps.append(step)
            self.turns.append(self.game.turn(self.head))
            if not self.begun and self.head.phase == "playing":
                self.begun = step.version
            if step.version % CHECKPOINT_EVERY_STEPS == 0:
                self.checkpoints[step.version] = self.head

    def state_at(self, version: int) -> GameState:
        """The state after step `version`, 1..`self.version`."""
        assert 1 <= version <= self.version, "a step outside the history"
        if version == self.version:
            assert self.head is not None
            return self.head
        start = version - version % CHECKPOINT_EVERY_STEPS
        state = self.checkpoints.get(start)
        for step in self.steps[start:version]:
            state = self.game.evolve(state, step.event)
        assert state is not None
        return state


class Histories:
    """The histories this process holds, least recently used out first. Every reader of one game shares one."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._held: OrderedDict[str, History] = OrderedDict()
        self._busy: dict[str, asyncio.Task[History | None]] = {}

    async def up_to_date(self, game_id: str, *, at_least: int | None = None) -> History | None:
        """The game's history up to the log's head, or None when there is no such game. Raises LogDamaged.

        `at_least`: a step that is enough; when the history reaches it already, the log is not asked.
        """
        held = self._held.get(game_id)
        if held is not None and (held.ended or (at_least is not None and held.version >= at_least)):
            self._held.move_to_end(game_id)
            return held
        task = self._busy.get(game_id)
        if task is None:
            task = asyncio.create_task(self._read(game_id))
            self._busy[game_id] = task
            task.add_done_callback(lambda _: self._busy.pop(game_id, None))
        return await asyncio.shield(task)

    async def _read(self, game_id: str) -> History | None:
        head = await self._world.log.head(game_id)
        if head is None:
            return None
        history = self._held.get(game_id)
        if history is None:
            history = History(game_id, game_for(game_id, head.ruleset, head.ruleset_version))
        if history.version < head.version:
            steps = await read_steps(
                self._world.log, history.game, game_id, after=history.version, prev_hash=history.hash
            )
            history.add(steps)
        if history.version < head.version:
            raise LogDamaged(game_id, history.version + 1, "the step is missing")
        self._keep(history)
        return history

    def _keep(self, history: History) -> None:
        self._held[history.game_id] = history
        self._held.move_to_end(history.game_id)
        kept = sum(each.version for each in self._held.values())
        while kept > STEPS_KEPT and len(self._held) > 1:
            _, gone = self._held.popitem(last=False)
            kept -= gone.version
