"""A worker without work: silent, quick when work comes, and loud once when Redis really goes away."""

import asyncio
import time

import pytest
import redis

from infra.redis.circuit import Circuit
from infra.redis.jobs import RqJobs, queued_key
from infra.redis.rq_worker import ANSWER_SECONDS, WAIT_SECONDS, PokeWorker, QueueReader
from tests.dice import new_id
from tests.infra.redis.test_worker import WorkerProcess, worker

__all__ = ["worker"]

IDLE_SECONDS = (6, 12, 16)
"""Longer than redis-py's own timeout of 5 seconds, and than one and two waits for a job."""
TAKEN_SECONDS_MAX = 2.0
AWAY = "Redis does not answer"
BACK = "Redis answers again"


def test_a_connection_that_waits_for_a_job_outlasts_the_wait(own_redis, monkeypatch):
    own_redis.start()
    limits = []

    def look(self: PokeWorker, **_: object) -> None:
        with_timeout = self.connection.connection_pool.get_connection()
        limits.append((self.dequeue_timeout, with_timeout.socket_timeout))
        reader.stopping = True

    monkeypatch.setattr(PokeWorker, "work", look)
    reader = QueueReader(own_redis.url, work=lambda game_id: None)
    reader.run()
    assert limits == [(WAIT_SECONDS, WAIT_SECONDS + ANSWER_SECONDS)]


def test_a_redis_that_refuses_to_work_is_reported_once(own_redis, monkeypatch, caplog):
    """It answers a ping, and refuses the wait itself: that must not look like going and coming."""
    own_redis.start()
    with redis.Redis.from_url(own_redis.url) as client:
        client.config_set("maxmemory", 1)
        reader, tries = QueueReader(own_redis.url, work=lambda game_id: None), []

        def count(self: QueueReader, circuit: Circuit) -> None:
            tries.append(circuit)
            self.stopping = len(tries) == 4
            attempt(self, circuit)

        attempt = QueueReader._work
        monkeypatch.setattr(QueueReader, "_work", count)
        reader.run()
    assert len(tries) == 4
    assert [record.getMessage()[: len(AWAY)] for record in caplog.records] == [AWAY]


@pytest.mark.campaign
@pytest.mark.long
async def test_an_idle_worker_is_silent_and_takes_a_job_at_once(stage_worker, own_redis) -> None:
    jobs, client = RqJobs(own_redis.url), redis.Redis.from_url(own_redis.url)
    before, latencies = stage_worker.output, []
    for seconds in IDLE_SECONDS:
        await asyncio.sleep(seconds)
        game_id, began = new_id(), time.monotonic()
        await jobs.poke(game_id)
        await jobs._sender
        while client.exists(queued_key(game_id)):
            assert time.monotonic() - began < TAKEN_SECONDS_MAX, f"a job waits after {seconds} idle seconds"
            await asyncio.sleep(0.001)
        latencies.append(time.monotonic() - began)
    print("poke to start of the job, ms:", [round(each * 1_000, 1) for each in latencies])
    assert stage_worker.output == before
    await jobs.aclose()


@pytest.mark.campaign
@pytest.mark.long
async def test_a_redis_that_goes_is_reported_once_and_once_when_it_is_back(stage_worker, own_redis) -> None:
    for number, (go, come) in enumerate(
        ((own_redis.stop, own_redis.start), (own_redis.freeze, own_redis.thaw)), start=1
    ):
        await asyncio.to_thread(go)
        await stage_worker.says(AWAY, times=number)
        await asyncio.sleep(WAIT_SECONDS + ANSWER_SECONDS)
        await asyncio.to_thread(come)
        await stage_worker.says(BACK, times=number)
        await asyncio.sleep(WAIT_SECONDS)
        assert (stage_worker.output.count(AWAY), stage_worker.output.count(BACK)) == (number, number)
    assert "Traceback" not in stage_worker.output


@pytest.fixture
async def stage_worker(pool, worker: WorkerProcess, own_redis):
    """A worker that runs, on a Redis of its own and without a game."""
    own_redis.start()
    await worker.start()
    await worker.says("Started: projections")
    await asyncio.sleep(1)
    return worker
