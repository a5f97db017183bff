"""Websockets to which an application may write frames that it has made itself: those that many clients receive.

An ASGI message a step costs several times what the system takes to send it. So the application finds the socket in its
scope, under `FRAMES`, as an `api.delivery.frames.Frames`.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Request
from websockets.protocol import OPEN

from api.delivery.frames import FRAMES, Gate


class FramedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which implements `Frames`. No extension may change frames: the configuration has none."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.gate = Gate()
        """`Frames`. While the application may write, it is as `writable` and `close_sent` say; whatever else ends a
        socket closes its transport at once, which drops what is written to it."""
        super().__init__(config, server_state, app_state, _loop)

    @property
    def close_sent(self) -> bool:
        """Whether a close frame was sent: nothing may follow it."""
        return self._close_sent

    @close_sent.setter
    def close_sent(self, sent: bool) -> None:
        self._close_sent = sent
        if sent:
            self.gate.is_free = False

    def pause_writing(self) -> None:
        """The client does not take what is written."""
        super().pause_writing()
        self.gate.is_free = False

    def resume_writing(self) -> None:
        """The client has taken most of what was written."""
        super().resume_writing()
        self.gate.is_free = not self._close_sent and not self.disconnected

    def handle_connect(self, event: Request) -> None:
        """Offer the socket to the application, which begins after this."""
        super().handle_connect(event)
        scope: dict[str, Any] | None = getattr(self, "scope", None)  # none for a handshake that was refused
        if scope is not None:
            scope["extensions"][FRAMES] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """Take the offer back, and end the parser: so socket and scope, and parser and state, no longer refer to each
        other, and are freed without a garbage collection."""
        super().connection_lost(exc)
        self.gate.is_free = False
        self.conn.parser.close()
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"].pop(FRAMES, None)

    @property
    def is_open(self) -> bool:
        """Whether frames may be written: `Frames`."""
        return (
            self.handshake_complete
            and not self.close_sent
            and not self.disconnected
            and self.conn.state is OPEN
            and not self.transport.is_closing()
        )

    @property
    def unsent_bytes(self) -> int:
        """What the system has yet to take: `Frames`."""
        return self.transport.get_write_buffer_size()

    @property
    def write_frames(self) -> Callable[[bytes], None]:
        """Writes past the parser, which has no state for it: `Frames`."""
        return self.transport.write

    async def drained(self) -> None:
        """Returns when the writer is not paused: `Frames`."""
        await self.writable.wait()


__all__ = ["FramedWebSocket"]
