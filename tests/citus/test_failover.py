"""A primary that dies under load, and its synchronous replica that takes over: one address names both."""

import asyncio
from urllib.parse import urlsplit

import asyncpg
import pytest

from infra.postgres.event_log import PostgresEventLog
from infra.postgres.pool import open_pool
from infra.postgres.replica.log import ReplicaLog
from infra.postgres.sequencer import run_sequencer
from services.ports import Appended
from tests.citus.test_faults import Players, assert_nothing_lost
from tests.faults.stage import OwnPostgres
from tests.faults.standby import folder, primary, standby, standby_url
from tests.infra.postgres.entries import Chain

__all__ = ["folder", "primary", "standby"]

pytestmark = pytest.mark.citus


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
