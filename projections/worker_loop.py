"""What a worker does all day: projects games that may have moved, sweeps for games no job announced, lets bots play.

Runs in one event loop, and no error ends it. A sweep asks the log instead of its own memory, so the next sweep finds
whatever could not be done now.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

from domain.log.reading import error_location
from projections.fair_places import FairPlaces
from projections.ports import Store
from projections.runner import ProjectionResult, Runner

SWEEP_SECONDS: Final = 1.0
SWEEP_PAUSE_FACTOR: Final = 20
"""A sweep reads every game, so the pause after it is this many times as long: sweeps take at most a twentieth of the
time."""
SWEEP_GAMES_MAX: Final = 500
SWEEP_GAMES_CONCURRENT_MAX: Final = 3
BOT_GAMES_MAX: Final = 4
BOT_SILENT_US: Final = 2_000_000
"""Bots are started again in a game that has waited for them this long: the process that played before failed or was
killed."""
BOT_PAUSE_SECONDS_FIRST: Final = 1.0
BOT_PAUSE_SECONDS_MAX: Final = 60.0


class Bots(Protocol):
    """Plays the bots' seats of games."""

    async def host(self, game_id: str) -> str:
        """The principal who opened the game; "" when there is no such game. Hosts take turns."""
        ...

    async def visit(self, game_id: str) -> float:
        """Plays a few commands. Returns the seconds after which it wants to be called again, or 0 when nothing is left
        to do. Calling it twice does nothing twice."""
        ...


Chore = Callable[[], Awaitable[object]]
"""What a worker does now and then beside its games. Two workers may do it at once."""
CHORE_SECONDS: Final = 300.0
FLAG_SECONDS: Final = 0.4
"""How often the workers ask for flags that have fallen."""

_log = logging.getLogger("emberlog.worker")


class _Pause(NamedTuple):
    """How long the bots of a game pause after a failure, and until when by the monotonic clock."""

    seconds: float = 0.0
    until: float = 0.0

    def next(self, now: float) -> "_Pause":
        seconds = min(2 * self.seconds or BOT_PAUSE_SECONDS_FIRST, BOT_PAUSE_SECONDS_MAX)
        return _Pause(seconds, now + seconds)


