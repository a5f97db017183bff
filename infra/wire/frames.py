"""Websockets to which an application may write frames that it has made itself: those that many clients receive.

An ASGI message a step costs several times what the system takes to send it. So the application finds the socket in its
scope, under `FRAMES`, as an `api.delivery.frames.Frames`.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from api.delivery.frames import FRAMES


class FramedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which implements `Frames`. No extension may change frames: the configuration has none."""

    def handle_connect(self, event: Request) -> None:
        """Offer the socket to the application, which begins after this."""
        super().handle_connect(event)
        scope: dict[str, Any] | None = getattr(self, "scope", None)  # none for a handshake that was refused
        if scope is not None:
            scope["extensions"][FRAMES] = self

    @property
    def takes_frames(self) -> bool:
        """Whether it is open and the client reads: `Frames`. It is asked for each of many sockets at each step, so it
        looks at no more than it must: once the handshake is complete, whatever ends a socket closes its transport at
        once, except the application's own close, which waits for the client's."""
        return self.writable.is_set() and not self.close_sent and not self.transport.is_closing()

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

    def write_frames(self, frames: bytes) -> None:
        """Writes past the parser, which has no state for it: `Frames`."""
        self.transport.write(frames)

    async def drained(self) -> None:
        """Returns when the writer is not paused: `Frames`."""
        await self.writable.wait()


__all__ = ["FramedWebSocket"]
