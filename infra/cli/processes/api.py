"""`emberlog api`: the API in this process."""

import asyncio
import contextlib
import gc
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn

from infra.asgi import application
from infra.cli.processes.children import stop_with_parent
from infra.cli.processes.logs import log_to_stderr
from infra.cli.processes.sockets import listening_socket, url_of
from infra.cli.servers import check_database, servers
from infra.settings import Settings

SHUTDOWN_SECONDS: Final = 5
"""How long requests and subscriptions may continue after the API was told to stop."""


def serve_api(settings: Settings, *, host: str | None, port: int | None, descriptor: int | None) -> None:
    """Serve until told to stop. `descriptor`: a socket that the parent process has bound already."""
    stop_with_parent()
    log_to_stderr(settings)
    with servers(settings) as running:
        asyncio.run(check_database(running))
        with _socket(settings, host, port, descriptor) as listener:
            if descriptor is None:
                print(f"Serving at {url_of(listener)}. Ctrl-C stops.", flush=True)
            # The schema and the modules live as long as the process: no collection of garbage has to visit them.
            gc.freeze()
            with contextlib.suppress(KeyboardInterrupt):
                _server(application(running.database_url, running.redis_url, settings)).run(sockets=[listener])


def _server(app: object) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            app,  # type: ignore[arg-type]
            loop="uvloop" if sys.platform != "win32" else "asyncio",
            http="httptools",
            ws="websockets-sansio",
            ws_per_message_deflate=False,  # it costs more time than it saves bytes, and there are many watchers
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            access_log=False,
            server_header=False,
            log_config=None,
        )
    )


@contextmanager
def _socket(settings: Settings, host: str | None, port: int | None, descriptor: int | None) -> Iterator[socket.socket]:
    if descriptor is None:
        with listening_socket(settings, host, port) as listener:
            yield listener
        return
    with socket.socket(fileno=descriptor) as listener:
        yield listener
