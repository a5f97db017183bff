"""Websockets within bounds: uvicorn's protocol, which counts frames and reads no further than the application does."""

import asyncio
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame

from infra.wire import answers
from infra.wire.connections import Connection, Connections
from infra.wire.frames import FramedWebSocket
from infra.wire.refusals import NOT_A_WEBSOCKET, TOO_MANY_FRAMES

SLICE_BYTES: Final = 4 * 1024
"""Received bytes are parsed in slices, so that few frames of a flood are parsed beyond a limit."""
POLICY_VIOLATION: Final = 1008


class BoundedWebSocket(FramedWebSocket):
    """One websocket, from its handshake until it is closed."""

    def __init__(
        self,
        connections: Connections,
        connection: Connection,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._all = connections
        self._limits = connections.limits
        self._connection = connection
        self._rest = b""
        """Received, but not parsed: the application has yet to take what came before."""
        self._control_left = float(self._limits.control_burst)
        self._control_at = self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        self._rest = b""
        super().connection_lost(exc)
        self._all.leave(self._connection)

    def pause_writing(self) -> None:
        """The client does not take what is written; its time is measured from now."""
        super().pause_writing()
        self._all.paused(self._connection, paused=True)

    def resume_writing(self) -> None:
        """The client has taken most of what was written."""
        super().resume_writing()
        self._all.paused(self._connection, paused=False)

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived, until the application has something to take."""
        self._rest = self._rest + data if self._rest else data
        self._parse()

    def _parse(self) -> None:
        rest, at = self._rest, 0
        while at < len(rest) and not self.read_paused and not self.transport.is_closing():
            super().data_received(rest[at : at + SLICE_BYTES])
            at += SLICE_BYTES
        self._rest = b"" if self.transport.is_closing() else rest[at:]

    async def receive(self) -> Any:  # noqa: ANN401  uvicorn's union of messages is private
        """The next message for the application."""
        message = await super().receive()
        if self._rest and not self.read_paused:
            self._parse()
        return message

    # ---------------------------------------------------------------- frames

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        if self._may_control():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, unless there are too many."""
        if self._may_control():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take another piece of a message, unless it has too many."""
        if len(self.frames) < self._limits.frames_max:
            super().handle_cont(event)
        else:
            self._fail()

    def _may_control(self) -> bool:
        """Count a ping or a pong against an allowance that is refilled over time."""
        now = self.loop.time()
        earned = (now - self._control_at) * self._limits.control_per_second
        self._control_left = min(self._limits.control_burst, self._control_left + earned) - 1
        self._control_at = now
        if self._control_left < 0:
            self._fail()
        return self._control_left >= 0

    def _fail(self) -> None:
        self._rest = b""
        if self.transport.is_closing():
            return
        self._all.refusals.count(TOO_MANY_FRAMES)
        self.conn.fail(POLICY_VIOLATION, "Too many frames")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def handle_parser_exception(self) -> None:
        """The client broke the protocol: close the connection, during the handshake with a problem."""
        self._all.refusals.count(NOT_A_WEBSOCKET)
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
            return
        problem = answers.malformed("This is not a websocket's handshake.")
        self.transport.write(answers.response_of(problem, self.default_headers))
        self.transport.close()


__all__ = ["BoundedWebSocket"]
