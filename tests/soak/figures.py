"""What a soak measures each minute, and the bounds that it must leave whole in the end (FAULTS 20)."""

import os
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import asyncpg

from tests.attacks.players import Bot
from tests.continuity.service import Service

DRIFT_MAX: Final = 1.2
"""The p99 of commands in the last third beside the one in the first."""
GROWTH_MAX: Final = 1.2
"""Memory of a process in the last third beside the second one: by then its caches are full."""
NOISE_MINUTES_MIN: Final = 6
PENDING_MAX: Final = 10_000
WAL_BYTES_MAX: Final = 4 * 1024**3
LOG_BYTES_A_MINUTE_MAX: Final = 512 * 1024
PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Minute:
    """One line. Times in ms, sizes in bytes; a size is 0 while its process is away."""

    acked: int
    steps: int
    p50: float
    p99: float
    api: int
    worker: int
    wal: int
    pending: int
    log: int

    def __str__(self) -> str:
        return (
            f"acked {self.acked}, steps {self.steps}, p50 {self.p50:.0f} ms, p99 {self.p99:.0f} ms, "
            f"API {self.api / 1e6:.0f} MB, worker {self.worker / 1e6:.0f} MB, WAL {self.wal / 1e6:.0f} MB, "
            f"pending {self.pending}, logs {self.log / 1e3:.0f} KB"
        )


def percentile(values: list[float], share: float) -> float:
    """0 without any value."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def resident_bytes(process: int) -> int:
    """Memory that is in use; 0 when the process is gone."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE_BYTES
    except (OSError, IndexError):
        return 0


async def minute(service: Service, bots: list[Bot], database_url: str, since: float) -> Minute:
    """The figures of the time since `since` (monotonic seconds)."""
    times = [seconds * 1000 for bot in bots for at, seconds in bot.timed if at >= since]
    connection: Any = await asyncpg.connect(database_url)
    try:
        wal = await connection.fetchval("SELECT coalesce(sum(size), 0)::bigint FROM pg_ls_waldir()")
        pending = await connection.fetchval("SELECT count(*) FROM pending")
        steps = await connection.fetchval("SELECT count(*) FROM event")
    finally:
        await connection.close()
    processes = service.processes
    return Minute(
        acked=sum(len(bot.accepted) for bot in bots),
        steps=steps,
        p50=percentile(times, 0.5),
        p99=percentile(times, 0.99),
        api=resident_bytes(processes["api"]),
        worker=resident_bytes(processes["worker"]),
        wal=wal,
        pending=pending,
        log=service.log_bytes,
    )


def broken_bounds(minutes: list[Minute]) -> list[str]:
    """What the run did not keep to, in sentences. A run that is too short for thirds is judged by its sizes alone."""
    wrong = []
    if max(each.pending for each in minutes) > PENDING_MAX:
        wrong.append(f"{max(each.pending for each in minutes)} steps waited for their place in the log")
    if max(each.wal for each in minutes) > WAL_BYTES_MAX:
        wrong.append(f"{max(each.wal for each in minutes) / 1e9:.1f} GB of WAL")
    growth = (minutes[-1].log - minutes[0].log) / max(1, len(minutes) - 1)
    if growth > LOG_BYTES_A_MINUTE_MAX:
        wrong.append(f"the logs grew by {growth / 1e3:.0f} KB a minute")
    if len(minutes) < NOISE_MINUTES_MIN:
        return wrong
    third = len(minutes) // 3
    first, middle, last = minutes[:third], minutes[third : 2 * third], minutes[-third:]
    wrong += _drift(first, last)
    for name in ("api", "worker"):
        before, after = (statistics.median(getattr(each, name) for each in part) for part in (middle, last))
        if before and after > before * GROWTH_MAX:
            wrong.append(f"the {name} grew from {before / 1e6:.0f} to {after / 1e6:.0f} MB")
    return wrong


def _drift(first: list[Minute], last: list[Minute]) -> list[str]:
    """How far the p99 has moved, beyond what the minutes of the first third differ among themselves."""
    before, after = (statistics.median(each.p99 for each in part) for part in (first, last))
    noise = (max(each.p99 for each in first) - min(each.p99 for each in first)) / 2
    if after <= before * DRIFT_MAX + noise:
        return []
    return [f"the p99 of commands moved from {before:.0f} to {after:.0f} ms; the noise is {noise:.0f} ms"]
