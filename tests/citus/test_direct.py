"""Appends at the node of a shard, by the functions of one server; and the long way, through the coordinator."""

import asyncpg
import pytest

from infra.postgres.citus.direct import Nodes
from infra.postgres.event_log import PostgresEventLog
from services.errors import Unavailable
from services.ports import Appended
from tests.citus.test_faults import moved
from tests.infra.postgres.conftest import sequenced
from tests.infra.postgres.entries import Chain
from tests.infra.postgres.test_sequencer import assert_dense

pytestmark = pytest.mark.citus


@pytest.fixture
def long_ways(monkeypatch):
    """What the coordinator was asked to append, call by call."""
    sent = []
    send = PostgresEventLog._send

    async def counted(self, batch, *, is_retry=False):
        sent.append(batch)
        return await send(self, batch, is_retry=is_retry)

    monkeypatch.setattr(PostgresEventLog, "_send", counted)
    return sent


async def appended(log: PostgresEventLog, chain: Chain) -> None:
    entry = chain.next()
    assert await log.append(entry) == Appended(entry.expected_version + len(entry.events))
    chain.took(entry)


async def test_no_append_asks_the_coordinator(pool, owner, long_ways):
    log, chains = PostgresEventLog(pool), [Chain() for _ in range(6)]
    for chain in chains * 2:
        await appended(log, chain)
    assert not long_ways
    await sequenced(pool)
    await assert_dense(owner, sum(chain.version for chain in chains))


async def test_who_does_not_reach_the_nodes_goes_through_the_coordinator(pool, owner, long_ways, caplog):
    async def refuse(host, port):
        raise Unavailable(f"The node {host}:{port} refused the user.")

    log, chain = PostgresEventLog(pool), Chain()
    log._nodes = Nodes(refuse)
    for _ in range(2):
        await appended(log, chain)
    assert len(long_ways) == 2 and "Let this machine and the user" in caplog.text
    await sequenced(pool)
    await assert_dense(owner, chain.version)


async def test_a_shard_that_moved_is_written_the_long_way_and_then_at_its_new_node(pool, owner, long_ways):
    log, chain = PostgresEventLog(pool), Chain()
    await appended(log, chain)
    await moved(owner, chain.game_id)
    await appended(log, chain)
    assert len(long_ways) == 1, "this process had not noticed"
    await appended(log, chain)
    await log._batches._reading
    long_ways.clear()
    await appended(log, chain)
    assert not long_ways
    await sequenced(pool)
    await assert_dense(owner, chain.version)
    assert len(await log.read(chain.game_id)) == chain.version


async def test_the_service_may_prepare_shards_of_the_games_that_are_here_and_nothing_else(cluster):
    connection = await asyncpg.connect(cluster.workers[0].url())
    await connection.execute("SET ROLE emberlog_app")
    with pytest.raises(asyncpg.ObjectNotInPrerequisiteStateError, match="is not on this node"):
        await connection.execute("SELECT ready_shard(1)")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await connection.execute("CREATE SCHEMA games_1")
    await connection.close()
