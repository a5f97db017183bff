"""Pokes for the workers over RQ: "this game may have moved". Projects nothing itself.

RQ is synchronous, so pokes are gathered per game and enqueued in a thread, off the event loop. At most one job a game
lies in the queue: a mark in Redis is set when it is put there and taken away by the job before it reads the log, so a
step that was committed while the mark stood is read by that job. A mark that is left behind by a killed worker runs
out, and the workers' sweep does not ask for marks.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence

import redis
from redis.exceptions import RedisError
from rq import Queue, get_current_job
from rq.serializers import JSONSerializer

from infra.redis.circuit import Circuit

QUEUE = "emberlog"
JOB = "infra.redis.jobs.project"
TIMEOUT_SECONDS = 0.5
MARK_SECONDS = 20
QUEUED_MAX = 10_000
"""With so many jobs waiting nobody works on them; more would only fill the broker's memory."""
FAILED_SECONDS = 600
"""How long RQ keeps the jobs of killed workers for people to see."""
NO_TIMEOUT = -1
"""RQ would interrupt a job by a signal; a job waits with a timeout of its own instead."""


def mark_of(game_id: str) -> str:
    """The key that stands while a job of this game lies in the queue."""
    return f"emberlog:poked:{game_id}"


class RqJobs:
    """Implements `services.ports.Jobs`. Belongs to the event loop it is used in; close it with `aclose`."""

    def __init__(self, url: str, queue: str = QUEUE) -> None:
        self._redis = redis.Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        self._queue = Queue(queue, connection=self._redis, serializer=JSONSerializer, default_timeout=NO_TIMEOUT)
        self._circuit = Circuit("projections follow by the workers' sweep, within a second or two.")
        self._waiting: dict[str, None] = {}
        self._sender: asyncio.Task[None] | None = None

    async def poke(self, game_id: str) -> None:
        """Tell a worker soon; returns at once and never raises."""
        if self._circuit.away:
            return
        self._waiting[game_id] = None
        if self._sender is None or self._sender.done():
            self._sender = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while self._waiting:
            games, self._waiting = tuple(self._waiting), {}
            try:
                await asyncio.to_thread(self._enqueue, games)
            except (RedisError, OSError) as error:
                self._circuit.failed(error)
                self._waiting.clear()
            else:
                self._circuit.worked()

    def _enqueue(self, games: Sequence[str]) -> None:
        with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.llen(self._queue.key)
            for game_id in games:
                pipeline.set(mark_of(game_id), 1, nx=True, ex=MARK_SECONDS)
            queued, *marked = pipeline.execute()
        if queued >= QUEUED_MAX:
            return
        jobs = [
            Queue.prepare_data(JOB, (game_id,), result_ttl=0, failure_ttl=FAILED_SECONDS, timeout=NO_TIMEOUT)
            for game_id, is_new in zip(games, marked, strict=True)
            if is_new
        ]
        if jobs:
            self._queue.enqueue_many(jobs)

    async def aclose(self) -> None:
        """Send what waits, within reason, and let go of the connections."""
        if self._sender is not None:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._sender, TIMEOUT_SECONDS * 2)
        self._redis.close()


# ---------------------------------------------------------------- in the worker

Work = Callable[[str], None]
_works: list[Work] = []
"""What a job calls in this process; a list of none or one, because RQ finds the job by this module's name."""


@contextlib.contextmanager
def serving(work: Work) -> Iterator[None]:
    """Let jobs that run in this process call `work(game_id)`."""
    _works.append(work)
    try:
        yield
    finally:
        _works.remove(work)


def project(game_id: str) -> None:
    """The job. Takes the mark away first, so that whoever pokes from here on is heard."""
    job = get_current_job()
    if job is not None:
        job.connection.delete(mark_of(game_id))
    if not _works:
        raise RuntimeError("nothing projects in this process; start it with `emberlog worker`")
    _works[-1](game_id)
