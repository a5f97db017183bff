"""A worker process: keeps the projections up with the log, and plays the bots' seats.

It has two threads. The main thread takes jobs out of Redis through RQ (rq_worker.py); a job is only a hint. The other
thread runs one event loop on one connection pool: it projects, sweeps for games whose jobs were lost, and lets the bots
play. Without Redis the sweeps do all the work, a second later. Without Postgres the worker waits for it.
"""

import asyncio
import concurrent.futures
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final, Protocol

from domain.log.reading import error_location
from infra.data.nightly import NightlyDumps, by_command
from infra.logs import log_to_stderr
from infra.postgres.pool import WORKER_NAME
from infra.redis.jobs import ANALYSED_LATER, ANALYSIS_QUEUE, RqJobs
from infra.redis.rq_worker import QueueReader
from infra.settings import Settings
from infra.wiring import wired
from projections.ports import Store
from projections.runner import Runner
from projections.worker_loop import Bots, Chore, WorkerLoop
from services.bot_pace import BotPace
from services.clock import machine_wall_us
from services.commands.bot_player import BotPlayer
from services.commands.deserted import DesertedGames
from services.errors import Unavailable
from services.exhibition.games import Exhibition
from services.ports import Clock
from services.rulings.flags import FlagCaller

CONNECTIONS_MAX: Final = 6
JOB_SECONDS_MAX: Final = 30.0
"""How long a job waits for its game. The work continues without it."""
WAIT_SECONDS: Final = 0.2
STOP_SECONDS: Final = 5.0
ENVIRONMENT: Final = ("EMBERLOG_DATABASE_URL", "EMBERLOG_REDIS_URL")

_log = logging.getLogger("emberlog.worker")


class WorkerSettings(Protocol):
    """Where the servers are."""

    @property
    def database_url(self) -> str: ...

    @property
    def redis_url(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Tools:
    """What the worker loop works with. `bots` None: this worker only projects."""

    store: Store
    bots: Bots | None
    chore: Chore | None = None
    now_us: Clock = machine_wall_us
    announce: Callable[[str], Awaitable[None]] | None = None
    """Tells the analysts of a game that moved."""
    flags: Chore | None = None
    """Calls the flags that have fallen."""


OpenTools = Callable[[WorkerSettings], AbstractAsyncContextManager[Tools]]
"""Opens the tools within the worker's event loop, on one pool. May raise Unavailable with a sentence for people."""


@asynccontextmanager
async def open_tools(settings: WorkerSettings) -> AsyncIterator[Tools]:
    """The projections and the bots."""
    async with wired(
        settings.database_url, settings.redis_url, connections_max=CONNECTIONS_MAX, name=WORKER_NAME
    ) as use_cases:
        world, games, play = use_cases.world, use_cases.games, use_cases.play
        own = Settings.load()
        deserted = DesertedGames(world, games, play, own.deserted_hours)
        bots = BotPlayer(games, play, pace=BotPace(world.audience, own.bot_pace_ms / 1_000))
        tasks = [asyncio.create_task(Exhibition(world, games, use_cases.seating).keep())] if own.exhibition else []
        if own.dumps is not None:
            nightly = NightlyDumps(own.dumps, own.dump_hour, own.dump_days, world.now_us, by_command)
            tasks.append(asyncio.create_task(nightly.run()))
        analysis = None if own.analysis == "NO" else RqJobs(settings.redis_url, ANALYSIS_QUEUE, ANALYSED_LATER)
        try:
            announce = None if analysis is None else analysis.poke
            flags = FlagCaller(world, use_cases.store, play)
            yield Tools(use_cases.store, bots, deserted.close, world.now_us, announce, flags.call)
        finally:
            if analysis is not None:
                await analysis.aclose()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


@dataclass(frozen=True, slots=True, repr=False)
class FromEnvironment:
    """The settings of a bare worker process. It has no repr: the addresses hold passwords."""

    database_url: str
    redis_url: str


class _LoopThread(threading.Thread):
    """The thread of the event loop.

    `worker_loop` is set once `ready` is; `failed` says why it could not start or ended.
    """

    def __init__(self, settings: WorkerSettings, tools: OpenTools) -> None:
        super().__init__(name="worker-loop", daemon=True)
        self._settings = settings
        self._open_tools = tools
        self.ready = threading.Event()
        self.failed: str | None = None
        self.worker_loop: WorkerLoop | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None
        self._stopping = False

    def run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                runner.run(self._main())
        except Unavailable as error:
            self.failed = error.what
        except Exception as error:  # no exception may end this thread silently
            self.failed = f"The worker loop ended: {error_location(error)}."
        finally:
            self.ready.set()
            if self.failed is not None and self.worker_loop is not None and not self._stopping:
                os.kill(os.getpid(), signal.SIGTERM)  # wakes the main thread, which waits for jobs

    async def _main(self) -> None:
        self.loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        async with AsyncExitStack() as open_:
            tools = await open_.enter_async_context(self._open_tools(self._settings))
            await tools.store.count_games()  # raises now, with a sentence, when the tables are missing
            worker_loop = WorkerLoop(
                tools.store,
                Runner(tools.store),
                tools.bots,
                tools.now_us,
                chore=tools.chore,
                announce=tools.announce,
                flags=tools.flags,
            )
            await open_.enter_async_context(worker_loop)
            self.worker_loop = worker_loop
            _log.info("Started: projections%s.", " and bots" if tools.bots else " only")
            self.ready.set()
            await self._over.wait()

    def stop(self) -> None:
        """Stop the loop and wait until it ended, for `STOP_SECONDS` at most."""
        self._stopping = True
        if self.loop is not None and self._over is not None and self.is_alive():
            self.loop.call_soon_threadsafe(self._over.set)
        self.join(STOP_SECONDS)


def run_worker(settings: WorkerSettings, *, tools: OpenTools = open_tools) -> int:
    """Work until SIGINT or SIGTERM. Returns the exit code; prints what is missing as a sentence on stderr."""
    thread = _LoopThread(settings, tools)
    queue = QueueReader(settings.redis_url, work=lambda game_id: _project(thread, queue, game_id))
    with queue.stopped_by_signals():
        thread.start()
        while not thread.ready.wait(WAIT_SECONDS) and not queue.stopping:
            pass
        if thread.failed is None and not queue.stopping:
            queue.run()
        if thread.failed is None:
            _log.info("Stopping: finishing the current work.")
        thread.stop()
    if thread.failed is not None:
        print(f"emberlog worker: {thread.failed}", file=sys.stderr)
        return 1
    _log.info("Stopped.")
    return 0


def _project(thread: _LoopThread, queue: QueueReader, game_id: str) -> None:
    """A job's work in the main thread: hand the game to the event loop and wait for it, for a limited time."""
    if thread.loop is None or thread.worker_loop is None:
        return
    work = asyncio.run_coroutine_threadsafe(thread.worker_loop.project(game_id), thread.loop)
    until = time.monotonic() + JOB_SECONDS_MAX
    while not work.done() and not queue.stopping and time.monotonic() < until:
        concurrent.futures.wait([work], timeout=WAIT_SECONDS)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


def main() -> int:
    """`python -m infra.worker`: work on EMBERLOG_DATABASE_URL and EMBERLOG_REDIS_URL."""
    log_to_stderr("INFO")
    missing = [name for name in ENVIRONMENT if not os.environ.get(name)]
    if missing:
        print(f"emberlog worker: set {' and '.join(missing)} first.", file=sys.stderr)
        return 2
    return run_worker(FromEnvironment(*(os.environ[name] for name in ENVIRONMENT)))


if __name__ == "__main__":
    sys.exit(main())
