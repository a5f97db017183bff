"""`emberlog indicators`: facts about persons over many games, offline, each beside how often it is wrong."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Annotated, Final

import typer

from domain.engine.codec import canonical
from domain.engine.ruleset import RulesetKey
from domain.engine.sentences import counted
from domain.game import Game
from domain.rulesets import CURRENT, RULESETS, versions_of
from infra.cli.commands.audit.readjudicate import AHEAD, ids_in, processes_for
from infra.cli.options import errors, out
from infra.cli.problems import ExitCode, Problem
from infra.cli.render.progress import progress_bar
from infra.cli.servers import open_use_cases
from infra.settings import Settings
from infra.wiring import Wired
from services.audit.information import (
    ALARM,
    DECISIONS_MIN,
    Effort,
    Finding,
    Ranked,
    bot_decisions,
    finding_of,
    ranked_of,
)
from services.log.read_log import game_head
from services.ports import RawStep, StoredCommand

KINDS: Final = ("information",)
_ROWS: Final = 1_000_000
_GAMES: Final = 1_000_000
_LAST: Final = "game.SeedRevealed"


def indicators(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=f"Which: {', '.join(KINDS)}.")],
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="The id of the ruleset.")],
    games: Annotated[
        Path | None, typer.Option("--games", help="Only the games of a league: a file with an id in each line.")
    ] = None,
    bots: Annotated[int, typer.Option("--bots", min=1, max=1_000, help="How many bots are tested beside them.")] = 20,
    worlds: Annotated[int, typer.Option("--worlds", min=1, max=100, help="Worlds dealt anew for a decision.")] = 5,
    playouts: Annotated[int, typer.Option("--playouts", min=1, max=100, help="Playouts of a command in a world.")] = 2,
    processes: Annotated[int, typer.Option("--processes", min=1, max=256, help="How many games at a time.")] = 1,
    write: Annotated[Path | None, typer.Option("--write", help="Also write a line of JSON for each person.")] = None,
) -> None:
    """Compare what persons chose with what was hidden from them, over finished games. It finds no culprit.

    `information`: do a person's choices rank higher in the world as it was than in worlds dealt anew from what their
    seat knew? A permutation test over at least 200 decisions. The same test is made of bots, which know no more than
    their view, and how often it raises an alarm there is printed: such an alarm is false.

    Example: `emberlog indicators information RULESET --games league.txt --processes 4`
    """
    if kind not in KINDS:
        raise Problem(f"There is no indicator {kind}. There is {', '.join(KINDS)}.", ExitCode.USAGE)
    if ruleset not in CURRENT:
        raise Problem(f"This build lacks the ruleset {ruleset}. It has: {', '.join(CURRENT)}.", ExitCode.NOT_THERE)
    chosen = None if games is None else ids_in(games)
    effort = Effort(worlds=worlds, playouts=playouts)
    made, false_alarms = asyncio.run(_run(ruleset, chosen, bots, effort, processes))
    findings = [finding_of(person, each) for person, each in sorted(made.items()) if len(each) >= DECISIONS_MIN]
    for each in findings:
        ranks = f"{each.truth / 10:.1f} of 100 in the world as it was, {each.redealt / 10:.1f} in worlds dealt anew"
        _say(f"{each.principal}: {counted(each.decisions, 'decision')}; mean rank {ranks}; p = {each.p_value:.4f}.")
    few = len(made) - len(findings)
    _say(f"{counted(few, 'person')} made fewer than {DECISIONS_MIN} decisions, which say nothing.")
    alarms = f"{counted(false_alarms, 'false alarm')} (p < {ALARM})"
    _say(f"Beside them: {counted(bots, 'bot')} that know their view alone, with {alarms}.")
    _say("A small p is no proof: who reads the others well ranks high too, and of twenty persons one has it by chance.")
    if write is not None:
        write.write_bytes(b"".join(canonical(_line(each)) + b"\n" for each in findings))


def _say(text: str) -> None:
    out.print(text, markup=False, highlight=False, soft_wrap=True)


def _line(each: Finding) -> dict[str, object]:
    """Whole numbers, as all canonical JSON here."""
    return {
        "principal": each.principal, "decisions": each.decisions, "truth": each.truth, "redealt": each.redealt,
        "pInTenThousandths": round(each.p_value * 10_000),
    }  # fmt: skip


async def _run(
    ruleset: str, chosen: Sequence[str] | None, bots: int, effort: Effort, processes: int
) -> tuple[dict[str, list[Ranked]], int]:
    """The decisions of each person, and how many of the bots raise an alarm."""
    made: dict[str, list[Ranked]] = defaultdict(list)
    loop, alarms = asyncio.get_running_loop(), 0
    async with open_use_cases(Settings.load()) as use_cases:
        games = await _games(use_cases, ruleset, chosen)
        with processes_for(processes) as executor, progress_bar(errors) as bar:
            task = bar.add_task("playing on", total=len(games) + bots)
            for at in range(0, len(games), AHEAD * processes):
                part = games[at : at + AHEAD * processes]
                for decisions in await asyncio.gather(*(_judged(use_cases, executor, *each, effort) for each in part)):
                    for each in decisions:
                        made[each.principal].append(each)
                bar.advance(task, len(part))
            tests = [loop.run_in_executor(executor, _bot, ruleset, number, effort) for number in range(bots)]
            for test in asyncio.as_completed(tests):
                alarms += (await test) < ALARM
                bar.advance(task)
    return made, alarms


async def _judged(
    use_cases: Wired, executor: Executor, played: RulesetKey, game_id: str, effort: Effort
) -> Sequence[Ranked]:
    log = use_cases.world.log
    rows, stored = await log.read(game_id, limit=_ROWS), await log.commands(game_id, limit=_ROWS)
    if not rows or rows[-1].type != _LAST:
        return ()  # a running game: what is hidden in it stays hidden
    return await asyncio.get_running_loop().run_in_executor(executor, _decisions, played, rows, stored, effort)


def _decisions(
    played: RulesetKey, rows: Sequence[RawStep], stored: Sequence[StoredCommand], effort: Effort
) -> list[Ranked]:
    """One game, in whichever process."""
    return list(ranked_of(Game(RULESETS[played]), rows, stored, effort))


def _bot(ruleset: str, number: int, effort: Effort) -> float:
    return finding_of("bot", bot_decisions(CURRENT[ruleset], number, effort)).p_value


async def _games(use_cases: Wired, ruleset: str, chosen: Sequence[str] | None) -> list[tuple[RulesetKey, str]]:
    """The games, with the versions that they are played by."""
    made: list[tuple[RulesetKey, str]] = []
    if chosen is None:
        for version in versions_of(ruleset):
            ids = await use_cases.world.readjudications.games_of(ruleset, version, after=None, limit=_GAMES)
            made += [((ruleset, version), each) for each in ids]
        return made
    for each in chosen:
        head = await game_head(use_cases.world.log, each)
        if head is None or head.ruleset != ruleset or head.ruleset_version not in versions_of(ruleset):
            raise Problem(f"{each} is no game of {ruleset} that this build can play.", ExitCode.NOT_THERE)
        made.append(((ruleset, head.ruleset_version), each))
    return made
