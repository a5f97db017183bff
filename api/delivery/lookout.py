"""The open connections of one kind in this process, and the one timer that looks after them all."""

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Final, Protocol

from api.limits import ApiLimits

SECONDS_MAX: Final = 1.0


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
        self._timer: asyncio.TimerHandle | None = None

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
        if self._timer is None and self.open:
            self._timer = asyncio.get_running_loop().call_later(self._pause, self._look)

    def _look(self) -> None:
        self._timer, now = None, asyncio.get_running_loop().time()
        for connection in tuple(self.open):
            connection.look(now)
        self._go_on()


__all__ = ["Lookout"]
