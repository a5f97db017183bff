"""A subscription that a test reads in a task of its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from domain.engine.viewer import SPECTATOR, Viewer
from domain.game.terms import Delay, Terms
from domain.rulesets import CURRENT
from services.ports import Principal
from services.reads.look import VisibleStep
from services.reads.watch import Watch
from services.world import World
from tests.services.game_driver import GameDriver, seated_game

NEVER_SECONDS = 600.0
PATIENCE_SECONDS = 30.0
DELAYED_RULESET = next(each.id for each in CURRENT.values() if each.seats_min <= 2)


@dataclass
class Follower:
    """One subscription that is read in a task."""

    task: asyncio.Task[None]
    queue: asyncio.Queue[VisibleStep] = field(default_factory=asyncio.Queue)

    async def take(self, count: int) -> list[VisibleStep]:
        """The next steps; fails if they do not come."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return [await self.queue.get() for _ in range(count)]

    async def versions(self, count: int) -> list[int]:
        return [step.version for step in await self.take(count)]

    async def end(self) -> None:
        """Waits until the subscription ends, and raises its error."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self.task


@contextlib.asynccontextmanager
async def following(
    watch: Watch, game_id: str, principal: Principal | None = None, viewer: Viewer | None = SPECTATOR, after: int = 0
) -> AsyncIterator[Follower]:
    queue: asyncio.Queue[VisibleStep] = asyncio.Queue()

    async def follow() -> None:
        async for step in watch.steps(principal, game_id, viewer, after=after):
            queue.put_nowait(step)

    follower = Follower(asyncio.create_task(follow()), queue)
    try:
        yield follower
    finally:
        follower.task.cancel()
        await asyncio.gather(follower.task, return_exceptions=True)


async def settle() -> None:
    """Lets every task run until it waits for something from outside."""
    for _ in range(50):
        await asyncio.sleep(0)


async def delayed_game(world: World, delay: Delay) -> GameDriver:
    return await seated_game(world, DELAYED_RULESET, seats=2, terms=Terms(delay=delay))
