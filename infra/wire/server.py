"""The server: uvicorn with the bounded protocols. It reads no proxy's headers and logs no requests by itself."""

import math
import sys
from collections.abc import Callable
from typing import Any, Final

import uvicorn

from infra.wire.connections import Connections
from infra.wire.files import connections_allowed
from infra.wire.http import bounded_http
from infra.wire.limits import WireLimits
from infra.wire.listener import PacedServer
from infra.wire.proxies import BelievingApp, Proxies
from infra.wire.quiet import quieten
from infra.wire.refusals import Refusals

SHUTDOWN_SECONDS: Final = 5
"""How long requests and subscriptions may continue after the API was told to stop."""


def wire_server(
    app: Callable[..., Any],
    *,
    proxies: Proxies | None = None,
    limits: WireLimits | None = None,
    refusals: Refusals | None = None,
    on_ready: Callable[[], None] = lambda: None,
) -> uvicorn.Server:
    """A server for this ASGI app, which counts what it refuses in `refusals`. Raises the number of files that this
    process may open. `on_ready` is called when it has begun to accept."""
    limits, proxies = limits or WireLimits(), proxies or Proxies()
    connections = Connections(limits, connections_allowed(limits), refusals or Refusals())
    config = uvicorn.Config(
        BelievingApp(app, proxies) if proxies.networks else app,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=bounded_http(connections, proxies),  # type: ignore[arg-type]
        ws="websockets-sansio",
        ws_max_size=limits.message_bytes_max,
        ws_ping_interval=None,  # two timers a websocket would wake the process; `api.websocket` has one for all
        ws_per_message_deflate=False,  # it costs more time than it saves bytes, and there are many watchers
        timeout_keep_alive=math.ceil(limits.idle_seconds_max),
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `Proxies` decides whom the service believes
        log_config=None,
    )
    quieten()
    return PacedServer(config, on_ready)


__all__ = ["wire_server"]
