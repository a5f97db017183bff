"""`emberlog verify`: proves a game from its log, or names the first step that fails."""

import asyncio
from typing import Final

import typer
from rich.console import Console

from infra.cli.options import GameId, errors, out
from infra.cli.problems import ExitCode, no_such_game
from infra.cli.render.progress import progress_bar
from infra.cli.servers import game_id_of, open_use_cases
from infra.settings import Settings
from services.log.verify import Verdict, verify_game
from services.world import World

CHECKS: Final = {
    "chain": "the chain of hashes",
    "canonical": "canonical bytes",
    "salt": "the salt of its hash",
    "commitment": "the commitment to the secret",
    "command": "deciding the command a second time",
    "commands": "the chain of commands",
    "state": "the hash of the state",
    "seed": "the revealed seed",
    "head": "the head of the game",
    "log": "its positions in the order of all games",
    "origin": "the game it was forked from",
}
"""Name of a check -> what it checks, in words."""


def verify(game: GameId) -> None:
    """Prove a game from its log, or name the first step that fails (exit code 1).

    Checks the chain of hashes, the canonical bytes, and the hash of every state. Decides every command a second time,
    refused ones too, and derives every draw a second time from the sealed secret.
    """

    async def prove() -> ExitCode:
        async with open_use_cases(Settings.load()) as use_cases:
            return await verify_and_print(use_cases.world, game_id_of(game), out, errors)

    if asyncio.run(prove()) != ExitCode.DONE:
        raise typer.Exit(ExitCode.CHECK_FAILED)


async def verify_and_print(world: World, game_id: str, out: Console, errors: Console) -> ExitCode:
    """Verify a game and print the verdict."""
    with progress_bar(errors) as bar:
        task = bar.add_task("verifying", total=None)
        verdict = await verify_game(world, game_id, lambda done, total: bar.update(task, completed=done, total=total))
    if verdict is None:
        raise no_such_game(game_id)
    _print_verdict(verdict, out)
    return ExitCode.DONE if verdict.finding is None else ExitCode.CHECK_FAILED


def _print_verdict(verdict: Verdict, out: Console) -> None:
    checked = (
        f"{verdict.steps} steps; {verdict.commands} commands and {verdict.refusals} refusals decided a second time; "
        f"{verdict.draws} draws derived a second time"
    )
    finding = verdict.finding
    if finding is None:
        out.print(f"Game {verdict.game_id} holds: {checked}.", style="green", highlight=False, soft_wrap=True)
        secret = (
            "revealed, so anybody can repeat this proof" if verdict.revealed else "still sealed: the game is not over"
        )
        out.print(f"The secret behind its chance is {secret}.", highlight=False, soft_wrap=True)
        return
    out.print(
        f"Game {verdict.game_id} does NOT hold at step {finding.version}.",
        style="bold red",
        highlight=False,
        soft_wrap=True,
    )
    check, why = CHECKS.get(finding.check, finding.check), f"{finding.why[:1].upper()}{finding.why[1:]}"
    out.print(f"The check that failed: {check}. {why}.", highlight=False, soft_wrap=True)
    out.print(f"Checked before it: {checked}.", highlight=False, soft_wrap=True)
