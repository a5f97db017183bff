"""The stores under test, each as a fake and as the real thing."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import asyncpg
import pytest

from infra.postgres.caches import PostgresSnapshots
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.parkings import PostgresParkings
from infra.postgres.pool import Pool
from infra.postgres.principals import PostgresPrincipals
from infra.postgres.sequencer import run_sequencer
from services.parkings import Parkings
from services.ports import EventLog
from tests.fakes import FakeEventLog, FakeParkings, FakePrincipals, FakeSnapshots

KINDS = ("fake", "postgres")


@dataclass(frozen=True)
class LogUnderTest:
    """`settle`: wait until everything that was appended has its place in the global order."""

    log: EventLog
    parkings: Parkings
    settle: Callable[[], Awaitable[None]]


@pytest.fixture(params=KINDS)
def under_test(request):
    if request.param == "fake":
        log = FakeEventLog()
        return LogUnderTest(log, FakeParkings(log), lambda: asyncio.sleep(0))
    pool = request.getfixturevalue("pool")
    return LogUnderTest(PostgresEventLog(pool), PostgresParkings(pool), lambda: sequenced(pool))


@pytest.fixture
def log(under_test):
    return under_test.log


@pytest.fixture
def parkings(under_test):
    return under_test.parkings


@pytest.fixture(params=KINDS)
def snapshots(request):
    return FakeSnapshots() if request.param == "fake" else PostgresSnapshots(request.getfixturevalue("pool"))


@pytest.fixture(params=KINDS)
def principals(request):
    return FakePrincipals() if request.param == "fake" else PostgresPrincipals(request.getfixturevalue("pool"))


async def sequenced(pool: Pool) -> None:
    """Run a sequencer until nothing is pending."""
    task = asyncio.create_task(run_sequencer(pool, idle_seconds=0.01))
    try:
        async with asyncio.timeout(20):
            while await pool.fetchval("SELECT count(*) FROM pending"):  # noqa: ASYNC110 -- a table rings no bell
                await asyncio.sleep(0.01)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def owner(database_url):
    """A connection with all rights, which the service never uses."""
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()
