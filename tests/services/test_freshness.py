"""How old answers may be, and that none of a caller is older than one before: with a memory in Python and in Redis."""

import uuid

import pytest

from infra.redis.read_moments import KEEP_US, RedisReadMoments
from services.reads.freshness import Floor, Freshness, Had, Span, only_now, reading_now

ANN, BOB = "principal ann", "address 192.0.2.7"
NOW_US = 1_790_000_000_000_000


class FakeMemory:
    """`services.reads.freshness.Memory` in a dictionary."""

    def __init__(self) -> None:
        self._had: dict[str, Had] = {}
        self._since_us = 0

    async def floor(self, caller, now_us):
        self._since_us = self._since_us or now_us
        had = self._had.get(caller, Had(0, 0, 0))
        return Floor(max(had.moment_us, self._since_us), had.position)

    async def note(self, caller, had):
        self._had[caller] = Had(*map(max, had, self._had.get(caller, had)))
        return self._had[caller].everything_us


class Clock:
    def __init__(self) -> None:
        self.us = NOW_US

    def now(self):
        return Span(self.us, self.us + 3)


@pytest.fixture(params=["fake", "real"])
async def memory(request):
    if request.param == "fake":
        yield FakeMemory()
        return
    made = RedisReadMoments(request.getfixturevalue("redis_url"), f"emberlog:test:{uuid.uuid4()}")
    yield made
    await made.aclose()


async def test_nobody_knows_what_callers_had_before_the_memory_began(memory):
    assert await memory.floor(ANN, NOW_US) == Floor(NOW_US, 0)
    assert await memory.floor(BOB, NOW_US + 9) == Floor(NOW_US, 0), "it counts for everybody from then on"


async def test_a_memory_has_the_newest_of_each_caller(memory):
    await memory.floor(ANN, NOW_US)
    assert await memory.note(ANN, Had(NOW_US + 5, NOW_US + 7, 100)) == NOW_US + 5
    assert await memory.note(ANN, Had(NOW_US + 2, NOW_US + 3, 90)) == NOW_US + 5
    assert await memory.floor(ANN, NOW_US + 8) == Floor(NOW_US + 7, 100)
    assert await memory.floor(BOB, NOW_US + 8) == Floor(NOW_US, 0)


async def test_what_is_long_ago_is_forgotten_and_counts_for_nobody(redis_url):
    memory = RedisReadMoments(redis_url, f"emberlog:test:{uuid.uuid4()}")
    await memory.floor(ANN, NOW_US)
    await memory.note(ANN, Had(NOW_US + 5, NOW_US + 7, 100))
    later_us = NOW_US + 3 * KEEP_US
    await memory.note(BOB, Had(later_us, later_us, 0))
    assert await memory.floor(ANN, later_us) == Floor(later_us - KEEP_US, 0)
    await memory.aclose()


async def test_without_redis_nobody_knows_and_what_was_lost_counts_for_everybody(redis_url):
    memory, other = (RedisReadMoments(url, "emberlog:test:lost") for url in ("redis://127.0.0.1:1/0", redis_url))
    assert await memory.floor(ANN, NOW_US) is None
    assert await memory.note(ANN, Had(NOW_US + 1, NOW_US + 2, 5)) == NOW_US + 1
    await other.floor(BOB, NOW_US - 50)
    memory._client, memory._circuit._pause = other._client, 0.0
    assert await memory.floor(BOB, NOW_US + 9) == Floor(NOW_US + 2, 0)
    await other._client.delete("emberlog:test:lost")
    await other.aclose()


async def test_an_operation_of_nobody_reads_the_primary(memory):
    assert reading_now() is None
    only_now()  # does nothing


async def test_what_a_caller_wrote_or_had_of_the_primary_is_never_missing(memory):
    clock = Clock()
    fresh = Freshness(clock, memory)
    await memory.floor(ANN, NOW_US - 90)
    async with fresh.reading(ANN, writes=False) as reading:
        assert reading_now() is reading
        assert await reading.floor() == Floor(NOW_US - 90, 0)
        reading.read_replica(NOW_US - 40, 1_000)
    assert reading_now() is None
    assert await fresh.staleness(reading) == (NOW_US - 40, 43)
    clock.us += 100
    async with fresh.reading(ANN, writes=True) as reading:
        assert (await reading.floor()).moment_us > clock.us, "a command reads the primary alone"
        clock.us += 10
    assert await fresh.staleness(reading) == (clock.us - 10, 13)
    async with fresh.reading(ANN, writes=False) as reading:
        assert await reading.floor() == Floor(clock.us + 3, 1_000)
        only_now()
        assert (await reading.floor()).moment_us > clock.us


async def test_the_moment_of_answers_never_goes_backwards_for_one_caller(memory):
    """Even where the clocks of two processes differ a little."""
    one, two = Clock(), Clock()
    two.us -= 30
    moments = []
    for clock in (one, two, one, two):
        fresh = Freshness(clock, memory)
        async with fresh.reading(ANN, writes=False) as reading:
            reading.read_primary()
        moments.append((await fresh.staleness(reading)).as_of_us)
        one.us, two.us = one.us + 5, two.us + 5
    assert moments == sorted(moments) and moments[1] == moments[0]


async def test_an_operation_that_reads_nothing_is_of_this_moment(memory):
    fresh = Freshness(Clock(), memory)
    async with fresh.reading(ANN, writes=False) as reading:
        pass
    assert await fresh.staleness(reading) == (NOW_US, 3)


async def test_without_the_time_of_the_primary_there_is_no_reading(memory):
    clock = Clock()
    clock.now = lambda: None
    async with Freshness(clock, memory).reading(ANN, writes=False) as reading:
        assert reading is None
