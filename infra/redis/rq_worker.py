"""The RQ side of a worker process: takes pokes out of the queue until it is told to stop. Projects nothing itself.

Redis is a hint and no more, so this part may fail as it likes: it is started again, and the sweep goes on meanwhile. What
lies in Redis is not trusted either: a job may call `infra.redis.jobs.project` and nothing else, whoever wrote it there.
"""

import contextlib
import logging
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any, Final

import redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.timeouts import BaseDeathPenalty
from rq.worker.base import WorkerStatus

from infra.redis.circuit import Circuit
from infra.redis.jobs import JOB, QUEUE, project

WORKER_SECONDS: Final = 30
"""After so long without a sign RQ takes a worker for dead. Half of it is how long one wait for a job lasts."""
CONNECT_SECONDS: Final = 2.0
REST_SECONDS: Final = 0.1

_STOPS: Final = (signal.SIGINT, signal.SIGTERM)

_log = logging.getLogger("emberlog.worker")


class PokeJob(Job):
    """A job that can only be a poke. RQ would import and call whatever name lies in Redis."""

    @property
    def func(self) -> Any:  # noqa: ANN401
        """What the job calls."""
        if self.func_name != JOB:
            raise PermissionError("only pokes are worked on")
        return project

    success_callback = failure_callback = stopped_callback = property(lambda self: None)


class NoDeathPenalty(BaseDeathPenalty):
    """RQ's time limit interrupts the main thread anywhere; ours is kept where a job waits for its game."""

    def setup_death_penalty(self) -> None: ...

    def cancel_death_penalty(self) -> None: ...


class QueueLost(Exception):
    """Redis went away while a worker waited for a job. RQ would wait for it in its own way, a loud line at a time."""


class PokeQueue(Queue):
    """The queue as the worker sees it."""

    job_class = PokeJob

    @classmethod
    def dequeue_any(cls, *args: Any, **kwargs: Any) -> tuple[Job, Queue] | None:  # noqa: ANN401
        """The next job; raises QueueLost instead of what RQ would swallow."""
        try:
            return super().dequeue_any(*args, **kwargs)
        except RedisConnectionError as error:
            raise QueueLost from error


class PokeWorker(SimpleWorker):
    """One process, one queue, no fork; no commands over pub/sub. Leaves signals to `QueueWork`."""

    job_class = PokeJob
    queue_class = PokeQueue
    death_penalty_class = NoDeathPenalty
    log_result_lifespan = False

    def _install_signal_handlers(self) -> None: ...

    def subscribe(self) -> None: ...

    def unsubscribe(self) -> None: ...

    def stop_soon(self) -> None:
        """From a signal handler: after the job at hand, or now when there is none."""
        self._stop_requested = True
        if self.get_state() != WorkerStatus.BUSY:
            raise StopRequested


class QueueWork:
    """Works on the queue in the thread that calls `run`, until `stop` or a signal."""

    def __init__(self, url: str, queue: str = QUEUE) -> None:
        self._url = url
        self._queue = queue
        self._worker: PokeWorker | None = None
        self.stopping = False
        """A plain flag: a signal handler that took an event's lock could wait for itself."""

    def run(self) -> None:
        """Returns when it was stopped; outlives a Redis that goes away."""
        for name in ("rq.worker", "rq.job", "rq.registry"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # a line a job, and a traceback where a sentence will do
        circuit = Circuit("games are projected by the sweep meanwhile.")
        while not self.stopping:
            try:
                self._work(circuit)
            except (RedisError, OSError) as error:
                circuit.failed(error)
            except StopRequested:
                return
            self._rest(circuit.wait_seconds)

    def _work(self, circuit: Circuit) -> None:
        connection = redis.Redis.from_url(self._url, socket_connect_timeout=CONNECT_SECONDS)
        try:
            connection.ping()
            circuit.worked()
            self._worker = PokeWorker(
                [self._queue],
                connection=connection,
                serializer=JSONSerializer,
                worker_ttl=WORKER_SECONDS,
                exception_handlers=[_tell],
            )
            if not self.stopping:
                self._worker.work(logging_level="CRITICAL")
                if not self.stopping:
                    raise RedisConnectionError("the queue was lost")
        finally:
            self._worker = None
            connection.close()

    def _rest(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.stopping and time.monotonic() < until:
            time.sleep(REST_SECONDS)

    def stop(self) -> None:
        """Ask for the end. From the thread of `run` (a signal handler) it takes effect at once. Asking again does nothing."""
        if self.stopping:
            return
        self.stopping = True
        if self._worker is not None and threading.current_thread() is threading.main_thread():
            self._worker.stop_soon()

    @contextlib.contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """SIGINT and SIGTERM stop the work. A second one changes nothing: stopping takes a few seconds at most."""

        def on_signal(number: int, frame: FrameType | None) -> None:
            self.stop()

        before = {number: signal.signal(number, on_signal) for number in _STOPS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _tell(job: Job, kind: type[BaseException], error: BaseException, trace: object) -> bool:
    """A job failed, or a killed worker's was found: told by name only, because what lies in Redis is not trusted."""
    _log.error("Job %s failed (%s); the sweep makes up for it.", job.id, kind.__name__)
    return False
