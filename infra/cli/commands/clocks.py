"""`emberlog games clocks`: the clocks of one game, as everybody sees them."""

import asyncio
from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table as Grid

from domain.game.clocks.rules import moment_text
from infra.cli.options import GameId, out
from infra.cli.problems import no_such_game
from infra.cli.render.values import printable
from infra.cli.servers import game_id_of, open_use_cases
from infra.settings import Settings
from services.reads.clocks import ClockNow, clocks_of, stop_after
from services.reads.horizon import VisibleGame

COLUMNS: Final = ("seat", "left (s)", "running", "flag falls (UTC)", "flags called")
SECOND_US: Final = 1_000_000


def games_clocks(game: GameId) -> None:
    """Show the clocks of a game as spectators see them, and whether it is stopped.

    In a pipe the output is tab-separated.

    Example: `emberlog games clocks 6f1c0de2-8a51-5c0f-9b0e-3d5a2f4c7b19`
    """

    async def show() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            visible = await use_cases.look.game(None, game_id_of(game))
            if visible is None:
                raise no_such_game(game_id_of(game))
            print_clocks(visible, out)

    asyncio.run(show())


def print_clocks(visible: VisibleGame, out: Console) -> None:
    """Prints the clocks after the last step that everybody sees. In a pipe one line for each, separated by tabs."""
    names = visible.seat_names
    rows = [_row(each, names) for each in clocks_of(visible.state)]
    if not out.is_terminal:
        for row in rows:
            out.file.write("\t".join(map(printable, row)) + "\n")
        return
    if not rows:
        out.print("This game has no clocks, or it has not begun.")
        return
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in COLUMNS:
        grid.add_column(name, justify="left" if name == "seat" else "right")
    for row in rows:
        grid.add_row(*row)
    out.print(grid)
    stopped = stop_after(visible.state)
    if stopped is not None:
        until = "it is resumed" if stopped.until_us is None else moment_text(stopped.until_us)
        out.print(f"The game is stopped until {until}.")


def _row(now: ClockNow, names: Sequence[str]) -> tuple[str, ...]:
    due_us = now.reading.due_us
    return (
        names[now.reading.seat],
        f"{now.reading.left_us / SECOND_US:.1f}",
        "yes" if now.reading.running else "no",
        "" if due_us is None else moment_text(due_us),
        str(now.clock.flags),
    )
