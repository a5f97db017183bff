"""A cluster on 127.0.0.1: a coordinator and workers, each a Postgres of its own.

It is for tests and for trying things out. Every program on this machine may connect as any user, without a password.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Final

import asyncpg

from infra.accounts import NOBODY, is_root
from infra.embedded.account import Account, DataFolder
from tools.citus.build import NoCitus
from tools.citus.programs import Programs

USER: Final = "emberlog"
DATABASE: Final = "emberlog"
_READY_LINE: Final = 7
"""The line of postmaster.pid (counted from 0) that says `ready`."""
_READY_SECONDS_MAX: Final = 60.0
_STOP_SECONDS_MAX: Final = 30.0
_SETTINGS: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "shared_preload_libraries": "citus",
    "wal_level": "logical",  # shards move by logical replication
    "max_prepared_transactions": "200",
    "max_connections": "300",
    "shared_buffers": "128MB",
    "max_wal_size": "2GB",
    "jit": "off",
    "timezone": "UTC",
    "log_min_messages": "warning",
    "citus.node_conninfo": "sslmode=disable",  # the embedded Postgres has no TLS
    "citus.enable_statistics_collection": "off",  # else it reports to its makers
    "citus.recover_2pc_interval": "5s",
}
_HASTY: Final = {"fsync": "off", "full_page_writes": "off"}


class Node:
    """One server of the cluster. `port` stays the same over restarts."""

    def __init__(self, programs: Programs, folder: Path, port: int, *, durable: bool) -> None:
        self.folder, self.port = folder, port
        self._programs, self._durable = programs, durable
        self._account = Account(NOBODY if is_root() else None)
        self._data: DataFolder | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = DATABASE) -> str:
        """Its address, for asyncpg, psql and other clients."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}?sslmode=disable"

    def start(self) -> None:
        """Start it, and create its data before the first start. Waits until it answers."""
        if self._data is None:
            self._prepare()
        assert self._data is not None
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs.bin / "postgres", "-D", str(self._data.inside)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self._popen(),
            )  # fmt: skip
        until = time.monotonic() + _READY_SECONDS_MAX
        while time.monotonic() < until and self._process.poll() is None:
            if self._is_ready(self._process.pid):
                return
            time.sleep(0.02)
        self.kill()
        raise NoCitus(f"The node in {self.folder} did not start. See its server.log.")

    def kill(self) -> None:
        """End it as a crash of the machine would: nothing is written any more."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it in order."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        for each in (how, signal.SIGQUIT, signal.SIGKILL):
            if self._process.poll() is None:
                self._process.send_signal(each)
                try:
                    self._process.wait(_STOP_SECONDS_MAX)
                except subprocess.TimeoutExpired:
                    continue
        self._process = None

    def _prepare(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if is_root():
            self.folder.chmod(0o711)
        self._data = self._account.data_folder(self.folder / "data")
        if not (self.folder / "data" / "PG_VERSION").is_file():
            subprocess.run(
                [self._programs.bin / "initdb", f"--pgdata={self._data.inside}", f"--username={USER}", "--no-locale",
                 "--encoding=UTF8", "--auth=trust", "--no-sync"],
                check=True, capture_output=True, timeout=120, **self._popen(),
            )  # fmt: skip
        settings = {**_SETTINGS, "port": str(self.port), **({} if self._durable else _HASTY)}
        lines = "".join(f"{name} = '{value}'\n" for name, value in settings.items())
        (self.folder / "data" / "postgresql.auto.conf").write_text(lines)
        (self.folder / "data" / "pg_hba.conf").write_text(
            "host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n"
        )
        self._account.own(self.folder / "data")

    def _popen(self) -> dict[str, object]:
        assert self._data is not None
        return {**self._data.popen, "env": self._programs.environment}

    def _is_ready(self, process_id: int) -> bool:
        try:
            lines = (self.folder / "data" / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        ready = len(lines) > _READY_LINE and lines[_READY_LINE].strip() == "ready"
        return ready and lines[0].strip() == str(process_id)


class Cluster:
    """A coordinator and some workers, whose data are in `folder`. As a context it is started and stopped."""

    def __init__(
        self, programs: Programs, folder: Path, *, workers: int = 2, first_port: int = 9_700, durable: bool = True
    ) -> None:
        self._programs, self.folder = programs, folder
        self.nodes = [
            Node(programs, folder / f"node{number}", first_port + number, durable=durable)
            for number in range(workers + 1)
        ]

    @property
    def coordinator(self) -> Node:
        """The node that clients connect to."""
        return self.nodes[0]

    @property
    def workers(self) -> list[Node]:
        """The nodes that have the games."""
        return self.nodes[1:]

    def __enter__(self) -> "Cluster":
        self.folder.mkdir(parents=True, exist_ok=True)
        if is_root():
            self.folder.chmod(0o711)
        try:
            for node in self.nodes:
                node.start()
            asyncio.run(self.make_database(DATABASE))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for node in reversed(self.nodes):
            node.stop()

    def remove(self) -> None:
        """Delete all data, after a stop."""
        shutil.rmtree(self.folder, ignore_errors=True)

    async def make_database(self, name: str) -> None:
        """A database on all nodes, with Citus in it, in which the coordinator knows the workers."""
        for node in self.nodes:
            await _run(node.url("postgres"), f"CREATE DATABASE {name}", unless=(asyncpg.DuplicateDatabaseError,))
            await _run(node.url(name), "CREATE EXTENSION IF NOT EXISTS citus")
        connection = await asyncpg.connect(self.coordinator.url(name))
        try:
            known = {row[0] for row in await connection.fetch("SELECT nodeport FROM pg_dist_node")}
            if self.coordinator.port not in known:
                await connection.execute(f"SELECT citus_set_coordinator_host('127.0.0.1', {self.coordinator.port})")
            for node in self.workers:
                if node.port not in known:
                    await connection.execute(f"SELECT citus_add_node('127.0.0.1', {node.port})")
        finally:
            await connection.close()


async def _run(url: str, statement: str, unless: tuple[type[Exception], ...] = ()) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    except unless:
        pass
    finally:
        await connection.close()


def default_folder() -> Path:
    """Where the programs and the data are unless somebody names another folder."""
    return Path(os.environ.get("EMBERLOG_CITUS") or Path(__file__).parents[2] / ".citus").absolute()
