"""Forgets the receipts of long ago. Apart from the heartbeat: a cluster has them on all nodes, and one may be away."""

import asyncio
import logging
from typing import Final

from infra.postgres.pool import Pool
from services.errors import Unavailable
from services.ports import Clock

EVERY_SECONDS: Final = 600.0
AGE_MAX_US: Final = 90 * 86_400_000_000
"""How old a receipt gets: 90 days."""
_FORGET: Final = "DELETE FROM receipt WHERE last_us < $1"

_log = logging.getLogger("emberlog.forgetting")


async def run_forgetting(pool: Pool, now_us: Clock, every_seconds: float = EVERY_SECONDS) -> None:
    """Forget until cancelled. What cannot be deleted now is deleted later."""
    while True:
        try:
            await pool.fetch(_FORGET, now_us() - AGE_MAX_US)
        except Unavailable as error:
            _log.info("old receipts stay for now: %s", error.what)
        await asyncio.sleep(every_seconds)
