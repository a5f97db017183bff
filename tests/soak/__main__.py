"""`make soak`: an hour of games over the public API with watchers and light faults, figures each minute, and an audit at the end.

`ARGS="--minutes 5"` is shorter. `EMBERLOG_SIM_SEED` repeats the chance of a run. Exits with 1 when a bound is broken.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, get_args

import asyncpg
import redis.asyncio

from infra.embedded import embedded_servers
from infra.postgres.migrate import migrate
from infra.wiring import wired
from services.log.verify import verify_game
from tests.attacks.players import BOTS, Bot, audit, play_games
from tests.continuity.retrying_client import RetryingClient
from tests.continuity.service import Service, running
from tests.continuity.watchers import Transport, Viewpoint, Watcher
from tests.soak.figures import Minute, broken_bounds, minute

GROUPS: Final = 2
MINUTE_SECONDS: Final = 60.0
FAULT_SECONDS: Final = (8.0, 40.0)
FAULTS: Final = ("api", "worker", "flush", "redis", "backends")
CATCH_UP_SECONDS_MAX: Final = 60.0
TRANSPORTS: Final[tuple[Transport, ...]] = get_args(Transport)


class Soak:
    """One run. `counted`: the faults that happened."""

    def __init__(self, service: Service, database_url: str, dice: random.Random) -> None:
        self.service = service
        self.database_url = database_url
        self.dice = dice
        self.groups = [[Bot(service.url, random.Random(dice.random())) for _ in range(BOTS)] for _ in range(GROUPS)]
        self.ended = threading.Event()
        self.minutes: list[Minute] = []
        self.watchers: list[Watcher] = []
        self.counted: Counter[str] = Counter()
        self._watching: set[asyncio.Task[None]] = set()

    @property
    def bots(self) -> list[Bot]:
        """The bots of all groups."""
        return [bot for group in self.groups for bot in group]

    async def run(self, minutes: float) -> None:
        """Plays, breaks and measures for so long, then lets everything come to rest."""
        async with asyncio.TaskGroup() as tasks:
            for group in self.groups:
                tasks.create_task(play_games(group, self.ended, self._watch))
            faults = asyncio.create_task(self._break())
            try:
                await self._measure(minutes)
            finally:
                self.ended.set()
                faults.cancel()
                await asyncio.gather(faults, return_exceptions=True)
        for task in self._watching:
            task.cancel()  # the games of the end are not over
        results = await asyncio.gather(*self._watching, return_exceptions=True)
        wrong = [each for each in results if isinstance(each, Exception)]
        assert not wrong, wrong

    def _watch(self, game: str) -> None:
        client = RetryingClient(self.service.url, self.dice)
        watcher = Watcher(
            f"watcher {len(self.watchers)}", Viewpoint("spectator", None), client,
            lambda: self.dice.choice(TRANSPORTS), self.dice,
        )  # fmt: skip
        self.watchers.append(watcher)
        task = asyncio.create_task(watcher.watch(self.service.url, game))
        self._watching.add(task)

    async def _measure(self, minutes: float) -> None:
        end = time.monotonic() + minutes * MINUTE_SECONDS
        while (since := time.monotonic()) < end:
            await asyncio.sleep(min(MINUTE_SECONDS, end - since))
            with suppress(asyncpg.PostgresError, OSError):
                self.minutes.append(await minute(self.service, self.bots, self.database_url, since))
                print(f"minute {len(self.minutes)}: {self.minutes[-1]}; faults {dict(self.counted)}", flush=True)

    async def _break(self) -> None:
        """One fault after another. An end in the middle of one leaves everything up."""
        while True:
            await asyncio.sleep(self.dice.uniform(*FAULT_SECONDS))
            kind = self.dice.choice(FAULTS)
            await asyncio.shield(self._happen(kind))
            self.counted[kind] += 1

    async def _happen(self, kind: str) -> None:
        match kind:
            case "api":
                await self.service.kill_api()
                await self.service.start_api()
            case "worker":
                await self.service.kill_worker()
                await self.service.start_worker()
            case "flush":
                client = redis.asyncio.Redis.from_url(self.service.redis.url)
                await client.flushall()
                await client.aclose()
            case "redis":
                self.service.redis.kill()
                await asyncio.sleep(self.dice.uniform(0, 2))
                await self.service.redis.start()
            case _:
                connection = await asyncpg.connect(self.database_url)
                try:
                    await connection.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    )
                finally:
                    await connection.close()


async def audited(soak: Soak) -> list[str]:
    """What is wrong at the end: acknowledged commands, the chain of every game, the projections."""
    wrong, games = [], {answer["gameId"] for bot in soak.bots for answer in bot.accepted.values()}
    for group in soak.groups:
        figures = await audit(group)
        print(f"players: {figures}", flush=True)
        if figures["lost"] or figures["doubled"]:
            wrong.append(f"{figures['lost']} acknowledged commands lost, {figures['doubled']} doubled")
    async with wired(soak.database_url, soak.service.redis.url) as use_cases:
        for game in sorted(games):
            verdict = await verify_game(use_cases.world, game)
            if verdict is None or verdict.finding is not None:
                wrong.append(f"game {game} does not verify: {verdict}")
    wrong += await _behind(soak)
    for watcher in soak.watchers:
        if watcher.repeated:
            wrong.append(f"{watcher} was sent steps {watcher.repeated[:5]} twice")
    print(
        f"{len(games)} games verified, {len(soak.watchers)} watchers, {sum(w.version for w in soak.watchers)} steps seen"
    )
    return wrong


async def _behind(soak: Soak) -> list[str]:
    """Projections catch up, nothing waits for its place in the log, and no game is parked."""
    deadline = time.monotonic() + CATCH_UP_SECONDS_MAX
    left = {"pending": 1}
    connection = await asyncpg.connect(soak.database_url)
    try:
        while any(left.values()) and time.monotonic() < deadline:
            await asyncio.sleep(0.5)
            left = {
                "pending": await connection.fetchval("SELECT count(*) FROM pending"),
                "parked": await connection.fetchval("SELECT count(*) FROM parked"),
            }
    finally:
        await connection.close()
    return [f"{number} {what} at the end" for what, number in left.items() if number]


@asynccontextmanager
async def soaking(seed: str, folder: Path) -> AsyncIterator[Soak]:
    """A service of its own on durable servers of its own."""
    with embedded_servers(folder) as servers:
        await migrate(servers.database_url)
        async with running(servers.database_url) as service:
            yield Soak(service, servers.database_url, random.Random(seed))


async def main(minutes: float, seed: str) -> int:
    """Runs it; the exit code."""
    print(f"EMBERLOG_SIM_SEED={seed}, {minutes:.0f} minutes", flush=True)
    with tempfile.TemporaryDirectory(prefix="emberlog-soak-") as folder:
        async with soaking(seed, Path(folder) / "data") as soak:
            await soak.run(minutes)
            wrong = [*broken_bounds(soak.minutes), *await audited(soak)]
    print("\n".join(wrong) or "All bounds hold.")
    return int(bool(wrong))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=float(os.environ.get("EMBERLOG_SOAK_MINUTES") or 60))
    chosen = parser.parse_args()
    word = os.environ.get("EMBERLOG_SIM_SEED") or str(random.SystemRandom().randrange(10**9))
    sys.exit(asyncio.run(main(chosen.minutes, word)))
