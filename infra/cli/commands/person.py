"""`emberlog person rename` and `erase`: what persons are called, and the end of it. The log itself never changes."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Final

import typer
from rich.console import Console

from domain.engine.refusal import Refused
from domain.game.names import FORMER_PLAYER
from domain.game.texts import clean_name
from infra.cli.options import errors, out
from infra.cli.problems import ExitCode, Problem
from infra.cli.servers import open_use_cases
from infra.settings import Settings
from services.languages import refusal_text
from services.names import Erasure, Names, Person

GAMES_NAMED_MAX: Final = 20

PrincipalId = Annotated[
    str, typer.Argument(metavar="PRINCIPAL", help="The id of the principal, which `emberlog token create` printed.")
]
Confirm = Callable[[str], Awaitable[bool]]
"""Asks a question; returns whether the answer is yes."""


def person_rename(
    principal: PrincipalId,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name: 1 to 40 printable characters.")],
) -> None:
    """Call a person by another name, in all their games.

    The names under which they sat down in single games are deleted. The log does not change: it has no names. Every
    process shows the new name within fifteen seconds.

    Example: `emberlog person rename p_4f0c9be1d2a37e55 "Ada Lovelace"`
    """
    cleaned = stored_name(name)

    async def rename_person() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            await rename(use_cases.world.names, principal, cleaned, out)

    asyncio.run(rename_person())


def person_erase(
    principal: PrincipalId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask first.")] = False,
) -> None:
    """Erase a person: their names, their titles of games, the words of their notes, and their tokens.

    They are shown as “former player” from then on. Their games and every step stay, and go on being provable. It cannot
    be undone. Backups made before have the names still: after restoring one, erase the person once more.

    A person who holds a seat in a game that is not over is not erased (exit code 1): the games are listed.

    Examples: `emberlog person erase p_4f0c9be1d2a37e55`, `emberlog person erase p_4f0c9be1d2a37e55 --yes`
    """
    if not yes and not sys.stdin.isatty():
        text = "There is no terminal to ask on. `emberlog person erase PRINCIPAL --yes` erases without a question."
        raise Problem(text, ExitCode.USAGE)

    async def erase_person() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            await erase(use_cases.world.names, principal, out, _always if yes else _confirm)
            await use_cases.world.revocations.announce([principal])

    asyncio.run(erase_person())


async def rename(names: Names, principal: str, name: str, out: Console) -> None:
    """Rename a person and say so."""
    person = await _person(names, principal)
    if person.name is None or not await names.rename(principal, name):
        raise Problem(f"{principal} was erased, so they get no name.", ExitCode.CHECK_FAILED)
    out.print(f"{principal} is called {name} now. Before: {person.name}.", markup=False, soft_wrap=True)


async def erase(names: Names, principal: str, out: Console, confirm: Confirm) -> None:
    """Erase a person after a question, and print what was deleted. Raises Problem when they stay as they are."""
    person = await _person(names, principal)
    if person.name is not None:
        await _free_of_seats(names, principal)
        if not await confirm(_question(principal, person.name)):
            raise Problem("Nothing was erased.", ExitCode.CHECK_FAILED)
        await _free_of_seats(names, principal)  # the question may have waited for long
    erasure = await names.erase(principal)
    assert erasure is not None, "a principal never goes"
    out.print(_report(principal, erasure), markup=False, soft_wrap=True)


def stored_name(text: str) -> str:
    """The name of a person as it is stored."""
    try:
        return clean_name(text)
    except Refused as refused:
        raise Problem(refusal_text(refused, ""), ExitCode.USAGE) from None


async def _person(names: Names, principal: str) -> Person:
    person = await names.person(principal)
    if person is None:
        raise Problem(f"There is no principal {principal} here.", ExitCode.NOT_THERE)
    return person


async def _free_of_seats(names: Names, principal: str) -> None:
    games = await names.running_games(principal)
    if games:
        raise Problem(_seated(principal, games), ExitCode.CHECK_FAILED)


def _seated(principal: str, games: Sequence[str]) -> str:
    listed = "".join(f"\n  {game_id}" for game_id in games[:GAMES_NAMED_MAX])
    more = f"\n  and {len(games) - GAMES_NAMED_MAX} more" if len(games) > GAMES_NAMED_MAX else ""
    return (
        f"{principal} holds a seat in games that are not over, so nothing was erased:{listed}{more}\n"
        "First they resign (`resign`; before the game begins: `leaveSeat`), or an arbiter lets a bot play the seat "
        "(`seatBot`) or closes the game (`abandonGame`). The list of games follows within some seconds."
    )


def _question(principal: str, name: str) -> str:
    return (
        f"This erases {name} ({principal}): their names, the titles of games and the words of notes that they wrote, "
        f"and their tokens. Their games stay, with “{FORMER_PLAYER}” in their place. It cannot be undone.\n"
        "Erase? [y/N]"
    )


def _report(principal: str, erasure: Erasure) -> str:
    if erasure.already_us is not None:
        since = datetime.fromtimestamp(erasure.already_us // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        return f"{principal} was erased on {since} (UTC). Nothing is left to delete."
    deleted = (
        ("name of seats", "names of seats", erasure.seat_names),
        ("title", "titles", erasure.titles),
        ("note", "notes", erasure.notes),
        ("token", "tokens", erasure.tokens),
    )
    counts = ", ".join(f"{count} {one if count == 1 else several}" for one, several, count in deleted)
    return (
        f"{principal} is erased: the name, {counts}. Every process shows “{FORMER_PLAYER}” within fifteen seconds. "
        "Backups made before have the names still."
    )


async def _always(question: str) -> bool:
    return True


async def _confirm(question: str) -> bool:
    """Waits for a line without blocking, so that Ctrl-C ends the command."""
    errors.print(question, markup=False, soft_wrap=True, end=" ")
    loop, typed = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sys.stdin, typed.set)
    try:
        await typed.wait()
    finally:
        loop.remove_reader(sys.stdin)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
