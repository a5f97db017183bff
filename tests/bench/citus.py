"""Appends a second on a cluster of three nodes beside one server, both on this machine, in one run.

`python -m tests.bench.citus [seconds]` builds Citus if it is not there, and prints the table. Everything shares the cores: the
cluster does the same work with more processes, so the ratio says what distribution costs, and not what more machines give.
"""

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

import uvloop

from infra.embedded import embedded_servers
from infra.postgres.migrate import migrate
from infra.postgres.pool import Pool, open_pool
from infra.postgres.sequencer import run_sequencer
from tests.bench.log_bench import append_figures
from tools.citus.build import built
from tools.citus.cluster import Cluster, default_folder

GAMES: Final = (1, 8, 32, 128)
ROUNDS: Final = 3
CONNECTIONS: Final = 16


async def measure(server_url: str, cluster_url: str, seconds: float) -> None:
    """Rounds of both, one after the other, so that a busy moment of the machine meets both."""
    await migrate(server_url)
    await migrate(cluster_url, citus=True)
    pools = [await open_pool(url, size_max=CONNECTIONS) for url in (server_url, cluster_url)]
    print("games  placing   one server/s    three nodes/s   ratio   p99 ms")
    for placing in (False, True):
        for games in GAMES:
            rates: tuple[list[float], list[float]] = ([], [])
            slowest = [0.0, 0.0]
            for _ in range(ROUNDS):
                for at, pool in enumerate(pools):
                    figures = await _with_sequencer(pool, games, seconds, placing=placing)
                    rates[at].append(figures.commands_per_second)
                    slowest[at] = max(slowest[at], figures.p99_ms)
            one, three = (sorted(each)[ROUNDS // 2] for each in rates)
            print(
                f"{games:5}  {'yes' if placing else 'no':7} {one:12,.0f} {three:16,.0f} {three / one:7.2f}   "
                f"{slowest[0]:.1f}, {slowest[1]:.1f}",
                flush=True,
            )
    for pool in pools:
        await pool.close()


async def _with_sequencer(pool: Pool, games: int, seconds: float, *, placing: bool):
    task = asyncio.create_task(run_sequencer(pool)) if placing else None
    try:
        return await append_figures(pool, games, seconds)
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def main(seconds: float) -> None:
    """Start both, measure, and print the table."""
    programs = built(default_folder() / "programs")
    folder = Path(tempfile.mkdtemp(prefix="emberlog-bench-"))
    try:
        with (
            embedded_servers(folder / "one", redis=False) as one,
            Cluster(programs, folder / "three", first_port=9_800) as three,
        ):
            uvloop.run(measure(one.database_url, three.coordinator.url(), seconds))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
