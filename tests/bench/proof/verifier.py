"""The verifier at depth LOG, on one core: steps a second, over the bundles of whole games of all rulesets.

*Quiet*: each game lies in the log by itself. *Busy*: eight games are played at once, so that each entry needs hashes of
others. Each bundle is checked as the command line checks it; the bundles are checked one after another until they have
as many steps together as wanted.
"""

import argparse
import asyncio
import hashlib
import json
import tempfile
import time
from pathlib import Path
from typing import Final

from rich.progress import track

from domain.proof.log_depth import Trusted, check
from domain.rulesets import CURRENT
from services.commands.answers import Accepted
from tests.dice import new_id, thrown_apart
from tests.proof.evidence import LOG, signed_log
from tests.services.game_driver import JUDGE, GameDriver, seated_game

AT_ONCE: Final = 8
COMMANDS_AT_ONCE: Final = 5
COMMANDS_MAX: Final = 20_000


def bundles(busy: bool, commands: int = COMMANDS_MAX) -> list[bytes]:
    """One bundle a game: of each ruleset one, or `AT_ONCE` games that were played at once."""

    async def make() -> list[bytes]:
        with thrown_apart("bench"), tempfile.TemporaryDirectory() as folder:
            signed = signed_log(Path(folder))
            names = list(CURRENT) if not busy else [list(CURRENT)[at % len(CURRENT)] for at in range(AT_ONCE)]
            drivers = [await seated_game(signed.world, name) for name in names]
            for driver in drivers if not busy else []:
                await _finish(driver, commands)
            for _ in range(commands // COMMANDS_AT_ONCE if busy else 0):
                for driver in drivers:
                    await driver.play_on(COMMANDS_AT_ONCE)
                if all(driver.state.over for driver in drivers):
                    break
            for driver in drivers:
                await _finish(driver, 0)
            signed.sign()
            return [await signed.bundle(driver.game_id) for driver in drivers]

    return asyncio.run(make())


async def _finish(driver: GameDriver, commands: int) -> None:
    await driver.play_on(commands)
    if not driver.state.over:
        assert isinstance(await driver.seating.abandon(JUDGE, driver.game_id, new_id()), Accepted)
        await driver.refresh()


def seconds_for(steps: int, files: list[bytes]) -> tuple[int, float, float]:
    """How many steps were checked, at least so many, and the seconds that the clock and the processor counted."""
    trusted, done = Trusted(LOG.public), 0
    wall, busy = time.perf_counter(), time.process_time()
    for at in track(range(steps), "checking", transient=True):
        done += len(check(files[at % len(files)], trusted).hashes)
        if done >= steps:
            break
    return done, time.perf_counter() - wall, time.process_time() - busy


def _least_seconds(files: list[bytes]) -> float:
    """What reading each line as JSON and hashing it takes alone, for each step: no verifier can be quicker than that."""
    lines = [line for data in files for line in data.split(b"\n") if line.startswith((b'{"command"', b'{"answer"'))]
    start = time.process_time()
    for line in lines:
        json.loads(line)
        hashlib.sha256(line).digest()
    return (time.process_time() - start) / sum(line.startswith(b'{"command"') for line in lines)


def run(wanted: argparse.Namespace) -> None:
    """Print one line for each kind of log."""
    for name, busy in (("quiet", False), ("busy", True)):
        files = bundles(busy)
        done, wall, processor = seconds_for(wanted.steps, files)
        least = _least_seconds(files)
        print(
            f"  depth LOG, {name} log: {done / processor:,.0f} steps/s of one core; {done:,} steps in {wall:.1f} s by"
            f" the clock, {processor:.1f} s of the processor; {processor / done / least:.1f} times json.loads and SHA-256"
            f" of the same lines; {len(files)} bundles of {sum(map(len, files)) / len(files) / 1e3:,.0f} kB",
            flush=True,
        )
