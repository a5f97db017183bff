"""Where the steps of a watcher go in a stream of server-sent events, made once for all who receive the same ones."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from api.delivery.pieces import Pieces
from api.execution.relay import Made

COMMENT: Final = b":\n\n"
_EVENTS: Final = b"event: next"
"""What the results are made into, among those of other transports."""


class ReadsTooSlowly(Exception):
    """The client has taken nothing for too long."""


class EventSink:
    """Implements `api.execution.relay.Sink` for one stream. `pack`: compresses the next piece of it; None: as it is."""

    __slots__ = ("_pack", "_pieces", "_stall_seconds", "in_use", "wrote")

    def __init__(self, pieces: Pieces, pack: Callable[[bytes], bytes] | None, stall_seconds: float) -> None:
        self._pieces = pieces
        self._pack = pack
        self._stall_seconds = stall_seconds
        self.in_use = False
        """Whether the stream is written by this alone."""
        self.wrote = False
        """Whether something was written since this was last set to False."""

    @property
    def takes_more(self) -> bool:
        """Whether it takes more now."""
        return self._pieces.takes_more

    async def ready(self) -> None:
        """Returns once it takes more; never for a client that has gone, whose stream is cancelled. Raises
        ReadsTooSlowly."""
        if self._pieces.takes_more:
            return
        try:
            async with asyncio.timeout(self._stall_seconds):
                while not self._pieces.takes_more:
                    await self._pieces.drained()
                    if not self._pieces.is_open:
                        await asyncio.get_running_loop().create_future()
        except TimeoutError:
            raise ReadsTooSlowly from None

    def write(self, payloads: Sequence[bytes], first: int, made: Made) -> None:
        """Sends these results, the step `first` and those that follow it, each as an event."""
        events = made.get(_EVENTS)
        if events is None:
            numbered = enumerate(payloads, start=first)
            events = made[_EVENTS] = b"".join([event(b"next", each, str(cursor)) for cursor, each in numbered])
        self.write_piece(events)

    def write_piece(self, piece: bytes) -> None:
        """Sends whole events or a comment."""
        self._pieces.write_piece(piece if self._pack is None else self._pack(piece))
        self.wrote = True


def event(kind: bytes, data: bytes, cursor: str = "") -> bytes:
    """One event. JSON contains no line breaks, so it is one `data` line. `id`: the cursor to resume from."""
    id = f"id: {cursor}\n".encode() if cursor else b""
    return b"event: %b\n%bdata: %b\n\n" % (kind, id, data)


__all__ = ["COMMENT", "EventSink", "ReadsTooSlowly", "event"]
