"""Pokes over RQ: gathered per game, bounded, quick to give, and gone without a trace when done."""

import asyncio
import time

import pytest
import redis
from rq import Callback, Queue
from rq.serializers import JSONSerializer

from infra.redis import jobs as module
from infra.redis.circuit import Circuit
from infra.redis.jobs import JOB, RqJobs, queued_key
from infra.redis.rq_worker import PokeWorker

GAME = "8f0d5b1e-0000-4000-8000-00000000000"


@pytest.fixture
def client(own_redis):
    own_redis.start()
    with redis.Redis.from_url(own_redis.url) as each:
        yield each


@pytest.fixture
async def jobs(own_redis, client):
    each = RqJobs(own_redis.url)
    yield each
    await each.aclose()


async def sent(jobs: RqJobs) -> None:
    while jobs._sender is not None and not jobs._sender.done():
        await asyncio.wait([jobs._sender])


def queued(client) -> list[str]:
    queue = Queue(module.QUEUE, connection=client, serializer=JSONSerializer)
    return [job.args[0] for job in queue.jobs]


def work(client) -> list[str]:
    """Empty the queue in this thread; returns the games in the order they were projected."""
    projected: list[str] = []
    worker = PokeWorker([module.QUEUE], work=projected.append, connection=client, serializer=JSONSerializer)
    worker.work(burst=True, logging_level="CRITICAL")
    return projected


async def test_many_pokes_of_a_game_are_one_job(jobs, client) -> None:
    for _ in range(50):
        await jobs.poke(GAME + "1")
        await jobs.poke(GAME + "2")
        await asyncio.sleep(0)
    await sent(jobs)
    assert queued(client) == [GAME + "1", GAME + "2"]


async def test_a_game_that_moves_while_its_job_works_is_poked_once_more(jobs, client) -> None:
    await jobs.poke(GAME)
    await sent(jobs)
    keys = []

    def look(game_id: str) -> None:
        keys.append(client.exists(queued_key(game_id)))

    PokeWorker([module.QUEUE], work=look, connection=client, serializer=JSONSerializer).work(burst=True)
    assert keys == [0], "the key is gone before the log is read"
    await jobs.poke(GAME)
    await sent(jobs)
    assert queued(client) == [GAME]


async def test_a_job_that_is_done_leaves_nothing_behind(jobs, client) -> None:
    for number in range(3):
        await jobs.poke(f"{GAME}{number}")
    await sent(jobs)
    assert await asyncio.to_thread(work, client) == [f"{GAME}{number}" for number in range(3)]
    assert list(client.scan_iter("rq:job:*")) == []
    assert list(client.scan_iter("emberlog:poked:*")) == []
    assert client.zcard("rq:finished:emberlog") == client.zcard("rq:failed:emberlog") == 0


async def test_a_key_left_by_a_killed_worker_expires(jobs, client) -> None:
    await jobs.poke(GAME)
    await sent(jobs)
    assert 0 < client.ttl(queued_key(GAME)) <= module.QUEUED_KEY_SECONDS
    client.delete("rq:queue:emberlog")  # the job is lost, the key stays
    await jobs.poke(GAME)
    await sent(jobs)
    assert queued(client) == []
    client.delete(queued_key(GAME))
    await jobs.poke(GAME)
    await sent(jobs)
    assert queued(client) == [GAME]


async def test_the_queue_does_not_grow_without_end(jobs, client, monkeypatch) -> None:
    monkeypatch.setattr(module, "QUEUED_MAX", 3)
    for number in range(10):
        await jobs.poke(f"{GAME}{number}")
        await sent(jobs)
    assert len(queued(client)) == 3


async def test_poking_without_a_broker_is_quick_and_silent(own_redis, caplog) -> None:
    jobs = RqJobs(own_redis.url)
    slowest = 0.0
    for _ in range(200):
        began = time.monotonic()
        await jobs.poke(GAME)
        slowest = max(slowest, time.monotonic() - began)
        await asyncio.sleep(0.001)
    await jobs.aclose()
    assert slowest < module.TIMEOUT_SECONDS / 2
    assert jobs._waiting == {}
    assert len(caplog.records) == 1


async def test_poking_goes_on_when_the_broker_is_back(own_redis) -> None:
    jobs = RqJobs(own_redis.url)
    jobs._circuit = Circuit("nothing", clock := Clock())
    await jobs.poke(GAME)
    await sent(jobs)
    assert jobs._circuit.away
    await asyncio.to_thread(own_redis.start)
    clock.now += 60
    await jobs.poke(GAME)
    await sent(jobs)
    with redis.Redis.from_url(own_redis.url) as client:
        assert queued(client) == [GAME]
    await jobs.aclose()


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_a_job_can_only_be_a_poke(client, tmp_path, caplog) -> None:
    """Whatever is written to Redis cannot choose what a worker runs."""
    wanted = tmp_path / "made"
    queue = Queue(module.QUEUE, connection=client, serializer=JSONSerializer)
    queue.enqueue_call("os.mkdir", args=(str(wanted),), timeout=-1)
    queue.enqueue_call(JOB, args=(GAME,), timeout=-1, on_success=Callback("os.getcwd"))
    assert await asyncio.to_thread(work, client) == [GAME]
    assert not wanted.exists()
    assert client.zcard("rq:failed:emberlog") == 1, "the callback is not called either: it would have failed its job"


async def test_a_job_in_a_process_that_does_not_serve_fails_by_name(client) -> None:
    with pytest.raises(RuntimeError, match="emberlog worker"):
        module.project(GAME)
