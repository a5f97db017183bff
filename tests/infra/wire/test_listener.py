"""Accepting connections: a few a turn of the event loop, and none for a while when there are no files left."""

import asyncio
import errno
import socket

import uvicorn

from infra.wire.listener import ACCEPTED_MAX, PacedServer


class Listener:
    """A socket with endless callers, or with one error."""

    def __init__(self, error: int | None = None) -> None:
        self.accepts = 0
        self._error = error
        self.real = socket.socket()

    def fileno(self) -> int:
        return self.real.fileno()

    def accept(self) -> tuple[socket.socket, None]:
        self.accepts += 1
        if self._error is not None:
            raise OSError(self._error, "an error of this test")
        ours, theirs = socket.socketpair()
        theirs.close()
        return ours, None


class Server(PacedServer):
    """Closes what it accepts, and counts how often it begins to listen."""

    listens = 0

    async def _open(self, accepted: socket.socket) -> None:
        accepted.close()

    def _listen(self, listener: socket.socket) -> None:
        self.listens += 1


async def test_a_turn_accepts_a_few(monkeypatch) -> None:
    listener, server = Listener(), Server(uvicorn.Config(None))
    server._accept(listener)
    assert listener.accepts == ACCEPTED_MAX
    await asyncio.sleep(0)
    listener.real.close()


async def test_without_files_it_waits_before_it_accepts_more(monkeypatch) -> None:
    monkeypatch.setattr("infra.wire.listener.PAUSE_SECONDS", 0.05)
    listener, server = Listener(errno.EMFILE), Server(uvicorn.Config(None))
    server._accept(listener)
    assert (listener.accepts, server.listens) == (1, 0)
    await asyncio.sleep(0.2)
    assert server.listens == 1
    listener.real.close()


async def test_a_caller_that_has_gone_does_not_stop_the_others() -> None:
    listener, server = Listener(errno.ECONNABORTED), Server(uvicorn.Config(None))
    server._accept(listener)
    assert listener.accepts == ACCEPTED_MAX
    listener.real.close()
