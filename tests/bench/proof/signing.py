"""The real `emberlog signer` on a real Postgres: leaves a second while it catches up, and its lag while games are played.

*Catching up*: generated leaves stand in the order before it starts. *Lag*: from the answer to a command, until a signed
checkpoint covers its entries. Sequencer and publication run in this process, as they do in an API.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import asyncpg

from domain.proof.note import parse_checkpoint
from infra.embedded import embedded_servers
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.migrate import migrate
from infra.postgres.pool import Pool, open_pool
from infra.postgres.publication import run_publication
from infra.postgres.sequencer import run_sequencer
from infra.signer.folder import PUBLIC, PublicFolder
from tests.bench.log_bench import STEPS_A_COMMAND, Writer

GAMES: Final = 8
PAUSE_SECONDS: Final = 0.05
"""Between two commands of a game."""
LOOK_SECONDS: Final = 0.02
CATCH_UP_SECONDS_MAX: Final = 600
_FILL: Final = """
INSERT INTO log SELECT n, md5((n / 300)::text)::uuid, 'step', n % 300 + 1, sha256(n::text::bytea)
FROM generate_series(1, $1::bigint) AS n
"""
_FILLED: Final = """
UPDATE sequencer SET last_pos = {0}; UPDATE log_publication SET size = {0}, examined = {0}
"""


class Signed:
    """The size of the newest signed tree, read as anybody may read it."""

    def __init__(self, folder: Path) -> None:
        self._public = PublicFolder(folder / PUBLIC)

    def size(self) -> int:
        """0 before there is one."""
        note = self._public.checkpoint()
        return 0 if note is None else parse_checkpoint(note).checkpoint.size


async def _fill(database_url: str, leaves: int) -> None:
    owner = await asyncpg.connect(database_url)
    try:
        await owner.execute(_FILL, leaves, timeout=CATCH_UP_SECONDS_MAX)
        await owner.execute(_FILLED.format(leaves))
    finally:
        await owner.close()


@asynccontextmanager
async def _signer(database_url: str, tree: Path) -> AsyncIterator[None]:
    environment = os.environ | {"EMBERLOG_DATABASE_URL": database_url, "EMBERLOG_TREE": str(tree)}
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "infra.cli", "signer", env=environment)
    try:
        yield
    finally:
        process.terminate()
        await process.wait()


async def _caught_up(signed: Signed, leaves: int) -> float:
    """Seconds until all leaves are signed."""
    start = time.perf_counter()
    while (size := signed.size()) < leaves:
        assert time.perf_counter() - start < CATCH_UP_SECONDS_MAX, f"the signer stands at {size}"
        await asyncio.sleep(LOOK_SECONDS)
    return time.perf_counter() - start


async def lags(pool: Pool, signed: Signed, seconds: float, games: int = GAMES) -> list[float]:
    """The lag of each command in seconds, sorted, while `games` games are played."""
    log, before, end = PostgresEventLog(pool), signed.size(), time.perf_counter() + seconds
    answered: list[float] = []
    taken: list[float] = []

    async def play(writer: Writer) -> None:
        while time.perf_counter() < end:
            await writer.append()
            answered.append(time.perf_counter())
            await asyncio.sleep(PAUSE_SECONDS)

    async def watch() -> None:
        while not games_played.done() or len(taken) < len(answered):
            assert time.perf_counter() < end + CATCH_UP_SECONDS_MAX, "the signer has stopped"
            covered, now = (signed.size() - before) // (STEPS_A_COMMAND + 1), time.perf_counter()
            taken.extend(now - answered[at] for at in range(len(taken), min(covered, len(answered))))
            await asyncio.sleep(LOOK_SECONDS)

    games_played = asyncio.gather(*(play(Writer(log)) for _ in range(games)))
    await asyncio.gather(watch(), games_played)
    return sorted(taken)


async def measure(database_url: str, tree: Path, leaves: int, seconds: float) -> tuple[float, Sequence[float]]:
    """Leaves a second while it catches up, from the start of its process, and the lags after that."""
    await migrate(database_url)
    await _fill(database_url, leaves)
    pool = await open_pool(database_url, size_max=GAMES + 2)
    try:
        signed = Signed(tree)
        async with _signer(database_url, tree):
            took = await _caught_up(signed, leaves)
            work = [
                asyncio.create_task(run_sequencer(pool)),
                asyncio.create_task(run_publication(pool, lambda: time.time_ns() // 1_000)),
            ]
            try:
                return leaves / took, await lags(pool, signed, seconds)
            finally:
                for each in work:
                    each.cancel()
                await asyncio.gather(*work, return_exceptions=True)
    finally:
        await pool.close()


def run(wanted: argparse.Namespace) -> None:
    """Measure on an embedded server of its own, and print a line for each figure."""
    with (
        tempfile.TemporaryDirectory(prefix="emberlog-signer-") as folder,
        embedded_servers(Path(folder) / "servers", redis=False) as servers,
    ):
        rate, took = asyncio.run(measure(servers.database_url, Path(folder) / "tree", wanted.leaves, wanted.seconds))
    print(
        f"  catching up {wanted.leaves:,} leaves, the start of the process among it: {rate:,.0f} leaves/s", flush=True
    )
    p50, p95 = took[len(took) // 2], took[len(took) * 95 // 100]
    print(
        f"  lag while {GAMES} games are played, {len(took) / wanted.seconds:,.0f} commands/s: p50 {p50:.2f} s, p95 {p95:.2f} s,"
        f" most {took[-1]:.2f} s",
        flush=True,
    )
