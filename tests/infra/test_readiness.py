"""The readiness probe: a database that answers and takes no writes is not ready, and a full disk has a name."""

import asyncio
import subprocess
from contextlib import contextmanager

import asyncpg
import httpx
import pytest
import uvicorn

from api.problems import problem_of
from api.single_flight import SECONDS
from infra.asgi import application
from infra.embedded import embedded_servers
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.migrate import migrate
from infra.postgres.pool import WORKER_NAME, open_pool
from infra.postgres.trouble import unavailable
from infra.readiness import WRITTEN_BYTES, worker_trouble, write_something
from infra.settings import Settings
from services.errors import Cause, Unavailable
from tests.infra.postgres.entries import Chain
from tests.machine import cannot_mount

DISK_BYTES = 320 * 1024 * 1024
APPENDS_MAX = 2_000


@pytest.mark.campaign
async def test_a_database_that_takes_writes_is_ready_and_nothing_stays(pool):
    async with pool.raw.acquire() as connection:
        before = await connection.fetchval("SELECT pg_current_wal_insert_lsn()")
        stat = "SELECT temp_bytes FROM pg_stat_database WHERE datname = current_database()"
        for _ in range(3):
            await write_something(pool)
        assert await connection.fetchval("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)", before) < 10_000
        await connection.execute("SELECT pg_stat_clear_snapshot()")
        while await connection.fetchval(stat) < WRITTEN_BYTES:
            await asyncio.sleep(0.05)
            await connection.execute("SELECT pg_stat_clear_snapshot()")
        assert await connection.fetchval("SHOW work_mem") != "64kB"


async def test_a_database_that_is_read_only_is_not_ready(pool, database_url):
    name = database_url.rpartition("/")[2].partition("?")[0]
    owner = await asyncpg.connect(database_url)
    await owner.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await owner.close()
    other = await open_pool(database_url)
    with pytest.raises(Unavailable, match="read-only") as problem:
        await write_something(other)
    assert problem.value.cause is Cause.READ_ONLY
    await other.close()


async def test_a_connected_worker_is_noticed(pool, database_url):
    assert "Start one: emberlog worker" in (await worker_trouble(pool) or "")
    worker = await open_pool(database_url, size_max=1, name=WORKER_NAME)
    assert await worker_trouble(pool) is None
    await worker.close()
    assert await worker_trouble(pool) is not None


@pytest.mark.parametrize(
    ("error", "cause", "words"),
    [
        (asyncpg.DiskFullError("could not extend file"), "DISK_FULL", "The disk of the database is full"),
        (asyncpg.ReadOnlySQLTransactionError("no"), "READ_ONLY", "takes no writes"),
        (asyncpg.TooManyConnectionsError("sorry"), "BUSY", "takes no more connections"),
        (ConnectionResetError(), "AWAY", "does not answer"),
    ],
)
def test_the_caller_hears_the_cause_and_what_to_do_and_no_address(error, cause, words):
    problem = problem_of(unavailable(error, "db.example:5432/games"), "here")
    assert (problem.code, problem.facts) == ("UNAVAILABLE", {"cause": cause})
    assert words in problem.text and "the same command id" in problem.text
    assert "db.example" not in problem.text


@contextmanager
def small_disk(folder):
    """A disk of `DISK_BYTES` at this folder."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES},mode=755", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def filled(folder):
    """No free byte on this disk."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(65_536)):
                pass
        except OSError:
            pass
    yield
    ballast.unlink()


@pytest.mark.campaign
@pytest.mark.skipif(bool(cannot_mount()), reason=cannot_mount())
async def test_a_full_disk_is_reported_by_name_and_gone_when_there_is_space(tmp_path):
    with small_disk(tmp_path):
        async with embedded_servers(tmp_path / "data") as servers:
            await migrate(servers.database_url)
            settings = Settings.load({"EMBERLOG_DATA": str(tmp_path / "data")})
            app = application(servers.database_url, servers.redis_url, settings, dict)
            server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None))  # type: ignore[arg-type]
            serving = asyncio.create_task(server.serve())
            while not server.started:  # noqa: ASYNC110 -- uvicorn offers no event
                await asyncio.sleep(0.05)
            port = server.servers[0].sockets[0].getsockname()[1]
            pool = await open_pool(servers.database_url)
            try:
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
                    await _fill_and_free(http, PostgresEventLog(pool), tmp_path)
            finally:  # before the servers stop
                await pool.close()
                server.should_exit = True
                await serving


async def _fill_and_free(http: httpx.AsyncClient, log: PostgresEventLog, disk) -> None:
    assert (await http.get("/ready")).json()["parts"]["log"] == "answers"
    chain = Chain()
    with filled(disk):
        await asyncio.sleep(SECONDS + 0.1)  # the answer before may be given again for so long
        away = await http.get("/ready")
        assert away.status_code == 503
        assert away.json()["parts"]["log"].startswith("The disk of the database ")
        assert "free some space" in away.json()["parts"]["log"]
        with pytest.raises(Unavailable) as refused:
            for _ in range(APPENDS_MAX):
                entry = chain.next(steps=100)
                await log.append(entry)
                chain.took(entry)
        assert refused.value.cause is Cause.DISK_FULL
        head = await log.head(chain.game_id)
        assert (head.version if head else 0) == chain.version, "what was acknowledged is there, and reading goes on"
    async with asyncio.timeout(30):
        while (await http.get("/ready")).json()["parts"]["log"] != "answers":  # noqa: ASYNC110 -- another process
            await asyncio.sleep(0.2)
    entry = chain.next()
    await log.append(entry)
    assert (await log.head(chain.game_id)).version == entry.events[-1].version
