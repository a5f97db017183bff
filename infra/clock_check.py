"""Compares the time of a process with the database's, again and again (`services.clock`)."""

import asyncio
import contextlib
from typing import Final

from infra.postgres.pool import Pool
from services.clock import COMPARE_SECONDS, ClockWatch
from services.errors import Unavailable
from services.ports import Clock

_NOW: Final = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"


async def run_clock_check(pool: Pool, now_us: Clock, watch: ClockWatch, seconds: float = COMPARE_SECONDS) -> None:
    """Compare until cancelled. A database that is away is asked later; meanwhile nothing can be written anyway."""
    while True:
        with contextlib.suppress(Unavailable):  # a use case that needs the database says so
            await compare_clocks(pool, now_us, watch)
        await asyncio.sleep(seconds)


async def compare_clocks(pool: Pool, now_us: Clock, watch: ClockWatch) -> None:
    """Compare once. Raises Unavailable."""
    before_us = now_us()
    database_us = int(await pool.fetchval(_NOW))
    watch.compare(before_us, database_us, now_us())
