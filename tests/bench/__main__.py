"""`make bench`: one table of figures and ratios, all measured in one run. Nothing here asserts a time.

`ARGS="--games 1000"` adds the memory of the API after that many games played through it. `--seconds` sets how long each rate
is measured. `--beside DIR` measures another checkout in alternation with this one and prints the ratios.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

import uvloop
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from domain.rulesets import CURRENT
from infra.cli.processes.service import service
from infra.settings import Settings
from infra.wiring import wired
from tests.bench import commands, over_api, pages, playouts
from tests.bench import service as rates
from tests.bench.beside import RUNS, run_beside

SEATS = 4
GAMES_IN_FLIGHT = 32
PROCESSES = 2
"""Of the row with several: one for each of two cores, which they share with Postgres."""


class Report:
    """The rows as they come, and the table at the end."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str]] = []

    def add(self, what: str, figure: str, beside: str = "") -> None:
        """Add one row, and print it at once for a person who waits."""
        self.rows.append((what, figure, beside))
        print(f"  {what}: {figure}  {beside}", flush=True)

    def show(self) -> None:
        """Print all rows as a grid."""
        grid = Grid("what", "figure", "beside it", title="Emberlog, measured in one run")
        for row in self.rows:
            grid.add_row(*row)
        Console(width=150).print(grid)


def in_process(report: Report, seconds: float) -> None:
    """Rules alone, on one core."""
    chess = playouts.chess_plies_per_second(seconds)
    report.add("python-chess, random playouts", f"{chess:,.0f} plies/s")
    for ruleset in track(list(CURRENT.values()), "playouts", transient=True):
        figures = playouts.measure(ruleset, min(SEATS, ruleset.seats_max), seconds)
        name = f"{ruleset.id}, {min(SEATS, ruleset.seats_max)} seats"
        report.add(
            f"{name}: random playouts",
            f"{figures.decisions_per_second:,.0f} decisions/s",
            f"{figures.decisions_per_second / chess:.2f} of python-chess; {figures.games_per_second:.0f} games/s",
        )
        report.add(
            f"{name}: evolve", f"{figures.evolve_us:.2f} us an event", f"{figures.events_per_game:.0f} events a game"
        )
        report.add(f"{name}: fold of a whole game", f"{figures.fold_ms:.2f} ms")
        report.add(f"{name}: legal", f"{figures.legal_us:.1f} us a decision")


async def through_services(report: Report, database_url: str, redis_url: str, seconds: float) -> float:
    """Commands through `services/commands/play`, beside what the same server does for others."""
    ruleset = next(iter(CURRENT))
    best = 0.0
    async with wired(database_url, redis_url) as use_cases:
        for games in (1, GAMES_IN_FLIGHT):
            ours = await commands.commands_per_second(use_cases.world, ruleset, games, seconds)
            bare = await rates.bare_inserts_per_second(database_url, games, seconds)
            report.add(
                f"commands through services/commands/play, {games} games in flight",
                f"{ours:,.0f}/s",
                f"{ours / bare:.2f} of a bare one-row INSERT loop ({bare:,.0f}/s)",
            )
            best = max(best, ours)
    ours = await asyncio.to_thread(
        commands.processes_per_second, database_url, redis_url, ruleset, GAMES_IN_FLIGHT, PROCESSES, seconds
    )
    report.add(
        f"commands through services/commands/play, {GAMES_IN_FLIGHT} games in flight, {PROCESSES} processes",
        f"{ours:,.0f}/s",
        f"{ours / bare:.2f} of the same INSERT loop in one process",
    )
    return max(best, ours)


async def over_loopback(report: Report, url: str, database_url: str, redis_url: str) -> None:
    """One game through GraphQL."""
    tokens = await over_api.new_tokens(database_url, redis_url, SEATS)
    lags = await over_api.latencies(url, database_url, tokens, next(iter(CURRENT)), seed=1)
    for what, samples, percents in (
        ("GraphQL command over loopback", lags.command, (50, 99)),
        ("GraphQL view at a random step of a finished game", lags.view, (50, 95)),
        ("acknowledged commit to watcher", lags.watcher, (50, 95)),
        ("acknowledged commit to projected row", lags.projected, (50, 95)),
    ):
        figure = ", ".join(f"p{percent} {over_api.share(samples, percent):.1f} ms" for percent in percents)
        report.add(what, figure, f"{len(samples)} samples")


async def memory(report: Report, url: str, pid: int, database_url: str, redis_url: str, games: int) -> None:
    """The API process after many games."""
    before = over_api.resident_mb(pid)
    tokens = await over_api.new_tokens(database_url, redis_url, SEATS)
    rate = await over_api.play_games(url, tokens, next(iter(CURRENT)), games, at_once=8)
    after = over_api.resident_mb(pid)
    report.add(
        f"API process after {games} games through it",
        f"{after:.0f} MB",
        f"{before:.0f} MB before; {rate:.0f} commands/s",
    )


def in_browser(report: Report) -> None:
    """The pages, at the fewest seats a ruleset is for."""
    if not pages.has_browser():
        report.add("pages in a browser", "left out", "there is no Chromium here")
        return
    for ruleset in CURRENT.values():
        drawing = pages.measure(ruleset.id, ruleset.seats_min)
        report.add(
            f"{ruleset.id}: a step drawn in the page, with style, layout and paint",
            f"p50 {over_api.share(drawing.steps, 50):.1f} ms, p99 {over_api.share(drawing.steps, 99):.1f} ms",
            f"{len(drawing.steps)} steps; slowest {max(drawing.steps):.1f} ms, at step {drawing.slowest}; a jump to either end {max(drawing.jumps):.1f} ms",
        )
        report.add(
            f"{ruleset.id}: first paint of a game's page",
            f"{drawing.first_paint:.0f} ms",
            f"board after {drawing.board:.0f} ms",
        )


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each rate is measured (default 3)")
    parser.add_argument(
        "--games", type=int, default=0, help="whole games through the API for the memory figure (default none)"
    )
    parser.add_argument("--beside", type=Path, metavar="DIR", help="another checkout to measure in alternation")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"runs of each checkout with --beside (default {RUNS})")
    given = parser.parse_args()
    if given.beside is not None:
        run_beside(given.beside.resolve(), ["--seconds", str(given.seconds)], given.runs)
        return
    measure_here(given.seconds, given.games)


def measure_here(seconds: float, games: int) -> None:
    """Measure this checkout: rules in process, pages in a browser, then the service on servers of its own."""
    report = Report()
    in_process(report, seconds)
    in_browser(report)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.load({"EMBERLOG_DATA": str(Path(folder) / "data")})
        with service(settings, Console(quiet=True), port=0) as running:
            database_url, redis_url = running.servers.database_url, running.servers.redis_url
            uvloop.run(over_loopback(report, running.url, database_url, redis_url))
            if games:
                pid = running.api.process.pid
                asyncio.run(memory(report, running.url, pid, database_url, redis_url, games))
        with service(settings, Console(quiet=True), port=0) as running:
            database_url, redis_url = running.servers.database_url, running.servers.redis_url
            for part in running.children.all:
                part.process.terminate()  # the server alone now: neither API nor worker takes a share of the cores
                part.process.wait()
            best = uvloop.run(through_services(report, database_url, redis_url, seconds))
            for threads in (1, 8):
                other = rates.eventsourcing_saves_per_second(database_url, threads, seconds)
                report.add(
                    f"eventsourcing library, {threads} threads",
                    f"{other:,.0f} saves/s",
                    f"ours is {best / other:.1f} times that",
                )
    report.show()


if __name__ == "__main__":
    main()
