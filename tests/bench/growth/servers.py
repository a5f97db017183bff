"""The two servers of a run, and the recordings that both are filled with.

`big` grows; `small` is filled once and stays. Both have the settings of the embedded Postgres of the product. While a server is
filled, `fsync`, `synchronous_commit` and `full_page_writes` are off; they are on while anything is measured.
"""

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import asyncpg

from infra.embedded import embedded_servers
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.migrate import migrate
from infra.postgres.pool import Pool, open_pool
from infra.postgres.projection_store import PostgresProjectionStore
from infra.postgres.sequencer import run_sequencer
from infra.wiring import wired
from projections.runner import Runner
from services.ports import Appended
from tests.bench.growth import recorded
from tests.bench.growth.filling import FILL_NICE, URL, Part, series_in

MEASURE_NICE: Final = -19
FREE_BYTES_MIN: Final = 12e9
REST_SECONDS_MAX: Final = 600.0
_DURABLE: Final = ("fsync", "synchronous_commit", "full_page_writes")
_NO_LEASE: Final = "UPDATE sequencer SET expires_at = '-infinity' WHERE holder = 'growth'"
"""A measurement that was stopped holds the order of commands for an hour."""
_TURNED_OVER: Final = (
    "pending, game, game_list, projection_cursor, list_change, list_count_change, sequencer, clock_due, participant"
)
"""Tables whose rows change. A filling leaves dead rows faster than Postgres removes them by itself."""
_BUSY: Final = "SELECT (SELECT count(*) FROM pending) + (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'autovacuum worker')"


@asynccontextmanager
async def owner(database_url: str) -> AsyncIterator["asyncpg.Connection[Any]"]:
    """A connection with all rights."""
    connection = await asyncpg.connect(database_url, timeout=60)
    try:
        yield connection
    finally:
        await connection.close()


async def set_durable(database_url: str, *, on: bool) -> None:
    """Set whether the server waits for its disk."""
    async with owner(database_url) as connection:
        for name in _DURABLE:
            await connection.execute(f"ALTER SYSTEM SET {name} = {'on' if on else 'off'}")
        await connection.execute("SELECT pg_reload_conf()")


async def make_recordings(directory: Path, games: int) -> None:
    """Record the games that the servers are filled with, unless the directory has them."""
    if (directory / "recordings").exists():
        return
    with embedded_servers(directory / "recording", durable=False) as servers:
        await migrate(servers.database_url)
        async with wired(servers.database_url, servers.redis_url) as use_cases:
            recordings = await recorded.record(use_cases, games)
    shutil.rmtree(directory / "recording")
    recorded.save(recordings, directory / "recordings")


async def put_originals(database_url: str, recordings: Sequence[recorded.Recording]) -> None:
    """Append the recorded games as they are, and project them by the real runner. Doing it twice does nothing twice."""
    await migrate(database_url)
    pool = await open_pool(database_url, size_max=2)
    try:
        log, runner = PostgresEventLog(pool), Runner(PostgresProjectionStore(pool))
        for recording in recordings:
            head = await log.head(recording.game_id)
            version = 0 if head is None else head.version
            for entry in recording.appends(recording.game_id) if version < recording.steps else ():
                if entry.expected_version >= version:
                    assert isinstance(await log.append(entry), Appended)
            await runner.project(recording.game_id)
    finally:
        await pool.close()


async def fill(
    database_url: str, directory: Path, part: tuple[int, int], processes: int, on_events: Callable[[int], None]
) -> None:
    """Append the games from the first number until the second in some processes, and give them their places."""
    pool = await open_pool(database_url, size_max=2)
    await set_durable(database_url, on=False)
    await pool.raw.execute(_NO_LEASE)
    sequencing = asyncio.create_task(run_sequencer(pool))
    try:
        parts = [Part(*part, number, processes) for number in range(processes)]
        done = [0] * processes

        def on_part(number: int, events: int) -> None:
            done[number] = events
            on_events(sum(done))

        watching = asyncio.create_task(_watch_disk(directory))
        filling = asyncio.gather(*(_run_part(database_url, directory, each, on_part) for each in parts))
        try:
            await asyncio.wait((filling, watching), return_when=asyncio.FIRST_COMPLETED)
            (watching if watching.done() else filling).result()
        finally:
            watching.cancel()
            filling.cancel()
            await asyncio.gather(watching, filling, return_exceptions=True)
        while await pool.fetchval("SELECT count(*) FROM pending"):  # noqa: ASYNC110 -- another task empties it
            await asyncio.sleep(0.5)
    finally:
        sequencing.cancel()
        await asyncio.gather(sequencing, return_exceptions=True)
        await pool.close()
        await set_durable(database_url, on=True)


async def _run_part(database_url: str, directory: Path, part: Part, on_part: Callable[[int, int], None]) -> None:
    numbers = (part.first, part.end, part.number, part.of)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.growth.filling", str(directory), *map(str, numbers),
        env={**os.environ, URL: database_url}, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async for line in process.stdout:
            on_part(part.number, int(line))
    except asyncio.CancelledError:
        process.terminate()
        raise
    finally:
        code = await process.wait()
    if code:
        raise SystemExit(f"A process that fills has failed with {code}.")


async def _watch_disk(directory: Path) -> None:
    """Ends the run before the disk is full for others."""
    while True:
        if shutil.disk_usage(directory).free < FREE_BYTES_MIN:
            raise SystemExit(f"Less than {FREE_BYTES_MIN / 1e9:.0f} GB are free on the disk of {directory}.")
        await asyncio.sleep(5.0)


async def rest(database_url: str) -> float:
    """Write everything to the disk, remove dead rows and wait until the server has no work left of itself. Returns the seconds
    that took."""
    began = asyncio.get_running_loop().time()
    async with owner(database_url) as connection:
        await connection.execute(f"VACUUM (ANALYZE) {_TURNED_OVER}", timeout=REST_SECONDS_MAX)
        await connection.execute("CHECKPOINT", timeout=REST_SECONDS_MAX)
        quiet = 0
        while quiet < 3 and asyncio.get_running_loop().time() < began + REST_SECONDS_MAX:
            await asyncio.sleep(2.0)
            quiet = 0 if await connection.fetchval(_BUSY) else quiet + 1
        await connection.execute("CHECKPOINT", timeout=REST_SECONDS_MAX)
    return asyncio.get_running_loop().time() - began


def be_nice(nice: int, pids: list[int]) -> None:
    """Set the priority of processes, where the user may."""
    for pid in pids:
        try:
            os.setpriority(os.PRIO_PROCESS, pid, nice)
        except (PermissionError, ProcessLookupError):
            return


async def backends(pool: Pool, connections: int) -> list[int]:
    """Opens as many connections of a pool. Returns the server's processes for all clients of its database."""
    await asyncio.gather(*(pool.fetch("SELECT pg_sleep(0.2)") for _ in range(connections)))
    return [
        row[0] for row in await pool.fetch("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'")
    ]


async def gigabytes(database_url: str) -> float:
    """What the database takes on the disk."""
    async with owner(database_url) as connection:
        return int(await connection.fetchval("SELECT pg_database_size(current_database())")) / 1e9


__all__ = ["FILL_NICE", "MEASURE_NICE", "series_in"]
