"""A served API in a process of its own, and raw connections to it."""

import contextlib
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
SECONDS_MAX = 30.0
HEALTH = b"GET /health HTTP/1.1\r\nhost: emberlog.example\r\n\r\n"
QUERY = b'{"query": "{ me { id } }"}'


def post(body: bytes, *headers: bytes, length: int | None = None) -> bytes:
    """A POST to `/graphql`. `length`: what it says of its body, if not the truth."""
    size = len(body) if length is None else length
    lines = (b"host: emberlog.example", b"content-type: application/json", b"content-length: %d" % size, *headers)
    return b"POST /graphql HTTP/1.1\r\n" + b"".join(line + b"\r\n" for line in lines) + b"\r\n" + body


@dataclass
class Answer:
    """One response. `status`: None if the connection ended without one."""

    status: int | None
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str | None:
        """The code of a problem."""
        return (
            json.loads(self.body).get("code")
            if self.headers.get("content-type") == "application/problem+json"
            else None
        )


class Raw:
    """A TCP connection, and nothing that helps."""

    def __init__(self, port: int, source: str = "127.0.0.1", receive_buffer: int | None = None) -> None:
        self.socket = socket.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(SECONDS_MAX)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))

    def send(self, data: bytes) -> bool:
        """Whether the server still took it."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def answer(self) -> Answer:
        """The next response of the server."""
        received = b""
        with contextlib.suppress(ConnectionError):
            while b"\r\n\r\n" not in received and (data := self.socket.recv(65_536)):
                received += data
        head, _, body = received.partition(b"\r\n\r\n")
        if not head:
            return Answer(None, {}, b"")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        while len(body) < int(headers.get("content-length", 0)):
            body += self.socket.recv(65_536)
        return Answer(int(first.split()[1]), headers, body)

    def ended(self) -> bool:
        """Whether the server closes the connection, within the tests' patience."""
        with contextlib.suppress(ConnectionError):
            try:
                while self.socket.recv(65_536):
                    pass
            except TimeoutError:
                return False
        return True

    def close(self) -> None:
        self.socket.close()


@dataclass
class Api:
    """The served API. `log`: what it has written."""

    port: int
    pid: int
    log: Path

    def connect(self, source: str = "127.0.0.1", receive_buffer: int | None = None) -> Raw:
        return Raw(self.port, source, receive_buffer)

    def send(self, data: bytes, source: str = "127.0.0.1") -> Answer:
        """The response to bytes on a connection of their own."""
        with contextlib.closing(self.connect(source)) as raw:
            raw.send(data)
            return raw.answer()

    def is_alive(self, source: str = "127.0.0.1") -> bool:
        return self.send(HEALTH, source).status == 200

    def memory_mb(self) -> float:
        """What of its memory is in use and its own."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("RssAnon")).split()[1]) / 1024

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def files(self) -> int:
        """How many it has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))


@contextmanager
def serving_apart(folder: Path, **limits: Any) -> Iterator[Api]:
    """The API in a process of its own. `proxies`, `api`, `files`, `send_buffer`: see `serve`; all others are limits of the wire."""
    named = {
        name: limits.pop(name, default)
        for name, default in (("proxies", ""), ("api", {}), ("files", None), ("send_buffer", None))
    }
    log = folder / "api.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.infra.wire.serve", json.dumps({"limits": limits, **named})],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=output,
        )  # fmt: skip
    try:
        api = Api(int(process.stdout.readline()), process.pid, log)
        assert api.is_alive()
        yield api
    finally:
        process.terminate()
        process.wait(SECONDS_MAX)
        process.stdout.close()


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """With the limits as they are documented."""
    with serving_apart(tmp_path_factory.mktemp("wire")) as served:
        yield served


@pytest.fixture(scope="module")
def hasty_api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """With short times, so that a test need not wait, and with few connections."""
    times = {"head_seconds_max": 1.0, "body_seconds_max": 1.0, "idle_seconds_max": 1, "stall_seconds_max": 1.0}
    with serving_apart(
        tmp_path_factory.mktemp("hasty"), **times, linger_seconds=0.5, connections_per_address_max=50, send_buffer=8_192
    ) as served:
        yield served


class Watch:
    """Requests `/health` the whole time, from another address than the attack's. `longest`: seconds."""

    def __init__(self, api: Api, source: str = "127.0.0.9") -> None:
        self._api = api
        self._source = source
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.longest = 0.0
        self.answers: list[int | None] = []

    def _run(self) -> None:
        last = False
        while not last:
            last = self._stopped.wait(0.02)
            began = time.monotonic()
            self.answers.append(self._api.send(HEALTH, self._source).status)
            self.longest = max(self.longest, time.monotonic() - began)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()
