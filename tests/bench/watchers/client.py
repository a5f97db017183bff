"""The counting client (`counter.c`) and the plain server, as processes of this benchmark."""

import array
import asyncio
import itertools
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
PER_ADDRESS: Final = 250
"""Watchers of one address: the service lets one address open no more than 512 connections."""
SECONDS_MAX: Final = 120


def built(folder: Path) -> Path:
    """The counting client, compiled. Raises SystemExit where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise SystemExit("This benchmark needs a C compiler (cc): its client must cost less than the servers.")
    program = folder / "counter"
    subprocess.run([compiler, "-O2", "-o", program, HERE / "counter.c"], check=True)
    return program


class Process:
    """A child that answers lines with lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = process.pid

    @classmethod
    async def of(cls, *command: object) -> "Process":
        """Start it with this command line."""
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*map(str, command), stdin=pipe, stdout=pipe))

    def tell(self, line: str) -> None:
        """Send a line to its stdin."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())

    async def line(self) -> str:
        """The next line of the child."""
        assert self._process.stdout is not None
        async with asyncio.timeout(SECONDS_MAX):
            return (await self._process.stdout.readline()).decode().strip()

    async def close(self) -> None:
        """End it, and wait until it is gone."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.terminate()
        await self._process.wait()


class Counter(Process):
    """Many watchers in one process. Each order returns the time at which it was carried out."""

    files: Path
    number: int

    @classmethod
    async def to(cls, program: Path, url: str, number: int, subscribe: str, *, protocol: str = "-") -> "Counter":
        """Open the sockets: `http://host:port/path`."""
        host, _, rest = url.removeprefix("http://").partition(":")
        port, _, path = rest.partition("/")
        files = program.with_name("samples")
        command = (program, host, port, f"/{path}", number, PER_ADDRESS, protocol, subscribe, files)
        counter = await cls.of(*command)
        counter.files, counter.number = files, number
        await counter._done()
        return counter

    async def _done(self) -> tuple[float, int]:
        words = (await self.line()).split()
        if len(words) != 3:
            raise SystemExit("The counting client has ended: see above.")
        return float(words[1]), int(words[2])

    async def order(self, line: str) -> float:
        """Carry out `go`, `await N`, `dump` or `reset`. Fails if a step was missed or came twice."""
        self.tell(line)
        at, out_of_order = await self._done()
        assert not out_of_order, f"{out_of_order} steps did not follow the one before"
        return at

    async def times(self, messages: int) -> list[list[float]]:
        """When each watcher had each of the first messages."""
        await self.order("dump")
        values = array.array("d", self.files.read_bytes())
        return [list(each) for each in itertools.batched(values, messages)] if hasattr(itertools, "batched") else [
            list(values[first : first + messages]) for first in range(0, len(values), messages)
        ]  # fmt: skip


async def plain_server(messages: Path) -> tuple[Process, str]:
    """The server that only sends, and its address."""
    process = await Process.of(sys.executable, "-m", "tests.bench.watchers.plain", messages)
    return process, f"http://127.0.0.1:{await process.line()}/"
