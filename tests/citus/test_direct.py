"""Appends at the node of a shard, by the functions of one server; and the long way, through the coordinator."""

import asyncio

import asyncpg
import pytest

from infra.postgres.append_rows import as_stored
from infra.postgres.citus.direct import Nodes
from infra.postgres.event_log import PostgresEventLog
from services.errors import Unavailable
from services.ports import Appended, Conflict, Duplicate
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


@pytest.fixture
def calls(monkeypatch):
    """The shards of each call at a node."""
    made = []
    call = Nodes.call

    async def counted(self, node, shards, what, seconds):
        made.append(shards)
        return await call(self, node, shards, what, seconds)

    monkeypatch.setattr(Nodes, "call", counted)
    return made


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


async def all_appended(log: PostgresEventLog, chains: list[Chain]) -> None:
    """One command of each game, all at once."""
    await asyncio.gather(*(appended(log, chain) for chain in chains))


async def test_a_batch_is_one_call_for_all_shards_of_a_node(pool, owner, long_ways, calls):
    log, chains = PostgresEventLog(pool), [Chain() for _ in range(40)]
    for _ in range(3):
        await all_appended(log, chains)
    several = [shards for shards in calls if len(shards) > 1]
    assert several and not long_ways
    assert all(shards == sorted(set(shards)) for shards in several), "two calls wait for each other in one direction"
    assert len(calls) < 40, "three rounds, two nodes, and more than one game a call"
    await sequenced(pool)
    await assert_dense(owner, sum(chain.version for chain in chains))
    for chain in chains:
        assert [step.version for step in await log.read(chain.game_id)] == list(range(1, chain.version + 1))
        assert [command.ordinal for command in await log.commands(chain.game_id)] == [1, 2, 3]


async def test_each_entry_of_a_batch_of_several_shards_gets_its_own_answer(pool, calls):
    log, chains = PostgresEventLog(pool), [Chain() for _ in range(30)]
    await all_appended(log, chains)
    entries = [chain.next() for chain in chains]
    wanted: list[object] = [Appended(entry.expected_version + 2) for entry in entries]
    for at in range(0, 30, 3):  # they come twice
        assert await log.append(entries[at]) == wanted[at]
        wanted[at] = Duplicate(as_stored(entries[at]))
    for at in range(1, 30, 3):  # another one has come first
        await log.append(chains[at].next())
        wanted[at] = Conflict(4)
    calls.clear()
    answers = await asyncio.gather(*map(log.append, entries))
    assert any(len(shards) > 1 for shards in calls)
    assert [_without_stored(answer) for answer in answers] == [_without_stored(each) for each in wanted]


def _without_stored(answer: object) -> object:
    """A duplicate by its command."""
    return (Duplicate, answer.stored.command_id) if isinstance(answer, Duplicate) else answer


async def test_a_batch_with_a_shard_that_moved_is_written_once(pool, owner, long_ways, calls):
    log, chains = PostgresEventLog(pool), [Chain() for _ in range(40)]
    await all_appended(log, chains)
    await moved(owner, chains[0].game_id)
    calls.clear()
    for _ in range(2):
        await all_appended(log, chains)
    assert long_ways and any(len(shards) > 1 for shards in calls)
    await log._batches._reading
    long_ways.clear()
    await all_appended(log, chains)
    assert not long_ways
    await sequenced(pool)
    await assert_dense(owner, sum(chain.version for chain in chains))
    for chain in chains:
        assert len(await log.read(chain.game_id)) == chain.version == 8


async def test_a_no_of_what_a_shard_left_behind_does_not_count(pool, owner):
    """There the head is older than what was acknowledged since, so each append would be a conflict."""
    stale, other, chains = PostgresEventLog(pool), PostgresEventLog(pool), [Chain() for _ in range(12)]
    await all_appended(stale, chains)
    await moved(owner, chains[0].game_id)
    for _ in range(2):
        await all_appended(other, chains)
    await all_appended(stale, chains)
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


async def test_a_function_that_is_not_what_it_was_is_named(cluster, owner):
    """`ready_shard` changes the text of the functions of one server: what it no longer finds there, it says."""
    node = cluster.workers[0]
    connection = await asyncpg.connect(node.url())
    shard = await owner.fetchval(
        "SELECT shardid FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid) "
        "WHERE logicalrelid = 'game'::regclass AND nodeport = $1 LIMIT 1",
        node.port,
    )
    text = await connection.fetchval("SELECT pg_get_functiondef('append_command'::regproc)")
    changed = text.replace("INTO pending (game_id, ", "INTO pending (ordinal_first, game_id, ")
    assert changed != text
    async with connection.transaction():
        await connection.execute("SET LOCAL citus.enable_ddl_propagation = off")
        await connection.execute(changed)
        with pytest.raises(asyncpg.RaiseError, match="append_command no longer has"):
            async with connection.transaction():
                await connection.fetchval("SELECT ready_shard($1)", shard)
        await connection.execute(text)
    await connection.close()


async def test_the_service_may_prepare_shards_of_the_games_that_are_here_and_nothing_else(cluster):
    connection = await asyncpg.connect(cluster.workers[0].url())
    await connection.execute("SET ROLE emberlog_app")
    with pytest.raises(asyncpg.ObjectNotInPrerequisiteStateError, match="is not on this node"):
        await connection.execute("SELECT ready_shard(1)")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await connection.execute("CREATE SCHEMA games_1")
    await connection.close()
