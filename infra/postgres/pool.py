"""Connections to Postgres with the rights of the service and no more."""

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg

from infra.postgres.trouble import LOST, connecting, is_lost, place, translated
from services.reads.freshness import reading_now

if TYPE_CHECKING:
    PoolOf = asyncpg.Pool[asyncpg.Record]
    ConnectionOf = asyncpg.Connection[asyncpg.Record]
    Lent = asyncpg.pool.PoolConnectionProxy[asyncpg.Record]
else:
    PoolOf, ConnectionOf, Lent = asyncpg.Pool, asyncpg.Connection, asyncpg.pool.PoolConnectionProxy

APP_ROLE: Final = "emberlog_app"
SIGNER_ROLE: Final = "emberlog_signer"
API_NAME: Final = "emberlog"
WORKER_NAME: Final = "emberlog worker"
"""The names of connections in pg_stat_activity."""
CONNECT_SECONDS_MAX: Final = 10.0
NODE_CONNECTIONS_MAX: Final = 6
"""Connections of a process to each node of a cluster."""
SPARE_SECONDS: Final = 10.0
"""So long a connection that nobody uses is kept apart from asyncpg's pool."""
ALL_BACK_EVERY: Final = 60
"""After so many times `SPARE_SECONDS` all go back, so that asyncpg replaces those that have served long."""
_TRIES: Final = 5
_PAUSE_SECONDS: Final = 0.02
_SETTINGS: Final = {
    "jit": "off",  # it costs more than it gives for statements of a millisecond
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "60s",
    "timezone": "UTC",
    "citus.override_table_visibility": "off",  # on Citus: else what asyncpg asks about types takes seconds, not ms
}

Answer = TypeVar("Answer")


class Connection(ConnectionOf):
    """A pooled connection that needs no reset, because the service sets nothing that a reset would undo."""

    def get_reset_query(self) -> str:
        """No statement, and so no round trip between two uses."""
        return ""


class Pool:
    """Connections to one database. `at`: its address without user and password, for messages. `on_citus`: whether it
    is the coordinator of a cluster over which the tables are distributed. `open_node`: opens connections to another
    node of the cluster, by its host and port, as the same user."""

    def __init__(self, pool: PoolOf, at: str, *, on_citus: bool = False) -> None:
        self.raw = pool
        self.at = at
        self.on_citus = on_citus
        self.open_node: Callable[[str, int], Awaitable[Pool]] | None = None
        self._spare: list[Lent] = []
        """Acquired, and used by nobody now: for each that goes back asyncpg makes a task, dearer than a use."""
        self._never_used = 0
        """So many of the first spare ones were not used since the last look."""
        self._waiting = 0
        """Who waits for a connection waits at asyncpg's pool."""
        self._looks = 0
        self._next_look: asyncio.TimerHandle | None = None
        self._going_back: set[asyncio.Task[None]] = set()
        self._is_open = True

    @asynccontextmanager
    async def lend(self, seconds: float = CONNECT_SECONDS_MAX) -> AsyncIterator[Lent]:
        """A connection for the duration of the block. When the block fails it goes back to asyncpg, which rolls back
        what was left open; a dead one is closed and never lent once more."""
        connection = await self._acquire(seconds)
        try:
            yield connection
        except BaseException as error:
            if isinstance(error, LOST) and not _is_dead(connection):
                connection.terminate()
            await self.raw.release(connection, timeout=seconds)
            raise
        if self._waiting or not self._is_open:
            await self.raw.release(connection, timeout=seconds)
        else:
            self._keep(connection)

    async def _acquire(self, seconds: float) -> Lent:
        while self._spare:
            connection = self._spare.pop()
            self._never_used = min(self._never_used, len(self._spare))
            if not _is_dead(connection):
                return connection
            await self.raw.release(connection)
        self._waiting += 1
        try:
            async with asyncio.timeout(seconds):  # asyncpg's own timeout would take a task for each connection lent
                return await self.raw.acquire()
        finally:
            self._waiting -= 1

    def _keep(self, connection: Lent) -> None:
        self._spare.append(connection)
        if self._next_look is None:
            self._next_look = asyncio.get_running_loop().call_later(SPARE_SECONDS, self._look)

    def _look(self) -> None:
        """Gives back what nobody has used since the last look."""
        self._next_look = None
        self._looks += 1
        if self._looks % ALL_BACK_EVERY == 0:
            self._never_used = len(self._spare)
        for connection in self._spare[: self._never_used]:
            task = asyncio.get_running_loop().create_task(self.raw.release(connection))
            self._going_back.add(task)
            task.add_done_callback(self._going_back.discard)
        del self._spare[: self._never_used]
        self._never_used = len(self._spare)
        if self._spare:
            self._next_look = asyncio.get_running_loop().call_later(SPARE_SECONDS, self._look)

    async def ask(self, work: Callable[[Lent], Awaitable[Answer]]) -> Answer:
        """Do `work` on a connection, and retry on another if the connection is lost.

        Doing it twice must be harmless. The operation that asks has then read the primary (`services.reads.freshness`).
        """
        reading = reading_now()
        if reading is not None:
            reading.read_primary()
        with translated(self.at):
            for left in reversed(range(_TRIES)):
                try:
                    async with self.lend() as connection:
                        return await work(connection)
                except (asyncpg.PostgresError, *LOST) as error:
                    if not left or not is_lost(error) or self.raw.is_closing():
                        raise
                    await asyncio.sleep(_PAUSE_SECONDS * (_TRIES - left))
            raise AssertionError("unreachable")

    async def fetch(self, query: str, *arguments: object) -> list[asyncpg.Record]:
        """The rows of a query. Running it twice must be harmless."""
        return await self.ask(lambda connection: connection.fetch(query, *arguments))

    async def fetchrow(self, query: str, *arguments: object) -> asyncpg.Record | None:
        """The first row of a query. Running it twice must be harmless."""
        return await self.ask(lambda connection: connection.fetchrow(query, *arguments))

    async def fetchval(self, query: str, *arguments: object) -> Any:  # noqa: ANN401 -- what the column holds
        """The first column of the first row of a query. Running it twice must be harmless."""
        return await self.ask(lambda connection: connection.fetchval(query, *arguments))

    async def close(self) -> None:
        """Close the connections. Waits `CONNECT_SECONDS_MAX` for those in use."""
        self._is_open = False
        if self._next_look is not None:
            self._next_look.cancel()
        spare, self._spare = self._spare, []
        try:
            await asyncio.gather(*(self.raw.release(connection) for connection in spare))
            await asyncio.wait_for(self.raw.close(), CONNECT_SECONDS_MAX)
        except (TimeoutError, *LOST):
            self.raw.terminate()


