"""Moves on how far the global order may be published (GAME-PROOF-04). Any number of processes may run it."""

import asyncio
import logging
from datetime import timedelta
from typing import Final

from infra.postgres.pool import Pool
from services.errors import Unavailable
from services.ports import Clock

EVERY_SECONDS: Final = 0.5
ENTRIES_MAX: Final = 50_000

_log = logging.getLogger("emberlog.publication")


async def run_publication(pool: Pool, now_us: Clock, every_seconds: float = EVERY_SECONDS) -> None:
    """Publish until cancelled. A database that is away is waited for."""
    every, away = timedelta(seconds=every_seconds), False
    while True:
        try:
            await publish(pool, now_us(), every)
            away = False
        except Unavailable as error:
            if not away:
                _log.warning("Publishing waits: %s", error.what)
            away = True
        await asyncio.sleep(every_seconds)


async def publish(pool: Pool, now_us: int, every: timedelta) -> int | None:
    """Publish once. Returns how many entries may be published; None when another process was here a moment ago."""
    size = await pool.fetchval("SELECT publish_log($1, $2, $3)", now_us, every, ENTRIES_MAX)
    return None if size is None else int(size)
