"""Calls at the node that has a shard, past the coordinator (`shards.sql` says how a shard is prepared)."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

import asyncpg

from infra.postgres.append_rows import Call
from infra.postgres.pool import Lent, Pool
from infra.postgres.trouble import LOST, is_lost, of_node, unavailable
from services.errors import Unavailable

CONNECT_SECONDS_MAX: Final = 1.0
RESTS_SECONDS: Final = 5.0
"""How long a node that did not answer is called through the coordinator."""
_MISSING: Final = (asyncpg.InvalidSchemaNameError, asyncpg.UndefinedFunctionError, asyncpg.UndefinedTableError)
"""The shard came to the node since somebody prepared it there."""

_IS_HERE: Final = (
    "SELECT EXISTS (SELECT FROM pg_dist_placement WHERE shardid = $1 "
    "AND groupid = (SELECT groupid FROM pg_dist_local_group))"
)

_log = logging.getLogger("emberlog.citus")

OpenNode = Callable[[str, int], Awaitable[Pool]]
"""Opens connections to another node of the cluster, by its host and port."""


class Place(NamedTuple):
    """Where a shard of the games is."""

    shard: int
    host: str
    port: int

    @property
    def schema(self) -> str:
        """Where the shard's functions are on that node."""
        return f"games_{self.shard}"


class GoesTheLongWay(Exception):
    """The call must go through the coordinator. `is_lost`: it may have been carried out. `has_moved`: its shard is not
    on that node any more."""

    def __init__(self, *, is_lost: bool, has_moved: bool = False) -> None:
        super().__init__()
        self.is_lost, self.has_moved = is_lost, has_moved


class Nodes:
    """Connections to the nodes, opened when they are first called."""

    def __init__(self, open_node: OpenNode) -> None:
        self._open = open_node
        self._pools: dict[tuple[str, int], asyncio.Task[Pool]] = {}
        self._rests_until: dict[tuple[str, int], float] = {}
        self._away: set[tuple[str, int]] = set()

    async def call(self, place: Place, call: Call, seconds: float) -> list[asyncpg.Record]:
        """The rows of a call at the node of a shard. Raises GoesTheLongWay."""
        node = (place.host, place.port)
        if time.monotonic() < self._rests_until.get(node, 0.0):
            raise GoesTheLongWay(is_lost=False)
        was_sent = False
        try:
            pool = await self._pool(node)
            async with pool.lend(CONNECT_SECONDS_MAX) as connection:
                was_sent = True
                rows = await _called(connection, place, call, seconds)
        except asyncpg.ObjectNotInPrerequisiteStateError:
            raise GoesTheLongWay(is_lost=False, has_moved=True) from None
        except (Unavailable, asyncpg.PostgresError, *LOST) as error:
            if isinstance(error, Unavailable) or not isinstance(error, asyncpg.PostgresError) or is_lost(error):
                self._rest(node, error)
            raise GoesTheLongWay(is_lost=was_sent) from error
        self._well(node)
        if rows is None:
            raise GoesTheLongWay(is_lost=True, has_moved=True)
        return rows

    async def _pool(self, node: tuple[str, int]) -> Pool:
        opening = self._pools.get(node)
        if opening is None or (opening.done() and (opening.cancelled() or opening.exception() is not None)):
            opening = self._pools[node] = asyncio.create_task(self._opened(node))
        return await asyncio.shield(opening)

    async def _opened(self, node: tuple[str, int]) -> Pool:
        return await self._open(*node)

    def _rest(self, node: tuple[str, int], error: BaseException) -> None:
        self._rests_until[node] = time.monotonic() + RESTS_SECONDS
        if node not in self._away:
            at = f"{node[0]}:{node[1]}"
            known = error if isinstance(error, Unavailable) else unavailable(error, at)
            why = type(error).__name__ if known is None else of_node(known.what)
            _log.warning(
                "Appends for the node %s go through the coordinator, which takes longer: %s Let this machine and the "
                "user of EMBERLOG_DATABASE_URL connect to that node.",
                at, why,
            )  # fmt: skip
        self._away.add(node)

    def _well(self, node: tuple[str, int]) -> None:
        if node in self._away:
            self._away.discard(node)
            _log.info("Appends go to the node %s:%d itself.", *node)


async def _called(connection: Lent, place: Place, call: Call, seconds: float) -> list[asyncpg.Record] | None:
    """The rows of a call. None: they say why something was not written, and the shard is not here.

    What writes looks by itself whether the shard is here. A no does not, and may come from what a shard that has moved
    left behind.
    """
    try:
        rows = await connection.fetch(call.statement, *call.arguments, timeout=seconds)
    except _MISSING:
        await connection.execute("SELECT ready_shard($1)", place.shard, timeout=seconds)
        rows = await connection.fetch(call.statement, *call.arguments, timeout=seconds)
    if rows and not await connection.fetchval(_IS_HERE, place.shard, timeout=seconds):
        return None
    return rows
