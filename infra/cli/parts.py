"""`emberlog api`, `worker` and `migrate`: one part of the service in this process. Decides nothing."""

import asyncio
import contextlib
import logging
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn

from infra.asgi import application
from infra.cli.doors import listening, url_of
from infra.cli.processes import stop_with_parent
from infra.cli.world import check_database, servers
from infra.postgres import migrate as migrations
from infra.settings import Settings
from infra.wiring import wired
from infra.worker import Tools, WorkerSettings, run_worker

GOODBYE_SECONDS: Final = 5
"""How long requests and subscriptions may go on after the API was told to stop."""

LOG_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def serve_api(settings: Settings, *, host: str | None, port: int | None, descriptor: int | None) -> None:
    """Serve until told to stop. `descriptor`: a socket that is bound already, by the process that started this one."""
    stop_with_parent()
    _log_to_stderr(settings)
    with servers(settings) as running:
        asyncio.run(check_database(running))
        with _door(settings, host, port, descriptor) as door:
            if descriptor is None:
                print(f"Serving at {url_of(door)}. Ctrl-C stops.", flush=True)
            with contextlib.suppress(KeyboardInterrupt):
                _server(application(running.database_url, running.redis_url, settings)).run(sockets=[door])


def _server(app: object) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            app,  # type: ignore[arg-type]
            loop="uvloop" if sys.platform != "win32" else "asyncio",
            http="httptools",
            ws="websockets-sansio",
            ws_per_message_deflate=False,  # it costs more time than it saves bytes, and there are many watchers
            timeout_graceful_shutdown=GOODBYE_SECONDS,
            access_log=False,
            server_header=False,
            log_config=None,
        )
    )


@contextmanager
def _door(settings: Settings, host: str | None, port: int | None, descriptor: int | None) -> Iterator[socket.socket]:
    if descriptor is None:
        with listening(settings, host, port) as door:
            yield door
        return
    with socket.socket(fileno=descriptor) as door:
        yield door


def work(settings: Settings) -> int:
    """Work until told to stop; gives 0, or something else when it could not begin or go on."""
    stop_with_parent()
    _log_to_stderr(settings)
    with servers(settings) as running:
        return run_worker(running, tools=_tools)


@contextlib.asynccontextmanager
async def _tools(at: WorkerSettings) -> AsyncIterator[Tools]:
    async with wired(at.database_url, at.redis_url, connections_max=6) as use_cases:
        yield Tools(use_cases.store, use_cases.bot_player.visit)


def migrate_database(settings: Settings) -> list[str]:
    """Apply what is missing; gives the names of it."""
    with servers(settings) as running:
        return list(asyncio.run(migrations.migrate(running.database_url)))


def _log_to_stderr(settings: Settings) -> None:
    logging.basicConfig(level=settings.log_level, format=LOG_FORMAT, stream=sys.stderr)
