"""Started as root: what faces the network has few rights, and no other account reads, signals or rules over anything."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from infra.accounts import FIRST, LAST, NOBODY
from infra.cli.processes import rights
from infra.cli.processes.rights import DROPPED, LIFELINE, ROOT, Rights, rights_of_parts
from infra.embedded import embedded_servers
from infra.embedded.locks import FileLock
from infra.postgres.migrate import migrate
from tests.machine import NO_ROOT, free_port

STRANGER = 12_345
SECONDS_MAX = 60.0

pytestmark = pytest.mark.skipif(os.geteuid() != 0 or not sys.platform.startswith("linux"), reason=NO_ROOT)


@pytest.fixture
def data(tmp_path_factory):
    """A data folder that other users could reach, as in a service's home. pytest's own folders are closed."""
    folder = Path("/var/tmp") / f"emberlog-test-{os.getpid()}-{time.monotonic_ns()}"
    folder.mkdir(mode=0o755)
    yield folder
    for keeper in folder.glob("*/keeper.lock"):
        assert FileLock(keeper).take(seconds=SECONDS_MAX), "a server was left running"
    subprocess.run(["rm", "-rf", str(folder)], check=True)


@contextlib.contextmanager
def emberlog(*arguments: str, data: Path, descriptors: tuple[int, ...] = (), **environment: str):
    command = [sys.executable, "-P", "-m", "infra.cli", *arguments]
    own = {**os.environ, "PYTHONPATH": str(ROOT), "EMBERLOG_DATA": str(data), "ROOTS_SECRET": "of root", **environment}
    running = subprocess.Popen(
        command,
        env=own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        pass_fds=descriptors,
    )
    try:
        yield running
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(SECONDS_MAX)
        running.stdout.close()


def serving(running) -> str:
    """The address, once it serves."""
    for line in running.stdout:
        if address := re.search(r"Serving at (http://[\d.]+:\d+)", line):
            return address[1]
    raise AssertionError(f"it ended with {running.wait()}")


def until_ready(url: str) -> None:
    deadline = time.monotonic() + SECONDS_MAX
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/ready", trust_env=False).status_code == 200:
                return
        time.sleep(0.1)
    raise AssertionError("it does not become ready")


def children_of(pid: int) -> list[int]:
    """All processes below this one."""
    listing = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(child): int(parent) for child, parent in map(str.split, listing.splitlines())}
    below, more = [], [pid]
    while more:
        more = [child for child, parent in parents.items() if parent in more]
        below += more
    return below


def status(pid: int, name: str) -> str:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(line.partition(":")[2].strip() for line in lines if line.startswith(f"{name}:"))


def uid(pid: int) -> int:
    return int(status(pid, "Uid").split()[0])


def command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


ATTACK = """
import os, signal, sys
folder, *processes = sys.argv[1:]
for pid in map(int, processes):
    for name in ("environ", "mem", "maps"):
        try:
            print("read", pid, name, open(f"/proc/{pid}/{name}", "rb").read(1)[:0])
        except OSError:
            pass
    for path in (f"/proc/{pid}/cwd", f"/proc/{pid}/root"):
        try:
            print("read", pid, os.listdir(path)[:0])
        except OSError:
            pass
    try:
        os.kill(pid, 0)
        print("may signal", pid)
    except PermissionError:
        pass
for where, folders, files in os.walk(folder):
    for name in files:
        path = os.path.join(where, name)
        for mode in ("rb", "ab"):
            try:
                if open(path, mode).read(1) if mode == "rb" else open(path, mode):
                    print("opened", path, mode)
            except OSError:
                pass
for path in (f"{folder}/postgres/data/pg_hba.conf", f"{folder}/redis/data/redis.conf", f"{folder}/postgres/secret",
             f"{folder}/postgres/server.json", f"{folder}/logs/api.log", f"{folder}/postgres/data/PG_VERSION"):
    for mode in ("rb", "ab"):
        try:
            open(path, mode)
            print("opened", path, mode)
        except OSError:
            pass
