"""Answers that are written piece by piece without a message of ASGI for each: streams that many clients receive."""

from typing import Final, Protocol

PIECES: Final = "emberlog.pieces"
"""The extension of a request's scope under which a server offers its answer as `Pieces`."""


class Pieces(Protocol):
    """The body of an answer that has begun, of unknown length. Only the event loop that serves it may use it."""

    @property
    def is_open(self) -> bool:
        """Whether pieces may still be written."""
        ...

    @property
    def takes_more(self) -> bool:
        """Whether it is open, and its client has taken most of what was written."""
        ...

    def write_piece(self, piece: bytes) -> None:
        """Writes a piece, after everything that was written before. Call it only while it is open."""
        ...

    async def drained(self) -> None:
        """Returns once the client has taken most of what was written, or has gone."""
        ...


__all__ = ["PIECES", "Pieces"]
