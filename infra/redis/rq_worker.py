"""The RQ side of a worker process: takes pokes out of the queue until it is told to stop.

Pokes are only hints, so a failure here does little harm: the queue is opened once more, and sweeps do the work
meanwhile. What is in Redis is not trusted: a job may name `infra.redis.jobs.project` and nothing else.
"""

import contextlib
import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator
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
from infra.redis.jobs import JOB, QUEUE, queued_key

WORKER_SECONDS: Final = 30
"""RQ takes a worker for dead a minute after this time without a heartbeat. A worker sends one before each wait."""
WAIT_SECONDS: Final = 5
"""One wait for a job. A Redis that hangs is noticed `ANSWER_SECONDS` later."""
ANSWER_SECONDS: Final = 3
"""How long Redis has for an answer, after the wait that it was asked for."""
CONNECT_SECONDS: Final = 2.0
POLL_SECONDS: Final = 0.1

_STOPS: Final = (signal.SIGINT, signal.SIGTERM)

_log = logging.getLogger("emberlog.worker")


Work = Callable[[str], None]
"""What a worker does with the id of a poked game."""


class PokeJob(Job):
    """A job that can only be a poke. RQ itself would import and call any name that is in Redis."""

    work: Work
    """Set by `PokeWorker` before the job runs."""

    @property
    def func(self) -> Any:  # noqa: ANN401
        """What the job calls. Raises PermissionError for any other job."""
        if self.func_name != JOB:
            raise PermissionError("this worker runs pokes only")
        return self._project

    def _project(self, game_id: str) -> None:
        """Delete the key first, so that a poke from here on enqueues another job."""
        self.connection.delete(queued_key(game_id, self.origin or QUEUE))
        self.work(game_id)

    success_callback = failure_callback = stopped_callback = property(lambda self: None)


class NoDeathPenalty(BaseDeathPenalty):
    """No time limit of RQ, which would interrupt the main thread anywhere. A job limits its own wait for its game."""

    def setup_death_penalty(self) -> None: ...

    def cancel_death_penalty(self) -> None: ...


class QueueLost(Exception):
    """Redis went away while a worker waited for a job. RQ itself would retry and log every try."""


class PokeQueue(Queue):
    """The queue of pokes."""

    job_class = PokeJob

    @classmethod
    def dequeue_any(cls, *args: Any, **kwargs: Any) -> tuple[Job, Queue] | None:  # noqa: ANN401
        """The next job. Raises QueueLost where RQ would suppress the error."""
        try:
            return super().dequeue_any(*args, **kwargs)
        except RedisConnectionError as error:
            raise QueueLost from error


class PokeWorker(SimpleWorker):
    """One process, one queue, no fork, no commands over pub/sub. `QueueReader` handles the signals."""

    job_class = PokeJob
    queue_class = PokeQueue
    death_penalty_class = NoDeathPenalty
    log_result_lifespan = False

    def __init__(
        self,
        *args: Any,  # noqa: ANN401
        work: Work,
        on_wait: Callable[[], None] = lambda: None,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **kwargs)
        self._work = work
        self._on_wait = on_wait
        self._heartbeats = 0

    @property
    def dequeue_timeout(self) -> int:
        """How long Redis may let a worker wait for a job, in seconds."""
        return WAIT_SECONDS

    @property
    def connection_timeout(self) -> int:
        """How long a connection may be silent, in seconds. Longer than a wait, or every wait would end in an error."""
        return WAIT_SECONDS + ANSWER_SECONDS

    def heartbeat(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        """Say that this worker lives. RQ does so before each wait and after it, so the second one proves that Redis
        takes writes and lets this worker wait. Raises QueueLost where RQ would retry and say nothing."""
        try:
            super().heartbeat(*args, **kwargs)
        except RedisConnectionError as error:
            raise QueueLost from error
        self._heartbeats += 1
        if self._heartbeats > 1:
            self._on_wait()

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Run a job with the function of this worker."""
        assert isinstance(job, PokeJob), "RQ makes jobs of `job_class`"
        job.work = self._work
        return super().perform_job(job, queue)

    def _install_signal_handlers(self) -> None: ...

    def subscribe(self) -> None: ...

    def unsubscribe(self) -> None: ...

    def stop_soon(self) -> None:
        """Stop after the current job, or now if there is none. For signal handlers."""
        self._stop_requested = True
        if self.get_state() != WorkerStatus.BUSY:
            raise StopRequested


class QueueReader:
    """Takes pokes out of the queue in the thread that calls `run`, until `stop` or a signal."""

    def __init__(self, url: str, work: Work, queue: str = QUEUE) -> None:
        self._url = url
        self._project = work
        self._queue = queue
        self._worker: PokeWorker | None = None
        self.stopping = False
        """A plain flag and no event: a signal handler that takes the event's lock could wait for itself."""

    def run(self) -> None:
        """Run until stopped. Survives a Redis that goes away."""
        for name in ("rq.worker", "rq.job", "rq.registry"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # they log a line per job, and tracebacks
        circuit = Circuit("sweeps project the games meanwhile.")
        while not self.stopping:
            try:
                self._work(circuit)
            except (RedisError, OSError) as error:
                circuit.failed(error)
            except StopRequested:
                return
            self._pause(circuit.wait_seconds)

    def _work(self, circuit: Circuit) -> None:
        # RQ sets this timeout too, but only for connections that are opened after its worker is made.
        connection = redis.Redis.from_url(
            self._url, socket_timeout=WAIT_SECONDS + ANSWER_SECONDS, socket_connect_timeout=CONNECT_SECONDS
        )
        try:
            connection.ping()
            self._worker = PokeWorker(
                [self._queue],
                work=self._project,
                on_wait=circuit.worked,
                connection=connection,
                serializer=JSONSerializer,
                worker_ttl=WORKER_SECONDS,
                exception_handlers=[_log_failure],
            )
            if not self.stopping:
                self._worker.work(logging_level="CRITICAL")
                if not self.stopping:
                    raise RedisConnectionError("the queue was lost")
        finally:
            self._worker = None
            connection.close()

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.stopping and time.monotonic() < until:
            time.sleep(POLL_SECONDS)

    def stop(self) -> None:
        """Stop `run`.

        From its own thread (in a signal handler) this takes effect at once. A second call does nothing.
        """
        if self.stopping:
            return
        self.stopping = True
        if self._worker is not None and threading.current_thread() is threading.main_thread():
            self._worker.stop_soon()

    @contextlib.contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """SIGINT and SIGTERM stop `run` as long as the block lasts. A second signal changes nothing."""

        def on_signal(number: int, frame: FrameType | None) -> None:
            self.stop()

        before = {number: signal.signal(number, on_signal) for number in _STOPS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _log_failure(job: Job, kind: type[BaseException], error: BaseException, trace: object) -> bool:
    """Log a failed job by the type of its error only, because what is in Redis is not trusted."""
    _log.error("Job %s failed (%s). A sweep projects its game.", job.id, kind.__name__)
    return False
