"""Gives every committed step its place in the one global order. Writes nothing but `log`; holds nothing up.

Any number of processes may run it; one holds the lease. Whoever takes an expired lease raises the epoch, and each call of
`sequence_pending` checks the epoch under the lock of the one `sequencer` row, so that a holder that slept too long
writes nothing. Positions are dense because the last one given is kept in the row that the same transaction locks.
"""

import asyncio
import logging
import secrets
from datetime import timedelta
from typing import Final

import asyncpg

from infra.postgres.pool import Pool
from services.ports import Unavailable

BATCH_COMMANDS_MAX: Final = 500
IDLE_SECONDS: Final = 0.1
LEASE: Final = timedelta(seconds=5)
AGAIN_SECONDS: Final = 1.0

_TAKE: Final = (
    "UPDATE sequencer SET epoch = epoch + 1, holder = $1, expires_at = clock_timestamp() + $2 "
    "WHERE expires_at < clock_timestamp() OR holder = $1 RETURNING epoch"
)
_GIVE_BACK: Final = "UPDATE sequencer SET expires_at = '-infinity' WHERE epoch = $1"

_log = logging.getLogger("emberlog.sequencer")


async def run_sequencer(pool: Pool, *, idle_seconds: float = IDLE_SECONDS, lease: timedelta = LEASE) -> None:
    """Sequence until cancelled. Waits while another process holds the lease; outlives a lost database."""
    holder = secrets.token_hex(4)
    away = False
    while True:
        try:
            epoch = await pool.fetchval(_TAKE, holder, lease)
            away = False
            if epoch is not None:
                await _hold(pool, epoch, idle_seconds, lease)
        except Unavailable as error:
            if not away:
                _log.warning("the sequencer waits: %s", error.what)
            away = True
        await asyncio.sleep(AGAIN_SECONDS)


async def _hold(pool: Pool, epoch: int, idle_seconds: float, lease: timedelta) -> None:
    """Sequence as long as the epoch is ours. An idle holder renews its lease by calling on."""
    try:
        while True:
            placed = await pool.fetchval("SELECT sequence_pending($1, $2, $3)", epoch, BATCH_COMMANDS_MAX, lease)
            if not placed:
                await asyncio.sleep(idle_seconds)
    except asyncpg.ObjectNotInPrerequisiteStateError:
        _log.info("another process took the sequencer over")
    except asyncio.CancelledError:
        await asyncio.shield(pool.fetchval(_GIVE_BACK, epoch))
        raise
