"""The service under test: API and worker as processes, a Redis of its own, the session's Postgres."""

import asyncio
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import redis

from infra.cli.processes.children import LIFELINE, ROOT
from infra.cli.processes.rights import DROPPED
from infra.embedded.account import Account, open_folder
from infra.embedded.redis import EmbeddedRedis
from infra.embedded.server import Running

ANSWER_SECONDS_MAX = 30.0


def reserved_port() -> socket.socket:
    """A bound socket that never listens: while it is open no client of this machine is given its port, and a server
    that sets SO_REUSEADDR, as ours do, may listen there as often as it is started again."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    return reserved


class OwnRedis:
    """A Valkey that dies by its process id and comes back on the same port."""

    def __init__(self, folder: Path, port: int) -> None:
        open_folder(folder)
        account = Account.of(folder)
        self._port = port
        self._server = Running(EmbeddedRedis(folder, account, durable=False), folder / "server.log")
        self._process_id = 0

    @property
    def url(self) -> str:
        return self._server.url

    async def start(self) -> None:
        await asyncio.to_thread(self._start)

    def _start(self) -> None:
        assert not self._server.alive
        self._server.start(self._port)
        assert self._server.port == self._port, "somebody took the port that is reserved"
        client = redis.Redis.from_url(self.url)
        self._process_id = int(client.info("server")["process_id"])
        client.close()

    def kill(self) -> None:
        """With -9. It is our child and not waited for yet, so that its id cannot be another's."""
        assert self._server.alive, "Redis ended by itself"
        os.kill(self._process_id, signal.SIGKILL)
        deadline = time.monotonic() + ANSWER_SECONDS_MAX
        while self._server.alive and time.monotonic() < deadline:
            time.sleep(0.001)

    def stop(self) -> None:
        self._server.stop()


class ForkServer:
    """The process that forks parts of the service; one order at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._one_at_a_time = asyncio.Lock()

    async def order(self, **order: Any) -> dict[str, int]:
        assert self._process.stdin is not None
        async with self._one_at_a_time:
            self._process.stdin.write(json.dumps(order).encode() + b"\n")
            return await self.answer()

    async def answer(self) -> dict[str, int]:
        assert self._process.stdout is not None
        async with asyncio.timeout(ANSWER_SECONDS_MAX):
            return dict(json.loads(await self._process.stdout.readline() or b'{"gone": 1}'))


class Service:
    """What runs. `port`: the API's, the same after every restart."""

    def __init__(self, fork_server: ForkServer, own_redis: OwnRedis, port: int, logs: Path) -> None:
        self.redis = own_redis
        self.port = port
        self.starts = 0
        self.before: dict[str, Any] = {}
        """Changes of tests/faults/parts.py in the processes that start from now on."""
        self._fork_server = fork_server
        self._logs = logs
        self._api = 0
        self._workers: list[int] = []

    @property
    def processes(self) -> dict[str, int]:
        """The process ids of API and worker, the oldest one where there are several."""
        return {"api": self._api, "worker": self._workers[0] if self._workers else 0}

    @property
    def log_bytes(self) -> int:
        """How long the logs of API and worker are."""
        return sum(path.stat().st_size for path in self._logs.glob("*.log"))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start_api(self) -> None:
        began = time.monotonic()
        log = str(self._logs / "api.log")
        order = await self._fork_server.order(start="api", port=self.port, log=log, before=self.before)
        self._api = order["child"]
        async with httpx.AsyncClient(trust_env=False, verify=False, timeout=ANSWER_SECONDS_MAX) as client:
            while time.monotonic() < began + ANSWER_SECONDS_MAX:
                with suppress(httpx.TransportError):
                    if (await client.get(f"{self.url}/health")).status_code == httpx.codes.OK:
                        self.starts += 1
                        return
                await asyncio.sleep(0.03)
        raise AssertionError(f"the API did not come back:\n{self.output('api')}")

    async def ask_api_to_stop(self) -> None:
        """SIGTERM, as a deployment does it."""
        await self._fork_server.order(ask=self._api)

    async def kill_api(self, *, stopped_first: bool = False) -> None:
        """With -9; it is gone when this returns. Where it was asked to stop before, it may have done so by itself."""
        code = (await self._fork_server.order(end=self._api))["code"]
        allowed = {-signal.SIGKILL, -signal.SIGTERM, 0} if stopped_first else {-signal.SIGKILL}
        assert code in allowed, f"the API had ended by itself ({code}):\n{self.output('api')}"

    async def start_worker(self) -> None:
        log = str(self._logs / "worker.log")
        order = await self._fork_server.order(start="worker", log=log, before=self.before)
        self._workers.append(order["child"])

    async def kill_worker(self) -> None:
        """The oldest one, with -9; it is gone when this returns."""
        code = (await self._fork_server.order(end=self._workers.pop(0)))["code"]
        assert code == -signal.SIGKILL, f"the worker had ended by itself ({code}):\n{self.output('worker')}"

    async def start_part(self, name: str) -> int:
        """Another part, such as a sequencer. Returns its process id."""
        order = await self._fork_server.order(start=name, log=str(self._logs / f"{name}.log"), before=self.before)
        return order["child"]

    async def kill_part(self, process_id: int) -> None:
        """With -9; it is gone when this returns."""
        code = (await self._fork_server.order(end=process_id))["code"]
        assert code == -signal.SIGKILL, f"process {process_id} had ended by itself ({code})"

    def output(self, part: str, lines: int = 40) -> str:
        """The end of a part's log."""
        with suppress(OSError):
            return "\n".join((self._logs / f"{part}.log").read_text(errors="replace").splitlines()[-lines:])
        return ""


@asynccontextmanager
async def running(database_url: str) -> AsyncIterator[Service]:
    """The service over this database. Nothing of it runs afterwards, however the block ended."""
    folder = Path(tempfile.mkdtemp(prefix="emberlog-continuity-"))
    with reserved_port() as api_port, reserved_port() as redis_port:
        own_redis = OwnRedis(folder / "redis", redis_port.getsockname()[1])
        try:
            await own_redis.start()
            async with fork_server(folder, database_url, own_redis.url) as server:
                service = Service(server, own_redis, api_port.getsockname()[1], folder)
                await asyncio.gather(service.start_api(), service.start_worker())
                yield service
        finally:
            own_redis.stop()
            shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def fork_server(folder: Path, database_url: str, redis_url: str) -> AsyncIterator[ForkServer]:
    """A process that forks parts of the service on these servers. All of them end with the block."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("EMBERLOG_")}
    named = {"EMBERLOG_DATABASE_URL": database_url, "EMBERLOG_REDIS_URL": redis_url, "EMBERLOG_DATA": str(folder)}
    named["EMBERLOG_BOT_PACE_MS"] = "0"
    lifeline, ours = os.pipe()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "tests.continuity.fork_server",
        # A child that gives root's rights away is a new program, and would import everything once more.
        env={**bare, **named, "PYTHONPATH": str(ROOT), LIFELINE: str(lifeline), DROPPED: "YES"},
        pass_fds=(lifeline,), start_new_session=True,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    server = ForkServer(process)
    try:
        assert await server.answer() == {"ready": True}
        yield server
    finally:
        process.stdin.close()  # it ends its children by their ids, then itself
        try:
            async with asyncio.timeout(ANSWER_SECONDS_MAX):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        os.close(ours)
        os.close(lifeline)
