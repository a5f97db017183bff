"""Every byte between a browser and the service: a relay on loopback that keeps them, and what they say. Judges nothing.

The relay stands between the two instead of asking the browser, so that nothing can pass that the browser's own tools leave out:
headers, frames and whatever else is written on a line are all here. It asks for answers that are not compressed, so that
what they say can be searched.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

import httptools

Json = Any
_CHUNK: Final = 65_536
EVENTS: Final = "text/event-stream; charset=utf-8"
CODINGS: Final = re.compile(rb"(?i)(?<=\r\naccept-encoding: )[^\r\n]+")


@dataclass
class Line:
    """One connection. `request`, `response`: what the browser and the service wrote, each piece with its moment."""

    request: list[tuple[bytes, Json]] = field(default_factory=list)
    response: list[tuple[bytes, Json]] = field(default_factory=list)


@dataclass(frozen=True)
class Exchange:
    """A request with its answer; or, `request` empty, one more message on a socket that was opened by `path`.

    `moment`: when the last byte of the answer passed.
    """

    path: str
    request_headers: tuple[tuple[str, str], ...]
    request: bytes
    status: int
    response_headers: tuple[tuple[str, str], ...]
    response: bytes
    moment: Json

    @property
    def answer(self) -> Json:
        """The answer as JSON; None where it is none."""
        return _json(self.response)

    @property
    def question(self) -> Json:
        """What was asked as JSON; None where it is none."""
        return _json(self.request)


class Relay:
    """`moment` is called at every piece that passes, for instance for the number of steps that the game has at that moment."""

    def __init__(self, moment: Callable[[], Json] = lambda: None) -> None:
        self.moment = moment
        self.lines: list[Line] = []
        self.bytes = 0
        self.url = ""
        self._server: asyncio.Server | None = None
        self._target = ("", 0)

    @property
    def port(self) -> int:
        """Where it listens, or listened."""
        return int(urlsplit(self.url).port or 0)

    async def open(self, url: str, port: int = 0) -> None:
        """Listen, and pass on what comes to the service at `url`. `port`: where, by default wherever there is room."""
        parts = urlsplit(url)
        self._target = (str(parts.hostname), int(parts.port or 80))
        self._server = await asyncio.start_server(self._join, "127.0.0.1", port)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Take no further lines."""
        assert self._server is not None
        self._server.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = Line()
        self.lines.append(line)
        to_reader, to_writer = await asyncio.open_connection(*self._target)
        up = self._pass(reader, to_writer, line.request, _asking_for_plain_answers)
        await asyncio.gather(up, self._pass(to_reader, writer, line.response))

    async def _pass(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        record: list[Any],
        change: Callable[[bytes], bytes] = bytes,
    ) -> None:
        try:
            while chunk := await reader.read(_CHUNK):
                piece = change(chunk)
                record.append((piece, self.moment()))
                self.bytes += len(piece)
                writer.write(piece)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    def raw(self, side: str) -> bytes:
        """All that one side wrote, `request` or `response`; the masks of a browser's frames are taken off."""
        parts = [b"".join(piece for piece, _ in getattr(line, side)) for line in self.lines]
        if side == "request":
            parts += [exchange.request for exchange in self.exchanges()]
        return b"\0\0\0\0".join(parts)

    def exchanges(self) -> list[Exchange]:
        """All that is complete, line after line."""
        return [exchange for line in self.lines for exchange in _exchanges(line)]


def _asking_for_plain_answers(piece: bytes) -> bytes:
    """The same number of bytes, so that nothing else about them changes."""
    return CODINGS.sub(lambda codings: b"identity".ljust(len(codings.group())), piece)


