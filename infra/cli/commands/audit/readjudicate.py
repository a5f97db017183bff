"""`emberlog readjudicate`: finished games decided a second time by another version of their ruleset."""

import asyncio
import multiprocessing
import sys
import uuid
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import typer

from domain.engine.codec import canonical
from domain.engine.sentences import counted
from domain.rulesets import RULESETS, versions_of
from infra.cli.options import errors, out
from infra.cli.problems import ExitCode, Problem, no_such_game
from infra.cli.render.progress import progress_bar
from infra.cli.servers import game_id_of, open_use_cases
from infra.settings import Settings
from infra.wiring import Wired
from services.log.read_log import game_head
from services.readjudicate.carried import AnotherGeneration, check_generation
from services.readjudicate.events_only import NOT_COMPARED
from services.readjudicate.findings import Mode
from services.readjudicate.run import Plan, run_over

AHEAD: Final = 4
"""Games that are read before a process asks for one, so that none waits."""


def readjudicate(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="The id of the ruleset.")],
    first: Annotated[int, typer.Option("--from", min=1, help="The version that the games were played by.")],
    second: Annotated[int, typer.Option("--to", min=1, help="The version that decides them now.")],
    follow: Annotated[
        bool, typer.Option("--follow", help="Carry the commands out in the other version's world, not on the record.")
    ] = False,
    game: Annotated[str | None, typer.Option("--game", help="Only this game.")] = None,
    games: Annotated[
        Path | None, typer.Option("--games", help="Only the games of a league: a file with an id in each line.")
    ] = None,
    processes: Annotated[int, typer.Option("--processes", min=1, max=256, help="How many games at a time.")] = 1,
    write: Annotated[Path | None, typer.Option("--write", help="Also write a line of JSON for each game.")] = None,
) -> None:
    """Decide finished games a second time by another version of their ruleset. It changes no game.

    Each command is decided on the state as it was recorded, so that it finds exactly the games that an erratum touches.
    With --follow a game goes on in the new world, until a command cannot be carried out there. The results are stored;
    the page /audit/versions shows them beside those that were played.

    Example: `emberlog readjudicate RULESET --from 1 --to 2 --processes 4 --write games.ndjson`
    """
    known = versions_of(ruleset)
    for version in (first, second):
        if version not in known:
            has = ", ".join(map(str, known)) or "none"
            raise Problem(f"This build lacks {ruleset} version {version}. It has: {has}.", ExitCode.NOT_THERE)
    mode: Mode = "followed" if follow else "local"
    try:
        check_generation(RULESETS[ruleset, first], RULESETS[ruleset, second])
    except AnotherGeneration as generation:
        if follow:
            alone = "Without --follow their recorded events can be replayed."
            raise Problem(f"{generation} {alone}", ExitCode.NOT_THERE) from None
        mode = "events"
        out.print(NOT_COMPARED, soft_wrap=True)
    only = None if games is None else ids_in(games)
    if game is not None:
        only = (game_id_of(game),)
    plan = Plan(str(uuid.uuid4()), (ruleset, first), (ruleset, second), mode, only)
    if write is None:
        asyncio.run(_run(plan, processes, None))
        return
    with write.open("wb") as file:
        asyncio.run(_run(plan, processes, file))


async def _run(plan: Plan, processes: int, file: BinaryIO | None) -> None:
    async with open_use_cases(Settings.load()) as use_cases:
        total = await _total(use_cases, plan)
        games = differ = other = 0
        with processes_for(processes) as executor, progress_bar(errors) as bar:
            task = bar.add_task("deciding", total=total)
            results = run_over(
                use_cases.world.log, use_cases.world.readjudications, plan, executor, processes * AHEAD,
                lambda: bar.advance(task),
            )  # fmt: skip
            async for each in results:
                games, differ, other = games + 1, differ + each.differs, other + each.result_differs
                if file is not None:
                    file.write(canonical(each) + b"\n")
    out.print(f"Decided {counted(games, 'finished game')} by version {plan.other[1]}: {differ} differ in play.")
    if plan.mode == "followed":
        out.print(f"In {other} of them the result would be another one.")
    out.print(f"The run is {plan.run}; /audit/versions/{plan.run} shows it.", soft_wrap=True)
    sys.stdout.flush()


async def _total(use_cases: Wired, plan: Plan) -> int:
    if plan.games is not None:
        for game in plan.games:
            head = await game_head(use_cases.world.log, game)
            if head is None:
                raise no_such_game(game)
            if (head.ruleset, head.ruleset_version) != plan.played:
                played = f"{head.ruleset} version {head.ruleset_version}"
                raise Problem(f"The game {game} is played by {played}.", ExitCode.USAGE)
        return len(plan.games)
    return len(await use_cases.world.readjudications.games_of(*plan.played, after=None, limit=10_000_000))


def ids_in(file: Path) -> tuple[str, ...]:
    """The ids of games in a file, each once. Raises Problem."""
    try:
        lines = file.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as problem:
        raise Problem(f"{file} cannot be read: {type(problem).__name__}.", ExitCode.USAGE) from None
    return tuple(dict.fromkeys(game_id_of(line) for line in lines))


def processes_for(processes: int) -> Executor:
    """Processes that begin anew, or this one's threads for a single game at a time."""
    if processes == 1:
        return ThreadPoolExecutor(1)
    return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))
