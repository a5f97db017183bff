"""Does the service stay as fast as it is while its log grows? Fills a log by the real append, and measures on the way.

`python -m tests.bench.growth --directory DIR --events 50000000` fills an embedded Postgres with whole recorded games of all
rulesets, under new ids. It stops at 1, 2, 5, 10, 20 and 50 million events and measures, in alternation with a second server that
has `--beside` events and stays as it is. A run that was stopped goes on where it was when it is started with the same directory.
Results stand in DIR/results.ndjson; `--table` prints them. Delete DIR when you have read them.
"""

import argparse
import asyncio
import os
import random
import signal
import time
from pathlib import Path
from typing import Final

import msgspec
import uvloop
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from infra.embedded import embedded_servers
from infra.wiring import wired
from tests.bench.growth import servers
from tests.bench.growth.filling import FILL_NICE, series_in
from tests.bench.growth.measuring import Side, measure
from tests.bench.growth.recorded import Series, load
from tests.bench.growth.results import RESULTS, Stage, read_stages, relations_of, show, write_stage

STAGES: Final = (1, 2, 5, 10, 20, 30, 40, 50)
"""Millions of events at which is measured."""
MILLION: Final = 1_000_000
LEAST: Final = 100_000
CONNECTIONS: Final = 2
"""To each server, while it is measured."""
SAY_SECONDS: Final = 30.0


class Bar:
    """How far the filling is: a bar for people, a line now and then for a file."""

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total, self._printed_at, self._began = what, total, time.monotonic(), time.monotonic()
        self._console = Console()
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._progress = Progress(*columns, console=self._console, disable=not self._console.is_terminal)
        self._task = self._progress.add_task(what, total=total)
        self._first = 0

    def __enter__(self) -> "Bar":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def at(self, events: int) -> None:
        """Show that so many events are there."""
        self._first = self._first or events
        self._progress.update(self._task, completed=events)
        now = time.monotonic()
        if not self._console.is_terminal and now > self._printed_at + SAY_SECONDS:
            self._printed_at = now
            rate = (events - self._first) / (now - self._began)
            load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
            print(
                f"{time.strftime('%H:%M:%S')} {self._what}: {events:,} of {self._total:,}, {rate:,.0f}/s, load {load}",
                flush=True,
            )


async def grow(directory: Path, big: str, small: str, redis: str, given: argparse.Namespace) -> None:
    """Fill and measure, stage by stage."""
    for url in (small, big):
        await servers.put_originals(url, load(directory / "recordings"))
    series, results = series_in(directory), directory / RESULTS
    beside = series.games_for(given.beside)
    await fill(directory, small, 0, beside, given.processes, "small")
    done, measured = 0, [stage.events for stage in read_stages(results)]
    for target in given.stages:
        end = series.games_for(target)
        if target not in measured:
            await fill(directory, big, done, end, given.processes, "big")
            print(f"{time.strftime('%H:%M:%S')} measuring at {target:,} events", flush=True)
            stage = await measured_stage(directory, big, small, redis, series, (end, beside), given.share)
            write_stage(results, msgspec.structs.replace(stage, events=target))
            show(results)
        done = end


async def measured_stage(
    directory: Path, big: str, small: str, redis: str, series: Series, games: tuple[int, int], share: float
) -> Stage:
    """Let both servers rest, and measure."""
    rested = [await servers.rest(url) for url in (small, big)]
    load = os.getloadavg()
    async with (
        wired(big, redis, connections_max=CONNECTIONS) as one,
        wired(small, redis, connections_max=CONNECTIONS) as other,
    ):
        sides = [
            Side(use_cases, series, count, random.Random())  # a second measurement must not read the games of the first
            for use_cases, count in zip((one, other), games, strict=True)
        ]
        pids = [pid for use_cases in (one, other) for pid in await servers.backends(use_cases.pool, CONNECTIONS)]
        servers.be_nice(servers.MEASURE_NICE, [os.getpid(), *pids])
        began = time.monotonic()
        try:
            figures = await measure(*sides, share)
        finally:
            servers.be_nice(FILL_NICE, [os.getpid()])
    return Stage(
        events=0,
        games=games[0],
        rested_seconds=rested[1],
        seconds=time.monotonic() - began,
        load=load[0],
        gigabytes=await servers.gigabytes(big),
        figures=figures,
        relations=await relations_of(big),
    )


async def fill(directory: Path, url: str, first: int, end: int, processes: int, what: str) -> None:
    """Fill one server up to a number of games."""
    series = series_in(directory)
    before = series.steps_before(first)
    with Bar(what, series.steps_before(end)) as bar:
        await servers.fill(url, directory, (first, end), processes, lambda events: bar.at(before + events))


def arguments() -> argparse.Namespace:
    """What the run was called with."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=__doc__)
    parser.add_argument("--directory", type=Path, required=True, help="where the run and its servers live")
    parser.add_argument("--events", type=int, default=50 * MILLION, help="how far the log grows")
    parser.add_argument("--beside", type=int, default=MILLION, help="the events of the server beside it")
    parser.add_argument("--stages", type=int, nargs="*", help="at how many events it measures (1, 2, 5, ... million)")
    parser.add_argument("--processes", type=int, default=2, help="processes that append")
    parser.add_argument("--games", type=int, default=12, help="games of each ruleset to record")
    parser.add_argument("--share", type=float, default=1.0, help="of the samples of each measurement")
    parser.add_argument("--table", action="store_true", help="print what was measured so far, and end")
    given = parser.parse_args()
    stages = given.stages or [each * MILLION for each in STAGES]
    if min(stages) < LEAST:
        parser.error(
            f"--stages are numbers of events, {LEAST:,} at least: with fewer there are no old and new games to compare"
        )
    given.stages = [each for each in stages if each < given.events] + [given.events]
    return given


def main() -> None:
    """Run, or go on."""
    given = arguments()
    if given.table:
        show(given.directory / RESULTS)
        return
    given.directory.mkdir(parents=True, exist_ok=True)
    (given.directory / "pid").write_text(str(os.getpid()))
    for stop in (signal.SIGINT, signal.SIGTERM):  # a run in the background would ignore the first one
        signal.signal(stop, signal.default_int_handler)
    servers.be_nice(FILL_NICE, [os.getpid()])
    asyncio.run(servers.make_recordings(given.directory, given.games))
    folder = given.directory
    with embedded_servers(folder / "big") as big, embedded_servers(folder / "small", redis=False) as small:
        uvloop.run(grow(folder, big.database_url, small.database_url, big.redis_url, given))


if __name__ == "__main__":
    main()
