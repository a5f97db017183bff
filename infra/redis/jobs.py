"""Pokes for the workers over RQ: "this game may have moved".

RQ is synchronous, so pokes are gathered per game and enqueued in a thread, off the event loop. The queue has at most
one job per game. A key in Redis is set when a job is enqueued, and the job deletes it before it reads the log. So the
job reads every step that was committed while the key existed. A key that a killed worker leaves behind expires, and the
workers' sweep does not look at keys.
"""

import asyncio
import contextlib
from collections.abc import Sequence

import redis
from redis.exceptions import RedisError
from rq import Queue
from rq.serializers import JSONSerializer

from infra.redis.circuit import Circuit

QUEUE = "emberlog"
ANALYSIS_QUEUE = "emberlog-analysis"
"""Analysts work on it, at the lowest priority of the machine, so that no score track waits for them."""
JOB = "infra.redis.jobs.project"
TIMEOUT_SECONDS = 0.5
GATHER_SECONDS = 0.05
"""How long pokes are gathered before a thread sends them. Meanwhile the answers to their commands are on their way, and
their steps on the way to watchers: with 1,000 of them that takes 0.02 s, and both would have to share a core."""
GATHER_ON_SECONDS = 0.1
"""The same while more keep coming. Enqueuing costs as much as several commands, and only projections wait for it, not
watchers."""
QUEUED_KEY_SECONDS = 20
QUEUED_MAX = 10_000
"""With so many jobs nobody works on them, and more would only fill the memory of Redis."""
FAILED_SECONDS = 600
"""How long RQ keeps the jobs of killed workers, for people to examine."""
ANALYSED_LATER = "analysis follows by the analysts' sweeps."
PROJECTED_LATER = "projections follow by the workers' sweeps, a second or two later."
NO_TIMEOUT = -1
"""RQ would interrupt a job by a signal. A job uses a timeout of its own instead."""


def queued_key(game_id: str, queue: str = QUEUE) -> str:
    """The key that exists while a job of this game is in the queue."""
    return f"{queue}:poked:{game_id}"


class RqJobs:
    """`services.ports.Jobs` over RQ. Belongs to the event loop it is used in; close it with `aclose`."""

    def __init__(self, url: str, queue: str = QUEUE, without: str = PROJECTED_LATER) -> None:
        # Nothing here waits for a job, so half a second is long. It is spent in a thread, where nobody else waits.
        self._redis = redis.Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        self._queue = Queue(queue, connection=self._redis, serializer=JSONSerializer, default_timeout=NO_TIMEOUT)
        self._circuit = Circuit(without)
        self._waiting: dict[str, None] = {}
        self._sender: asyncio.Task[None] | None = None

    async def poke(self, game_id: str) -> None:
        """Wake a worker soon. Returns at once and never raises."""
        if self._circuit.away:
            return
        self._waiting[game_id] = None
        if self._sender is None or self._sender.done():
            self._sender = asyncio.create_task(self._send())

    async def _send(self) -> None:
        seconds = GATHER_SECONDS
        while self._waiting:
            await asyncio.sleep(seconds)
            seconds = GATHER_ON_SECONDS
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
                key = queued_key(game_id, self._queue.name)
                pipeline.execute_command("SET", key, 1, "EX", QUEUED_KEY_SECONDS, "NX")  # type: ignore[no-untyped-call]  # `set` costs more
            queued, *are_new = pipeline.execute()
        if queued >= QUEUED_MAX:
            return
        jobs = [
            Queue.prepare_data(JOB, (game_id,), result_ttl=0, failure_ttl=FAILED_SECONDS, timeout=NO_TIMEOUT)
            for game_id, is_new in zip(games, are_new, strict=True)
            if is_new
        ]
        if jobs:
            self._queue.enqueue_many(jobs)

    async def aclose(self) -> None:
        """Send what waits, for a short time at most, and close the connections."""
        if self._sender is not None:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._sender, TIMEOUT_SECONDS * 2)
        self._redis.close()


def project(game_id: str) -> None:
    """What a job names. `rq_worker.PokeJob` runs the worker's own function instead; any other RQ worker fails here."""
    raise RuntimeError(f"nothing projects game {game_id} in this process; start `emberlog worker`")
