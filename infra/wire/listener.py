"""Accepting connections: a few at a time, so that a flood of them does not keep others from being answered.

uvloop's own listener accepts until nobody waits. While connections come as fast as they are accepted, it does nothing
else.
"""

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import Callable, Iterator
from typing import Any, Final

import uvicorn

from infra.heap import HEAP

_log = logging.getLogger("emberlog.wire")

ACCEPTED_MAX: Final = 16
"""Connections that one turn of the event loop accepts, at about 0.1 ms each."""
BACKLOG: Final = 512
"""Connections that the system holds for us until we accept them."""
PAUSE_SECONDS: Final = 0.5
"""How long nothing is accepted when there are no files left: at once again would keep a core busy."""
HOST_SECONDS: Final = 60
"""How long the host of a client may acknowledge nothing, until the system closes the connection, which wakes nobody
before. After so long without traffic the system asks the host."""
PROBES: Final = 4
"""How often it asks in that time."""
_GONE: Final = (errno.ECONNABORTED, errno.EPROTO)
"""The client has gone before it was accepted."""


def _options() -> Iterator[tuple[int, int, int]]:
    """What is set for each connection: level, option and value. Some systems lack some of them."""
    yield socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
    yield socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1
    of_this_system = {
        "TCP_KEEPIDLE": HOST_SECONDS,
        "TCP_KEEPINTVL": HOST_SECONDS // PROBES,
        "TCP_KEEPCNT": PROBES,
        "TCP_USER_TIMEOUT": HOST_SECONDS * 1000,
    }
    for name, value in of_this_system.items():
        if hasattr(socket, name):
            yield socket.IPPROTO_TCP, getattr(socket, name), value


_OPTIONS: Final = tuple(_options())


class PacedServer(uvicorn.Server):
    """uvicorn, which accepts connections by itself. Needs sockets that somebody has bound."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._opening: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then begin to accept."""
        await super().startup(sockets=[])
        HEAP.settle()
        for listener in sockets or []:
            listener.setblocking(False)
            listener.listen(BACKLOG)
            self._listen(listener)
        if not self.should_exit:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more, then let uvicorn close what is open."""
        for listener in sockets or []:
            asyncio.get_running_loop().remove_reader(listener)
        await super().shutdown(sockets)

    def _listen(self, listener: socket.socket) -> None:
        if not self.should_exit and listener.fileno() >= 0:
            asyncio.get_running_loop().add_reader(listener, self._accept, listener)

    def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(ACCEPTED_MAX):
            try:
                accepted, _ = listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                if error.errno in _GONE:
                    continue
                _log.warning("no connections are accepted for %g s: %s", PAUSE_SECONDS, error.strerror)
                loop.remove_reader(listener)
                loop.call_later(PAUSE_SECONDS, self._listen, listener)
                return
            task = loop.create_task(self._open(accepted))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)

    async def _open(self, accepted: socket.socket) -> None:
        accepted.setblocking(False)
        with contextlib.suppress(OSError):  # a unix socket has no such options
            for level, option, value in _OPTIONS:
                accepted.setsockopt(level, option, value)
        with contextlib.suppress(OSError):  # the client has gone
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, accepted)

    def _protocol(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


__all__ = ["BACKLOG", "PacedServer"]
