"""Loads a game at its head: from this process's cache, else from a snapshot, else from the whole log."""

import asyncio
import logging
from collections import OrderedDict
from weakref import WeakValueDictionary

import msgspec

from domain.engine.step import BEFORE_FIRST, Step
from domain.game import Game, GameState
from services.errors import LogDamaged
from services.log.behind_snapshots import BehindSnapshots
from services.log.origins import Origins
from services.log.read_log import (
    GENESIS,
    check_step,
    fold_steps,
    game_head,
    game_of,
    pack_state,
    read_steps,
    unpack_state,
)
from services.ports import Snapshot
from services.streams import Head
from services.world import World

HEADS_CACHED_MAX = 1_024
"""Games whose state at the head stays in memory."""
SNAPSHOT_EVERY_STEPS = 128

_log = logging.getLogger("emberlog.load_game")


class LoadedGame(msgspec.Struct, frozen=True):
    """A game after some step: its rules, its state, and the hash of that step."""

    game_id: str
    game: Game
    state: GameState
    hash: bytes


class GameLoader:
    """Loads games, and caches their heads.

    A cached head is behind the log when another process has written. `append` notices that, and `at_head(fresh=True)`
    asks the log first.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._behind = BehindSnapshots(world.log)
        self._origins = Origins(world.log)
        self._heads: OrderedDict[str, LoadedGame] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._lately: OrderedDict[str, asyncio.Lock] = OrderedDict()
        """The locks that were asked for lately: making one takes longer than looking for it."""

    def lock(self, game_id: str) -> asyncio.Lock:
        """The lock under which this process decides the commands of a game, one after the other."""
        lock = self._lately.get(game_id)
        if lock is not None:
            return lock
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        self._lately[game_id] = lock
        if len(self._lately) > HEADS_CACHED_MAX:
            self._lately.popitem(last=False)
        return lock

    def put(self, loaded: LoadedGame) -> None:
        """Caches a head that was just written or read, unless a later one is cached."""
        if loaded.state.is_fork and loaded.state.left is msgspec.UNSET:
            return  # a fork that was just made: `at_head` completes it
        known = self._heads.get(loaded.game_id)
        if known is None or known.state.version <= loaded.state.version:
            self._heads[loaded.game_id] = loaded
        self._heads.move_to_end(loaded.game_id)
        while len(self._heads) > HEADS_CACHED_MAX:
            self._heads.popitem(last=False)

    def has(self, game_id: str) -> bool:
        """Whether a head of the game is cached."""
        return game_id in self._heads

    def drop(self, game_id: str) -> None:
        """Forgets a head, after a conflict."""
        self._heads.pop(game_id, None)

    async def at_head(self, game_id: str, *, fresh: bool = True) -> LoadedGame | None:
        """The game at its head; None when there is no such game. `fresh` False: a cached head will do. Raises
        LogDamaged and UnsupportedVersion."""
        known = self._heads.get(game_id)
        if known is not None and not fresh:
            return known
        head = await game_head(self._world.log, game_id)
        if head is None:
            return None
        if known is not None and known.state.version == head.version and known.hash == head.hash:
            return known
        game = game_of(head)
        if known is None or known.state.version > head.version:
            known = await self._from_snapshot(game_id, game, head)
        loaded = await self._caught_up(game_id, game, known)
        if loaded is None:
            raise LogDamaged(game_id, Step(1), "the log has the game but none of its steps")
        if loaded.state.version < head.version:
            raise LogDamaged(game_id, Step(loaded.state.version + 1), "the step is missing")
        if loaded.state.version == head.version and loaded.hash != head.hash:
            raise LogDamaged(game_id, head.version, "the game's head is another step than the last one")
        loaded = LoadedGame(game_id, game, await self._origins.completed(loaded.state), loaded.hash)
        self.put(loaded)
        return loaded

    async def _from_snapshot(self, game_id: str, game: Game, head: Head) -> LoadedGame | None:
        """The game at its latest snapshot; None when there is none that can be used. Raises LogDamaged when the log
        behind it is not what was written."""
        fingerprint = self._world.fingerprint(game.ruleset.key)
        snapshot = await self._world.snapshots.latest(game_id, fingerprint, at_most=head.version)
        if snapshot is None:
            return None
        rows = await self._world.log.read(game_id, after=Step(snapshot.version - 1), limit=1)
        try:
            state = unpack_state(game, snapshot.state)
        except msgspec.DecodeError:
            return None
        if not rows or rows[0].version != snapshot.version:
            return None
        step = check_step(game.script, game_id, rows[0], snapshot.version, rows[0].prev_hash)
        if step.body.state != game.state_hash(state):
            return None  # the cache has another state than the one that the log has the hash of
        await self._behind.check(game_id, snapshot.version, step.hash, head.commands)
        return LoadedGame(game_id, game, state, step.hash)

    async def _caught_up(self, game_id: str, game: Game, known: LoadedGame | None) -> LoadedGame | None:
        after, prev_hash = (BEFORE_FIRST, GENESIS) if known is None else (known.state.version, known.hash)
        steps = await read_steps(self._world.log, game, game_id, after=after, prev_hash=prev_hash)
        state = fold_steps(game, game_id, None if known is None else known.state, steps)
        if state is None:
            return None
        if not steps:
            return known
        return LoadedGame(game_id, game, state, steps[-1].hash)

    async def save_snapshot(self, before: Step, loaded: LoadedGame) -> None:
        """Saves a snapshot when the game has just passed a multiple of `SNAPSHOT_EVERY_STEPS`. Losing one costs only
        time."""
        if before // SNAPSHOT_EVERY_STEPS == loaded.state.version // SNAPSHOT_EVERY_STEPS:
            return
        fingerprint = self._world.fingerprint(loaded.game.ruleset.key)
        snapshot = Snapshot(loaded.state.version, pack_state(loaded.state))
        try:
            await self._world.snapshots.save(loaded.game_id, fingerprint, snapshot)
        except Exception as error:  # the command is acknowledged already, and a snapshot is only a cache
            _log.warning("no snapshot of game %s was saved: %s", loaded.game_id, type(error).__name__)
