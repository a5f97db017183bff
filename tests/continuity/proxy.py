"""A TCP proxy between clients and the API. Its connections can be cut at any byte, or fall silent first."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

Way = Literal["up", "down"]
"""From the client to the API, or back."""

CHUNK_BYTES_MAX = 16 * 1024
LAST_REQUEST_SHARE = 0.3
SHORT_BYTES_MAX = 700
"""A cut comes after this many more bytes at most: in the middle of a step, a header or a frame."""


@dataclass(eq=False)
class Line:
    """One connection, both halves. `left`: bytes that still pass in a direction before it is cut there."""

    client: asyncio.StreamWriter
    api: asyncio.StreamWriter
    abruptly: bool = True
    left: dict[Way, int] = field(default_factory=dict)
    speaking: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.speaking.set()

    def end(self) -> None:
        """End both halves at once: with a reset, or after the written bytes were sent."""
        for half in (self.client, self.api):
            if self.abruptly:
                half.transport.abort()
            else:
                half.close()


class Proxy:
    """Use as an async context manager. `counted`: what became of its lines; `pieces`: how often bytes came through."""

    def __init__(self, api_port: int, dice: random.Random) -> None:
        self._api_port = api_port
        self._dice = dice
        self._lines: set[Line] = set()
        self._last_request: Line | None = None
        self._carrying: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.counted: Counter[str] = Counter()
        self.pieces = 0
        self._moved = asyncio.Event()

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._carrying:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    # ---------------------------------------------------------------- what goes wrong

    def cut_one(self) -> None:
        """Any line: now, or within some bytes in one direction, which may be in the middle of a message."""
        line = self._any()
        if line is None:
            return
        line.abruptly = self._dice.random() < 0.5
        if self._dice.random() < 0.25:
            self.counted["cut at once"] += 1
            line.end()
        else:
            way: Way = "down" if self._dice.random() < 0.75 else "up"
            line.left[way] = self._dice.randrange(SHORT_BYTES_MAX)

    async def silence_one(self, seconds: float) -> None:
        """A connection that carries nothing, though both ends think it is open, until it is cut."""
        line = self._any()
        if line is None:
            return
        self.counted["silenced"] += 1
        line.speaking.clear()
        await asyncio.sleep(seconds)
        line.end()
        line.speaking.set()

    async def more_came_through(self, pieces: int) -> None:
        """Waits until bytes came through so many times more."""
        due = self.pieces + pieces
        while self.pieces < due:
            self._moved.clear()
            await self._moved.wait()

    def _any(self) -> Line | None:
        """Any connection; sometimes the one of the last request, which may have no answer yet."""
        if self._last_request in self._lines and self._dice.random() < LAST_REQUEST_SHARE:
            return self._last_request
        return self._dice.choice(list(self._lines)) if self._lines else None

    # ---------------------------------------------------------------- carrying

    def _take(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        carrying = asyncio.create_task(self._carry(reader, client))
        self._carrying.add(carrying)
        carrying.add_done_callback(self._carrying.discard)

    async def _carry(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        try:
            answers, api = await asyncio.open_connection("127.0.0.1", self._api_port)
        except OSError:
            self.counted["refused"] += 1
            client.transport.abort()
            return
        line = Line(client, api)
        self._lines.add(line)
        self.counted["lines"] += 1
        ways = [
            asyncio.create_task(self._pass(line, "up", reader, api)),
            asyncio.create_task(self._pass(line, "down", answers, client)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._lines.discard(line)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            with suppress(OSError):
                client.close()
                api.close()

    async def _pass(self, line: Line, way: Way, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(CHUNK_BYTES_MAX):
                self.pieces += 1
                self._moved.set()
                if way == "up":
                    self._last_request = line
                await line.speaking.wait()
                left = line.left.get(way)
                if left is not None and left < len(data):
                    to.write(data[:left])
                    await to.drain()
                    self.counted["cut within a message"] += 1
                    line.end()
                    return
                if left is not None:
                    line.left[way] = left - len(data)
                to.write(data)
                await to.drain()
