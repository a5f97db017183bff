"""The address the API listens on: chosen, bound and handed over, so that nobody can snatch it in between. Serves nothing."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from infra.cli.problems import NOT_AVAILABLE, Problem
from infra.settings import Settings

BACKLOG: Final = 2_048


@contextmanager
def listening(settings: Settings, host: str | None, port: int | None) -> Iterator[socket.socket]:
    """A bound socket for the API to take over: nobody can snatch the port between choosing it and using it.

    A port that was asked for is taken or refused; the usual one gives way to a free one when another copy has it.
    """
    host = host or settings.host
    asked = port if port is not None else settings.port_asked
    with _bound(host, settings.port if asked is None else asked, fallback=asked is None) as door:
        yield door


def _bound(host: str, port: int, *, fallback: bool) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror as error:
        raise Problem(f"There is no address {host} on this machine: {error.strerror}.", NOT_AVAILABLE) from error
    door = socket.socket(family, kind, protocol)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind(address)
        door.listen(BACKLOG)
    except OSError as error:
        door.close()
        if fallback:
            return _bound(host, 0, fallback=False)
        why = f"Port {port} of {host} cannot be used: {error.strerror}. Choose another with --port or EMBERLOG_PORT."
        raise Problem(why, NOT_AVAILABLE) from error
    return door


def url_of(door: socket.socket) -> str:
    """Where a browser on this machine finds the API."""
    host, port = door.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}"
