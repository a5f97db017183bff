"""Where the steps of a watcher go over a websocket: frames of its connection, made once for all with the same id."""

from collections.abc import Sequence
from typing import Protocol

from api.delivery.frames import text_frame
from api.execution.relay import Made


class TakesFrames(Protocol):
    """A connection that several operations write to."""

    @property
    def takes_frames(self) -> bool:
        """Whether frames may be written now."""
        ...

    def write_frames(self, frames: bytes) -> None:
        """Writes whole frames, while it takes them."""
        ...

    async def drained(self) -> None:
        """Returns once it takes frames."""
        ...


class FrameSink:
    """Implements `api.execution.relay.Sink` for one operation. `head`: what stands before a result in its message."""

    __slots__ = ("_connection", "_head")

    def __init__(self, connection: TakesFrames, head: bytes) -> None:
        self._connection = connection
        self._head = head

    @property
    def takes_more(self) -> bool:
        """Whether it takes more now."""
        return self._connection.takes_frames

    async def ready(self) -> None:
        """Returns once it takes more."""
        await self._connection.drained()

    def write(self, payloads: Sequence[bytes], first: int, made: Made) -> None:
        """Sends these results, each in a message."""
        del first
        frames = made.get(self._head)
        if frames is None:
            frames = made[self._head] = b"".join([text_frame(self._head, each, b"}") for each in payloads])
        self._connection.write_frames(frames)


__all__ = ["FrameSink"]
