"""Any step of any game, read from the log and from nothing else: no broker, no worker, no projection."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from domain.engine.step import BEFORE_FIRST, Step
from domain.game import Game, GameState
from domain.game.events import GameForked, SeatTaken, SeedRevealed
from domain.game.names import NO_NAMES, GameNames
from domain.game.take_back.events import StepsTakenBack
from domain.game.take_back.past import Past, is_played
from domain.log.record import Recorded
from services.errors import LogDamaged
from services.log.damage import park_damaged
from services.log.origins import Origins
from services.log.past import Pasts
from services.log.read_log import GENESIS, STEPS_AT_ONCE, check_step, fold_step, game_head, game_of, steps_of
from services.naming import Naming, persons_of
from services.ports import Append, RawStep
from services.world import World

CHECKPOINT_EVERY_STEPS = 16
STEPS_CACHED_MAX = 40_000
"""Steps in memory over all games; about 2 kB each."""
READ_AT_ONCE: Final = 128
"""Steps of a game that are folded while as many are read. Reading them from the disk takes about as long."""
WRITTEN_MAX: Final = 8
"""Commands of a game that wait for a reader. Nobody follows a game that has more."""

_log = logging.getLogger("emberlog.replay")


@dataclass(frozen=True, slots=True)
class Damage:
    """The first step of a game that is not what was written: `version`, and why.

    `head`: the last step according to the log. `noticed_us`: when this process first noticed. `parked`: whether this
    process has parked the game for it.
    """

    version: Step
    why: str
    head: Step
    noticed_us: int
    parked: bool


@dataclass(slots=True)
class History:
    """The checked steps of one game so far, with the state at every `CHECKPOINT_EVERY_STEPS`-th step."""

    game_id: str
    game: Game
    steps: list[Recorded] = field(default_factory=list)
    head: GameState | None = None
    checkpoints: dict[Step, GameState] = field(default_factory=dict)
    turns: list[int] = field(default_factory=list)
    """How many turns had begun after each step, in the order of `steps`."""
    taken_back: dict[Step, Step] = field(default_factory=dict)
    """Step that was taken back -> the step that took it back (GAME-BACK-05)."""
    begun: Step = BEFORE_FIRST
    """The step with which play began; 0 while it has not."""
    names: GameNames = NO_NAMES
    """What the game and its persons were called when somebody last asked for the history."""
    persons: frozenset[str] = frozenset()
    """Everybody who ever took a seat. Lines of earlier steps name those who left, too."""
    former: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """In a fork, everybody who had a part in the game that it continues (`GameState.left`)."""
    damage: Damage | None = None
    """What is wrong with the step after the last one here; None while the log is sound."""

    @property
    def version(self) -> Step:
        """The last step known."""
        return Step(len(self.steps))

    @property
    def ended(self) -> bool:
        """Whether the game's last step is known: nothing follows `SeedRevealed`."""
        return bool(self.steps) and isinstance(self.steps[-1].event, SeedRevealed)

    @property
    def hash(self) -> bytes:
        """The hash of the last step known."""
        return self.steps[-1].hash if self.steps else GENESIS

    def add(self, steps: Sequence[Recorded]) -> None:
        """Adds the next steps. Raises LogDamaged where a state does not have the hash that was written."""
        for step in steps:
            self.head = fold_step(self.game, self.game_id, self.head, step)
            self.steps.append(step)
            if isinstance(step.event, SeatTaken | GameForked):
                self.persons |= persons_of(self.head)
            if isinstance(step.event, StepsTakenBack):
                self._take_back(step.event.to, step.version)
            self.turns.append(self.game.turn(self.head))
            if not self.begun and self.head.phase == "playing":
                self.begun = step.version
            if step.version % CHECKPOINT_EVERY_STEPS == 0:
                self.checkpoints[step.version] = self.head

    def _take_back(self, to: Step, by: Step) -> None:
        for step in self.steps[to : by - 1]:
            if is_played(step.event):
                self.taken_back.setdefault(step.version, by)

    def taken_back_at(self, version: Step, visible: Step) -> Step | None:
        """The step that took step `version` back, for somebody who sees the game up to step `visible`; None if it
        stands for them."""
        at = self.taken_back.get(version)
        return at if at is not None and at <= visible else None

    def state_at(self, version: Step) -> GameState:
        """The state after step `version`, 1..`self.version`."""
        assert 1 <= version <= self.version, "a step outside the history"
        if version == self.version:
            assert self.head is not None
            return self.head
        start = Step(version - version % CHECKPOINT_EVERY_STEPS)
        state = self.checkpoints.get(start)
        for step in self.steps[start:version]:
            state = self.game.evolve(state, step.event, step.moment)
        assert state is not None
        return state if self.former is msgspec.UNSET else msgspec.structs.replace(state, left=self.former)


