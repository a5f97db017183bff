"""A farm of bots that play many games at once, each with a token of its own, from one stream and one request a move."""

import asyncio
import random

from emberlog_client import Client
from emberlog_client.operations import Game, LegalCommand


def choose(game: Game) -> LegalCommand:
    return random.choice(game.legal)


class Farm:
    """A game for every two bots. The farm closes when its bots have made so many moves together."""

    def __init__(self, clients: list[Client], moves_max: int) -> None:
        self.clients = clients
        self.moves = [0] * len(clients)
        self._moves_max = moves_max
        self._closed = asyncio.Event()

    async def run(self, ruleset: str) -> None:
        """Open all games, begin them, and play."""
        await asyncio.gather(*(self._begin(at, ruleset) for at in range(0, len(self.clients), 2)))
        bots = [asyncio.create_task(self._play(at)) for at in range(len(self.clients))]
        closed = asyncio.create_task(self._closed.wait())
        done, _ = await asyncio.wait({*bots, closed}, return_when=asyncio.FIRST_COMPLETED)
        for task in (*bots, closed):
            task.cancel()
        for task in done:
            task.result()

    async def _begin(self, at: int, ruleset: str) -> None:
        host, guest = self.clients[at : at + 2]
        game = (await host.open_game(ruleset, 2, sandbox={})).game_id
        await host.take_seat(game)
        await guest.take_seat(game)
        await host.begin(game)

    async def _play(self, at: int) -> None:
        async for turn in self.clients[at].my_turns():
            self.moves[at] += await self.clients[at].decide(turn.game, choose) is not None
            if sum(self.moves) >= self._moves_max:
                self._closed.set()
