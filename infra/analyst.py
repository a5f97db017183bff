"""An analyst process: computes win chances at the lowest priority of the machine, one game at a time.

Its main thread takes jobs out of a queue of its own; a job only says that a game moved. The other thread analyses, a
slice at a time, and sweeps for games whose jobs were lost. Without Redis the sweeps do all the work.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Mapping, Sequence
from typing import Final

from domain.game import GameState
from domain.log.reading import error_location
from infra.postgres.pool import WORKER_NAME
from infra.redis.jobs import ANALYSIS_QUEUE
from infra.redis.rq_worker import QueueReader
from infra.settings import Settings
from infra.wiring import Wired, wired
from projections.analysis.analyst import WIN_CHANCES, Analyst
from services.errors import Unavailable
from services.ports import Watching

CONNECTIONS_MAX: Final = 2
SWEEP_SECONDS: Final = 10.0
REST_SECONDS: Final = 0.5
GAMES_AT_ONCE: Final = 8
"""Games of one look: each gets a slice, then it is looked up once more which ones wait."""
STOP_SECONDS: Final = 5.0

_log = logging.getLogger("emberlog.analyst")


class Choice:
    """Which games to analyse. `analysis`: as the setting EMBERLOG_ANALYSIS has it. `watched`: games by their id."""

    def __init__(self, analysis: str) -> None:
        self._analysis = analysis
        self.watched: Mapping[str, Watching] = {}

    def wants(self, game_id: str, state: GameState) -> bool:
        """Whether a game is analysed: none that was abandoned, no sandbox, and live ones as the setting says."""
        if state.sandbox is not None or state.phase in ("open", "abandoned"):
            return False
        if state.over or self._analysis == "ALL":
            return True
        return self._analysis == "WATCHED" and self.watched.get(game_id, Watching()).total > 0


class AnalystThread(threading.Thread):
    """The thread that analyses. `wake` is a hint that a game moved."""

    def __init__(self, settings: Settings, database_url: str, redis_url: str) -> None:
        super().__init__(name="analyst", daemon=True)
        self._settings, self._urls = settings, (database_url, redis_url)
        self._choice = Choice(settings.analysis)
        self._hinted, self._over = asyncio.Event(), asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = False
        self.failed: str | None = None

    def wake(self, game_id: str) -> None:
        """A game moved: look soon for games to analyse. Which one it was, the list of games says."""
        if self._loop is not None and self.is_alive():
            self._loop.call_soon_threadsafe(self._hinted.set)

    def run(self) -> None:
        try:
            asyncio.run(self._main())
        except Unavailable as error:
            self.failed = error.what
        except Exception as error:  # no exception may end this thread silently
            self.failed = f"The analyst ended: {error_location(error)}."

    def stop(self) -> None:
        """Stop after the playouts at hand. A slice that is not written is computed once more by the next process."""
        self._stopping = True
        if self._loop is not None and self.is_alive():
            self._loop.call_soon_threadsafe(self._over.set)
        self.join(STOP_SECONDS)

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with wired(*self._urls, connections_max=CONNECTIONS_MAX, name=WORKER_NAME) as use_cases:
            analyst = Analyst(use_cases.store, self._settings.playouts, self._choice.wants)
            work = asyncio.create_task(self._work(use_cases, analyst))
            if not self._stopping:
                await self._over.wait()
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _work(self, use_cases: Wired, analyst: Analyst) -> None:
        while True:
            try:
                games = await self._games(use_cases)
                for game_id in games[:GAMES_AT_ONCE]:
                    await analyst.analyse(game_id)
                await self._rest(REST_SECONDS if games else SWEEP_SECONDS)
            except Exception as error:  # the next sweep makes up for it
                _log.warning("Analysis is paused: %s", getattr(error, "what", None) or error_location(error))
                await asyncio.sleep(SWEEP_SECONDS)

    async def _games(self, use_cases: Wired) -> Sequence[str]:
        """The games to analyse now, live ones first."""
        self._hinted.clear()
        self._choice.watched = await use_cases.world.audience.meet({})
        live = self._settings.analysis == "ALL"
        watched = self._choice.watched if self._settings.analysis == "WATCHED" else ()
        return await use_cases.store.next_to_analyse(WIN_CHANCES, live=live, watched=watched, limit=GAMES_AT_ONCE)

    async def _rest(self, seconds: float) -> None:
        """Waits so long, or until a hint comes, but never less than `REST_SECONDS`."""
        await asyncio.sleep(REST_SECONDS)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hinted.wait(), seconds)


def run_analyst(settings: Settings, database_url: str, redis_url: str) -> int:
    """Work until SIGINT or SIGTERM. Returns the exit code."""
    thread = AnalystThread(settings, database_url, redis_url)
    queue = QueueReader(redis_url, work=thread.wake, queue=ANALYSIS_QUEUE)
    with queue.stopped_by_signals():
        thread.start()
        _log.info("Started: win chances of games (%s).", settings.analysis)
        queue.run()
        thread.stop()
    if thread.failed is not None:
        _log.error("%s", thread.failed)
        return 1
    return 0
