"""Frames of websockets that are made once for many clients (RFC 6455), and the sockets that take them."""

from typing import Final, Protocol

FRAMES: Final = "emberlog.frames"
"""The extension of a websocket's scope under which a server offers its socket as `Frames`."""

_TEXT: Final = b"\x81"
_BITS_7: Final = 126
_BITS_16: Final = 1 << 16


class Frames(Protocol):
    """A socket that takes whole frames. Only the event loop that serves it may use it."""

    @property
    def takes_frames(self) -> bool:
        """Whether it is open, and its client has taken most of what was written."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether frames may still be written."""
        ...

    @property
    def unsent_bytes(self) -> int:
        """What the system has yet to take of what was written."""
        ...

    def write_frames(self, frames: bytes) -> None:
        """Writes whole frames, after everything that was written before. Call it only while it is open."""
        ...

    async def drained(self) -> None:
        """Returns once the client has taken most of what was written, or has gone."""
        ...


def text_frame(head: bytes, payload: bytes, tail: bytes) -> bytes:
    """A frame of the server with one whole text message, given in three pieces."""
    size = len(head) + len(payload) + len(tail)
    if size < _BITS_7:
        return b"%b%c%b%b%b" % (_TEXT, size, head, payload, tail)
    if size < _BITS_16:
        return b"%b\x7e%b%b%b%b" % (_TEXT, size.to_bytes(2, "big"), head, payload, tail)
    return b"%b\x7f%b%b%b%b" % (_TEXT, size.to_bytes(8, "big"), head, payload, tail)


__all__ = ["FRAMES", "Frames", "text_frame"]
