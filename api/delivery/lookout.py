"""The open connections of one kind in this process, and the one timer that looks after them all."""

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from api.limits import ApiLimits

SECONDS_MAX: Final = 1.0
AT_ONCE: Final = 500
"""Connections that it looks at before others get a turn: less than a millisecond."""


class Attended(Protocol):
    """A connection that closes itself when something is due."""

    def look(self, now: float) -> None:
        """Does what is due. `now`: the time of the event loop."""
        ...


class Lookout:
    """`open`: the connections. While there are none, there is no timer."""

    def __init__(self, limits: ApiLimits) -> None:
        self.open: set[Attended] = set()
        self._pause = min(limits.stall_seconds / 4, limits.ping_seconds / 4, SECONDS_MAX)
        self._next: asyncio.Handle | None = None

    @contextlib.contextmanager
    def one(self, connection: Attended) -> Iterator[None]:
        """Looks after a connection while the block runs."""
        self.open.add(connection)
        self._go_on()
        try:
            yield
        finally:
            self.open.discard(connection)

    def _go_on(self) -> None:
        if self._next is None and self.open:
            self._next = asyncio.get_running_loop().call_later(self._pause, self._look, None)

    def _look(self, rest: Sequence[Attended] | None) -> None:
        """Looks at some of the rest; at all, if there is none of an earlier turn."""
        loop, rest = asyncio.get_running_loop(), rest or tuple(self.open)
        for connection in rest[:AT_ONCE]:
            connection.look(loop.time())
        rest = rest[AT_ONCE:]
        self._next = loop.call_soon(self._look, rest) if rest else None
        self._go_on()


__all__ = ["Lookout"]
