"""A worker process: keeps projections up with the log, and plays the house's seats. Serves no requests, decides no rule.

Two threads. The main one takes pokes out of Redis through RQ (rq_worker.py); they are hints. The other runs one event loop
with one pool: it projects, sweeps for games whose pokes were lost, and lets the house play. Without Redis the sweep alone
keeps everything going, a second later; without Postgres the worker waits for it.
"""

import asyncio
import concurrent.futures
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final, Protocol

from infra.redis import jobs
from infra.redis.rq_worker import QueueWork
from infra.wiring import wired
from projections.ports import Store
from projections.runner import Runner
from projections.steps import place
from projections.worker_loop import House, WorkerLoop
from services.ports import Unavailable

CONNECTIONS_MAX: Final = 6
JOB_SECONDS_MAX: Final = 30.0
"""How long a job waits for its game; the work goes on without it."""
WAIT_SECONDS: Final = 0.2
STOP_SECONDS: Final = 5.0
ENVIRONMENT: Final = ("EMBERLOG_DATABASE_URL", "EMBERLOG_REDIS_URL")

_log = logging.getLogger("emberlog.worker")


class WorkerSettings(Protocol):
    """Where the world is."""

    @property
    def database_url(self) -> str: ...

    @property
    def redis_url(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Tools:
    """What the rounds work with. `house` plays the house's seats of a game; None: this worker only projects."""

    store: Store
    house: House | None


Wiring = Callable[[WorkerSettings], AbstractAsyncContextManager[Tools]]
"""Opens the tools within the worker's event loop, on one pool. May raise Unavailable with a sentence for people."""


@asynccontextmanager
async def whole_house(settings: WorkerSettings) -> AsyncIterator[Tools]:
    """The projections, and the house's bots."""
    async with wired(settings.database_url, settings.redis_url, connections_max=CONNECTIONS_MAX) as use_cases:
        yield Tools(use_cases.store, use_cases.house.visit)


@dataclass(frozen=True, slots=True, repr=False)
class FromEnvironment:
    """Settings as a bare worker process finds them. No repr: addresses hold passwords."""

    database_url: str
    redis_url: str


class _LoopThread(threading.Thread):
    """The event loop with the rounds in it. `rounds` is there once `ready` is set; `failed` says why it is not."""

    def __init__(self, settings: WorkerSettings, wiring: Wiring) -> None:
        super().__init__(name="rounds", daemon=True)
        self._settings = settings
        self._wiring = wiring
        self.ready = threading.Event()
        self.failed: str | None = None
        self.rounds: WorkerLoop | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None
        self._stopping = False

    def run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                runner.run(self._main())
        except Unavailable as error:
            self.failed = error.what
        except Exception as error:  # nothing may end this thread silently
            self.failed = f"The rounds ended: {place(error)}."
        finally:
            self.ready.set()
            if self.failed is not None and self.rounds is not None and not self._stopping:
                os.kill(os.getpid(), signal.SIGTERM)  # wakes the main thread, which waits for jobs

    async def _main(self) -> None:
        self.loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        async with AsyncExitStack() as open_:
            tools = await open_.enter_async_context(self._wiring(self._settings))
            await tools.store.count_games()  # says now, and in a sentence, when the tables are missing
            rounds = WorkerLoop(tools.store, Runner(tools.store), tools.house)
            await open_.enter_async_context(rounds)
            self.rounds = rounds
            _log.info("At work: projections%s.", " and the house's seats" if tools.house else "")
            self.ready.set()
            await self._over.wait()

    def stop(self) -> None:
        """End the rounds and wait for it, within reason."""
        self._stopping = True
        if self.loop is not None and self._over is not None and self.is_alive():
            self.loop.call_soon_threadsafe(self._over.set)
        self.join(STOP_SECONDS)


def run_worker(settings: WorkerSettings, *, wiring: Wiring = whole_house) -> int:
    """Work until SIGINT or SIGTERM. Gives the exit code; says what is missing in a sentence on stderr."""
    thread = _LoopThread(settings, wiring)
    queue = QueueWork(settings.redis_url)
    with queue.stopped_by_signals():
        thread.start()
        while not thread.ready.wait(WAIT_SECONDS) and not queue.stopping:
            pass
        if thread.failed is None and not queue.stopping:
            with jobs.serving(lambda game_id: _project(thread, queue, game_id)):
                queue.run()
        if thread.failed is None:
            _log.info("Finishing what is under way.")
        thread.stop()
    if thread.failed is not None:
        print(f"emberlog worker: {thread.failed}", file=sys.stderr)
        return 1
    _log.info("Stopped.")
    return 0


def _project(thread: _LoopThread, queue: QueueWork, game_id: str) -> None:
    """A job's work, in the main thread: hand the game to the event loop and wait for it, but not for ever."""
    if thread.loop is None or thread.rounds is None:
        return
    work = asyncio.run_coroutine_threadsafe(thread.rounds.project(game_id), thread.loop)
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
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    missing = [name for name in ENVIRONMENT if not os.environ.get(name)]
    if missing:
        print(f"emberlog worker: set {' and '.join(missing)} first.", file=sys.stderr)
        return 2
    return run_worker(FromEnvironment(*(os.environ[name] for name in ENVIRONMENT)))


if __name__ == "__main__":
    sys.exit(main())
