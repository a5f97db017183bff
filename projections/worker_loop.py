"""What a worker does all day: project games that are said to have moved, look for those nobody spoke of, let the house play.

Knows no broker and no database. Runs in one event loop; nothing it meets ends it: what cannot be done now is found again by
the next sweep, because a sweep asks the log and not its own memory.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Final
from weakref import WeakValueDictionary

from projections.ports import Store
from projections.runner import Runner, Stand
from projections.steps import place

SWEEP_SECONDS: Final = 1.0
SWEEP_REST: Final = 20
"""A sweep looks at every game, so it rests this many times as long as it looked: it never takes more than a twentieth."""
SWEEP_GAMES_MAX: Final = 500
SIDE_BY_SIDE: Final = 3
BOT_GAMES_MAX: Final = 4
BOT_SILENT_US: Final = 2_000_000
"""The house is sent again to a game that waits for it so long: whoever was there before has failed or was killed."""
BOT_REST_SECONDS_MAX: Final = 60.0

House = Callable[[str], Awaitable[float]]
"""Plays the house's seats of a game. Gives the seconds after which it wants to be sent again; 0: nothing is left to do. Sent
twice, it does nothing twice."""

_log = logging.getLogger("emberlog.worker")


class WorkerLoop:
    """Use as an async context manager; it sweeps while it is open."""

    def __init__(
        self,
        store: Store,
        runner: Runner,
        house: House | None = None,
        now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
    ) -> None:
        self._store = store
        self._runner = runner
        self._house = house
        self._now_us = now_us
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._side_by_side = asyncio.Semaphore(SIDE_BY_SIDE)
        self._house_places = asyncio.Semaphore(BOT_GAMES_MAX)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._asked_again: set[str] = set()
        self._house_rests: dict[str, tuple[float, float]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._in_trouble = False

    async def __aenter__(self) -> "WorkerLoop":
        self._sweeper = asyncio.create_task(self._sweep_for_ever())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        tasks = [*self._playing.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---------------------------------------------------------------- projecting

    async def project(self, game_id: str, *, wait: bool = True) -> bool:
        """Bring one game's projections up to its log, then let the house play. False: not now; the sweep comes back."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        try:
            async with lock:
                stand = await self._runner.project(game_id, wait=wait)
        except Exception as error:  # the store's trouble; the game's own is parked by the runner
            self._not_now(error)
            return False
        self._all_well()
        if stand is not None and _house_may_act(stand):
            self._send_house(game_id)
        return True

    async def sweep(self) -> int:
        """Project every game whose log is past its cursors, and send the house where it is waited for. Gives the number of
        games that nobody had spoken of, or that are under way."""
        found = await self._store.laggards(self._runner.names, limit=SWEEP_GAMES_MAX)
        await asyncio.gather(*(self._project_in_turn(game_id) for game_id in found))
        if self._house is not None:
            before = self._now_us() - BOT_SILENT_US
            waiting = await self._store.waiting_for_bots(moved_before_us=before, limit=SWEEP_GAMES_MAX)
            for game_id in waiting:
                if self._house_rests.get(game_id, (0.0, 0.0))[1] <= time.monotonic():
                    self._send_house(game_id)
        return len(found)

    async def _project_in_turn(self, game_id: str) -> None:
        async with self._side_by_side:
            await self.project(game_id, wait=False)

    async def _sweep_for_ever(self) -> None:
        while True:
            began = time.monotonic()
            looked = 0.0
            try:
                found = await self.sweep()
                self._all_well()
                if not found:
                    looked = time.monotonic() - began
            except Exception as error:  # a sweep that fails is made up for by the next
                self._not_now(error)
            await asyncio.sleep(max(SWEEP_SECONDS, looked * SWEEP_REST))

    def _not_now(self, error: Exception) -> None:
        if not self._in_trouble:
            _log.warning("Projecting waits: %s", getattr(error, "what", None) or place(error))
        self._in_trouble = True

    def _all_well(self) -> None:
        if self._in_trouble:
            _log.info("Projecting goes on.")
        self._in_trouble = False

    # ---------------------------------------------------------------- the house

    def _send_house(self, game_id: str) -> None:
        if self._house is None:
            return
        if game_id in self._playing:
            self._asked_again.add(game_id)
            return
        self._playing[game_id] = asyncio.create_task(self._play_house(self._house, game_id))

    async def _play_house(self, house: House, game_id: str) -> None:
        try:
            rest = 0.0
            again = True
            while again:
                await asyncio.sleep(rest)  # a game with a pace holds no place meanwhile
                async with self._house_places:
                    self._asked_again.discard(game_id)
                    rest = await house(game_id)
                again = rest > 0 or game_id in self._asked_again
            self._house_rests.pop(game_id, None)
        except Exception as error:  # one game's house must not stop another's
            pause = min(2 * self._house_rests.get(game_id, (0.5, 0.0))[0], BOT_REST_SECONDS_MAX)
            self._house_rests[game_id] = (pause, time.monotonic() + pause)
            why = getattr(error, "what", None) or place(error)
            _log.warning("The house could not play in game %s and tries again later: %s", game_id, why)
        finally:
            self._asked_again.discard(game_id)
            del self._playing[game_id]


def _house_may_act(stand: Stand) -> bool:
    """Whether to send the house: yes, too, when the state was not folded (somebody else did it, or the game is parked)."""
    if stand.game is None or stand.state is None:
        return True
    return any(stand.state.seats[seat].bot for seat in stand.game.to_act(stand.state))
