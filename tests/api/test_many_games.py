"""A valid client that plays 50 games at once, over one address with 4 tokens, notices none of the limits."""

import asyncio
import random
from typing import Any, Final

import httpx
import pytest

from domain.rulesets import CURRENT
from tests.api.conftest import Ask, Served
from tests.api.frames import Frames, frames
from tests.api.game_client import BEGIN, FOLLOW, OPEN, TAKE, GameClient
from tests.dice import new_id

pytestmark = pytest.mark.campaign

GAMES: Final = 50
COMMANDS: Final = 6
SOCKETS: Final = 2
PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dan")


async def opened(served: Served, ask: Ask, number: int) -> GameClient:
    """One of the games, begun, hosted by one of the players."""
    ruleset = list(CURRENT.values())[number % len(CURRENT)]
    players = tuple(PLAYERS[(number + at) % len(PLAYERS)] for at in range(ruleset.seats_min))
    by = players[0]
    response = await ask(OPEN, by=by, id=new_id(), ruleset=ruleset.id, seats=len(players), options={})
    assert response["answer"]["__typename"] == "CommandAccepted", response
    game = response["answer"]["gameId"]
    for at, name in enumerate(players):
        response = await ask(TAKE, by=name, game=game, id=new_id(), seat=at, share=f"share {at}")
        assert response["answer"]["__typename"] == "CommandAccepted", response
    assert (await ask(BEGIN, by=by, game=game, id=new_id()))["answer"]["__typename"] == "CommandAccepted"
    return GameClient(served, ask, game, players, random.Random(number))


async def listened(client: Frames, received: dict[str, int]) -> None:
    """Counts the steps of each subscription. A closed socket and an error fail the test."""
    async for text in client.connection:
        message: dict[str, Any] = httpx.Response(200, content=text).json()
        assert message["type"] in ("next", "ping", "complete"), message
        if message["type"] == "next":
            assert "errors" not in message["payload"], message
            received[message["id"]] = received.get(message["id"], 0) + 1


async def test_a_client_with_50_games_at_once_notices_no_limit(served: Served, ask: Ask) -> None:
    for name in PLAYERS:
        await served.principal(name)
    clients = await asyncio.gather(*(opened(served, ask, number) for number in range(GAMES)))
    received: dict[str, int] = {}
    async with frames(served) as one, frames(served) as other:
        for socket in (one, other):
            await socket.greet(**served.headers(PLAYERS[0]))
        for at, client in enumerate(clients):
            await (one, other)[at % SOCKETS].subscribe(client.game, FOLLOW, game=client.game)
        listeners = [asyncio.create_task(listened(each, received)) for each in (one, other)]
        played = await asyncio.gather(*(client.play(COMMANDS) for client in clients))
        heads = {client.game: (await client.mine(client.players[0]))["version"] for client in clients}
        for _ in range(600):
            if received == heads or any(each.done() for each in listeners):
                break
            await asyncio.sleep(0.05)
        for each in listeners:
            assert not each.done(), "no socket is closed"
            each.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)
    assert sum(played) > GAMES * COMMANDS / 2 and received == heads, "every step has arrived once"
