"""Where an operation reads: the replica where it is new enough for who asks, else the primary, with a sentence why."""

import asyncio
import contextlib
from types import SimpleNamespace

import asyncpg
import pytest

from infra.postgres.replica.moments import Moments, run_sampling
from infra.postgres.replica.pool import ReadPool, Source
from services.reads.freshness import Freshness, Span, reading_now
from tests.services.test_freshness import ANN, FakeMemory

DATABASE, LAG = 77, 2.0
SECOND = 1_000_000
BEGAN_US = 1_790_000_000_000_000


class FakeServer:
    """A pool of one server that says where it is and answers with its name."""

    on_citus = False
    raw = None

    def __init__(self, name: str) -> None:
        self.name = self.at = name
        self.is_replica, self.position, self.database = True, 0, DATABASE
        self.error: Exception | None = None

    @contextlib.asynccontextmanager
    async def lend(self, seconds=10.0):
        del seconds
        if self.error is not None:
            raise self.error
        yield self

    async def fetchrow(self, query):
        assert "pg_last_wal_replay_lsn" in query
        return self.is_replica, self.position, self.database

    async def ask(self, work):
        reading = reading_now()
        if reading is not None:
            reading.read_primary()
        return await work(self)


async def name_of(server) -> str:
    return server.name


class Staged:
    """`seconds`: what the process' clock says."""

    def __init__(self) -> None:
        self.seconds = 100.0
        self.primary, self.replica = FakeServer("primary"), FakeServer("replica")
        self.moments = Moments(lambda: self.seconds)
        self.pool = ReadPool(self.primary, self.replica, self.moments, lag_max=LAG)
        self.fresh = Freshness(self.moments, FakeMemory())
        self.moments_of_answers: list[int] = []

    def primary_says(self, position: int, database: int = DATABASE) -> None:
        here_us = int(self.seconds * SECOND)
        at_us = BEGAN_US + here_us
        self.moments.took(at_us, position, database, Span(here_us - 100, here_us + 100))

    async def read(self, *, writes: bool = False) -> str:
        self.pool._rests_until = 0.0
        async with self.fresh.reading(ANN, writes=writes) as reading:
            name = await self.pool.ask(name_of)
        self.moments_of_answers.append((await self.fresh.staleness(reading)).as_of_us)
        return name


@pytest.fixture
async def staged():
    made = Staged()
    made.primary_says(1_000)
    made.replica.position = 1_000
    await made.fresh._memory.floor(ANN, 1)
    return made


async def test_outside_of_an_operation_the_primary_is_read(staged):
    assert await staged.pool.ask(name_of) == "primary"


async def test_a_replica_that_is_behind_is_read_up_to_the_bound_and_not_beyond(staged, caplog):
    assert await staged.read() == "replica"
    for seconds, place in ((1.0, "replica"), (0.99, "replica"), (0.02, "primary"), (9.0, "primary")):
        staged.seconds += seconds
        staged.primary_says(2_000 + int(staged.seconds * 10))
        assert await staged.read() == place
    assert [record.levelname for record in caplog.records] == ["WARNING"], "it is said once"
    assert "replica is 2.0 s behind; at most 2 s" in caplog.text and "EMBERLOG_READER_MAX_LAG" in caplog.text
    staged.replica.position = 10_000
    staged.seconds += 0.1
    staged.primary_says(10_000)  # the caller had something of the primary before
    assert await staged.read() == "replica"
    assert staged.moments_of_answers == sorted(staged.moments_of_answers)
    assert staged.pool.reads[Source.BEHIND.value] == 2 and staged.pool.reads[Source.REPLICA.value] == 4


async def test_a_primary_without_work_makes_no_replica_old(staged):
    staged.seconds += 3_600
    staged.primary_says(1_000)
    assert await staged.read() == "replica" and staged.pool.age_us < SECOND


