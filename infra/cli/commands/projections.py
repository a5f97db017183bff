"""`emberlog projections status` and `rebuild`: how far the projections are, and folding them once more."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console

from domain.engine.sentences import counted
from infra.cli.options import errors, out
from infra.cli.problems import ExitCode, Problem
from infra.cli.render.progress import progress_bar
from infra.cli.servers import open_use_cases
from infra.postgres.projection_store import PostgresProjectionStore
from infra.settings import Settings
from projections import PROJECTIONS
from projections.analysis.analyst import WIN_CHANCES
from projections.rebuild import empty_all, rebuild
from projections.runner import Runner

LAGGARDS_COUNTED_MAX = 10_000


def projections_status() -> None:
    """Print how far each projection is behind the log, and which games are parked and why (exit code 1 if any is)."""

    async def print_status() -> ExitCode:
        async with open_use_cases(Settings.load()) as use_cases:
            return await status(use_cases.store, out)

    if asyncio.run(print_status()) != ExitCode.DONE:
        raise typer.Exit(ExitCode.CHECK_FAILED)


def projections_rebuild(
    name: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Which ones. Default: all.")] = None,
) -> None:
    """Fold projections from the log once more, while the service runs.

    The rows come out identical. Parked games are tried once more. `win_chances` is only emptied, and only when you name
    it: analysts take hours to compute what they had.
    """

    async def rebuild_rows() -> ExitCode:
        async with open_use_cases(Settings.load()) as use_cases:
            return await rebuild_projections(use_cases.store, name or [], out, errors)

    if asyncio.run(rebuild_rows()) != ExitCode.DONE:
        raise typer.Exit(ExitCode.CHECK_FAILED)


async def status(store: PostgresProjectionStore, out: Console) -> ExitCode:
    """Print how far each projection is, and which games are parked."""
    total = await store.count_games()
    parked = await store.parked()
    for projection in PROJECTIONS:
        behind = len(await store.all_laggards([projection.name], limit=LAGGARDS_COUNTED_MAX))
        count = sum(each.projection == projection.name for each in parked)
        out.print(f"{projection.name}: {total} games, {behind} behind their log, {count} parked", markup=False)
    waiting = len(await store.to_analyse(WIN_CHANCES, live=False, watched=(), limit=LAGGARDS_COUNTED_MAX))
    count = sum(each.projection == WIN_CHANCES for each in parked)
    out.print(f"{WIN_CHANCES}: {waiting} finished games wait for an analyst, {count} parked", markup=False)
    for each in parked:
        out.print(f"  {each.projection} parked game {each.game_id} after step {each.version}: {each.why}", markup=False)
    for (ruleset, version), games in (await store.unsupported()).items():
        text = f"{ruleset} version {version}: {counted(games, 'game')} left alone, because this build lacks the version"
        out.print(text, markup=False)
    return ExitCode.CHECK_FAILED if parked else ExitCode.DONE


async def rebuild_projections(
    store: PostgresProjectionStore, names: Sequence[str], out: Console, errors: Console
) -> ExitCode:
    """Empty projections and fill them from the log, with a progress bar; then print their status. No names: all."""
    by_name = {projection.name: projection for projection in PROJECTIONS}
    for name in names:
        if name not in (*by_name, WIN_CHANCES):
            there_are = ", ".join((*by_name, WIN_CHANCES))
            raise Problem(f"There is no projection “{name}”. There are: {there_are}.", ExitCode.NOT_THERE)
    if WIN_CHANCES in names:
        games = await empty_all(store, WIN_CHANCES)
        out.print(f"Emptied {WIN_CHANCES} of {counted(games, 'game')}; analysts compute them anew.", markup=False)
        if set(names) == {WIN_CHANCES}:
            return await status(store, out)
    chosen = tuple(by_name[name] for name in names if name in by_name) or PROJECTIONS
    with progress_bar(errors) as bar:
        task = bar.add_task("rebuilding", total=None)
        rows = await rebuild(
            store, Runner(store), chosen, lambda done, total: bar.update(task, completed=done, total=total)
        )
    out.print(f"Rebuilt {', '.join(projection.name for projection in chosen)}: {rows} rows.", markup=False)
    return await status(store, out)
