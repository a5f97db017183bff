"""A primary that dies under load, and its synchronous replica that takes over: one address names both."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from infra.postgres.event_log import PostgresEventLog
from infra.postgres.migrate import migrate
from infra.postgres.pool import open_pool
from infra.postgres.replica.log import ReplicaLog
from infra.postgres.sequencer import run_sequencer
from services.ports import Appended
from tests.citus.test_faults import Players, assert_nothing_lost
from tests.faults.stage import OwnPostgres, eventually
from tests.faults.test_replica import Standby
from tests.infra.postgres.entries import Chain
from tests.machine import free_port

pytestmark = pytest.mark.citus


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not pytest's own: that is closed to others, and servers started by root are not root's."""
    made = Path(tempfile.mkdtemp(prefix="emberlog-failover-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
async def primary(folder):
    server = OwnPostgres(folder / "primary", free_port())
    await server.start()
    await migrate(server.url)
    yield server
    server.stop()


@pytest.fixture
async def standby(primary, folder):
    """It has every commit on its disk before the primary acknowledges it."""
    hba = primary.data / "pg_hba.conf"
    hba.write_text(hba.read_text() + "host replication all 127.0.0.1/32 scram-sha-256\n")
    owner = await asyncpg.connect(primary.url)
    await owner.execute("SELECT pg_reload_conf()")
    server = OwnPostgres(
        folder / "standby", free_port(), lambda at, account: Standby(at, account, primary, lag_seconds=0.0)
    )
    await server.start()
    await owner.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
    await owner.execute("SELECT pg_reload_conf()")
    await eventually(lambda: owner.fetchval("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"), 20.0)
    await owner.close()
    yield server
    server.stop()


def address_of(*servers: OwnPostgres, attributes: str) -> str:
    """One address for all of them."""
    url = urlsplit(servers[0].url)
    hosts = ",".join(f"127.0.0.1:{server.port}" for server in servers)
    return f"postgresql://{url.username}:{url.password}@{hosts}{url.path}?sslmode=disable&target_session_attrs={attributes}"


async def test_a_replica_that_is_promoted_has_everything_that_was_acknowledged(primary, standby):
    pool = await open_pool(address_of(primary, standby, attributes="read-write"))
    sequencing = asyncio.create_task(run_sequencer(pool))
    async with Players(PostgresEventLog(pool)) as players:
        await asyncio.sleep(1.0)
        before = sum(map(len, players.acknowledged.values()))
        await primary.kill()
        owner = await asyncpg.connect(standby_url(primary, standby))
        await owner.fetchval("SELECT pg_promote()")
        await asyncio.sleep(1.0)
    assert before and sum(map(len, players.acknowledged.values())) > before
    assert not sequencing.done()
    sequencing.cancel()
    await asyncio.gather(sequencing, return_exceptions=True)
    await assert_nothing_lost(players, pool, owner)
    await owner.close()
    await pool.close()


async def test_a_replica_that_pauses_makes_no_answer_older(primary, standby):
    pool, reader = await open_pool(primary.url), await open_pool(standby_url(primary, standby), size_min=0)
    log, chain = PostgresEventLog(pool), Chain()
    read = ReplicaLog(log, PostgresEventLog(reader))
    stopped = await asyncpg.connect(standby_url(primary, standby))
    for number in range(6):
        if number == 3:
            await stopped.execute("SELECT pg_wal_replay_pause()")
        entry = chain.next()
        assert isinstance(await log.append(entry), Appended)
        chain.took(entry)
        assert await read.read(chain.game_id) == await log.read(chain.game_id)
        assert len(await read.commands(chain.game_id)) == number + 1
    assert 0 < len(await PostgresEventLog(reader).read(chain.game_id)) < chain.version
    await stopped.execute("SELECT pg_wal_replay_resume()")
    await stopped.close()
    await reader.close()
    await pool.close()


def standby_url(primary: OwnPostgres, standby: OwnPostgres) -> str:
    return primary.url.replace(f":{primary.port}/", f":{standby.port}/")
