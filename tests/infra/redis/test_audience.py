"""The audience: processes hear of each other's watchers, a killed one is forgotten, and nobody waits for a broker that
is away."""

import asyncio
import subprocess
import sys
import time
import uuid

import pytest
import redis.asyncio as aioredis

from infra.redis import audience as module
from infra.redis.audience import RedisAudience
from infra.redis.circuit import Circuit
from services.ports import Watching
from tests.docs.pages import ROOT
from tests.fakes import FakeAudience
from tests.infra.redis.cancelled import ends_wherever_it_is_cancelled

GAME = "8f0d5b1e-0000-4000-8000-000000000001"
OTHER = "8f0d5b1e-0000-4000-8000-000000000002"
EXPIRY_SECONDS = 1.0
LONG_SECONDS = 60.0
"""Nobody is forgotten while a test runs, however busy the machine is."""

ANOTHER_PROCESS = """
import asyncio, sys
from infra.redis.audience import RedisAudience
from services.ports import Watching

async def main(url, index, expiry_seconds):
    audience = RedisAudience(url, index, expiry_seconds=float(expiry_seconds))
    while True:
        await audience.meet({"%s": Watching(4, 3)})
        print("met", flush=True)
        await asyncio.sleep(0.05)

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture
def index() -> str:
    return f"emberlog:test:{uuid.uuid4()}"


@pytest.fixture(params=["fake", "real"])
async def join(request, index):
    """Makes processes of one service: the fake's share a room, the real ones a Redis."""
    made, entries = [], {}
    if request.param == "real":
        url = request.getfixturevalue("redis_url")

    def process(expiry_seconds: float = LONG_SECONDS):
        if request.param == "fake":
            return FakeAudience(entries, expiry_seconds=expiry_seconds)
        made.append(RedisAudience(url, index, expiry_seconds=expiry_seconds))
        return made[-1]

    yield process
    for each in made:
        await each.aclose()


async def test_processes_hear_the_sum_of_the_others_and_not_themselves(join) -> None:
    one, two, three = join(), join(), join()
    assert await one.meet({GAME: Watching(2, 1)}) == {}
    assert await two.meet({GAME: Watching(3, 3), OTHER: Watching(1, 0)}) == {GAME: Watching(2, 1)}
    assert await three.meet({}) == {GAME: Watching(5, 4), OTHER: Watching(1, 0)}
    assert await one.meet({GAME: Watching(2, 1)}) == {GAME: Watching(3, 3), OTHER: Watching(1, 0)}


async def test_an_entry_replaces_the_one_before(join) -> None:
    one, two = join(), join()
    await one.meet({GAME: Watching(2, 1), OTHER: Watching(1, 1)})
    await one.meet({GAME: Watching(1, 1)})
    assert await two.meet({}) == {GAME: Watching(1, 1)}
    await one.meet({})
    assert await two.meet({}) == {}


async def test_an_entry_that_is_not_repeated_expires(join) -> None:
    one, two, three = (join(EXPIRY_SECONDS) for _ in range(3))
    await one.meet({GAME: Watching(2, 2)})
    for _ in range(8):
        await asyncio.sleep(EXPIRY_SECONDS / 5)
        await three.meet({OTHER: Watching(1, 1)})
    assert await two.meet({}) == {OTHER: Watching(1, 1)}, "who goes on saying it is not forgotten"
    await one.meet({GAME: Watching(1, 1)})
    assert await two.meet({}) == {GAME: Watching(1, 1), OTHER: Watching(1, 1)}, "who comes back counts again"


