"""Fresh databases for the tests. The next one is made while a test uses the last, over one connection."""

import asyncio
import contextlib
import threading
import uuid
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

import asyncpg

MAKE_SECONDS_MAX = 120
FILE_COPY_SINCE = 15
"""The first version of Postgres that has a choice."""

T = TypeVar("T")


class Databases:
    """Copies of a database that nobody connects to. `close`: at the end of the session."""

    def __init__(self, server_url: str, template: str) -> None:
        self._server_url, self._template = server_url, template
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._one_at_once = asyncio.Lock()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="databases", daemon=True)
        self._thread.start()
        self._next = self._soon(self._make())

    def take(self) -> str:
        """The name of a database of the caller's own."""
        name = self._next.result(MAKE_SECONDS_MAX)
        self._next = self._soon(self._make())
        return name

    def drop(self, name: str) -> None:
        """Drops a database soon, whoever is still connected to it."""
        self._soon(self._drop(name))

    def close(self) -> None:
        """Drops what waits and disconnects."""
        self.drop(self._next.result(MAKE_SECONDS_MAX))
        self._soon(self._disconnect()).result(MAKE_SECONDS_MAX)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _soon(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _make(self) -> str:
        name = f"test_{uuid.uuid4().hex[:12]}"
        async with self._one_at_once:
            connection = await self._connected()
            await connection.execute(f"CREATE DATABASE {name} TEMPLATE {self._template}{await _strategy(connection)}")
        return name

    async def _drop(self, name: str) -> None:
        with contextlib.suppress(asyncpg.PostgresError, OSError):
            await self._execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    async def _execute(self, statement: str) -> None:
        async with self._one_at_once:
            await (await self._connected()).execute(statement)

    async def _connected(self) -> "asyncpg.Connection[asyncpg.Record]":
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self._server_url)
        return self._connection

    async def _disconnect(self) -> None:
        async with self._one_at_once:
            if self._connection is not None:
                await self._connection.close()


async def _strategy(connection: "asyncpg.Connection[asyncpg.Record]") -> str:
    """How a database is copied. Without fsync copying files takes three quarters of the time of logging their pages."""
    is_unsafe = await connection.fetchval("SHOW fsync") == "off"
    return " STRATEGY FILE_COPY" if is_unsafe and connection.get_server_version().major >= FILE_COPY_SINCE else ""
