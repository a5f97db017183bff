"""Where the steps of a watcher go over a websocket: frames of its connection, made once for all with the same id."""

from collections.abc import Awaitable, Callable, Sequence

from api.delivery.frames import Frames, text_frame
from api.execution.relay import Made


class FrameSink:
    """Implements `api.execution.relay.Sink` for one operation. `head`: what stands before a result in its message;
    `drained`: returns once the connection takes frames."""

    __slots__ = ("_drained", "_gate", "_head", "_write")

    def __init__(self, frames: Frames, head: bytes, drained: Callable[[], Awaitable[None]]) -> None:
        self._gate = frames.gate
        self._write = frames.write_frames
        self._head = head
        self._drained = drained

    @property
    def takes_more(self) -> bool:
        """Whether it takes more now."""
        return self._gate.is_open

    async def ready(self) -> None:
        """Returns once it takes more."""
        await self._drained()

    def write(self, payloads: Sequence[bytes], first: int, made: Made) -> None:
        """Sends these results, each in a message."""
        del first
        frames = made.get(self._head)
        if frames is None:
            frames = made[self._head] = b"".join([text_frame(self._head, each, b"}") for each in payloads])
        self._write(frames)


__all__ = ["FrameSink"]
