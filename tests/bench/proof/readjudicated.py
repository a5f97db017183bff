"""LOCAL re-adjudication beside random playouts of the very same games, in one process, in alternation in one run.

A playout lists what is legal, draws one of it, and decides the command that was given, so both make the same decisions
from the same chance.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from domain.engine.chance import Chance
from domain.engine.fold import advanced, fold
from domain.engine.ruleset import AnyRuleset
from domain.game import Game
from domain.game.commands import GAME_COMMAND_TYPES, BeginGame
from domain.rulesets import CURRENT, RULESETS
from services.ports import RawStep, StoredCommand
from services.readjudicate.games import readjudicate
from services.readjudicate.recorded import recorded_commands, step_before
from tests.api.memory import memory_world
from tests.dice import thrown_apart
from tests.services.game_driver import GameDriver, seated_game

GAMES: Final = 4
COMMANDS_MIN: Final = 1_000
"""At least so many games, and games of so many commands, since short games differ in length."""
COMMANDS_MAX: Final = 20_000
ROWS: Final = 1_000_000

Stored = tuple[str, Sequence[RawStep], Sequence[StoredCommand]]


def stored_games(
    ruleset: AnyRuleset, games: int, commands: int = COMMANDS_MAX, commands_min: int = 0, seats: int = 0
) -> list[Stored]:
    """Games that were played at random through the service, over a log in memory."""

    async def play() -> list[Stored]:
        made: list[Stored] = []
        with thrown_apart(f"readjudicated {ruleset.id}"):
            world = memory_world()
            number = 0
            while number < games or sum(len(stored) for _, _, stored in made) < commands_min:
                driver = await seated_game(world, ruleset.id, version=ruleset.version, seats=seats)
                await _play(driver, random.Random(number), commands)
                id = driver.game_id
                number += 1
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


@dataclass(frozen=True)
class Playout:
    """What a random player needs to make the decisions of a stored game once more."""

    ruleset: AnyRuleset
    seats: int
    options: object
    seed: bytes
    begins_at: int
    commands: tuple[tuple[int, Any], ...]

    @classmethod
    def of(cls, ruleset: AnyRuleset, rows: Sequence[RawStep], stored: Sequence[StoredCommand]) -> "Playout":
        """The playout of a game; `commands`: with the step before each."""
        recorded = list(recorded_commands(Game(ruleset), rows, stored))
        begin = next(each for each in recorded if isinstance(each.command, BeginGame))
        assert begin.before is not None and begin.after is not None, "a game is opened first"
        options = msgspec.convert(begin.after.options, ruleset.options)
        commands = tuple(
            (step_before(each), each.command) for each in recorded if type(each.command) not in GAME_COMMAND_TYPES
        )
        seats, seed = len(begin.after.seats), bytes.fromhex(begin.after.seed)
        return cls(ruleset, seats, options, seed, begin.before.version, commands)

    def play(self, rnd: random.Random) -> None:
        """From the set-up to the end."""
        ruleset, seed = self.ruleset, self.seed
        state = ruleset.initial(self.seats, self.options)
        state = fold(ruleset.evolve, state, ruleset.set_up(state, Chance(seed, self.begins_at)))
        for version, command in self.commands:
            acting = ruleset.to_act(state)
            legal = ruleset.legal(state, acting[0] if len(acting) == 1 else command.seat)
            legal[int(rnd.random() * len(legal))]
            _, state = advanced(ruleset, state, command, Chance(seed, version))
        assert ruleset.outcome(state) is not None, "the same decisions lead to the end"


def games_per_second(
    ruleset: AnyRuleset, other: AnyRuleset, games: Sequence[Stored], rounds: int
) -> tuple[float, float]:
    """How many games are decided by the other version, and how many are played out, in a second of the processor."""
    judged = played = 0.0
    rnd, playouts = random.Random(1), [Playout.of(ruleset, rows, stored) for _, rows, stored in games]
    for _ in range(rounds):
        start = time.process_time()
        for id, rows, stored in games:
            readjudicate(id, ruleset, other, rows, stored, "local")
        middle = time.process_time()
        for playout in playouts:
            playout.play(rnd)
        judged, played = judged + middle - start, played + time.process_time() - middle
    return rounds * len(games) / judged, rounds * len(games) / played


def run(wanted: argparse.Namespace) -> None:
    """Print one line for each ruleset."""
    for other in CURRENT.values():
        ruleset = min((each for (id, _), each in RULESETS.items() if id == other.id), key=lambda each: each.version)
        seats = wanted.seats or ruleset.seats_min
        games = stored_games(ruleset, GAMES, commands_min=COMMANDS_MIN, seats=seats)
        a_game = sum(len(stored) for _, _, stored in games) / len(games)
        judged, played = games_per_second(ruleset, other, games, wanted.rounds)
        print(
            f"  LOCAL, {ruleset.id} {ruleset.version} by {other.version}, {seats} seats: {judged:,.1f} games/s a core, of {a_game:.0f} commands"
            f" ({judged * a_game:,.0f} commands/s); random playouts of them {played:,.1f} games/s; ratio {judged / played:.2f}",
            flush=True,
        )
