"""Compares the time of a process with the database's and with other processes', again and again (`services.clock`)."""

import asyncio
import contextlib
import uuid
from typing import Final

from infra.postgres.pool import Pool
from services.clock import COMPARE_SECONDS, ClockWatch, common_ahead
from services.errors import Unavailable
from services.ports import Clock

_NOW: Final = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_LIVE: Final = "SELECT ahead_us FROM process_time WHERE backend IN (SELECT pid FROM pg_stat_activity)"
_WRITTEN: Final = (
    "WITH written AS (INSERT INTO process_time VALUES ($1, pg_backend_pid(), $2) "
    "ON CONFLICT (process) DO UPDATE SET backend = excluded.backend, ahead_us = excluded.ahead_us), "
    "gone AS (DELETE FROM process_time WHERE process <> $1 AND backend NOT IN (SELECT pid FROM pg_stat_activity)) "
    + _LIVE
    + " AND process <> $1"
)


async def joined_time_us(pool: Pool) -> int | None:
    """The time that all running processes have, for one that starts; None where there are none, or they differ."""
    try:
        ahead_us = common_ahead([row["ahead_us"] for row in await pool.fetch(_LIVE)])
        return None if ahead_us is None else int(await pool.fetchval(_NOW)) + ahead_us
    except Unavailable:
        return None  # somebody else says what is missing


async def run_clock_check(pool: Pool, now_us: Clock, watch: ClockWatch, seconds: float = COMPARE_SECONDS) -> None:
    """Compare until cancelled. A database that is away is asked later; meanwhile nothing can be written anyway."""
    process = uuid.uuid4()
    while True:
        with contextlib.suppress(Unavailable):  # a use case that needs the database says so
            await compare_clocks(pool, now_us, watch, process)
        await asyncio.sleep(seconds)


async def compare_clocks(pool: Pool, now_us: Clock, watch: ClockWatch, process: uuid.UUID) -> None:
    """Compare once. Raises Unavailable."""
    before_us = now_us()
    database_us = int(await pool.fetchval(_NOW))
    watch.compare(before_us, database_us, now_us())
    watch.others([row["ahead_us"] for row in await pool.fetch(_WRITTEN, process, watch.ahead_us)])
