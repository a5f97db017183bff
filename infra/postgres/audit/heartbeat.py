"""Says every ten seconds that a kind of process runs, so that a time without any shows as an outage afterwards."""

import asyncio
import logging
from typing import Final

from infra.postgres.pool import Pool
from services.errors import Unavailable
from services.ports import Clock

EVERY_SECONDS: Final = 10.0

_log = logging.getLogger("emberlog.heartbeat")


async def run_heartbeat(pool: Pool, process: str, now_us: Clock, every_seconds: float = EVERY_SECONDS) -> None:
    """Beat until cancelled. A database that is away is an outage, too; one node of a cluster is not."""
    while True:
        try:
            await pool.fetch("SELECT beat($1, $2)", process, now_us())
        except Unavailable as error:
            _log.warning("no heartbeat of %s: %s", process, error.what)
        await asyncio.sleep(every_seconds)
