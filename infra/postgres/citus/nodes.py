"""Which shard and node have a game, and a queue of appends for each node.

A stale answer does no harm: a node writes nothing to a shard that has moved, and the call goes the long way.
"""

import asyncio
import itertools
import struct
import time
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from typing import Final
from uuid import UUID

from infra.postgres.append_batches import AppendBatches, Outcome
from infra.postgres.append_rows import Part
from infra.postgres.citus.direct import Node, Place
from infra.postgres.pool import Pool
from infra.postgres.trouble import LOST
from services.errors import Unavailable
from services.ports import Append, AppendResult

REFRESH_SECONDS: Final = 10.0
"""How long after a shard has moved its games still go the long way."""
_SHARDS: Final = (
    "SELECT s.shardminvalue::integer, s.shardid, n.nodename, n.nodeport FROM pg_dist_shard s "
    "JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary' "
    "WHERE s.logicalrelid = to_regclass('game') ORDER BY 1"
)
LANES: Final = 1
"""Batches in flight at a node. A batch is a call for each of its shards, so it must not become small."""
_ALL: Final = 0xFFFFFFFF
_NOWHERE: Final = Place(0, Node("", 0))

SendTo = Callable[[Node | None, Sequence[Part]], Awaitable[Sequence[Outcome]]]
"""Writes a batch of games of one node, in the order of their shards; of None: of games that may be anywhere."""


class NodeBatches:
    """A queue for each node, so that one that is away keeps no other waiting. What AppendBatches is on one server.

    The games of a batch are on one node, so that it carries it out by itself, in one transaction.
    """

    def __init__(self, pool: Pool, send: SendTo, *, batch_max: int) -> None:
        self._pool = pool
        self._send_to, self._batch_max = send, batch_max
        self._queues: dict[Node, AppendBatches] = {}
        self._begins: list[int] = []
        self._places: list[Place] = []
        self._read_at = -REFRESH_SECONDS
        self._reading: asyncio.Task[None] | None = None

    async def append(self, entry: Append) -> AppendResult:
        """Queue the entry at the node that has its game. See `AppendBatches.append`."""
        await self._refreshed()
        node = self._place_of(entry.game_id).node
        queue = self._queues.get(node)
        if queue is None:
            queue = AppendBatches(self._send, lanes=LANES, batch_max=self._batch_max)
            self._queues[node] = queue
        return await queue.append(entry)

    def look_anew(self) -> None:
        """Reads the places of the shards at the next append: one has moved."""
        self._read_at = -REFRESH_SECONDS

    async def _send(self, batch: Sequence[Append]) -> Sequence[Outcome]:
        """Sends a batch in the order of its shards and games, in which all processes lock them."""
        places = [self._place_of(entry.game_id) for entry in batch]
        order = sorted(range(len(batch)), key=lambda at: (places[at].shard, batch[at].game_id))
        parts = [
            Part(shard, [batch[at] for at in several])
            for shard, several in itertools.groupby(order, lambda at: places[at].shard)
        ]
        nodes = {place.node for place in places}  # of several, if a shard has moved since the first one was queued
        node = None if len(nodes) > 1 or _NOWHERE.node in nodes else places[0].node
        outcomes = await self._send_to(node, parts)
        outcome_at = dict(zip(order, outcomes, strict=True))
        return [outcome_at[at] for at in range(len(batch))]

    async def drained(self) -> None:
        """Wait until nothing is in flight or queued at any node."""
        for queue in list(self._queues.values()):
            await queue.drained()

    def _place_of(self, game_id: str) -> Place:
        if not self._begins:
            return _NOWHERE
        return self._places[max(bisect_right(self._begins, shard_hash(game_id)) - 1, 0)]

    async def _refreshed(self) -> None:
        """Reads the places of the shards: the first time everybody waits, later nobody does."""
        if time.monotonic() - self._read_at > REFRESH_SECONDS:
            self._read_at = time.monotonic()
            self._reading = asyncio.create_task(self._read())
        if not self._begins and self._reading is not None:
            await asyncio.shield(self._reading)

    async def _read(self) -> None:
        try:
            rows = await self._pool.fetch(_SHARDS)
        except (Unavailable, *LOST):
            return  # the append itself says what is missing
        self._begins, self._places = [row[0] for row in rows], [Place(row[1], Node(*row[2:])) for row in rows]


@lru_cache(maxsize=16_384)
def shard_hash(game_id: str) -> int:
    """What Postgres' `hashuuid` returns for an id: the place of its game among the shards' ranges.

    It is Bob Jenkins' lookup3 over the sixteen bytes.
    """
    k0, k1, k2, k3 = struct.unpack("<4I", UUID(game_id).bytes)
    start = (0x9E3779B9 + 16 + 3_923_095) & _ALL
    a, b, c = _mixed(start + k0 & _ALL, start + k1 & _ALL, start + k2 & _ALL)
    unsigned = _finished(a + k3 & _ALL, b, c)
    return unsigned - (1 << 32) if unsigned >> 31 else unsigned


def _turned(word: int, bits: int) -> int:
    return (word << bits | word >> 32 - bits) & _ALL


def _mixed(a: int, b: int, c: int) -> tuple[int, int, int]:
    for bits_a, bits_b, bits_c in ((4, 6, 8), (16, 19, 4)):
        a = (a - c & _ALL) ^ _turned(c, bits_a)
        c = c + b & _ALL
        b = (b - a & _ALL) ^ _turned(a, bits_b)
        a = a + c & _ALL
        c = (c - b & _ALL) ^ _turned(b, bits_c)
        b = b + a & _ALL
    return a, b, c


def _finished(a: int, b: int, c: int) -> int:
    c = (c ^ b) - _turned(b, 14) & _ALL
    a = (a ^ c) - _turned(c, 11) & _ALL
    b = (b ^ a) - _turned(a, 25) & _ALL
    c = (c ^ b) - _turned(b, 16) & _ALL
    a = (a ^ c) - _turned(c, 4) & _ALL
    b = (b ^ a) - _turned(a, 14) & _ALL
    return (c ^ b) - _turned(b, 24) & _ALL
