"""A real Citus cluster for the tests of this folder: a coordinator and two workers on 127.0.0.1.

Databases are made of one migrated database by emptying it, because making another takes seconds. `EMBERLOG_CITUS` names the
folder of the programs, which are built at the first run.
"""

import asyncio
import contextlib
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from infra.postgres.caches import PostgresSnapshots
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.migrate import migrate
from infra.postgres.parkings import PostgresParkings
from infra.postgres.pool import Pool
from infra.postgres.principals import PostgresPrincipals
from tests.infra.postgres.conftest import (
    LogUnderTest,
    log,
    owner,
    parkings,
    postgres_hosting,
    postgres_names,
    sequenced,
)
from tests.machine import NO_CITUS, free_port
from tests.projections.postgres_stage import PostgresStage
from tests.services.conftest import real_world, world
from tools.citus.build import NoCitus, built
from tools.citus.cluster import Cluster, default_folder

__all__ = ["log", "owner", "parkings", "real_world", "world"]

SHARDS = 8
_STAY = ("migration", "cluster", "cursor_secret", "sequencer", "list_order", "log_publication")
_RESET = """
UPDATE sequencer SET epoch = 0, holder = '', expires_at = '-infinity', last_pos = 0;
UPDATE list_order SET last_pos = 0, due_us = 0, latest_us = 0;
UPDATE log_publication SET size = 0, examined = 0, looked_at = '-infinity';
"""


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Built and started at the first test that asks, with the tables distributed; stopped after the last."""
    try:
        programs = built(default_folder() / "programs")
    except NoCitus as error:
        pytest.skip(f"{NO_CITUS}: {error}")
    folder = Path(tempfile.mkdtemp(prefix="emberlog-citus-"))
    try:
        with Cluster(programs, folder, first_port=_free_ports(3), durable=False) as running:
            asyncio.run(migrate(running.coordinator.url(), citus=True, shards=SHARDS))
            yield running
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _free_ports(number: int) -> int:
    """The first of some free ports in a row."""
    for _ in range(100):
        first = free_port()
        with contextlib.suppress(OSError), contextlib.ExitStack() as taken:
            for port in range(first, first + number):
                taken.enter_context(socket.create_server(("127.0.0.1", port)))
            return first
    raise AssertionError("there are no free ports in a row")


@pytest.fixture
def database_url(cluster: Cluster) -> str:
    """The coordinator's database, empty."""
    asyncio.run(emptied(cluster.coordinator.url()))
    return cluster.coordinator.url()


async def emptied(url: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        names = {
            row[0] for row in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        }
        of_games = {row[0] for row in await connection.fetch("SELECT logicalrelid::text FROM pg_dist_partition")}
        await connection.execute(f"TRUNCATE {', '.join(sorted(of_games))}")
        await connection.execute("SET session_replication_role = replica")
        await connection.execute(f"TRUNCATE {', '.join(sorted(names - of_games - {*_STAY}))}; {_RESET}")
    finally:
        await connection.close()


@pytest.fixture
def under_test(pool: Pool) -> LogUnderTest:
    return LogUnderTest(PostgresEventLog(pool), PostgresParkings(pool), lambda: sequenced(pool))


@pytest.fixture
def snapshots(pool: Pool) -> PostgresSnapshots:
    return PostgresSnapshots(pool)


@pytest.fixture
def principals(pool: Pool) -> PostgresPrincipals:
    return PostgresPrincipals(pool)


@pytest.fixture
def beside(pool):
    return postgres_names(pool)


@pytest.fixture
def hosting(pool):
    return postgres_hosting(pool)


@pytest.fixture
def stage(pool: Pool) -> PostgresStage:
    return PostgresStage(pool)
