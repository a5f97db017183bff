"""Any step of any game, as a read of the log: no broker, no worker, no projection. Decides nothing."""

import asyncio
import logging
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

_log = logging.getLogger("emberlog.replay")


@dataclass(frozen=True, slots=True)
class Damage:
    """Where a game's log stops being what was written: at step `version`. `head`: the last step that the log says there is.
    `noticed_us`: when this process first saw it."""

    version: int
    why: str
    head: int
    noticed_us: int


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
    damage: Damage | None = None
    """What is wrong with the step after the last one here; None while the log is good."""

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

    async def up_to_date(self, game_id: str, *, at_least: int | None = None, damaged: bool = False) -> History | None:
        """The game's history up to the log's head, or None when there is no such game. Raises LogDamaged.

        `at_least`: a step that is enough; when the history reaches it already, the log is not asked. `damaged`: take a
        damaged game up to its last good step, with `damage` set, instead of raising; only for who asks `services.horizon`
        what the caller may hear of it.
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
        history = await asyncio.shield(task)
        if history is not None and history.damage is not None and not damaged:
            raise LogDamaged(game_id, history.damage.version, history.damage.why)
        return history

    async def _read(self, game_id: str) -> History | None:
        head = await self._world.log.head(game_id)
        if head is None:
            return None
        history = self._held.get(game_id)
        if history is None:
            history = History(game_id, game_for(game_id, head.ruleset, head.ruleset_version))
        found = None if history.version >= head.version else await self._caught_up(history, head.version)
        known, history.damage = history.damage, None
        if found is not None:
            now_us = self._world.now_us()
            if known is None or known.version != found.version:
                _log.error("game %s is damaged at step %d: %s", game_id, found.version, found.why)
            else:
                now_us = known.noticed_us
            history.damage = Damage(found.version, found.why, head.version, now_us)
        self._keep(history)
        return history

    async def _caught_up(self, history: History, head: int) -> LogDamaged | None:
        """Add what follows, as far as it is good; gives what is wrong with the step after that, if anything is."""
        try:
            history.add(await self._following(history, None))
            if history.version < head:
                raise LogDamaged(history.game_id, history.version + 1, "the step is missing")
        except LogDamaged as error:
            damaged = error
        else:
            return None
        if damaged.version > history.version + 1:
            try:  # the steps before the damaged one came in the same page with it
                history.add(await self._following(history, damaged.version - 1))
            except LogDamaged as earlier:
                return earlier
        return damaged

    async def _following(self, history: History, up_to: int | None) -> list[Recorded]:
        return await read_steps(
            self._world.log,
            history.game,
            history.game_id,
            after=history.version,
            prev_hash=history.hash,
            up_to=up_to,
        )

    def _keep(self, history: History) -> None:
        self._held[history.game_id] = history
        self._held.move_to_end(history.game_id)
        kept = sum(each.version for each in self._held.values())
        while kept > STEPS_KEPT and len(self._held) > 1:
            _, gone = self._held.popitem(last=False)
            kept -= gone.version
