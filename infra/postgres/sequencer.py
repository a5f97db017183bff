"""Gives every committed step its place in the one global order. Writes nothing but `log`; holds nothing up.

Any number of processes may run it. Who takes the lease raises the fence; every batch checks, under the lock of the one
`sequencer` row, that the fence is still its own, so that a holder that slept too long writes nothing. Positions are dense
because the last one given is kept in the row that the same transaction locks.

A leaf is SHA-256(0x00, step's hash): the leaves of the global order can be made into a Merkle tree (0x01 starts the chain's
own links, so neither can pass for the other).
"""

import asyncio
import logging
from typing import Any, Final

import asyncpg

from infra.postgres.problems import CONNECTION_LOST

BATCH_APPENDS_MAX: Final = 500
IDLE_SECONDS: Final = 0.1
LEASE_LOCK: Final = 0x73657175656E6365
"""The advisory lock whose holder sequences: "sequence" in ASCII."""

_TAKE_FENCE: Final = "UPDATE sequencer SET fence = fence + 1 RETURNING fence"
_HOLD: Final = "SELECT last_pos FROM sequencer WHERE fence = $1 FOR UPDATE"
_MOVE: Final = """
WITH taken AS (
    DELETE FROM pending WHERE pending_id IN (SELECT pending_id FROM pending ORDER BY pending_id LIMIT $2)
    RETURNING pending_id, game_id, first_version, last_version
), given AS (
    INSERT INTO log (pos, game_id, version, leaf)
    SELECT $1 + row_number() OVER (ORDER BY taken.pending_id, event.version), event.game_id, event.version,
        sha256('\\x00'::bytea || event.hash)
    FROM taken JOIN event ON event.game_id = taken.game_id AND event.version BETWEEN taken.first_version AND taken.last_version
    RETURNING pos
)
SELECT count(*) AS given, coalesce(max(pos), $1) AS last_pos FROM given
"""

_log = logging.getLogger("emberlog.sequencer")


async def run_sequencer(pool: "asyncpg.Pool[Any]", *, idle_seconds: float = IDLE_SECONDS) -> None:
    """Sequence until cancelled. Waits for its turn while another process holds the lease; outlives a lost database."""
    while True:
        try:
            async with pool.acquire() as connection:
                await _hold_lease(connection, idle_seconds)
        except (*CONNECTION_LOST, asyncpg.PostgresError) as error:
            _log.warning("the sequencer lost the database (%s) and tries again", type(error).__name__)
            await asyncio.sleep(1)


async def _hold_lease(connection: Any, idle_seconds: float) -> None:  # noqa: ANN401  a pooled connection
    while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", LEASE_LOCK):  # noqa: ASYNC110  it is elsewhere
        await asyncio.sleep(1)
    try:
        fence = await connection.fetchval(_TAKE_FENCE)
        while True:
            given = await sequence_once(connection, fence)
            if given is None:
                return
            if given == 0:
                await asyncio.sleep(idle_seconds)
    finally:
        if not connection.is_closed():
            await connection.execute("SELECT pg_advisory_unlock($1)", LEASE_LOCK)


async def sequence_once(connection: Any, fence: int) -> int | None:  # noqa: ANN401  a pooled connection
    """Move one batch of steps into the order. Gives how many; None when the fence is no longer ours."""
    async with connection.transaction():
        last_pos = await connection.fetchval(_HOLD, fence)
        if last_pos is None:
            return None
        row = await connection.fetchrow(_MOVE, last_pos, BATCH_APPENDS_MAX)
        if row["given"]:
            await connection.execute("UPDATE sequencer SET last_pos = $1", row["last_pos"])
        return int(row["given"])
