"""What goes wrong, and when: lines are cut, the API and Redis are killed with -9 and started again. Repairs no client."""

import asyncio
import random
from collections import Counter
from typing import Literal

from tests.continuity.players import Table
from tests.continuity.proxy import Proxy
from tests.continuity.service import Service

Mishap = Literal["server", "redis", "cut", "silence"]

BLOCK: tuple[Mishap, ...] = ("server", "redis", "silence", "cut", "cut", "cut", "cut", "cut", "cut")
"""Each of them happens before any of them happens a block's worth more often."""
SPREAD_SHARE = 0.8
"""Of the game: it may be shorter than it was thought."""
ASKED_BEFORE_SHARE = 0.3
SILENCE_SECONDS_MAX = 0.8
SERVER_AWAY_SECONDS_MAX = 0.6
REDIS_AWAY_SECONDS_MAX = 1.5


class Chaos:
    """One run's mishaps. `counted`: those that happened."""

    def __init__(self, service: Service, proxy: Proxy, dice: random.Random) -> None:
        self._service = service
        self._proxy = proxy
        self._dice = dice
        self._server = asyncio.Lock()
        self._redis = asyncio.Lock()
        self.counted: Counter[str] = Counter()

    async def wreak(self, table: Table, blocks: int, commands: int) -> None:
        """All of it, spread over about so many commands of the game; what is left when the game is over is let be.

        The moments follow the game, not the clock, so that a slow machine sees as much go wrong as a quick one; a random
        pause puts them anywhere in a command, a step or a restart. Nothing is left broken.
        """
        plan = [mishap for _ in range(blocks) for mishap in self._dice.sample(BLOCK, len(BLOCK))]
        gap = SPREAD_SHARE * commands / len(plan)
        due = 0.0
        async with asyncio.TaskGroup() as repairs:
            for mishap in plan:
                due += self._dice.uniform(0, 2 * gap)
                await table.reached(int(due))
                if table.over:
                    return
                await asyncio.sleep(self._dice.uniform(0, 0.12))
                repairs.create_task(self._happen(mishap))

    async def _happen(self, mishap: Mishap) -> None:
        match mishap:
            case "cut":
                self._proxy.cut_one()
            case "silence":
                await self._proxy.silence_one(self._dice.uniform(0.1, SILENCE_SECONDS_MAX))
            case "server":
                async with self._server:
                    await self._restart_server()
            case "redis":
                async with self._redis:
                    await self._restart_redis()

    async def _restart_server(self) -> None:
        asked = self._dice.random() < ASKED_BEFORE_SHARE
        if asked:
            await self._service.ask_api_to_stop()
            await asyncio.sleep(self._dice.uniform(0, SERVER_AWAY_SECONDS_MAX))
        await self._service.kill_api(asked_before=asked)
        self.counted["server asked to stop, then killed" if asked else "server killed"] += 1
        await asyncio.sleep(self._dice.uniform(0, SERVER_AWAY_SECONDS_MAX))
        await self._service.start_api()

    async def _restart_redis(self) -> None:
        self._service.redis.kill()
        self.counted["redis killed"] += 1
        await asyncio.sleep(self._dice.uniform(0, REDIS_AWAY_SECONDS_MAX))
        await self._service.redis.start()
