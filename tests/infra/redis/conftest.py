"""A Redis that a test may stop and start again."""

import asyncio
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
import redis

from infra.embedded.redis import programs


class OwnRedis:
    """A server of the test's own on a port of its own; keeps nothing."""

    def __init__(self, program: Path, folder: Path) -> None:
        self._program = program
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self._server = subprocess.Popen(
            [
                str(self._program), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
                "--dir", str(self._folder),
            ],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        for _ in range(200):
            try:
                redis.Redis.from_url(self.url).ping()
            except redis.ConnectionError:
                time.sleep(0.02)
            else:
                return
        raise AssertionError("the test's Redis does not answer")

    def stop(self) -> None:
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None

    def freeze(self) -> None:
        """It takes connections and answers nothing."""
        self._server.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._server.send_signal(signal.SIGCONT)


@pytest.fixture
def own_redis(tmp_path):
    server = OwnRedis(next(programs()), tmp_path)
    yield server
    server.stop()


class SilentBroker:
    """Takes connections and never says a word."""

    def __init__(self) -> None:
        self.connections = 0
        self.url = ""
        self._requested = asyncio.Event()

    async def until_requested(self, times: int) -> None:
        """Wait for so many connections."""
        while self.connections < times:
            self._requested.clear()
            await self._requested.wait()

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._requested.set()
        while await reader.read(4096):
            pass
        writer.close()


@pytest.fixture
async def silent_broker():
    broker = SilentBroker()
    server = await asyncio.start_server(broker.hear, "127.0.0.1", 0)
    broker.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    yield broker
    server.close()