class Histories:
    """A cache of histories; the least recently used leaves first. All readers of a game share one history."""

    def __init__(self, world: World, naming: Naming | None = None) -> None:
        self._world = world
        self._origins = Origins(world.log)
        self.naming = naming or Naming(world)
        self.pasts = Pasts(world.log)
        self._cached: OrderedDict[str, History] = OrderedDict()
        self._busy: dict[str, asyncio.Task[History | None]] = {}
        self._written: dict[str, list[Append]] = {}
        """The newest commands that this process has appended to games that are cached."""
        self.listeners: list[Callable[[str, Step], None]] = []
        """Called with a game and its last step when this process has appended to it."""

    async def up_to_date(self, game_id: str, *, at_least: Step | None = None, damaged: bool = False) -> History | None:
        """The game's history up to the log's head; None when there is no such game. Raises LogDamaged.

        `at_least`: when the history has this step already, the log is not read. `damaged`: return a damaged game up to
        its last sound step, with `damage` set, instead of raising. Only for callers that ask `services.reads.horizon`
        how much of it a caller may know.
        """
        cached = self._cached.get(game_id)
        if cached is not None and at_least is not None and cached.version < at_least and game_id not in self._busy:
            self._take_written(cached)
        if cached is not None and (cached.ended or (at_least is not None and cached.version >= at_least)):
            self._cached.move_to_end(game_id)
            return await self._named(cached)
        task = self._busy.get(game_id)
        if task is None:
            task = asyncio.create_task(self._read(game_id))
            self._busy[game_id] = task
            task.add_done_callback(lambda _: self._busy.pop(game_id, None))
        history = await asyncio.shield(task)
        if history is not None and history.damage is not None and not damaged:
            raise LogDamaged(game_id, history.damage.version, history.damage.why)
        return None if history is None else await self._named(history)

    def wrote(self, entry: Append) -> None:
        """Takes a command that this process has appended: those who follow its game need not read it in the log."""
        if entry.game_id in self._cached:
            written = self._written.setdefault(entry.game_id, [])
            if len(written) == WRITTEN_MAX:
                written.clear()
            written.append(entry)
        for listener in self.listeners:
            listener(entry.game_id, entry.last_version)

    def _take_written(self, history: History) -> None:
        """Adds what follows on the history of the commands that were appended here, by the bytes that were written and
        with every check of `_read`. When they do not follow, the log is read."""
        for entry in self._written.pop(history.game_id, ()):
            head = (entry.expected_version, entry.expected_hash)
            if history.damage is None and head == (history.version, history.hash):
                with contextlib.suppress(LogDamaged):
                    history.add(steps_of(history.game, entry))

    async def past_at(self, game_id: str, version: Step) -> Past:
        """The commands that led to step `version` of a game that has it. Raises LogDamaged."""
        history = await self.up_to_date(game_id, at_least=version)
        assert history is not None, "a game that was loaded has steps"
        return await self.pasts.of(history, version)

    async def _named(self, history: History) -> History:
        """Gives the history the names of now: of everybody in it, though others may add steps meanwhile."""
        persons: frozenset[str] | None = None
        while persons != history.persons:
            persons = history.persons
            names = await self.naming.of(history.game_id, persons)
        history.names = names
        return history

    async def _read(self, game_id: str) -> History | None:
        head = await game_head(self._world.log, game_id)
        if head is None:
            return None
        history = self._cached.get(game_id)
        if history is None:
            history = History(game_id, game_of(head))
        problem = None if history.version >= head.version else await self._caught_up(history, head.version)
        if problem is not None and history.damage is None and history.version:
            history, problem = await self._read_anew(history, head.version, problem)
        history.damage = None if problem is None else await self._damage(history, problem, head.version)
        if history.head is not None and history.head.is_fork and history.former is msgspec.UNSET:
            completed = await self._origins.completed(history.head)
            history.head, history.former = completed, completed.left
        self._keep(history)
        return history

    async def _read_anew(self, cached: History, head: Step, problem: LogDamaged) -> tuple[History, LogDamaged | None]:
        """Reads the whole log before a game is parked: the steps in memory may be those of a log that was replaced."""
        anew = History(cached.game_id, cached.game)
        whole = await self._caught_up(anew, head)
        return (anew, None) if whole is None else (cached, problem)

    async def _damage(self, history: History, problem: LogDamaged, head: Step) -> Damage:
        """The damage of a game, which is logged and parked when this process meets it for the first time."""
        game_id, known = history.game_id, history.damage
        now_us, parked = self._world.now_us(), False
        if known is None or known.version != problem.version:
            _log.error("game %s is damaged at step %d: %s", game_id, problem.version, problem.why)
        else:
            now_us, parked = known.noticed_us, known.parked
        parked = parked or await park_damaged(self._world, game_id, problem.version, problem.why)
        return Damage(problem.version, problem.why, head, now_us, parked)

    async def _caught_up(self, history: History, head: Step) -> LogDamaged | None:
        """Adds the steps up to `head`, as long as they are sound. Returns the problem with the next one, if there is
        one."""
        try:
            await self._read_to(history, head)
            if history.version < head:
                raise LogDamaged(history.game_id, Step(history.version + 1), "the step is missing")
        except LogDamaged as error:
            damaged = error
        else:
            return None
        if damaged.version > history.version + 1:
            try:  # the steps before the damaged one were to come together with it
                await self._read_to(history, Step(damaged.version - 1))
            except LogDamaged as earlier:
                return earlier
        return damaged

    async def _read_to(self, history: History, end: Step) -> None:
        """Adds the steps up to `end`: some are checked and folded while the next ones are read. Raises LogDamaged at
        the first bad one, after those before it were added."""
        reading = self._read_some(history.game_id, history.version, end)
        try:
            while reading is not None and (rows := await reading):
                reading = self._read_some(history.game_id, rows[-1].version, end)
                for at, row in enumerate(rows):
                    if reading is not None and at % STEPS_AT_ONCE == 0:
                        await asyncio.sleep(0)  # the next ones are asked for, and other callers go on
                    version = Step(history.version + 1)
                    step = check_step(history.game.script, history.game_id, row, version, history.hash)
                    history.add((step,))
        finally:
            if reading is not None:
                await asyncio.gather(reading, return_exceptions=True)

    def _read_some(self, game_id: str, after: Step, end: Step) -> "asyncio.Task[Sequence[RawStep]] | None":
        """Begins to read the steps that follow step `after`; None past `end`."""
        limit = min(READ_AT_ONCE, end - after)
        return asyncio.create_task(self._world.log.read(game_id, after=after, limit=limit)) if limit > 0 else None

    def _keep(self, history: History) -> None:
        self._cached[history.game_id] = history
        self._cached.move_to_end(history.game_id)
        steps = sum(len(history.steps) for history in self._cached.values())
        while steps > STEPS_CACHED_MAX and len(self._cached) > 1:
            _, dropped = self._cached.popitem(last=False)
            self._written.pop(dropped.game_id, None)
            steps -= len(dropped.steps)
