"""Frames of websockets that are made once for many clients (RFC 6455), and the sockets that take them."""

from collections.abc import Callable
from typing import Final, Protocol

FRAMES: Final = "emberlog.frames"
"""The extension of a websocket's scope under which a server offers its socket as `Frames`."""

_TEXT: Final = b"\x81"
_BITS_7: Final = 126
_BITS_16: Final = 1 << 16


class Gate:
    """Whether frames may be written to a socket now. With many watchers it is looked at for each of them at each step:
    so it is one small object that both sides keep up to date, and nothing is computed.

    `is_free`: the socket is open, and its client has taken most of what was written; the server keeps it. `is_quiet`:
    nothing waits that must come first; the application keeps it.
    """

    __slots__ = ("is_free", "is_quiet")

    def __init__(self) -> None:
        self.is_free = self.is_quiet = True

    @property
    def is_open(self) -> bool:
        """Whether both say so."""
        return self.is_free and self.is_quiet


class Frames(Protocol):
    """A socket that takes whole frames. Only the event loop that serves it may use it."""

    @property
    def gate(self) -> Gate:
        """Whether frames may be written now."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether frames may still be written."""
        ...

    @property
    def unsent_bytes(self) -> int:
        """What the system has yet to take of what was written."""
        ...

    @property
    def write_frames(self) -> Callable[[bytes], None]:
        """Writes whole frames, after everything that was written before. Call it only while the gate is open."""
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


__all__ = ["FRAMES", "Frames", "Gate", "text_frame"]
