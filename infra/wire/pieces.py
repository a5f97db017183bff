"""Answers to which an application may write pieces that it has made itself: `api.delivery.pieces.Pieces`.

A message of ASGI for each event costs several times what the system takes to send it.
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.delivery.pieces import PIECES


class ChunkedAnswer:
    """One answer of uvicorn in chunks (RFC 9112, 7.1): `Pieces`."""

    __slots__ = ("_cycle", "_transport")

    def __init__(self, cycle: RequestResponseCycle, transport: asyncio.Transport) -> None:
        self._cycle = cycle
        self._transport = transport

    @property
    def is_open(self) -> bool:
        """Whether its head has been sent in a way that pieces may follow, and its end has not."""
        cycle = self._cycle
        return (
            bool(cycle.chunked_encoding)
            and not cycle.response_complete
            and not cycle.disconnected
            and not self._transport.is_closing()
        )

    @property
    def takes_more(self) -> bool:
        """Whether it is open and the client reads."""
        return not self._cycle.flow.write_paused and self.is_open

    def write_piece(self, piece: bytes) -> None:
        """Writes a piece past uvicorn, which has no state for it."""
        self._transport.write(b"%x\r\n%b\r\n" % (len(piece), piece))

    async def drained(self) -> None:
        """Returns when writing is not paused."""
        await self._cycle.flow.drain()


class PiecewiseHttp(HttpToolsProtocol):
    """uvicorn's protocol, which offers each answer to the application as `Pieces`."""

    def on_headers_complete(self) -> None:
        """The application begins after this."""
        super().on_headers_complete()
        if not self.parser.should_upgrade():
            cast(Any, self.scope)["extensions"] = {PIECES: ChunkedAnswer(self.cycle, self.transport)}


__all__ = ["ChunkedAnswer", "PiecewiseHttp"]
