"""LOCAL re-adjudication beside random playouts of the same ruleset, in one process, in alternation in one run."""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence
from typing import Final

from domain.engine.ruleset import AnyRuleset
from domain.rulesets import CURRENT, RULESETS
from services.ports import RawStep, StoredCommand
from services.readjudicate.games import readjudicate
from tests.api.memory import memory_world
from tests.bench.playouts import play_once
from tests.dice import thrown_apart
from tests.services.game_driver import GameDriver, seated_game

GAMES: Final = 4
COMMANDS_MAX: Final = 20_000
ROWS: Final = 1_000_000

Stored = tuple[str, Sequence[RawStep], Sequence[StoredCommand]]


def stored_games(ruleset: AnyRuleset, games: int, commands: int = COMMANDS_MAX) -> list[Stored]:
    """Games that were played at random through the service, over a log in memory."""

    async def play() -> list[Stored]:
        made: list[Stored] = []
        with thrown_apart(f"readjudicated {ruleset.id}"):
            world = memory_world()
            for number in range(games):
                driver = await seated_game(world, ruleset.id, version=ruleset.version)
                await _play(driver, random.Random(number), commands)
                id = driver.game_id
                made.append((id, await world.log.read(id, limit=ROWS), await world.log.commands(id, limit=ROWS)))
        return made

    return asyncio.run(play())


async def _play(driver: GameDriver, rnd: random.Random, commands: int) -> None:
    """As the playouts do: any legal command is as likely as any other."""
    for _ in range(commands):
        if driver.state.over:
            return
        legal = driver.legal()
        await driver.submit(legal[int(rnd.random() * len(legal))])


def commands_per_second(
    ruleset: AnyRuleset, other: AnyRuleset, games: Sequence[Stored], rounds: int
) -> tuple[float, float]:
    """How many commands are decided by the other version, and how many decisions are played out, in a second of the processor."""
    judged = played = 0.0
    commands = decisions = 0
    options, rnd = ruleset.options(), random.Random(1)
    for _ in range(rounds):
        start = time.process_time()
        commands += sum(readjudicate(id, ruleset, other, rows, stored, "local").commands for id, rows, stored in games)
        middle = time.process_time()
        decisions += sum(len(play_once(ruleset, ruleset.seats_min, options, rnd)[2]) for _ in games)
        judged, played = judged + middle - start, played + time.process_time() - middle
    return commands / judged, decisions / played


def run(wanted: argparse.Namespace) -> None:
    """Print one line for each ruleset."""
    for other in CURRENT.values():
        ruleset = min((each for (id, _), each in RULESETS.items() if id == other.id), key=lambda each: each.version)
        games = stored_games(ruleset, GAMES)
        a_game = sum(len(stored) for _, _, stored in games) / len(games)
        judged, played = commands_per_second(ruleset, other, games, wanted.rounds)
        print(
            f"  LOCAL, {ruleset.id} {ruleset.version} by {other.version}: {judged:,.0f} commands/s a core ({judged / a_game:,.1f} games/s of {a_game:.0f}"
            f" commands); random playouts {played:,.0f} decisions/s; ratio {judged / played:.2f}",
            flush=True,
        )