class WorkerLoop:
    """The loop of one worker. Use it as an async context manager; it sweeps while it is open.

    `now_us` is the time in microseconds since 1970 (UTC); `monotonic` measures pauses in seconds. `chore` is done every
    `CHORE_SECONDS`, and `flags` every `FLAG_SECONDS`. `announce` is called with every game that moved, for work that
    may follow later.
    """

    def __init__(
        self,
        store: Store,
        runner: Runner,
        bots: Bots | None = None,
        now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
        monotonic: Callable[[], float] = time.monotonic,
        chore: Chore | None = None,
        announce: Callable[[str], Awaitable[None]] | None = None,
        flags: Chore | None = None,
    ) -> None:
        self._store = store
        self._runner = runner
        self._bots = bots
        self._now_us = now_us
        self._monotonic = monotonic
        self._chore = chore
        self._chore_due = monotonic()
        self._announce = announce
        self._flags = flags
        self._flag_caller: asyncio.Task[None] | None = None
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._sweep_slots = asyncio.Semaphore(SWEEP_GAMES_CONCURRENT_MAX)
        self._places = FairPlaces(BOT_GAMES_MAX)
        self._loading = asyncio.Semaphore(BOT_GAMES_MAX)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._repeat_requests: set[str] = set()
        self._bot_pauses: dict[str, _Pause] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._in_trouble = False

    async def __aenter__(self) -> "WorkerLoop":
        self._sweeper = asyncio.create_task(self._keep_sweeping())
        if self._flags is not None:
            self._flag_caller = asyncio.create_task(self._keep_calling(self._flags))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        loops = (self._sweeper, self._flag_caller)
        tasks = [*self._playing.values(), *(each for each in loops if each is not None)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---------------------------------------------------------------- projecting

    async def project(self, game_id: str, *, wait: bool = True) -> bool:
        """Bring one game's projections up to its log, then let its bots play.

        False: it did not work now, and a sweep tries again.
        """
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        try:
            async with lock:
                result = await self._runner.project(game_id, wait=wait)
        except Exception as error:  # the store's fault; the runner parks what is the game's own
            self._report_trouble(error)
            return False
        self._report_recovery()
        if result is not None and result.rows and self._announce is not None:
            await self._announce(game_id)
        if result is not None and _bots_may_act(result):
            self._start_bots(game_id)
        return True

    async def sweep(self) -> int:
        """Project every game whose log is past its cursors, and start the bots of games that wait for them.

        Returns the number of games that were behind their log.
        """
        laggards = await self._store.laggards(self._runner.names, limit=SWEEP_GAMES_MAX)
        await asyncio.gather(*(self._project_laggard(game_id) for game_id in laggards))
        if self._bots is not None:
            before = self._now_us() - BOT_SILENT_US
            waiting = await self._store.waiting_for_bots(moved_before_us=before, limit=SWEEP_GAMES_MAX)
            for game_id in waiting:
                if self._bot_pauses.get(game_id, _Pause()).until <= self._monotonic():
                    self._start_bots(game_id)
        return len(laggards)

    async def _project_laggard(self, game_id: str) -> None:
        async with self._sweep_slots:
            await self.project(game_id, wait=False)

    async def _keep_sweeping(self) -> None:
        while True:
            began = self._monotonic()
            seconds = 0.0
            try:
                games = await self.sweep()
                await self._do_chore()
                self._report_recovery()
                if not games:
                    seconds = self._monotonic() - began
            except Exception as error:  # the next sweep makes up for one that fails
                self._report_trouble(error)
            await asyncio.sleep(max(SWEEP_SECONDS, seconds * SWEEP_PAUSE_FACTOR))

    async def _do_chore(self) -> None:
        if self._chore is not None and self._chore_due <= self._monotonic():
            self._chore_due = self._monotonic() + CHORE_SECONDS
            await self._chore()

    async def _keep_calling(self, flags: Chore) -> None:
        """Call flags that have fallen, in a loop of its own: a sweep over many games must not make them late."""
        while True:
            try:
                await flags()
            except Exception as error:  # the next round makes up for one that fails
                self._report_trouble(error)
            await asyncio.sleep(FLAG_SECONDS)

    def _report_trouble(self, error: Exception) -> None:
        if not self._in_trouble:
            _log.warning("Projecting is paused: %s", getattr(error, "what", None) or error_location(error))
        self._in_trouble = True

    def _report_recovery(self) -> None:
        if self._in_trouble:
            _log.info("Projecting continues.")
        self._in_trouble = False

    # ---------------------------------------------------------------- bots

    def _start_bots(self, game_id: str) -> None:
        if self._bots is None:
            return
        if game_id in self._playing:
            self._repeat_requests.add(game_id)
            return
        self._playing[game_id] = asyncio.create_task(self._play_game(self._bots, game_id))

    async def _play_game(self, bots: Bots, game_id: str) -> None:
        """Play the bots' seats of a game until nothing is left to do there, a visit at a time."""
        try:
            async with self._loading:
                host = await bots.host(game_id)
            seconds = 0.0
            repeat = True
            while repeat:
                await asyncio.sleep(seconds)  # a game with a pace takes no slot meanwhile
                async with self._places.place(host):
                    self._repeat_requests.discard(game_id)
                    seconds = await bots.visit(game_id)
                repeat = seconds > 0 or game_id in self._repeat_requests
            self._bot_pauses.pop(game_id, None)
        except Exception as error:  # the bots of one game must not stop those of another
            self._bot_pauses[game_id] = self._bot_pauses.get(game_id, _Pause()).next(self._monotonic())
            why = getattr(error, "what", None) or error_location(error)
            _log.warning("The bots could not play in game %s and will try again later: %s", game_id, why)
        finally:
            self._repeat_requests.discard(game_id)
            del self._playing[game_id]


def _bots_may_act(result: ProjectionResult) -> bool:
    """Whether to start the bots. Also true when the state was not folded: by another process, or in a parked game."""
    if result.game is None or result.state is None:
        return True
    return any(result.state.seats[seat].bot for seat in result.game.to_act(result.state))
