"""A TCP proxy between the service and Postgres, which can stop one statement at any byte.

It looks for a needle, such as a command's id, in what the service sends. From there it lets a share of the bytes pass
in one direction, then holds the connection. Whoever armed it decides what happens next: the service is killed, or the
connection is cut.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal

Way = Literal["up", "down"]
"""To Postgres, or back."""

CHUNK_BYTES_MAX: Final = 256 * 1024


@dataclass(frozen=True, slots=True)
class Point:
    """Where to stop: after this share of the chunk that has the needle ("up"), or of its answer ("down")."""

    way: Way
    share: float

    def __str__(self) -> str:
        return f"{self.way} {self.share:.1f}"


@dataclass(eq=False)
class Trap:
    """A point that waits for its statement. `sprung` is set when `line` is held there."""

    needle: bytes
    point: Point
    sprung: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)
    armed: bool = True
    line: "Line | None" = None

    def cut(self) -> None:
        """Reset the connection that is held."""
        assert self.line is not None
        self.line.cut()


@dataclass(eq=False)
class Line:
    """One connection, both halves."""

    service: asyncio.StreamWriter
    database: asyncio.StreamWriter

    def cut(self) -> None:
        """End both halves with a reset."""
        self.service.transport.abort()
        self.database.transport.abort()


class DatabaseProxy:
    """Use as an async context manager. `port`: where the service connects to."""

    def __init__(self, database_port: int) -> None:
        self._database_port = database_port
        self._lines: set[Line] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._trap: Trap | None = None

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def __aenter__(self) -> "DatabaseProxy":
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        self.release()
        for task in self._carrying:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def arm(self, needle: bytes, point: Point) -> Trap:
        """Wait for the next statement that holds `needle`."""
        self.release()
        self._trap = Trap(needle, point)
        return self._trap

    def release(self) -> None:
        """Let everything pass once more."""
        if self._trap is not None:
            self._trap.released.set()
        self._trap = None

    def redirect(self, database_port: int) -> None:
        """Connect to another server from now on, and reset what is connected."""
        self._database_port = database_port
        self.cut_all()

    def cut_all(self) -> int:
        """Reset every connection. Returns how many."""
        lines = list(self._lines)
        for line in lines:
            line.cut()
        return len(lines)

    # ---------------------------------------------------------------- carrying

    def _take(self, reader: asyncio.StreamReader, service: asyncio.StreamWriter) -> None:
        carrying = asyncio.create_task(self._carry(reader, service))
        self._carrying.add(carrying)
        carrying.add_done_callback(self._carrying.discard)

    async def _carry(self, reader: asyncio.StreamReader, service: asyncio.StreamWriter) -> None:
        try:
            answers, database = await asyncio.open_connection("127.0.0.1", self._database_port)
        except OSError:
            service.transport.abort()
            return
        line = Line(service, database)
        self._lines.add(line)
        ways = [
            asyncio.create_task(self._pass(line, "up", reader, database)),
            asyncio.create_task(self._pass(line, "down", answers, service)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._lines.discard(line)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            with suppress(OSError):
                service.close()
                database.close()

    async def _pass(self, line: Line, way: Way, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(CHUNK_BYTES_MAX):
                trap = self._sprung(line, way, data)
                if trap is not None:
                    first = int(trap.point.share * len(data))
                    to.write(data[:first])
                    await to.drain()
                    trap.sprung.set()
                    await trap.released.wait()
                    data = data[first:]
                to.write(data)
                await to.drain()

    def _sprung(self, line: Line, way: Way, data: bytes) -> Trap | None:
        """The trap that this chunk springs."""
        trap = self._trap
        if trap is None or not trap.armed:
            return None
        if way == "up" and trap.line is None and trap.needle in data:
            trap.line = line
            if trap.point.way == "up":
                trap.armed = False
                return trap
        elif way == "down" and trap.line is line:
            trap.armed = False
            return trap
        return None