class _Messages:
    """What httptools calls while it reads one side of a line."""

    def __init__(self) -> None:
        self.complete: list[dict[str, Any]] = []
        self.now: dict[str, Any] = {}
        self.moment: Json = None
        self.parser: Any = None

    def on_message_begin(self) -> None:
        self.now = {"path": "", "headers": [], "body": b"", "parts": []}

    def on_url(self, url: bytes) -> None:
        self.now["path"] += url.decode()

    def on_header(self, name: bytes, value: bytes) -> None:
        self.now["headers"].append((name.decode().lower(), value.decode()))

    def on_body(self, body: bytes) -> None:
        self.now["body"] += body
        self.now["parts"].append((body, self.moment))

    def on_message_complete(self) -> None:
        answers = isinstance(self.parser, httptools.HttpResponseParser)
        status = self.parser.get_status_code() if answers else 0
        self.complete.append({**self.now, "status": status, "mark": self.moment})
        self.now = {}


def _read(pieces: list[tuple[bytes, Json]], kind: Any) -> tuple[list[dict[str, Any]], list[tuple[bytes, Json]]]:
    """The messages of one side, and the pieces after it has become a socket."""
    messages = _Messages()
    parser = messages.parser = kind(messages)
    for at, (piece, moment) in enumerate(pieces):
        messages.moment = moment
        try:
            parser.feed_data(piece)
        except httptools.HttpParserUpgrade as upgrade:
            return messages.complete, [(piece[upgrade.args[0] :], moment), *pieces[at + 1 :]]
    if messages.now.get("body"):
        messages.on_message_complete()  # a stream that was hung up
    return messages.complete, []


def _exchanges(line: Line) -> Iterator[Exchange]:
    request, up = _read(line.request, httptools.HttpRequestParser)
    response, down = _read(line.response, httptools.HttpResponseParser)
    for question, answer in zip(request, response, strict=False):
        if ("content-type", EVENTS) in answer["headers"]:
            yield from _events(question, answer)
            continue
        yield Exchange(
            path=question["path"],
            request_headers=tuple(question["headers"]),
            request=question["body"],
            status=answer["status"],
            response_headers=tuple(answer["headers"]),
            response=answer["body"],
            moment=answer["mark"],
        )
    for pieces, mine in ((up, True), (down, False)):
        for text, moment in _frames(pieces):
            yield Exchange("frame", (), text if mine else b"", 0, (), b"" if mine else text, moment)


def _events(question: dict[str, Any], answer: dict[str, Any]) -> Iterator[Exchange]:
    """A stream of events as if it were a socket: what was subscribed to, and each event."""
    request = json.dumps({"type": "subscribe", "payload": _json(question["body"])}).encode()
    yield Exchange("frame", tuple(question["headers"]), request, answer["status"], tuple(answer["headers"]), b"", None)
    buffer = b""
    for piece, moment in answer["parts"]:
        *events, buffer = (buffer + piece).split(b"\n\n")
        for event in events:
            fields = dict(line.partition(b": ")[::2] for line in event.split(b"\n"))
            if fields.get(b"data"):
                response = b'{"type": "%s", "payload": %s}' % (fields[b"event"], fields[b"data"])
                yield Exchange("frame", (), b"", 0, (), response, moment)


def _frames(pieces: list[tuple[bytes, Json]]) -> Iterator[tuple[bytes, Json]]:
    """Texts of a socket's frames, without the mask. None here is in parts, and none is compressed."""
    buffer = b""
    for piece, moment in pieces:
        buffer += piece
        while len(buffer) >= 2:
            masked, size, at = buffer[1] >> 7, buffer[1] & 127, 2
            if size > 125:
                wide = 2 if size == 126 else 8
                size, at = int.from_bytes(buffer[2 : 2 + wide], "big"), 2 + wide
            mask = buffer[at : at + 4] if masked else b""
            at += 4 if masked else 0
            if len(buffer) < at + size:
                break
            assert buffer[0] & 0xF0 == 0x80, "a frame in parts, or a compressed one: teach this reader first"
            text = buffer[at : at + size]
            yield bytes(byte ^ mask[place % 4] for place, byte in enumerate(text)) if mask else text, moment
            buffer = buffer[at + size :]


def _json(text: bytes) -> Json:
    try:
        return json.loads(text)
    except ValueError:
        return None