async def test_one_that_has_what_the_caller_wrote_is_read_and_no_other(staged):
    assert await staged.read() == "replica"
    staged.seconds += 0.1
    assert await staged.read(writes=True) == "primary"
    assert await staged.read() == "primary", "it may lack the command"
    staged.seconds += 0.1
    staged.primary_says(1_500)
    assert await staged.read() == "primary", "it has not replayed so far"
    staged.replica.position = 1_500
    staged.seconds += 0.1
    staged.primary_says(1_500)
    assert await staged.read() == "replica"
    staged.replica.position = 1_499
    assert await staged.read() == "primary", "another one behind the same address, or one that began again"
    assert staged.pool.reads[Source.NEWER.value] >= 3


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ({"is_replica": False}, "not a replica: it was promoted"),
        ({"position": None}, "not a replica: it was promoted"),
        ({"database": 78}, "another database"),
        ({"error": ConnectionRefusedError("refused")}, "No database answers at replica"),
        ({"error": asyncpg.InvalidPasswordError("no")}, "Check EMBERLOG_READER_URL"),
        ({"position": 5}, "further behind than this process knows"),
    ],
)
async def test_a_sentence_names_what_is_wrong_and_the_primary_is_read(staged, caplog, fault, sentence):
    vars(staged.replica).update(fault)
    assert await staged.read() == "primary"
    assert sentence in caplog.text and "from the primary" in caplog.text
    vars(staged.replica).update(
        SimpleNamespace(is_replica=True, position=1_000, database=DATABASE, error=None).__dict__
    )
    staged.seconds += 0.1
    staged.primary_says(1_000)
    assert await staged.read() == "replica"


async def test_a_replica_that_does_not_answer_rests(staged):
    staged.replica.error = TimeoutError()
    assert await staged.read() == "primary"
    staged.replica.error = AssertionError("it is asked")
    async with staged.fresh.reading(ANN, writes=False):
        assert await staged.pool.ask(name_of) == "primary"


async def test_a_statement_that_meets_what_is_replayed_goes_to_the_primary_and_the_replica_rests_not(staged):
    async def canceled(server):
        if server is staged.replica:
            raise asyncpg.SerializationError("canceling statement due to conflict with recovery")
        return server.name

    async with staged.fresh.reading(ANN, writes=False):
        assert await staged.pool.ask(canceled) == "primary"
    assert staged.pool._rests_until == 0.0


def test_another_primary_or_another_clock_makes_all_samples_count_no_more():
    moments = Moments(lambda: 0.0)
    for at_us, position in ((BEGAN_US, 100), (BEGAN_US + 10, 200)):
        moments.took(at_us, position, DATABASE, Span(0, 1))
    assert moments.as_of_us(99) is None
    assert moments.as_of_us(199) == BEGAN_US and moments.as_of_us(200) == BEGAN_US + 10
    moments.took(BEGAN_US - 5 * SECOND, 300, DATABASE, Span(0, 1))
    assert moments.as_of_us(299) is None and moments.as_of_us(300) == BEGAN_US - 5 * SECOND
    moments.took(BEGAN_US - 5 * SECOND, 250, DATABASE, Span(0, 1))
    assert moments.as_of_us(249) is None and moments.as_of_us(260) == BEGAN_US - 5 * SECOND
    moments.took(BEGAN_US - 5 * SECOND, 900, 78, Span(0, 1))
    assert moments.as_of_us(260) is None


def test_behind_a_full_page_the_replica_has_everything():
    """The primary then names the place after the next page's head, which no record has reached."""
    moments = Moments(lambda: 0.0)
    moments.took(BEGAN_US, 3 * 8_192 + 24, DATABASE, Span(0, 1))
    assert moments.as_of_us(3 * 8_192) == BEGAN_US


async def test_a_primary_that_does_not_say_its_position_is_named(staged, caplog):
    staged.primary.error = asyncpg.InsufficientPrivilegeError("permission denied for function pg_control_system")
    sampling = asyncio.create_task(run_sampling(staged.primary, staged.moments))
    async with asyncio.timeout(30):
        while not caplog.records:  # noqa: ASYNC110 -- a log rings no bell
            await asyncio.sleep(0.001)
    sampling.cancel()
    assert "does not say its position" in caplog.text and "pg_control_system" in caplog.text
