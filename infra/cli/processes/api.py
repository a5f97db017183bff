"""`emberlog api`: the API in this process."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from infra.asgi import application
from infra.cli.processes.children import say_ready, stop_with_parent
from infra.cli.processes.rights import give_rights_away
from infra.cli.processes.sockets import listening_socket, url_of
from infra.cli.servers import check_database, for_service, servers
from infra.logs import log_to_stderr
from infra.settings import Settings
from infra.wire.refusals import Refusals
from infra.wire.server import wire_server


def serve_api(settings: Settings, *, host: str | None, port: int | None, descriptor: int | None) -> None:
    """Serve until told to stop. `descriptor`: a socket that the parent process has bound already."""
    lifeline = stop_with_parent()
    log_to_stderr(settings.log_level)
    with servers(settings) as owned:
        running = for_service(owned, settings)
        asyncio.run(check_database(running))
        with _socket(settings, host, port, descriptor) as listener:
            if descriptor is None:
                print(f"Serving at {url_of(listener)}. Ctrl-C stops.", flush=True)
            arguments = ["api", "--descriptor", str(listener.fileno())]
            give_rights_away(settings.data, arguments, running, lifeline, listener.fileno())
            with contextlib.suppress(KeyboardInterrupt):
                refusals = Refusals()
                app = application(running.database_url, running.redis_url, settings, refusals.totals)
                server = wire_server(app, proxies=settings.proxies, refusals=refusals, on_ready=say_ready)
                server.run(sockets=[listener])


@contextmanager
def _socket(settings: Settings, host: str | None, port: int | None, descriptor: int | None) -> Iterator[socket.socket]:
    if descriptor is None:
        with listening_socket(settings, host, port) as listener:
            yield listener
        return
    with socket.socket(fileno=descriptor) as listener:
        yield listener
