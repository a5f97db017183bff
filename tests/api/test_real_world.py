"""The same API over Postgres and Redis: a whole game, two processes' worth of apps, a watcher on the other one."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from infra.wiring import wired
from services.world import World
from tests.api.conftest import Ask, Served, services_over, serving
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import FOLLOW, GameClient


@pytest.fixture
async def world(database_url: str, redis_url: str) -> AsyncIterator[World]:
    """Takes the place of the world in memory for everything in this file."""
    async with wired(database_url, redis_url) as use_cases:
        yield use_cases.world


async def versions(follower: AsyncIterator[dict[str, object]]) -> list[object]:
    return [step["version"] async for step in follower]


@pytest.mark.campaign
async def test_a_whole_game_with_watchers_here_and_on_another_server(
    served: Served, http: httpx.AsyncClient, game: GameClient
) -> None:
    async with serving(services_over(served.world)) as other:
        watching = [
            asyncio.create_task(versions(follow_socket(served, FOLLOW, game=game.game))),
            asyncio.create_task(versions(follow_socket(other, FOLLOW, game=game.game))),
            asyncio.create_task(versions(follow_events(other, http, FOLLOW, game=game.game))),
        ]
        await game.play()
        last = (await game.mine(None))["version"]
        for visible in await asyncio.gather(*watching):
            assert visible == list(range(1, last + 1))


async def test_a_player_may_change_servers_between_commands(served: Served, game: GameClient) -> None:
    async with (
        serving(services_over(served.world)) as other,
        httpx.AsyncClient(trust_env=False, verify=False) as client,
    ):
        other.tokens = served.tokens

        async def ask_other(document: str, *, by: str | None = None, **variables: object) -> object:
            sent = {"query": document, "variables": variables}
            response = (await client.post(f"{other.url}/graphql", json=sent, headers=other.headers(by))).json()
            assert "errors" not in response, response
            return response["data"]

        elsewhere = GameClient(other, ask_other, game.game, game.players, game.chance)
        for _ in range(10):
            await game.play_one()
            await elsewhere.play_one()
        here, there = await game.steps(), await elsewhere.steps()
        assert here == there


async def test_odd_texts_are_accepted_or_refused_but_never_break_anything(
    served: Served, ask: Ask, game: GameClient
) -> None:
    by = await game.acting()
    for word in ("\u0000", "\U0001f525" * 10, "«0»", "'; DROP TABLE event; --", "\u202e"):
        answer = await game.submit(by, {"type": (await game.mine(by))["legal"][0]["type"], "area": word, "card": word})
        assert answer["__typename"] in ("MalformedCommand", "CommandRefused"), answer
    assert (await game.play_one())["__typename"] == "CommandAccepted"
