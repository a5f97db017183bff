"""The same API over Postgres and Redis: a whole game, two processes' worth of apps, a watcher on the other one."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from infra.wiring import wired
from services.world import World
from tests.api.conftest import Ask, Served, services_over, serving
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import FOLLOW, GameClient, open_game
from tests.dice import new_id


@pytest.fixture
async def world(database_url: str, redis_url: str) -> AsyncIterator[World]:
    """Takes the place of the world in memory for everything in this file."""
    async with wired(database_url, redis_url) as use_cases:
        yield use_cases.world


@pytest.fixture
async def table(served: Served, ask: Ask) -> GameClient:
    return await open_game(served, ask)


async def versions(follower: AsyncIterator[dict[str, object]]) -> list[object]:
    return [step["version"] async for step in follower]


async def test_a_whole_game_with_watchers_here_and_on_another_server(
    served: Served, http: httpx.AsyncClient, table: GameClient
) -> None:
    async with serving(services_over(served.world)) as other:
        watching = [
            asyncio.create_task(versions(follow_socket(served, FOLLOW, game=table.game))),
            asyncio.create_task(versions(follow_socket(other, FOLLOW, game=table.game))),
            asyncio.create_task(versions(follow_events(other, http, FOLLOW, game=table.game))),
        ]
        await table.play()
        last = (await table.mine(None))["version"]
        for seen in await asyncio.gather(*watching):
            assert seen == list(range(1, last + 1))


async def test_a_player_may_change_servers_between_commands(served: Served, table: GameClient) -> None:
    async with serving(services_over(served.world)) as other, httpx.AsyncClient(trust_env=False) as client:
        other.tokens = served.tokens

        async def ask_other(document: str, *, by: str | None = None, **variables: object) -> object:
            sent = {"query": document, "variables": variables}
            said = (await client.post(f"{other.url}/graphql", json=sent, headers=other.headers(by))).json()
            assert "errors" not in said, said
            return said["data"]

        elsewhere = GameClient(other, ask_other, table.game, table.players, table.chance)
        for _ in range(10):
            await table.play_one()
            await elsewhere.play_one()
        here, there = await table.steps(), await elsewhere.steps()
        assert here == there


async def test_ids_are_taken_in_any_spelling_and_odd_ones_are_unknown(ask: Ask, table: GameClient) -> None:
    asked = "query($g: ID!) { game(id: $g) { id } }"
    for spelling in (table.game.upper(), f"{{{table.game}}}", table.game.replace("-", ""), f"urn:uuid:{table.game}"):
        assert (await ask(asked, g=spelling))["game"] == {"id": table.game}
    for odd in ("", "x", "a\u0000b", "\U0001f525", "x" * 500, new_id()):
        assert (await ask(asked, g=odd))["game"] is None


async def test_odd_texts_are_kept_or_refused_but_never_break_anything(
    served: Served, ask: Ask, table: GameClient
) -> None:
    by = await table.acting()
    for word in ("\u0000", "\U0001f525" * 10, "«0»", "'; DROP TABLE event; --", "\u202e"):
        answer = await table.submit(
            by, {"type": (await table.mine(by))["legal"][0]["type"], "area": word, "card": word}
        )
        assert answer["__typename"] in ("MalformedCommand", "CommandRefused"), answer
    assert (await table.play_one())["__typename"] == "CommandAccepted"
