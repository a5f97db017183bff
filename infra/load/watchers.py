"""The watchers of a load run: bare websockets, which count and time what comes and do as little as possible else."""

import asyncio
import base64
import os
import ssl
import time
from typing import Final, cast
from urllib.parse import urlsplit

import msgspec

from infra.load.figures import Figures
from infra.load.players import PlayedGame

STEPS: Final = """subscription ($game: ID!, $after: Cursor) {
  gameSteps(game: $game, after: $after) { version line { text } } }"""
VERSION: Final = b'"version":'
HEAD_BYTES_MAX: Final = 16_384
FRAME_BYTES_MAX: Final = 8_000_000
RECONNECT_SECONDS: Final = 0.5
OPENED_AT_ONCE: Final = 50
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_STARTS_ANEW: Final = 1012


class Socket(asyncio.Protocol):
    """One connection of one watcher. `ended`: set when the connection is gone, to whether the game was over."""

    def __init__(self, host: str, game: PlayedGame, figures: Figures, cursor: int) -> None:
        self._host = host
        self._game = game
        self._game_id = game.game_id
        self._figures = figures
        self.cursor = cursor
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self._is_open = False
        self._was_over = False
        self.ended: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the handshake of the websocket."""
        self._transport = transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /graphql HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """Say how the connection has ended."""
        if self._is_open:
            self._figures.watching -= 1
        if not self.ended.done():
            self.ended.set_result(self._was_over)

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._buffer = self._buffer + data if self._buffer else data
        if not self._is_open:
            head, separator, rest = self._buffer.partition(b"\r\n\r\n")
            if not separator:
                if len(self._buffer) > HEAD_BYTES_MAX:
                    self.close()
                return
            status = head.partition(b"\r\n")[0]
            if b" 101 " not in status:
                self._figures.problem(f"a watcher was refused: {status.decode(errors='replace')}")
                self.close()
                return
            self._begin(rest)
        self._take_frames()

    def _begin(self, rest: bytes) -> None:
        self._is_open, self._buffer = True, rest
        self._figures.watching += 1
        payload = {"query": STEPS, "variables": {"game": self._game_id, "after": str(self.cursor)}}
        self._send(_TEXT, b'{"type":"connection_init"}')
        self._send(_TEXT, msgspec.json.encode({"id": "1", "type": "subscribe", "payload": payload}))

    def _take_frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, begins = buffer[at + 1] & 127, at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                if len(buffer) - begins < width:
                    break
                size, begins = int.from_bytes(buffer[begins : begins + width], "big"), begins + width
            if size > FRAME_BYTES_MAX:
                self.close()
                return
            if len(buffer) - begins < size:
                break
            self._take(buffer[at] & 15, buffer[begins : begins + size])
            at = begins + size
        self._buffer = buffer[at:]

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == _PING:
            self._send(_PONG, payload)
        elif opcode == _CLOSE:
            code, why = int.from_bytes(payload[:2]), payload[2:].decode(errors="replace")
            usual = "the service starts anew" if code == _STARTS_ANEW else f"code {code} and no reason"
            self._figures.problem(f"a watcher was closed: {why or usual}")
            self.close()
        elif opcode == _TEXT:
            at = payload.find(VERSION)
            if at >= 0:
                begins = at + len(VERSION)
                self._step(int(payload[begins : begins + 12].partition(b",")[0].rstrip(b"}")))
            elif b'"type":"complete"' in payload:
                self._was_over = True
                self.close()
            elif b'"type":"error"' in payload:
                self._figures.problem(f"a watcher was answered: {payload[:200].decode(errors='replace')}")
                self.close()

    def _step(self, version: int) -> None:
        if version > self.cursor + 1:
            self._figures.missed += version - self.cursor - 1
        elif version <= self.cursor:
            self._figures.twice += 1
        self.cursor = max(self.cursor, version)
        known = self._game.acknowledged.get(version) if self._game.game_id == self._game_id else None
        late = 0.0 if known is None else time.monotonic() - known  # the players have not heard of it yet
        self._figures.deliveries.add(late * 1e3)

    def _send(self, opcode: int, payload: bytes) -> None:
        """A masked frame, with a mask of zeros: it hides nothing from anybody here."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
        assert self._transport is not None
        self._transport.write(bytes([0x80 | opcode]) + length + bytes(4) + payload)

    def close(self) -> None:
        """Leave, if it is connected."""
        if self._transport is not None:
            self._transport.abort()


async def watch(url: str, game: PlayedGame, figures: Figures, gate: asyncio.Semaphore) -> None:
    """One watcher of the games in one place: reconnects with its cursor, and goes on to the next game."""
    while True:
        await game.opened.wait()
        game_id, cursor, is_over = game.game_id, 0, False
        while not is_over and game.game_id == game_id:
            cursor, is_over = await _one_connection(url, game, figures, gate, cursor)
            await asyncio.sleep(RECONNECT_SECONDS)
        while game.game_id == game_id:  # noqa: ASYNC110  (the next game may be a while away)
            await asyncio.sleep(RECONNECT_SECONDS)


async def _one_connection(
    url: str, game: PlayedGame, figures: Figures, gate: asyncio.Semaphore, cursor: int
) -> tuple[int, bool]:
    """Watches until the connection ends. Returns the cursor then, and whether the game was over."""
    parts = urlsplit(url)
    socket = Socket(parts.netloc, game, figures, cursor)
    secure = ssl.create_default_context() if parts.scheme == "https" else None
    port = parts.port or (443 if secure else 80)
    try:
        async with gate:
            await asyncio.get_running_loop().create_connection(lambda: socket, parts.hostname or "", port, ssl=secure)
        is_over = await socket.ended
        return socket.cursor, is_over
    except OSError as error:
        figures.problem(f"a watcher could not connect: {error.strerror or type(error).__name__}")
        return cursor, False
    finally:
        socket.close()
