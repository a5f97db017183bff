"""PgBouncer in transaction mode between the service and Postgres: many connections of the service share three."""

import asyncio
import shutil
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from infra.accounts import NOBODY, is_root
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.hosting import PostgresHosting
from infra.postgres.migrate import migrate
from infra.postgres.pool import open_pool
from infra.postgres.sequencer import run_sequencer
from services.errors import TooManyGames, Unavailable
from services.hosting import Hosted, HostingLimits
from tests.conftest import fresh_database
from tests.dice import new_id
from tests.infra.postgres.entries import Chain
from tests.infra.postgres.test_lost_connections import written_by
from tests.infra.postgres.test_sequencer import assert_dense
from tests.machine import NO_POOLER, free_port

pytestmark = [
    pytest.mark.citus,
    pytest.mark.skipif(shutil.which("pgbouncer") is None, reason=f"{NO_POOLER}: install the package pgbouncer"),
]
CONNECTIONS, WRITERS, COMMANDS = 3, 12, 20
READY_SECONDS_MAX = 10.0
USER = "emberlog_behind_the_pooler"


@pytest.fixture
def owner_url(servers, template) -> Iterator[str]:
    yield from fresh_database(servers, template)


@pytest.fixture
async def owner(owner_url):
    connection = await asyncpg.connect(owner_url)
    yield connection
    await connection.close()


@pytest.fixture
async def pooler_url(owner, owner_url):
    """The address of a pooler whose user has the rights of the service and no more."""
    password = uuid.uuid4().hex
    if not await owner.fetchval("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", USER):
        await owner.execute(f"CREATE ROLE {USER} LOGIN; GRANT emberlog_app TO {USER}")
    await owner.execute(f"ALTER ROLE {USER} PASSWORD '{password}'")
    server, port = urlsplit(owner_url), free_port()
    folder = Path(tempfile.mkdtemp(prefix="emberlog-pooler-"))
    (folder / "pgbouncer.ini").write_text(
        f"""
[databases]
* = host={server.hostname} port={server.port} user={USER} password={password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
auth_type = any
pool_mode = transaction
default_pool_size = {CONNECTIONS}
max_client_conn = 200
unix_socket_dir =
"""
    )
    await asyncio.to_thread(folder.chmod, 0o755)
    account = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if is_root() else {}
    process = subprocess.Popen(  # noqa: ASYNC220 -- it outlives the call
        ["pgbouncer", "-q", folder / "pgbouncer.ini"], stderr=subprocess.DEVNULL, **account
    )
    until = time.monotonic() + READY_SECONDS_MAX
    while time.monotonic() < until:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            break
    yield f"postgresql://anybody@127.0.0.1:{port}{server.path}?sslmode=disable&pooler=transaction"
    process.terminate()
    await asyncio.to_thread(process.wait, 10)
    shutil.rmtree(folder)


async def test_no_migration_goes_through_a_pooler(pooler_url):
    with pytest.raises(Unavailable, match="is a pooler"):
        await migrate(pooler_url)


async def test_another_kind_of_pooler_is_no_address(pooler_url):
    with pytest.raises(Unavailable, match="EMBERLOG_DATABASE_URL cannot be used"):
        await open_pool(pooler_url.replace("=transaction", "=session"))


async def test_many_connections_share_few_and_nothing_is_lost_or_doubled(pooler_url, owner):
    pool = await open_pool(pooler_url, size_max=WRITERS)
    log, chains = PostgresEventLog(pool, lanes=8, batch_max=2), [Chain() for _ in range(WRITERS)]
    sequencing = asyncio.create_task(run_sequencer(pool))
    await asyncio.gather(*(written_by(log, chain, COMMANDS) for chain in chains))
    async with asyncio.timeout(20):
        while await owner.fetchval("SELECT count(*) FROM pending"):  # noqa: ASYNC110 -- a table rings no bell
            await asyncio.sleep(0.02)
    assert not sequencing.done()
    sequencing.cancel()
    await asyncio.gather(sequencing, return_exceptions=True)
    await assert_dense(owner, sum(chain.version for chain in chains))
    for chain in chains:
        assert len(await log.commands(chain.game_id)) == COMMANDS
    servers = "SELECT count(*) FROM pg_stat_activity WHERE usename = $1"
    assert await owner.fetchval(servers, USER) <= CONNECTIONS
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await pool.raw.execute("DELETE FROM event")
    await pool.close()


async def test_a_host_who_opens_games_at_once_stays_within_the_limit(pooler_url):
    """The lock of a host lasts for a transaction, and so does the connection."""
    pool = await open_pool(pooler_url, size_max=WRITERS)
    hosting, limits = PostgresHosting(pool), HostingLimits(open_games=4, running=4, bot_games=4, sandboxes=4)
    tries = [hosting.reserve("ann", new_id(), Hosted(sandbox=False), limits) for _ in range(WRITERS)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert results.count(None) == 4 and sum(isinstance(each, TooManyGames) for each in results) == WRITERS - 4
    await pool.close()
