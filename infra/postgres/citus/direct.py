"""Calls at the node that has some shards, past the coordinator (`shards.sql` says how a shard is prepared)."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
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

_log = logging.getLogger("emberlog.citus")

OpenNode = Callable[[str, int], Awaitable[Pool]]
"""Opens connections to another node of the cluster, by its host and port."""


class Node(NamedTuple):
    """The address of a node."""

    host: str
    port: int


class Place(NamedTuple):
    """Where a shard of the games is."""

    shard: int
    node: Node


class GoesTheLongWay(Exception):
    """The call must go through the coordinator. `is_lost`: it may have been carried out. `has_moved`: a shard of it is
    not on that node any more."""

    def __init__(self, *, is_lost: bool, has_moved: bool = False) -> None:
        super().__init__()
        self.is_lost, self.has_moved = is_lost, has_moved


class Nodes:
    """Connections to the nodes, opened when they are first called."""

    def __init__(self, open_node: OpenNode) -> None:
        self._open = open_node
        self._pools: dict[Node, asyncio.Task[Pool]] = {}
        self._rests_until: dict[Node, float] = {}
        self._away: set[Node] = set()

    async def call(self, node: Node, shards: Sequence[int], call: Call, seconds: float) -> list[asyncpg.Record]:
        """The rows of a call at the node that has these shards. Raises GoesTheLongWay."""
        if time.monotonic() < self._rests_until.get(node, 0.0):
            raise GoesTheLongWay(is_lost=False)
        was_sent = False
        try:
            pool = await self._pool(node)
            async with pool.lend(CONNECT_SECONDS_MAX) as connection:
                was_sent = True
                rows = await _called(connection, shards, call, seconds)
        except asyncpg.ObjectNotInPrerequisiteStateError:
            raise GoesTheLongWay(is_lost=False, has_moved=True) from None
        except (Unavailable, asyncpg.PostgresError, *LOST) as error:
            if isinstance(error, Unavailable) or not isinstance(error, asyncpg.PostgresError) or is_lost(error):
                self._rest(node, error)
            raise GoesTheLongWay(is_lost=was_sent) from error
        self._well(node)
        return rows

    async def _pool(self, node: Node) -> Pool:
        opening = self._pools.get(node)
        if opening is None or (opening.done() and (opening.cancelled() or opening.exception() is not None)):
            opening = self._pools[node] = asyncio.create_task(self._opened(node))
        return await asyncio.shield(opening)

    async def _opened(self, node: Node) -> Pool:
        return await self._open(*node)

    def _rest(self, node: Node, error: BaseException) -> None:
        self._rests_until[node] = time.monotonic() + RESTS_SECONDS
        if node not in self._away:
            at = f"{node.host}:{node.port}"
            known = error if isinstance(error, Unavailable) else unavailable(error, at)
            why = type(error).__name__ if known is None else of_node(known.what)
            _log.warning(
                "Appends for the node %s go through the coordinator, which takes longer: %s Let this machine and the "
                "user of EMBERLOG_DATABASE_URL connect to that node.",
                at, why,
            )  # fmt: skip
        self._away.add(node)

    def _well(self, node: Node) -> None:
        if node in self._away:
            self._away.discard(node)
            _log.info("Appends go to the node %s:%d itself.", *node)


async def _called(connection: Lent, shards: Sequence[int], call: Call, seconds: float) -> list[asyncpg.Record]:
    """The rows of a call. What writes or refuses looks before that whether its shard is here."""
    try:
        return await connection.fetch(call.statement, *call.arguments, timeout=seconds)
    except _MISSING:
        for shard in shards:
            await connection.execute("SELECT ready_shard($1)", shard, timeout=seconds)
        return await connection.fetch(call.statement, *call.arguments, timeout=seconds)
