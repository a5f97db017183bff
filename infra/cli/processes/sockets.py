"""The socket that the API listens on. It is bound before the API starts, so that no other program can take the port."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from infra.cli.problems import ExitCode, Problem
from infra.settings import Settings

BACKLOG: Final = 2_048


@contextmanager
def listening_socket(settings: Settings, host: str | None, port: int | None) -> Iterator[socket.socket]:
    """A bound socket for the API to take over.

    A port that is named here or in the settings is used, or refused with a Problem. Otherwise the usual port is used,
    or a free one when another program has it.
    """
    host = host or settings.host
    required = port if port is not None else settings.port_required
    with _bound(host, settings.port if required is None else required, fallback=required is None) as listener:
        yield listener


def _bound(host: str, port: int, *, fallback: bool) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror as error:
        raise Problem(
            f"This machine has no address {host}: {error.strerror}. Choose another with --host or EMBERLOG_HOST.",
            ExitCode.NOT_AVAILABLE,
        ) from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if fallback:
            return _bound(host, 0, fallback=False)
        why = f"Port {port} of {host} cannot be used: {error.strerror}. Choose another with --port or EMBERLOG_PORT."
        raise Problem(why, ExitCode.NOT_AVAILABLE) from error
    return listener


def url_of(listener: socket.socket) -> str:
    """The URL of the API for a browser on this machine."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}"
