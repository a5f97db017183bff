"""`emberlog bench`: loads a service over its public API, so that its operator can size the machine."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.live import Live

from infra.cli.options import errors, out
from infra.cli.problems import ExitCode
from infra.settings import Settings

if TYPE_CHECKING:
    from infra.load.plan import Plan

Tokens = Annotated[
    list[str] | None,
    typer.Option("--token", help="A player's token; one for each seat. Default: new players are registered."),
]


def bench(
    url: Annotated[
        str | None,
        typer.Option("--url", envvar="EMBERLOG_URL", help="The service. Default: this machine's usual port."),
    ] = None,
    players: Annotated[int, typer.Option("--players", min=1, max=1_000, help="Players, who share games.")] = 12,
    watchers: Annotated[int, typer.Option("--watchers", min=0, max=20_000, help="Watchers of those games.")] = 100,
    replays: Annotated[int, typer.Option("--replays", min=0, max=200, help="Readers of whole games.")] = 2,
    seconds: Annotated[float, typer.Option("--seconds", min=1, max=3_600, help="How long it is measured.")] = 30.0,
    pace: Annotated[
        float, typer.Option("--pace", min=0, max=1_000, help="The most commands a second in one game; 0: no pause.")
    ] = 2.0,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", help="What is played. Default: the first ruleset.")
    ] = None,
    token: Tokens = None,
    report: Annotated[Path | None, typer.Option("--report", help="Write the figures as JSON to this file.")] = None,
    mine: Annotated[
        bool, typer.Option("--mine", help="You run the server, on another machine, and nobody is playing there.")
    ] = False,
) -> None:
    """Load a service with players, watchers and readers of replays, and print what it bears.

    The games are sandboxes, so no list and no record of a league shows them; at the end their players resign. The
    limits of the service hold for this command, too: what it refuses is counted, and asked for once more when it says
    so. Watchers also check that they get every step once and in order: the exit code is 1 if they did not. An address
    may open 500 connections, so use several machines for more watchers.

    Start with few, and double them until p99 is no longer what you want.

    Examples: `emberlog bench`, `emberlog bench --players 40 --pace 0 --watchers 400 --seconds 60 --report load.json`
    """
    from infra.load.plan import Plan, check_url

    address = (url or Settings.load().api_url).rstrip("/")
    check_url(address, is_mine=mine)
    plan = Plan(
        url=address, ruleset=ruleset, players=players, watchers=watchers, replays=replays, seconds=seconds, pace=pace,
        tokens=tuple(token or ()),
    )  # fmt: skip
    if not _load(plan, report):
        raise typer.Exit(ExitCode.CHECK_FAILED)


def _load(plan: "Plan", report: Path | None) -> bool:
    """Runs the plan, and shows and stores its figures. Returns whether every watcher had every step once."""
    from infra.load.figures import Figures
    from infra.load.run import run

    figures = Figures(plan)
    with Live(console=errors, auto_refresh=False, transient=True) as live:

        def show() -> None:
            if errors.is_terminal:
                live.update(figures.as_grid(), refresh=True)

        asyncio.run(run(plan, figures, show))
    out.print(figures.as_grid())
    if report is not None:
        report.write_bytes(msgspec.json.format(msgspec.json.encode(figures.report())) + b"\n")
        out.print(f"The figures are in {report}.", markup=False)
    return figures.is_clean
