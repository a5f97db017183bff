"""A bot: takes a seat in each game that you name, and plays in all its games, wherever and whenever it is its turn.

    EMBERLOG_URL=http://127.0.0.1:8000 EMBERLOG_TOKEN=... python bot.py GAME...

With a token it may be ended and started at any time. Without one it registers as a new player, and loses that token.
"""

import asyncio
import random
import sys

from emberlog_client import Client, CommandProblem, Refused
from emberlog_client.operations import Game, LegalCommand


def choose(game: Game) -> LegalCommand:
    """The bot's whole strategy: replace it. `game.legal` is everything that it may play."""
    return random.choice(game.legal)


async def main(games: list[str]) -> None:
    """Never ends by itself."""
    async with Client() as client:
        if client.token is None:  # nobody can play on as this player once the bot has ended
            await client.register(f"Chancer {random.randrange(10_000)}")
        for game in games:
            try:
                await client.take_seat(game)
            except Refused as refusal:  # it sits there already, or no seat is free
                print(game, refusal)
        async for turn in client.my_turns():
            try:
                answer = await client.decide(turn.game, choose)
                print(turn.game.id, turn.game.version, "played" if answer else "too late", flush=True)
            except CommandProblem as problem:  # an answer that says no: the reason is worth reading
                print(turn.game.id, problem)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
