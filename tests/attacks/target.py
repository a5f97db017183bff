"""The service under attack: `emberlog api` and `emberlog worker` as processes, and what the system says of them."""

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import httpx
import psutil

from infra.cli.processes.children import ROOT
from tests.conftest import Servers, fresh_database
from tests.machine import free_port

START_SECONDS_MAX: Final = 60.0
STOP_SECONDS_MAX: Final = 20.0
TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
FORGED: Final = "FORGED by an attacker"
"""What attackers put behind a line break, in everything they send: no line of a log may begin with it."""
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")


class Process(Protocol):
    """The API, whoever started it."""

    pid: int

    def poll(self) -> int | None: ...


@dataclass
class Target:
    """`url`: of the API; `api`: its process; `logs`: what API and worker wrote."""

    url: str
    port: int
    api: "Process"
    logs: tuple[Path, ...]

    def cpu_seconds(self) -> float:
        """Processor time of the API so far, in the steps of the system's clock."""
        fields = Path(f"/proc/{self.api.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def waited_seconds(self) -> float:
        """How long the API was ready to run and had no processor so far, because others had it."""
        return int(Path(f"/proc/{self.api.pid}/schedstat").read_text().split()[1]) / 1e9

    def resident_bytes(self) -> int:
        """Memory of the API that is in use now."""
        return int(Path(f"/proc/{self.api.pid}/statm").read_text().split()[1]) * PAGE_BYTES

    def open_files(self) -> int:
        """Descriptors of the API."""
        return len(list(Path(f"/proc/{self.api.pid}/fd").iterdir()))

    def log_bytes(self) -> int:
        """How long the logs are."""
        return sum(path.stat().st_size for path in self.logs if path.exists())

    def log_after(self, sizes: int) -> bytes:
        """What was logged since the logs had that many bytes together, at least."""
        text = b"".join(path.read_bytes() for path in self.logs if path.exists())
        return text[-max(self.log_bytes() - sizes, 1) :]

    def forged_lines(self) -> list[bytes]:
        """Lines of the logs that an attacker wrote, or that hold characters which a terminal obeys."""
        lines = [line for path in self.logs if path.exists() for line in path.read_bytes().split(b"\n")]
        return [line for line in lines if line.startswith(FORGED.encode()) or _CONTROL.search(line)]


@contextlib.contextmanager
def under_attack(servers: Servers, template: str, folder: Path) -> Iterator[Target]:
    """A service of its own, for as long as the block lasts."""
    port = free_port()
    with contextlib.contextmanager(fresh_database)(servers, template) as database_url, contextlib.ExitStack() as stack:
        bare = {name: value for name, value in os.environ.items() if not name.startswith("EMBERLOG_")}
        named = {
            **bare,
            "EMBERLOG_DATABASE_URL": database_url,
            "EMBERLOG_REDIS_URL": servers.redis_url,
            "EMBERLOG_DATA": str(folder),
            "EMBERLOG_BOT_PACE_MS": "0",
            "PYTHONPATH": str(ROOT),
        }
        parts = (("api", ["--host", "127.0.0.1", "--port", str(port)]), ("worker", []))
        started = {name: stack.enter_context(_process(name, more, named, folder)) for name, more in parts}
        target = Target(
            f"http://127.0.0.1:{port}", port, started["api"], tuple(folder / f"{name}.log" for name in started)
        )
        _wait_until_ready(target)
        yield target


@contextlib.contextmanager
def _process(name: str, more: list[str], env: dict[str, str], folder: Path) -> "Iterator[subprocess.Popen[bytes]]":
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "infra.cli", name, *more], env=env, stdout=log, stderr=log, cwd=folder
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def whole_service(folder: Path) -> Iterator[Target]:
    """The same as `emberlog up` starts it, with its own servers, for as long as the block lasts."""
    port, data = free_port(), folder / "data"
    named = {name: value for name, value in os.environ.items() if not name.startswith("EMBERLOG_")}
    named |= {"EMBERLOG_DATA": str(data), "PYTHONPATH": str(ROOT)}
    with _process("up", ["--host", "127.0.0.1", "--port", str(port)], named, folder) as service:
        deadline = time.monotonic() + START_SECONDS_MAX
        while not (api := _part(service.pid, "api")) and time.monotonic() < deadline:
            assert service.poll() is None, (folder / "up.log").read_text(errors="replace")[-2_000:]
            time.sleep(0.1)
        assert api is not None, "`emberlog up` has not started its API"
        logs = (folder / "up.log", *(data / "logs" / f"{name}.log" for name in ("api", "worker")))
        target = Target(f"http://127.0.0.1:{port}", port, api, logs)
        _wait_until_ready(target)
        yield target


@dataclass
class _Part:
    """A part that `emberlog up` has started."""

    pid: int

    def poll(self) -> int | None:
        return None if psutil.pid_exists(self.pid) else 1


def _part(service: int, name: str) -> _Part | None:
    """The process of a part, once it is that program."""
    for child in psutil.Process(service).children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if f"infra.cli {name}" in " ".join(child.cmdline()):
                return _Part(child.pid)
    return None


def _wait_until_ready(target: Target) -> None:
    deadline = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < deadline:
        assert target.api.poll() is None, target.logs[0].read_text(errors="replace")[-2_000:]
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{target.url}/ready", timeout=5, trust_env=False).status_code == 200:
                return
        time.sleep(0.1)
    raise AssertionError("the API did not start")
