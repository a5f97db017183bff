"""The event log alone: appends a second beside a bare one-row INSERT loop and the eventsourcing library, in one run on one server.

`python -m tests.bench.log_bench [seconds]` prints the table. Nothing here asserts a time. The commands are about nothing: two
steps each, with bodies of about 350 bytes; the client's own work (UUIDs, hashes) is in the figures.
"""

import asyncio
import hashlib
import os
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvloop

from domain.log.chain import GENESIS, event_hash
from domain.log.record import Written
from infra.embedded import embedded_servers
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.migrate import migrate
from infra.postgres.pool import Pool, open_pool
from infra.postgres.sequencer import run_sequencer
from services.ports import Append, Appended, Opening
from tests.bench.service import bare_inserts_per_second, eventsourcing_saves_per_second

GAMES: Final = (1, 8, 32)
STEPS_A_COMMAND: Final = 2
COMMANDS_A_GAME: Final = 200


@dataclass(frozen=True, slots=True)
class AppendFigures:
    """Commands a second (each `STEPS_A_COMMAND` steps), and what one took."""

    commands_per_second: float
    p50_ms: float
    p99_ms: float


@dataclass(frozen=True, slots=True)
class LogFigures:
    """All figures for one number of games in flight."""

    games: int
    bare_inserts_per_second: float
    appends: AppendFigures
    sequenced: AppendFigures
    """The same while a sequencer works on the same cores."""
    eventsourcing_saves_per_second: float


class Writer:
    """One game after another, one command at a time."""

    def __init__(self, log: PostgresEventLog) -> None:
        self._log = log
        self._filling = os.urandom(130).hex()
        self._open()

    def _open(self) -> None:
        self._game_id, self._version, self._hash = str(uuid.uuid4()), 0, GENESIS

    async def append(self) -> None:
        command = str(uuid.uuid4())
        events, link = [], self._hash
        for version in range(self._version + 1, self._version + 1 + STEPS_A_COMMAND):
            body = f'{{"command":"{command}","data":"{self._filling}","version":{version}}}'.encode()
            link, before = event_hash(link, body), link
            events.append(Written(version, "bench.Happened", 1, before, link, body))
        entry = Append(
            game_id=self._game_id,
            command_id=command,
            request_hash=hashlib.sha256(command.encode()).digest(),
            principal="p_bench",
            seat=0,
            body=b'{"card":17,"type":"bench.Play"}',
            outcome="accepted",
            answer=b"",
            time_us=time.time_ns() // 1_000,
            received_us=time.time_ns() // 1_000,
            token_id="t_bench",
            expected_version=self._version,
            expected_hash=self._hash,
            events=tuple(events),
            opening=None if self._version else Opening(ruleset="bench", ruleset_version=1),
        )
        result = await self._log.append(entry)
        assert isinstance(result, Appended), result
        self._version, self._hash = result.version, link
        if self._version >= COMMANDS_A_GAME * STEPS_A_COMMAND:
            self._open()


async def append_figures(pool: Pool, games: int, seconds: float) -> AppendFigures:
    """`games` writers that each wait for an answer before they go on."""
    log = PostgresEventLog(pool)
    took: list[float] = []
    end = time.perf_counter() + seconds

    async def write(writer: Writer) -> None:
        while (begin := time.perf_counter()) < end:
            await writer.append()
            took.append(time.perf_counter() - begin)

    start = time.perf_counter()
    await asyncio.gather(*(write(Writer(log)) for _ in range(games)))
    spent = time.perf_counter() - start
    took.sort()
    return AppendFigures(len(took) / spent, took[len(took) // 2] * 1_000, took[len(took) * 99 // 100] * 1_000)


async def measure(database_url: str, seconds: float = 2.0, games: tuple[int, ...] = GAMES) -> list[LogFigures]:
    """Every figure, for every number of games in flight. The database is migrated and left full of bench games."""
    await migrate(database_url)
    figures = []
    pool = await open_pool(database_url, size_max=max(games))
    try:
        for each in games:
            await append_figures(pool, each, seconds / 4)
            bare = await bare_inserts_per_second(database_url, each, seconds, max(games))
            appends = await append_figures(pool, each, seconds)
            async with _sequencer(pool):
                sequenced = await append_figures(pool, each, seconds)
            saves = await asyncio.to_thread(eventsourcing_saves_per_second, database_url, each, seconds)
            figures.append(LogFigures(each, bare, appends, sequenced, saves))
    finally:
        await pool.close()
    return figures


@asynccontextmanager
async def _sequencer(pool: Pool) -> AsyncIterator[None]:
    task = asyncio.create_task(run_sequencer(pool))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def main(seconds: float) -> None:
    """Measure on an embedded server of its own and print the table."""
    with (
        tempfile.TemporaryDirectory(prefix="emberlog-bench-") as folder,
        embedded_servers(Path(folder), redis=False) as servers,
    ):
        figures = uvloop.run(measure(servers.database_url, seconds))
    for each in figures:
        print(
            f"{each.games:3} games in flight: {each.appends.commands_per_second:8,.0f} commands/s "
            f"(p50 {each.appends.p50_ms:.2f} ms, p99 {each.appends.p99_ms:.2f} ms), "
            f"{each.sequenced.commands_per_second:8,.0f} while sequenced; "
            f"bare INSERT {each.bare_inserts_per_second:8,.0f} rows/s ({each.appends.commands_per_second / each.bare_inserts_per_second:.2f}x); "
            f"eventsourcing {each.eventsourcing_saves_per_second:6,.0f} saves/s "
            f"({each.appends.commands_per_second / each.eventsourcing_saves_per_second:.1f}x)"
        )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
