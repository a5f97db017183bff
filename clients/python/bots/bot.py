"""A bot: takes a seat in each game that you name, and plays in all its games, wherever and whenever it is its turn.

    EMBERLOG_URL=http://127.0.0.1:8000 EMBERLOG_TOKEN=... python bot.py GAME...

Without a token it registers as a new player. It may be ended and started at any time: what waits for it comes first.
"""

import asyncio
import random
import sys

from emberlog_client import Client, CommandProblem
from emberlog_client.operations import Game, LegalCommand


def choose(game: Game) -> LegalCommand:
    """The bot's whole wit: replace it. `game.legal` is everything that it may play."""
    return random.choice(game.legal)


async def main(games: list[str]) -> None:
    """Never ends by itself."""
    async with Client() as client:
        if client.token is None:
            await client.register(f"Chancer {random.randrange(10_000)}")
        for game in games:
            await client.take_seat(game)
        async for turn in client.my_turns():
            try:
                answer = await client.decide(turn.game, choose)
            except CommandProblem as problem:  # the service's no: the reason is worth reading
                print(turn.game.id, problem)
            else:
                print(turn.game.id, turn.game.version, "played" if answer else "too late", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