"""


@pytest.mark.campaign
def test_another_account_reads_nothing_signals_nothing_and_connects_nowhere(data):
    with emberlog("up", "--port", "0", data=data) as running:
        url = serving(running)
        until_ready(url)
        processes = children_of(running.pid)
        parts = {name: pid for pid in processes for name in ("api", "worker") if f"infra.cli {name}" in command(pid)}
        servers = [pid for pid in processes if "postgres" in command(pid) or "valkey" in command(pid)]
        servers = [pid for pid in servers if "keeper" not in command(pid)]
        ids = {uid(pid) for pid in (*parts.values(), *servers)}
        assert len(parts) == 2 and servers
        assert all(FIRST <= each <= LAST for each in ids)
        assert len(ids) == 3, "Postgres, Redis and the parts that face the network share no account"
        for pid in (*parts.values(), *servers):
            assert status(pid, "CapEff").strip("0") == "" and status(pid, "Groups") == ""
            assert status(pid, "NoNewPrivs") == "1"
            assert b"ROOTS_SECRET" not in Path(f"/proc/{pid}/environ").read_bytes()
        for pid in parts.values():
            assert b"//emberlog_service:" in Path(f"/proc/{pid}/environ").read_bytes(), "no superuser of the database"
        for account in (NOBODY, STRANGER):
            attack = [sys.executable, "-c", ATTACK, str(data), *map(str, (running.pid, *processes))]
            assert _as(account, attack).splitlines() == []
            assert _connects(account, _database_port(data)) == "refused"
        assert httpx.get(f"{url}/", trust_env=False).status_code == 200, "pages come from files"


@pytest.mark.campaign
@pytest.mark.parametrize("part", ["api", "worker"])
def test_a_part_alone_gives_its_rights_away_and_keeps_its_process(part, data):
    with embedded_servers(data, durable=False) as servers:
        asyncio.run(migrate(servers.database_url))
        urls = {"EMBERLOG_DATABASE_URL": servers.database_url, "EMBERLOG_REDIS_URL": servers.redis_url}
        port = free_port()
        with emberlog(part, *(["--port", str(port)] if part == "api" else []), data=data, **urls) as running:
            if part == "api":
                until_ready(serving(running))
            else:
                assert any("Started" in line for line in running.stdout)
            assert FIRST <= uid(running.pid) <= LAST
            assert status(running.pid, "CapEff").strip("0") == ""
            running.send_signal(signal.SIGTERM)
            assert running.wait(SECONDS_MAX) in (0, -signal.SIGTERM)


@pytest.mark.campaign
def test_an_api_alone_keeps_its_embedded_servers_running(data):
    with embedded_servers(data, durable=False) as servers:
        asyncio.run(migrate(servers.database_url))
    with emberlog("api", "--port", str(free_port()), data=data) as running:
        url = serving(running)
        until_ready(url)
        time.sleep(1)
        until_ready(url)
        assert FIRST <= uid(running.pid) <= LAST


@pytest.mark.campaign
def test_a_part_that_gave_its_rights_away_still_ends_with_its_parent(data):
    read, write = os.pipe()
    with embedded_servers(data, durable=False) as servers:
        asyncio.run(migrate(servers.database_url))
        urls = {"EMBERLOG_DATABASE_URL": servers.database_url, "EMBERLOG_REDIS_URL": servers.redis_url}
        with emberlog("api", "--port", "0", data=data, descriptors=(read,), **urls, **{LIFELINE: str(read)}) as running:
            until_ready(serving(running))
            assert FIRST <= uid(running.pid) <= LAST
            os.close(write)
            running.wait(SECONDS_MAX)
    os.close(read)


def test_data_of_an_earlier_build_is_taken_over(data):
    with embedded_servers(data, durable=False):
        pass
    for path in (*data.glob("*/data"), *data.glob("*/data/**/*")):
        os.chown(path, NOBODY, NOBODY)
    (data / "accounts.json").unlink()
    with embedded_servers(data, durable=False) as servers:
        assert urlsplit(servers.database_url).port
        owners = {path.lstat().st_uid for kind in ("postgres", "redis") for path in (data / kind / "data").rglob("*")}
        assert len(owners) == 2 and NOBODY not in owners and all(FIRST <= each <= LAST for each in owners)


def test_a_folder_keeps_its_ids_and_another_has_others(data):
    first = rights_of_parts(data / "one")
    assert first.warning is None
    assert rights_of_parts(data / "one").user == first.user
    assert rights_of_parts(data / "other").user != first.user


def test_without_an_id_the_parts_keep_all_rights_and_say_so(data, monkeypatch):
    monkeypatch.setattr(rights, "own_id", lambda *_: None)
    full = rights_of_parts(data)
    assert full.user is None
    assert "run as root: this system has no user id" in (full.warning or "")
    assert "ordinary user" in (full.warning or "")


def test_without_the_files_that_python_needs_they_keep_all_rights_and_say_so(data, monkeypatch):
    monkeypatch.setattr(rights, "_TRIAL", "import no_such_module")
    assert "cannot read all that" in (rights_of_parts(data).warning or "")


def test_what_an_ordinary_user_starts_is_as_it_was(monkeypatch, data):
    monkeypatch.setattr(rights, "is_root", lambda: False)
    own = rights_of_parts(data)
    assert (own.python, own.user, own.popen, own.folders) == (sys.executable, None, {}, ())
    assert own.environment == {**os.environ, "PYTHONPATH": str(ROOT)}
    assert DROPPED not in own.environment
    assert own == Rights()


def _as(account: int, attack: list[str]) -> str:
    # The interpreter of the tests may lie where others cannot go; the system's does not.
    python = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable
    done = subprocess.run(
        [python, *attack[1:]], user=account, group=account, extra_groups=[], cwd="/", env={"PATH": "/usr/bin:/bin"},
        capture_output=True, text=True, check=False, timeout=SECONDS_MAX,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def _connects(account: int, port: int) -> str:
    """Whether Postgres lets this account in without a password."""
    script = (
        "import socket, struct, sys\n"
        "line = socket.create_connection(('127.0.0.1', int(sys.argv[1])), 5)\n"
        "body = struct.pack('!I', 196608) + b'user\\0emberlog\\0database\\0emberlog\\0\\0'\n"
        "line.sendall(struct.pack('!I', len(body) + 4) + body)\n"
        "answer = line.recv(9)\n"
        "print('in' if answer[:1] == b'R' and answer[5:9] == bytes(4) else 'refused')\n"
    )
    return _as(account, [sys.executable, "-c", script, str(port)]).strip()


def _database_port(data: Path) -> int:

    port = int(json.loads((data / "postgres/server.json").read_text())["port"])
    with socket.create_connection(("127.0.0.1", port), 5):
        return port
