"""What goes wrong, and when: connections are cut, the API and Redis are killed with SIGKILL and restarted."""

import asyncio
import random
from collections import Counter
from typing import Literal

from tests.continuity.players import LiveGame
from tests.continuity.proxy import Proxy
from tests.continuity.service import Service

Mishap = Literal["server", "redis", "cut", "silence"]

BLOCK: tuple[Mishap, ...] = ("server", "redis", "silence", "cut", "cut", "cut", "cut", "cut", "cut")
"""The mishaps of one block, in random order."""
SPREAD_SHARE = 0.8
"""The share of the game over which mishaps are spread: it may be shorter than expected."""
STOPPED_FIRST_SHARE = 0.3
SILENCE_SECONDS_MAX = 0.8
SERVER_AWAY_SECONDS_MAX = 0.6
REDIS_AWAY_SECONDS_MAX = 1.5


class Chaos:
    """The mishaps of one run. `counted`: those that happened."""

    def __init__(self, service: Service, proxy: Proxy, dice: random.Random) -> None:
        self._service = service
        self._proxy = proxy
        self._dice = dice
        self._server = asyncio.Lock()
        self._redis = asyncio.Lock()
        self.counted: Counter[str] = Counter()

    async def cause_mishaps(self, live_game: LiveGame, blocks: int, commands: int) -> None:
        """Cause all mishaps, spread over about `commands` commands of the game. Those left when the game is over are
        skipped.

        They follow the game and not the clock, so that as much goes wrong on a slow machine as on a fast one. A random
        pause puts them anywhere in a command, a step or a restart. Everything is repaired in the end.
        """
        plan = [mishap for _ in range(blocks) for mishap in self._dice.sample(BLOCK, len(BLOCK))]
        gap = SPREAD_SHARE * commands / len(plan)
        due = 0.0
        async with asyncio.TaskGroup() as repairs:
            for mishap in plan:
                due += self._dice.uniform(0, 2 * gap)
                await live_game.reached(int(due))
                if live_game.over:
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
        stopped_first = self._dice.random() < STOPPED_FIRST_SHARE
        if stopped_first:
            await self._service.ask_api_to_stop()
            await asyncio.sleep(self._dice.uniform(0, SERVER_AWAY_SECONDS_MAX))
        await self._service.kill_api(stopped_first=stopped_first)
        self.counted["server asked to stop, then killed" if stopped_first else "server killed"] += 1
        await asyncio.sleep(self._dice.uniform(0, SERVER_AWAY_SECONDS_MAX))
        await self._service.start_api()

    async def _restart_redis(self) -> None:
        self._service.redis.kill()
        self.counted["redis killed"] += 1
        await asyncio.sleep(self._dice.uniform(0, REDIS_AWAY_SECONDS_MAX))
        await self._service.redis.start()
