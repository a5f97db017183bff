"""`emberlog verify` and `emberlog export`: what an organiser takes away from a game. Decides nothing; `services` does."""

import sys
from typing import BinaryIO, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from infra.cli.problems import DONE, FOUND, no_such_game
from infra.cli.replay import eyes
from services.export import export_game
from services.look import Look
from services.ports import Principal
from services.verify import Verdict, verify_game
from services.world import World

MEANING: Final = {
    "chain": "the chain of hashes",
    "canonical": "canonical bytes",
    "salt": "the salt of its hash",
    "commitment": "the commitment to the secret",
    "command": "deciding the command again",
    "state": "the hash of the state",
    "seed": "the revealed seed",
    "head": "the head of the game",
    "log": "its places in the order of all games",
    "origin": "the game it was forked from",
}


def progress_bar(console: Console) -> Progress:
    """A bar for work whose end is known; on something that is no terminal it stays silent."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


async def verify(world: World, game_id: str, out: Console, errors: Console) -> int:
    """Say what holds, or the first step that does not; gives the exit code."""
    with progress_bar(errors) as bar:
        task = bar.add_task("verifying", total=None)
        verdict = await verify_game(world, game_id, lambda done, total: bar.update(task, completed=done, total=total))
    if verdict is None:
        raise no_such_game(game_id)
    _say(verdict, out)
    return DONE if verdict.finding is None else FOUND


def _say(verdict: Verdict, out: Console) -> None:
    checked = (
        f"{verdict.steps} steps, {verdict.commands} commands and {verdict.refusals} refusals decided again, "
        f"{verdict.draws} draws derived again"
    )
    if verdict.finding is None:
        out.print(f"Game {verdict.game_id} holds: {checked}.", style="green", highlight=False, soft_wrap=True)
        seed = "revealed: anybody can repeat this" if verdict.revealed else "still sealed, since the game is not over"
        out.print(f"The secret behind its chance is {seed}.", highlight=False, soft_wrap=True)
        return
    finding = verdict.finding
    check = MEANING.get(finding.check, finding.check)
    out.print(
        f"Game {verdict.game_id} does NOT hold at step {finding.version}.",
        style="bold red",
        highlight=False,
        soft_wrap=True,
    )
    out.print(
        f"Check that failed: {check}. {finding.why[:1].upper()}{finding.why[1:]}.", highlight=False, soft_wrap=True
    )
    out.print(f"Before it: {checked}.", highlight=False, soft_wrap=True)


async def export(
    world: World,
    look: Look,
    principal: Principal | None,
    game_id: str,
    asked: str | None,
    to: BinaryIO = sys.stdout.buffer,
) -> None:
    """Write the game as lines of JSON."""
    seen = await look.game(principal, game_id)
    if seen is None:
        raise no_such_game(game_id)
    async for line in export_game(world, seen, eyes(look, principal, seen, asked)):
        to.write(line + b"\n")
    to.flush()
