"""Assigns every committed step its position in the global order. No append waits for it.

Any number of processes may run it, and one of them has the lease. A process that takes an expired lease raises the
epoch. Each call of `sequence_pending` checks the epoch under the lock of the single `sequencer` row, so that a process
that slept too long writes nothing. Positions have no gaps, because the transaction that assigns them locks the row with
the last one.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import asyncpg

from infra.postgres.pool import Pool
from services.errors import Unavailable

BATCH_COMMANDS_MAX: Final = 500
IDLE_SECONDS: Final = 0.1
LEASE: Final = timedelta(seconds=1.2)
"""How long a sequencer that was killed keeps others waiting. One that slept too long loses only its lease."""
RETRY_SECONDS: Final = 0.2
GATHER_SECONDS: Final = 0.02
"""How long after a hint commands are gathered. Sooner, giving places takes the database from the moves that follow."""

_TAKE_LEASE: Final = (
    "UPDATE sequencer SET epoch = epoch + 1, holder = $1, expires_at = clock_timestamp() + $2 "
    "WHERE expires_at < clock_timestamp() OR holder = $1 RETURNING epoch"
)
_RELEASE_LEASE: Final = "UPDATE sequencer SET expires_at = '-infinity' WHERE epoch = $1"

_log = logging.getLogger("emberlog.sequencer")


async def run_sequencer(
    pool: Pool,
    *,
    idle_seconds: float = IDLE_SECONDS,
    lease: timedelta = LEASE,
    hinted: asyncio.Event | None = None,
    placed: Callable[[], None] = lambda: None,
) -> None:
    """Sequence until cancelled. Waits while another process has the lease, and survives a lost database.

    `hinted`: set by others when something may be pending; then it does not wait for `idle_seconds`. `placed`: called
    after steps got their places.
    """
    sequencing = _Sequencing(pool, idle_seconds, lease, asyncio.Event() if hinted is None else hinted, placed)
    holder = secrets.token_hex(4)
    while True:
        try:
            epoch = await pool.fetchval(_TAKE_LEASE, holder, lease)
            if epoch is not None:
                await sequencing.run(epoch)
            else:
                sequencing.is_away = False
        except Unavailable as error:
            if not sequencing.is_away:
                _log.warning("The sequencer waits: %s", error.what)
            sequencing.is_away = True
        await asyncio.sleep(RETRY_SECONDS)


@dataclass(slots=True)
class _Sequencing:
    """What `run_sequencer` was called with. `is_away`: the last try found no database, or a node of it away."""

    pool: Pool
    idle_seconds: float
    lease: timedelta
    hinted: asyncio.Event
    placed: Callable[[], None]
    is_away: bool = False

    async def run(self, epoch: int) -> None:
        """Sequence as long as the epoch is ours. Each call renews the lease, even without work."""
        try:
            while True:
                self.hinted.clear()
                call = "SELECT sequence_pending($1, $2, $3)"
                count = await self.pool.fetchval(call, epoch, BATCH_COMMANDS_MAX, self.lease)
                self.is_away = False
                if count:
                    self.placed()
                if count < BATCH_COMMANDS_MAX:  # else more may wait; a call without any is a commit for nothing
                    await self._pause()
        except asyncpg.ObjectNotInPrerequisiteStateError:
            _log.warning(
                "Another process gives the places of the order now: this one had not renewed its lease for %s s. "
                "Nothing is lost or doubled. If this comes often, see why this process stops or loses the database.",
                self.lease.total_seconds(),
            )
        except asyncio.CancelledError:
            await asyncio.shield(self.pool.fetchval(_RELEASE_LEASE, epoch))
            raise

    async def _pause(self) -> None:
        """Waits for a hint, and then a moment more: commands that come together get their places together."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.idle_seconds):
                await self.hinted.wait()
                await asyncio.sleep(min(GATHER_SECONDS, self.idle_seconds))