async def test_the_watchers_of_a_killed_process_are_gone_within_the_expiry(redis_url, index) -> None:
    here = RedisAudience(redis_url, index, expiry_seconds=EXPIRY_SECONDS)
    command = [sys.executable, "-c", ANOTHER_PROCESS % GAME, redis_url, index, str(EXPIRY_SECONDS)]
    there = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert there.stdout is not None and await there.stdout.readline() == b"met\n"
        assert await here.meet({}) == {GAME: Watching(4, 3)}
    finally:
        there.kill()
        await there.wait()
    killed = time.monotonic()
    assert await here.meet({}) == {GAME: Watching(4, 3)}, "nobody could know yet"
    await asyncio.sleep(EXPIRY_SECONDS - (time.monotonic() - killed) + 0.05)
    assert await here.meet({}) == {}
    async with aioredis.Redis.from_url(redis_url) as client:
        assert await client.exists(index) == 0, "nothing is left behind"
    await here.aclose()


@pytest.mark.parametrize("junk", [b"", b"x", b"[]", b'{"g":[1]}', b'{"g":[-1,0]}', b'{"g":["1","2"]}', b"\xff"])
async def test_entries_that_are_none_are_passed_over(redis_url, index, junk) -> None:
    one, two = (RedisAudience(redis_url, index, expiry_seconds=LONG_SECONDS) for _ in range(2))
    await one.meet({GAME: Watching(1, 1)})
    async with aioredis.Redis.from_url(redis_url) as client:
        await client.set(f"{index}:junk", junk, px=2_000)
        await client.sadd(index, f"{index}:junk", f"{index}:gone")
        assert await two.meet({}) == {GAME: Watching(1, 1)}
        assert await client.sismember(index, f"{index}:gone") == 0
    await one.aclose()
    await two.aclose()


async def test_without_a_broker_nobody_is_heard_of_and_nobody_waits(own_redis, caplog) -> None:
    audience = RedisAudience(own_redis.url)
    slowest = 0.0
    for _ in range(50):
        began = time.monotonic()
        assert await audience.meet({GAME: Watching(1, 1)}) == {}
        slowest = max(slowest, time.monotonic() - began)
        await asyncio.sleep(0.001)
    await audience.aclose()
    assert slowest < module.MEETING_SECONDS_MAX * 2
    assert len(caplog.records) == 1


async def test_processes_meet_once_more_when_redis_is_back(own_redis) -> None:
    own_redis.start()
    one, two = RedisAudience(own_redis.url), RedisAudience(own_redis.url)
    clock = Clock()
    for each in (one, two):
        each._circuit = Circuit("nothing", clock)
        await each.meet({GAME: Watching(1, 1)})
    assert await one.meet({GAME: Watching(1, 1)}) == {GAME: Watching(1, 1)}
    await asyncio.to_thread(own_redis.stop)
    assert await one.meet({GAME: Watching(1, 1)}) == {}, "what was heard before is not told on"
    await two.meet({GAME: Watching(1, 1)})
    await asyncio.to_thread(own_redis.start)
    clock.now += 60
    await one.meet({GAME: Watching(1, 1)})
    assert await two.meet({GAME: Watching(1, 1)}) == {GAME: Watching(1, 1)}
    for each in (one, two):
        await each.aclose()


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_a_process_that_is_cancelled_meets_no_more(redis_url, index) -> None:
    """Wherever a meeting is when it is cancelled: a service could not end otherwise.

    And the next is not answered for the last.
    """
    here, there = RedisAudience(redis_url, index), RedisAudience(redis_url, index)

    async def meet_for_ever() -> None:
        while True:
            await here.meet({GAME: Watching(1, 1)})

    async def hears_the_other() -> None:
        await there.meet({OTHER: Watching(2, 2)})
        assert await here.meet({GAME: Watching(1, 1)}) == {OTHER: Watching(2, 2)}

    await ends_wherever_it_is_cancelled(meet_for_ever, turns=300, then=hears_the_other)
    await here.aclose()
    await there.aclose()


async def test_a_broker_that_never_answers_is_not_waited_for(silent_broker, monkeypatch) -> None:
    monkeypatch.setattr(module, "MEETING_SECONDS_MAX", 0.05)
    audience = RedisAudience(silent_broker.url)
    async with asyncio.timeout(10):
        assert await audience.meet({GAME: Watching(1, 1)}) == {}
    assert silent_broker.connections == 1
    await audience.aclose()
