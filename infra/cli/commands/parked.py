"""`emberlog games parked` and `unpark`: games that take no commands, because something is wrong on our side."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from infra.cli.options import GameId, errors, out
from infra.cli.problems import ExitCode, Problem
from infra.cli.render.progress import progress_bar
from infra.cli.render.values import printable
from infra.cli.servers import game_id_of, open_use_cases
from infra.settings import Settings
from services.commands.unpark import NotParked, StillDamaged, Unparked, unpark
from services.parkings import ParkedGame, Parkings
from services.world import World

COLUMNS = ("game", "step", "why", "since (UTC)")


def games_parked() -> None:
    """List the games that take no commands, at which step, why and since when (exit code 1 if there are any).

    In a pipe the output is tab-separated.
    """

    async def print_parked() -> ExitCode:
        async with open_use_cases(Settings.load()) as use_cases:
            return await list_parked(use_cases.world.parkings, out)

    if asyncio.run(print_parked()) != ExitCode.DONE:
        raise typer.Exit(ExitCode.CHECK_FAILED)


def games_unpark(
    game: GameId,
    anyway: Annotated[bool, typer.Option("--anyway", help="Do not verify the game's log first.")] = False,
) -> None:
    """Let a parked game take commands, after what was wrong is mended.

    Verifies the game's log first. A game whose log is damaged stays parked (exit code 1).

    Example: `emberlog games unpark 6f1c0de2-8a51-5c0f-9b0e-3d5a2f4c7b19`
    """

    async def unpark_it() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            await unpark_and_print(use_cases.world, game_id_of(game), out, errors, anyway=anyway)

    asyncio.run(unpark_it())


async def list_parked(parkings: Parkings, out: Console) -> ExitCode:
    """Print the parked games, the first parked one first. In a pipe one line for each, separated by tabs."""
    parked = await parkings.all()
    if not out.is_terminal:
        out.file.write("".join("\t".join(map(printable, _fields(each))) + "\n" for each in parked))
    elif parked:
        out.print(_grid(parked))
    else:
        out.print("No game is parked.")
    return ExitCode.CHECK_FAILED if parked else ExitCode.DONE


async def unpark_and_print(world: World, game_id: str, out: Console, errors: Console, *, anyway: bool) -> None:
    """Unpark a game and say so. Raises Problem when it stays as it is."""
    with progress_bar(errors) as bar:
        task = bar.add_task("verifying", total=None)
        result = await unpark(
            world, game_id, anyway=anyway, on_progress=lambda done, total: bar.update(task, completed=done, total=total)
        )
    match result:
        case Unparked():
            out.print(f"Game {game_id} takes commands again.", markup=False, soft_wrap=True)
        case NotParked():
            text = f"Game {game_id} is not parked. `emberlog games parked` lists the games that are."
            raise Problem(text, ExitCode.NOT_THERE)
        case StillDamaged(finding):
            text = f"Game {game_id} stays parked: its log does not hold at step {finding.version}. "
            text += f"`emberlog verify {game_id}` examines it; --anyway unparks it all the same."
            raise Problem(text, ExitCode.CHECK_FAILED)


def _fields(parked: ParkedGame) -> tuple[str, str, str, str]:
    since = datetime.fromtimestamp(parked.parked_us // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return parked.game_id, str(parked.version), parked.why, since


def _grid(parked: Sequence[ParkedGame]) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in COLUMNS:
        grid.add_column(name, justify="right" if name == "step" else "left", no_wrap=name == "game")
    for each in parked:
        grid.add_row(*_fields(each))
    return grid
