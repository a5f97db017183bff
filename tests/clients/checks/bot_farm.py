"""Fifty bots play twenty-five games at once, each with a token of its own, from one stream and one request a move."""

import asyncio
import random

from emberlog_client import Client
from emberlog_client.operations import Game, LegalCommand


def choose(game: Game) -> LegalCommand:
    return random.choice(game.legal)


async def bot(client: Client, over: asyncio.Event) -> int:
    """Plays until the farm is closed; how many moves it made."""
    moves = 0

    async def play() -> None:
        nonlocal moves
        async for turn in client.my_turns():
            moves += await client.decide(turn.game, choose) is not None

    playing = asyncio.create_task(play())
    closed = asyncio.create_task(over.wait())
    await asyncio.wait({playing, closed}, return_when=asyncio.FIRST_COMPLETED)
    playing.cancel()
    closed.cancel()
    if playing.done() and not playing.cancelled():
        playing.result()
    return moves


async def farm(clients: list[Client], ruleset: str) -> list[int]:
    """A game for every two bots, to its end; the moves of each bot."""
    over = asyncio.Event()
    games = []
    for one, two in zip(clients[::2], clients[1::2], strict=True):
        game = (await one.open_game(ruleset, 2, sandbox={})).game_id
        await asyncio.gather(one.take_seat(game), two.take_seat(game))
        games.append(game)
    playing = [asyncio.create_task(bot(client, over)) for client in clients]
    for client, game in zip(clients[::2], games, strict=True):
        await client.begin(game)
    ends = [finished(client, game) for client, game in zip(clients[::2], games, strict=True)]
    await asyncio.gather(*ends)
    over.set()
    return await asyncio.gather(*playing)


async def finished(client: Client, game: str) -> None:
    async for _ in client.steps(game):
        pass
