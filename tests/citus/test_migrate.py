"""`emberlog migrate --citus`: what is distributed, who may change what there, and what is said when it cannot be done."""

import uuid

import asyncpg
import pytest

from infra.postgres.citus.distribute import DISTRIBUTED
from infra.postgres.citus.nodes import shard_hash
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.migrate import migrate
from infra.postgres.pool import open_pool
from services.errors import Unavailable
from services.ports import Appended
from tests.conftest import on_database
from tests.dice import new_id
from tests.infra.postgres.conftest import sequenced
from tests.infra.postgres.entries import Chain

pytestmark = pytest.mark.citus


@pytest.fixture
async def another(cluster):
    """The address of a database of the cluster without tables."""
    name = f"another_{uuid.uuid4().hex[:8]}"
    await cluster.make_database(name)
    yield on_database(cluster.coordinator.url(), name)
    for node in cluster.nodes:
        connection = await asyncpg.connect(node.url("postgres"))
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
        await connection.close()


async def test_a_worker_is_no_coordinator(cluster):
    with pytest.raises(Unavailable, match="is a worker of its cluster"):
        await migrate(cluster.workers[0].url(), citus=True)


async def test_what_somebody_distributed_by_hand_is_half_migrated(another):
    await migrate(another)
    connection = await asyncpg.connect(another)
    await connection.execute("SELECT create_distributed_table('snapshot', 'game_id', shard_count => 2)")
    for citus in (True, False):  # without it as `emberlog up` does
        with pytest.raises(Unavailable, match=r"half migrated: snapshot .* undistribute_table"):
            await migrate(another, citus=citus)
    await connection.execute("SELECT undistribute_table('snapshot')")
    await connection.close()


async def test_a_node_that_is_away_is_named(cluster, another):
    away = cluster.workers[1]
    away.kill()
    try:
        with pytest.raises(Unavailable, match=f"do not answer: 127.0.0.1:{away.port}"):
            await migrate(another, citus=True)
    finally:
        away.start()
    connection = await asyncpg.connect(another)
    assert not await connection.fetchval("SELECT count(*) FROM pg_dist_partition")
    await connection.close()


async def test_a_log_of_one_server_goes_on_distributed(another):
    """Its games, their places and what was not placed yet are all there, and the second time does nothing."""
    await migrate(another)
    chains = [Chain() for _ in range(6)]
    pool = await open_pool(another)
    for chain in chains:
        for _ in range(2):
            entry = chain.next()
            assert isinstance(await PostgresEventLog(pool).append(entry), Appended)
            chain.took(entry)
        if chain is chains[2]:
            await sequenced(pool)
    before = [await PostgresEventLog(pool).read(chain.game_id) for chain in chains]
    await pool.close()

    assert await migrate(another, citus=True, shards=4) == [f"distribution of {name}" for name in DISTRIBUTED]
    assert await migrate(another) == [] == await migrate(another, citus=True, shards=4)
    with pytest.raises(Unavailable, match=r"are in 4 parts already, and stay so\. Leave --shards out"):
        await migrate(another, citus=True, shards=8)
    pool = await open_pool(another)
    log = PostgresEventLog(pool)
    for chain, steps in zip(chains, before, strict=True):
        assert await log.read(chain.game_id) == steps
        entry = chain.next()
        assert await log.append(entry) == Appended(6)
    await sequenced(pool)
    assert [entry.pos for entry in await log.entries()] == list(range(1, 6 * 9 + 1))
    await pool.close()


async def test_everything_of_a_game_is_beside_its_game(owner):
    rows = await owner.fetch("SELECT logicalrelid::text AS name, colocationid, partmethod FROM pg_dist_partition")
    assert {row["name"] for row in rows} == set(DISTRIBUTED)
    assert len({row["colocationid"] for row in rows}) == 1 and {row["partmethod"] for row in rows} == {b"h"}


async def test_the_service_knows_where_a_game_is(owner):
    for id in [new_id() for _ in range(200)] + ["00000000-0000-0000-0000-000000000000", "f" * 32]:
        assert shard_hash(id) == await owner.fetchval("SELECT hashtext('') * 0 + uuid_hash($1::uuid)", id)


@pytest.mark.parametrize("relation", ["event", "command", "sighting"])
async def test_what_was_written_stays_written_on_every_node(cluster, pool, relation):
    """By privilege for the service and by trigger for the owner, on the shards themselves too."""
    chain = Chain()
    assert await PostgresEventLog(pool).append(chain.next()) == Appended(2)
    statements = (f"UPDATE {relation} SET game_id = game_id", f"DELETE FROM {relation}")
    for statement in (*statements, f"TRUNCATE {relation}"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await pool.raw.execute(statement)
    for worker in cluster.workers:
        visible = {"citus.override_table_visibility": "off"}  # shards are hidden otherwise
        connection = await asyncpg.connect(worker.url(), server_settings=visible)
        await connection.execute("SET ROLE emberlog_app")
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute(statements[1])
        await connection.execute("RESET ROLE")
        shards = await connection.fetch(
            "SELECT c.relname FROM pg_class c WHERE c.relkind = 'r' AND c.relname ~ $1", f"^{relation}_[0-9]+$"
        )
        assert shards
        for (shard,) in shards:
            privileges = await connection.fetchrow(
                "SELECT has_table_privilege('emberlog_app', $1, 'UPDATE') AS u, has_table_privilege('emberlog_app', $1, "
                "'DELETE') AS d, has_table_privilege('emberlog_app', $1, 'TRUNCATE') AS t",
                shard,
            )
            assert not any(privileges)
            triggers = await connection.fetchval(
                "SELECT count(*) FROM pg_trigger WHERE tgrelid = $1::regclass AND tgfoid = 'refuse_change'::regproc",
                shard,
            )
            assert triggers == 1
        await connection.close()
