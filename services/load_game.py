"""A game's state at its head: from this process's cache, else a snapshot, else the whole log. Decides nothing."""

import asyncio
import contextlib
from collections import OrderedDict
from dataclasses import dataclass
from weakref import WeakValueDictionary

import msgspec

from domain.game import Game, GameState
from services.ports import LogDamaged, Snapshot
from services.read_log import GENESIS, fold_steps, game_for, pack_state, read_steps, unpack_state
from services.world import World

HEADS_KEPT = 1_024
SNAPSHOT_EVERY_STEPS = 128


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game as it stands: its doors, its state and the hash of its last step."""

    game_id: str
    game: Game
    state: GameState
    hash: bytes


class GameLoader:
    """The heads this process knows. A head may be behind the log when another process writes: `append` finds that out,
    and `at_head(fresh=True)` asks the log first."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._heads: OrderedDict[str, LoadedGame] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, game_id: str) -> asyncio.Lock:
        """The lock under which this process moves a game, so that it does not run into itself."""
        held = self._locks.get(game_id)
        if held is None:
            held = self._locks[game_id] = asyncio.Lock()
        return held

    def put(self, opened: LoadedGame) -> None:
        """Remember a head that was just written or read, unless a later one is known."""
        known = self._heads.get(opened.game_id)
        if known is None or known.state.version <= opened.state.version:
            self._heads[opened.game_id] = opened
        self._heads.move_to_end(opened.game_id)
        while len(self._heads) > HEADS_KEPT:
            self._heads.popitem(last=False)

    def drop(self, game_id: str) -> None:
        """Forget a head, after a conflict."""
        self._heads.pop(game_id, None)

    async def at_head(self, game_id: str, *, fresh: bool = True) -> LoadedGame | None:
        """The game as it stands, or None when there is none. `fresh` False: good enough to decide on. Raises LogDamaged."""
        known = self._heads.get(game_id)
        if known is not None and not fresh:
            return known
        head = await self._world.log.head(game_id)
        if head is None:
            return None
        if known is not None and known.state.version == head.version and known.hash == head.hash:
            return known
        game = game_for(game_id, head.ruleset, head.ruleset_version)
        if known is None or known.state.version > head.version:
            known = await self._from_snapshot(game_id, game, head.version)
        opened = await self._caught_up(game_id, game, known)
        if opened is None:
            raise LogDamaged(game_id, 1, "the log has the game but none of its steps")
        if opened.state.version < head.version:
            raise LogDamaged(game_id, opened.state.version + 1, "the step is missing")
        if opened.state.version == head.version and opened.hash != head.hash:
            raise LogDamaged(game_id, head.version, "the game's head is another step than the last one")
        self.put(opened)
        return opened

    async def _from_snapshot(self, game_id: str, game: Game, at_most: int) -> LoadedGame | None:
        fingerprint = self._world.fingerprint(game.ruleset.id)
        kept = await self._world.snapshots.latest(game_id, fingerprint, at_most=at_most)
        if kept is None:
            return None
        rows = await self._world.log.read(game_id, after=kept.version - 1, limit=1)
        try:
            state = unpack_state(game, kept.state)
        except msgspec.DecodeError:
            return None
        if not rows or rows[0].version != kept.version or state.version != kept.version:
            return None
        return LoadedGame(game_id, game, state, rows[0].hash)

    async def _caught_up(self, game_id: str, game: Game, known: LoadedGame | None) -> LoadedGame | None:
        after, prev_hash = (0, GENESIS) if known is None else (known.state.version, known.hash)
        steps = await read_steps(self._world.log, game, game_id, after=after, prev_hash=prev_hash)
        state = fold_steps(game, game_id, None if known is None else known.state, steps)
        if state is None:
            return None
        return LoadedGame(game_id, game, state, steps[-1].hash if steps else prev_hash)

    async def save_snapshot(self, before: int, opened: LoadedGame) -> None:
        """Save a snapshot when the game has just passed a multiple of `SNAPSHOT_EVERY_STEPS`. Losing one costs only time."""
        if before // SNAPSHOT_EVERY_STEPS == opened.state.version // SNAPSHOT_EVERY_STEPS:
            return
        fingerprint = self._world.fingerprint(opened.game.ruleset.id)
        snapshot = Snapshot(opened.state.version, pack_state(opened.state))
        with contextlib.suppress(Exception):
            await self._world.snapshots.save(opened.game_id, fingerprint, snapshot)
