"""The user that the service connects as in an embedded database: can play, and rules over nothing."""

import asyncpg
import pytest

from infra.embedded import embedded_servers
from infra.embedded.service_role import SERVICE_USER, service_url
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.migrate import migrate
from infra.postgres.pool import open_pool
from infra.readiness import worker_trouble, write_something
from tests.infra.postgres.entries import Chain

FORBIDDEN = (
    "DELETE FROM event", "UPDATE command SET body = ''", "TRUNCATE game", "DROP TABLE event", "ALTER TABLE event DISABLE TRIGGER ALL",
    "SET ROLE emberlog", "SET SESSION AUTHORIZATION emberlog", "SELECT pg_read_file('pg_hba.conf')", "COPY event TO PROGRAM 'true'",
    "SELECT rolpassword FROM pg_authid", "ALTER SYSTEM SET fsync = off", "CREATE ROLE other SUPERUSER", "CREATE TABLE mine ()",
    "SELECT pg_reload_conf()", "ALTER ROLE emberlog_service SUPERUSER", "CREATE DATABASE other",
)  # fmt: skip


@pytest.fixture(scope="module")
def embedded(tmp_path_factory):
    with embedded_servers(tmp_path_factory.mktemp("servers"), redis=False, durable=False) as servers:
        yield servers


@pytest.fixture
async def url(embedded):
    await migrate(embedded.database_url)
    return await service_url(embedded.database_url, "a 'word' of %s @ / :")


@pytest.mark.parametrize("reset", [False, True], ids=["as it connects", "after it gave its role back"])
async def test_it_may_do_what_the_service_does_and_no_more(url, reset):
    pool = await open_pool(url, size_max=1)
    chain = Chain()
    await PostgresEventLog(pool).append(chain.next())
    await write_something(pool)
    await worker_trouble(pool)
    async with pool.lend() as connection:
        if reset:
            await connection.execute("RESET ROLE")
        for statement in FORBIDDEN:
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.execute(statement)
    await pool.close()


async def test_twice_is_once_and_the_password_is_the_last_one(embedded, url):
    assert url.startswith(f"postgresql://{SERVICE_USER}:")
    later = await service_url(embedded.database_url, "another")
    await (await asyncpg.connect(later)).close()
    with pytest.raises(asyncpg.InvalidPasswordError):
        await asyncpg.connect(url)


async def test_before_the_migration_the_address_is_the_owners(tmp_path):
    async with embedded_servers(tmp_path, redis=False, durable=False) as servers:
        assert await service_url(servers.database_url, "x") == servers.database_url
