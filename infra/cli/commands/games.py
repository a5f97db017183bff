"""`emberlog games`: the list of games."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from infra.cli.options import out
from infra.cli.problems import ExitCode, Problem
from infra.cli.render.values import printable
from infra.cli.servers import open_use_cases
from infra.settings import Settings
from services.listing import GameChoice
from services.names import Names
from services.ports import ProjectionReader
from services.reads.lists import ListedGame, listed

GAMES_LISTED: Final = 50
PHASES = ("open", "playing", "over", "abandoned")


def games(
    context: typer.Context,
    ruleset: Annotated[str | None, typer.Option("--ruleset", help="Only games of this ruleset.")] = None,
    phase: Annotated[
        str | None, typer.Option("--phase", help="Only games that are `open`, `playing`, `over` or `abandoned`.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="The most games to list.")] = GAMES_LISTED,
) -> None:
    """List the games, the ones that moved last first.

    In a pipe the output is tab-separated: id, ruleset, phase, steps, title, seats, and `game` or `sandbox`.

    Example: `emberlog games --phase playing`
    """
    if context.invoked_subcommand is not None:
        if (ruleset, phase, limit) != (None, None, GAMES_LISTED):
            raise Problem(f"`games {context.invoked_subcommand}` takes no options of the list.", ExitCode.USAGE)
        return
    if phase is not None and phase not in PHASES:
        raise Problem(f"--phase takes open, playing, over or abandoned, not “{phase}”.", ExitCode.USAGE)
    asyncio.run(_list_games(ruleset, phase, limit))


async def _list_games(ruleset: str | None, phase: str | None, limit: int) -> None:
    async with open_use_cases(Settings.load()) as use_cases:
        world = use_cases.world
        now_us = world.now_us()
        await list_games(world.projections, world.names, now_us, out, ruleset=ruleset, phase=phase, limit=limit)


async def list_games(
    reader: ProjectionReader,
    names: Names,
    now_us: int,
    out: Console,
    *,
    ruleset: str | None,
    phase: str | None,
    limit: int,
) -> None:
    """Print the games as spectators may know them. In a pipe one line per game, the id first, separated by tabs."""
    rows = await listed(names, await reader.games(GameChoice(ruleset=ruleset, phase=phase), limit=limit, now_us=now_us))
    if not out.is_terminal:
        for row in rows:
            out.file.write(_tab_separated(row))
        return
    if not rows:
        out.print("There are no such games yet. `emberlog demo` plays one.")
        return
    out.print(_grid(rows))
    count = await reader.count_games(GameChoice(ruleset=ruleset, phase=phase), now_us=now_us)
    if count > len(rows):
        out.print(f"and {count - len(rows)} more; --limit lists more of them.")


def _tab_separated(row: ListedGame) -> str:
    kind = "sandbox" if row.sandbox else "game"
    fields = (row.game_id, row.ruleset, row.phase, str(row.version), row.title, ", ".join(row.seats), kind)
    return "\t".join(map(printable, fields)) + "\n"


def _grid(rows: Sequence[ListedGame]) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("game", "ruleset", "phase", "turn", "steps", "moved (UTC)", "seats"):
        grid.add_column(name, justify="right" if name in ("turn", "steps") else "left", no_wrap=name == "game")
    for row in rows:
        moved = datetime.fromtimestamp(row.moved_us // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M")
        phase = f"{row.phase} (sandbox)" if row.sandbox else row.phase
        grid.add_row(row.game_id, row.ruleset, phase, str(row.turn), str(row.version), moved, _seats(row))
    return grid


def _seats(row: ListedGame) -> str:
    return ", ".join(f"{name} (won)" if seat in row.winners else name for seat, name in enumerate(row.seats))
