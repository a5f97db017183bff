"""The stage of the faults: a Postgres and a Redis of their own, and as many processes of the service as a fault needs.

Everything that a fault kills was started here, and dies by its process id.
"""

import asyncio
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import psutil

from infra.embedded.account import Account, open_folder
from infra.embedded.postgres import EmbeddedPostgres
from infra.embedded.server import Running
from infra.postgres.migrate import migrate
from tests.continuity.service import ForkServer, OwnRedis, Service, fork_server, reserved_port
from tests.faults.database_proxy import DatabaseProxy

READY_SECONDS_MAX = 60.0


class OwnPostgres:
    """A durable cluster that dies by its process id and comes back on the same port."""

    def __init__(
        self, folder: Path, port: int, kind: Callable[[Path, Account], EmbeddedPostgres] = EmbeddedPostgres
    ) -> None:
        open_folder(folder)
        account = Account.of(folder)
        self.data = folder / "data"
        self._port = port
        self._server = Running(kind(folder, account), folder / "server.log")

    @property
    def url(self) -> str:
        """Its address, as its owner."""
        return self._server.url

    @property
    def port(self) -> int:
        return self._port

    async def start(self) -> None:
        await asyncio.to_thread(self._server.start, self._port)
        assert self._server.port == self._port, "somebody took the port that is reserved"

    @property
    def process_id(self) -> int:
        """The postmaster's. It is our child and not waited for yet, so that its id cannot be another's."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def processes(self) -> list[psutil.Process]:
        """The postmaster and its children."""
        postmaster = psutil.Process(self.process_id)
        return [postmaster, *postmaster.children(recursive=True)]

    async def kill(self) -> None:
        """SIGKILL to the postmaster; its children notice. It is gone when this returns."""
        assert self._server.alive, "Postgres ended by itself"
        family = self.processes()
        os.kill(family[0].pid, signal.SIGKILL)
        await asyncio.to_thread(psutil.wait_procs, family[1:], 10)
        deadline = time.monotonic() + READY_SECONDS_MAX
        while self._server.alive and time.monotonic() < deadline:  # noqa: ASYNC110  a process
            await asyncio.sleep(0.005)

    def pause(self, *, paused: bool) -> None:
        """SIGSTOP or SIGCONT to the whole family."""
        for process in self.processes():
            process.send_signal(signal.SIGSTOP if paused else signal.SIGCONT)

    def stop(self) -> None:
        self._server.stop()


@dataclass
class Stage:
    """What runs. `proxy`: between the service's processes and Postgres."""

    postgres: OwnPostgres
    redis: OwnRedis
    proxy: DatabaseProxy
    apis: list[Service]
    folder: Path
    reserved_port: Callable[[], int]
    """Reserves another port of this machine, until the end."""

    def on(self, postgres: OwnPostgres) -> "Stage":
        """The same stage, from now on with another server as its Postgres."""
        self.postgres = postgres
        return self

    @property
    def url(self) -> str:
        return self.apis[0].url

    @asynccontextmanager
    async def owner(self, database: str | None = None) -> AsyncIterator["asyncpg.Connection[Any]"]:
        """A connection as the owner, past the proxy."""
        url = self.postgres.url if database is None else urlunsplit(urlsplit(self.postgres.url)._replace(path=database))
        connection = await asyncpg.connect(url)
        try:
            yield connection
        finally:
            await connection.close()

    def output(self) -> str:
        """The end of every part's log."""
        return "\n".join(each.output(part) for each in self.apis for part in ("api", "worker"))


@asynccontextmanager
async def staged(
    *,
    apis: int = 1,
    workers: int = 1,
    before: Mapping[str, Any] | None = None,
    disk: Callable[[Path], AbstractContextManager[None]] = nullcontext,
) -> AsyncIterator[Stage]:
    """The service on servers of its own. `before`: changes of tests/faults/parts.py in its processes. `disk`: makes the
    disk of Postgres. Nothing of it runs afterwards, however the block ended."""
    folder = Path(tempfile.mkdtemp(prefix="emberlog-faults-"))
    async with AsyncExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)

        def port() -> int:
            return int(stack.enter_context(reserved_port()).getsockname()[1])

        ports = [port() for _ in range(2 + apis)]
        stack.enter_context(disk(folder / "postgres"))
        postgres = OwnPostgres(folder / "postgres", ports[0])
        stack.callback(postgres.stop)
        own_redis = OwnRedis(folder / "redis", ports[1])
        stack.callback(own_redis.stop)
        await asyncio.gather(postgres.start(), own_redis.start())
        await migrate(postgres.url)
        proxy = await stack.enter_async_context(DatabaseProxy(ports[0]))
        url = urlsplit(postgres.url)
        through = urlunsplit(url._replace(netloc=url.netloc.replace(f":{ports[0]}", f":{proxy.port}")))
        server = await stack.enter_async_context(fork_server(folder, through, own_redis.url))
        services = [_service(server, own_redis, port, folder / f"part{at}") for at, port in enumerate(ports[2:])]
        for each in services:
            each.before = dict(before or {})
        stage = Stage(postgres, own_redis, proxy, services, folder, port)
        stack.callback(lambda: stage.postgres.stop())  # noqa: PLW0108  it may be another one by then
        await asyncio.gather(*(each.start_api() for each in services))
        for at in range(workers):
            await services[at % apis].start_worker()
        try:
            yield stage
        except BaseException:
            print(stage.output())
            raise


def _service(server: ForkServer, own_redis: OwnRedis, port: int, logs: Path) -> Service:
    logs.mkdir()
    return Service(server, own_redis, port, logs)


async def eventually(true: Any, seconds: float, pause: float = 0.05) -> float:
    """Wait until `true()` holds, sync or async. Returns the seconds it took; fails after `seconds`."""
    began = time.monotonic()
    while True:
        answer = true()
        if await answer if asyncio.iscoroutine(answer) else answer:
            return time.monotonic() - began
        assert time.monotonic() - began < seconds, f"it did not happen within {seconds} s"
        await asyncio.sleep(pause)


def some_pause(dice: random.Random, most: float) -> float:
    """Mostly short, sometimes up to `most` seconds."""
    return most * dice.random() ** 3