def _is_dead(connection: Lent) -> bool:
    try:
        return connection.is_closed()
    except asyncpg.InterfaceError:  # asyncpg has noticed, and taken it back
        return True


async def open_pool(
    database_url: str,
    *,
    size_max: int = 12,
    size_min: int = 1,
    statement_seconds_max: float = 30.0,
    name: str = API_NAME,
    role: str = APP_ROLE,
) -> Pool:
    """Connect to a database. Raises Unavailable if it cannot be reached or refuses the connection. With `size_min` 0 it
    connects at the first use. Behind a pooler (`past_the_pooler`) nothing is set that outlives a transaction: neither a
    role nor a prepared statement.

    `name`: of the connections, for people who look at pg_stat_activity. `role`: whose rights they take.
    """
    at = place(database_url)
    with connecting(at):
        address, is_pooled = past_the_pooler(database_url)
        raw = await asyncpg.create_pool(
            address,
            min_size=size_min,
            max_size=size_max,
            timeout=CONNECT_SECONDS_MAX,
            command_timeout=statement_seconds_max,
            max_inactive_connection_lifetime=300.0,
            statement_cache_size=0 if is_pooled else 256,
            max_cached_statement_lifetime=0,
            connection_class=Connection,
            server_settings={**({} if is_pooled else _SETTINGS), "application_name": name},
            init=None if is_pooled else functools.partial(_take_role, role),
        )
        on_citus = size_min > 0 and bool(await raw.fetchval("SELECT to_regclass('cluster') IS NOT NULL"))
    pool = Pool(raw, at, on_citus=on_citus)
    if on_citus and not is_pooled:
        pool.open_node = functools.partial(_open_node, address, size_max, name, role)
    return pool


async def _open_node(address: str, size_max: int, name: str, role: str, host: str, port: int) -> Pool:
    parts = urlsplit(address)
    user = parts.netloc.rpartition("@")[0]
    there = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    url = urlunsplit(parts._replace(netloc=f"{user}@{there}" if user else there))
    return await open_pool(url, size_max=min(NODE_CONNECTIONS_MAX, size_max), size_min=0, name=name, role=role)


def past_the_pooler(database_url: str) -> tuple[str, bool]:
    """The address as Postgres understands it, and whether it has our `pooler=transaction`: then a pooler in transaction
    mode stands before the database. Raises ValueError for another kind of pooler."""
    parts = urlsplit(database_url)
    query = parse_qsl(parts.query, keep_blank_values=True)
    kinds = [value for name, value in query if name == "pooler"]
    if not kinds:
        return database_url, False
    if kinds != ["transaction"]:
        raise ValueError("a pooler of another kind")
    rest = urlencode([(name, value) for name, value in query if name != "pooler"])
    return urlunsplit(parts._replace(query=rest)), True


async def _take_role(role: str, connection: ConnectionOf) -> None:
    """Drop the rights that the service does not need, where the role exists and the user may take it."""
    await connection.execute(
        f"""
        SELECT set_config('role', rolname, false) FROM pg_roles
        WHERE rolname = '{role}' AND pg_has_role(current_user, oid, 'MEMBER')
          AND to_regclass('event') IS NOT NULL
        """
    )
