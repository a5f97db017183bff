"""Take-backs in long games of each ruleset, beside commands of the same games: `python -m tests.bench.take_back`.

All go through the use cases, on servers of their own. Every take-back follows a command, so both meet the same machine.
"""

import argparse
import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable
from pathlib import Path
from typing import Final

import uvloop
from rich.console import Console
from rich.table import Table as Grid

from domain.engine.codec import canonical
from domain.engine.step import Step
from domain.engine.viewer import seats_of
from domain.game.take_back.motion import Motion
from domain.game.terms import TakeBacks, Terms
from domain.rulesets import CURRENT
from infra.cli.servers import servers
from infra.postgres.migrate import migrate
from infra.settings import Settings
from infra.wiring import wired
from services.commands.answers import Accepted
from services.take_back.motions import TakingBack
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import GameDriver, seated_game

STEPS: Final = 300
"""Steps that a game has before the first sample."""
SAMPLES: Final = 60
PERCENTS: Final = (50, 95)

Samples = dict[str, list[float]]


async def measure(world: World, ruleset: str, samples: int) -> tuple[Samples, int]:
    """Seconds of each kind of command, and the bytes of a take-back."""
    driver = await _long_game(world, ruleset)
    taken: Samples = defaultdict(list)
    case, size = TakingBack(driver.play), 0
    for _ in range(samples):
        before, seat = driver.state.version, driver.to_act()
        await _timed(taken, "a command", driver.play_any())
        if driver.state.over:
            driver = await _long_game(world, ruleset)
            continue
        who = driver.principal(seat)
        freely = await _timed(taken, "freely, or refused", case.take_back(who, driver.game_id, new_id(), to=before))
        await driver.refresh()
        if not isinstance(freely, Accepted):
            size = await _by_consent(driver, case, taken, before)
    return taken, size


async def _long_game(world: World, ruleset: str) -> GameDriver:
    """A game with some steps behind it, or with fewer where they would end it."""
    for steps in (STEPS, STEPS // 2, STEPS // 4):
        driver = await seated_game(world, ruleset, terms=Terms(take_backs=TakeBacks("consent")))
        while driver.state.version < steps and not driver.state.over:
            await driver.play_any()
        if not driver.state.over:
            return driver
    raise AssertionError("every game of this ruleset is over after a few steps")


async def _by_consent(driver: GameDriver, case: TakingBack, taken: Samples, to: Step) -> int:
    seat, game = driver.to_act(), driver.game_id
    who = driver.principal(seat)
    asking = case.move(who, game, new_id(), kind="take_back", to=to)
    await _timed(taken, "a motion", asking)
    await driver.refresh()
    answer: object = None
    for other in seats_of(len(driver.state.seats)):
        motion = driver.state.motion
        if other == seat or not isinstance(motion, Motion):
            continue
        agreeing = case.answer(driver.principal(other), game, new_id(), motion=motion.version, yes=True)
        answer = await _timed(taken, "by consent, dealt again", agreeing)
        await driver.refresh()
    return len(canonical(answer.steps[-1].event)) if isinstance(answer, Accepted) else 0


async def _timed(taken: Samples, what: str, doing: Awaitable[object]) -> object:
    began = time.perf_counter()
    answer = await doing
    taken[what].append(time.perf_counter() - began)
    return answer


def percentile(values: list[float], percent: int) -> float:
    """The value below which so many percent lie, in milliseconds."""
    ordered = sorted(values)
    return 1_000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


async def run(database_url: str, redis_url: str, samples: int) -> None:
    """One row for each ruleset and kind of command."""
    grid = Grid("ruleset", "what", "samples", *(f"p{percent}, ms" for percent in PERCENTS), "bytes of the step")
    async with wired(database_url, redis_url) as use_cases:
        for ruleset in CURRENT:
            taken, size = await measure(use_cases.world, ruleset, samples)
            for what, values in taken.items():
                figures = (f"{percentile(values, percent):.1f}" for percent in PERCENTS)
                grid.add_row(ruleset, what, str(len(values)), *figures, str(size) if what.startswith("by") else "")
    Console(width=120).print(grid)


def main() -> None:
    """Start servers, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.load({"EMBERLOG_DATA": str(Path(folder) / "data")})
        with servers(settings) as running:
            asyncio.run(migrate(running.database_url))
            uvloop.run(run(running.database_url, running.redis_url, given.samples))


if __name__ == "__main__":
    main()
