"""Watchers over all servers of a service: counted together, hidden with their game, and never shown early."""

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from domain.rulesets import CURRENT
from services.reads import watch
from tests.api.conftest import Ask, Served, services_over, serving
from tests.api.follow import follow_socket
from tests.api.game_client import ANSWER, BEGIN, FOLLOW, RESIGN, TAKE, open_game
from tests.api.memory import memory_world
from tests.dice import new_id
from tests.fakes import FakeAudience

WATCHERS = """query Watchers($g: ID!) { game(id: $g) { watchers }
  games { edges { node { id watchers } } } rule(id: "GAME-OPEN-01") { games { edges { node { game { id watchers } } } } } }"""
OPEN_LATE = f"""mutation Open($id: ID!, $ruleset: String!, $seats: Int!) {{
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, delay: {{steps: 900}}) {{ {ANSWER} }} }}"""
FORK = f"""mutation Fork($g: ID!, $id: ID!) {{ answer: fork(game: $g, commandId: $id) {{ {ANSWER} }} }}"""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "MEET_SECONDS", 0.02)


@pytest.fixture
def audiences() -> tuple[FakeAudience, FakeAudience]:
    """Of two processes that meet."""
    one = FakeAudience(expiry_seconds=0.5)
    return one, FakeAudience(one.entries, expiry_seconds=0.5)


@pytest.fixture
async def servers(audiences: tuple[FakeAudience, FakeAudience]) -> AsyncIterator[tuple[Served, Served]]:
    """Two servers on one database."""
    world = memory_world()
    one, two = (services_over(dataclasses.replace(world, audience=each)) for each in audiences)
    async with serving(one) as here, serving(two) as there:
        there.tokens = here.tokens
        yield here, there


@pytest.fixture
def served(servers: tuple[Served, Served]) -> Served:
    return servers[0]


async def counted(http: httpx.AsyncClient, served: Served, game: str, by: str | None = None) -> set[int]:
    """The number, everywhere this caller can read it."""
    sent = {"query": WATCHERS, "variables": {"g": game}}
    answer = (await http.post(f"{served.url}/graphql", json=sent, headers=served.headers(by))).json()["data"]
    rows = [edge["node"] for edge in answer["games"]["edges"]]
    rows += [edge["node"]["game"] for edge in answer["rule"]["games"]["edges"]]
    listed = {row["watchers"] for row in rows if row["id"] == game}
    return listed if answer["game"] is None else {answer["game"]["watchers"], *listed}


async def come_to(
    http: httpx.AsyncClient, served: Served, game: str, expected: set[int], by: str | None = None
) -> None:
    matches: Any = None
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(30):
            while (matches := await counted(http, served, game, by)) != expected:  # noqa: ASYNC110 -- nothing notifies it
                await asyncio.sleep(0.02)
    assert matches == expected


@contextlib.asynccontextmanager
async def watching(served: Served, game: str, *people: str | None) -> AsyncIterator[None]:
    """Each of them has seen a step."""
    async with contextlib.AsyncExitStack() as stack:
        for by in people:
            following = follow_socket(served, FOLLOW, by=by, game=game)
            await stack.enter_async_context(contextlib.aclosing(following))  # type: ignore[type-var]
            await anext(following)
        yield


async def test_the_watchers_of_all_servers_are_counted_together(
    servers: tuple[Served, Served], http: httpx.AsyncClient, ask: Ask
) -> None:
    here, there = servers
    client = await open_game(here, ask)
    async with watching(here, client.game, None, "Player0"):
        assert await counted(http, here, client.game) == {2}, "one's own are counted at once"
        async with watching(there, client.game, None):
            for served in servers:
                await come_to(http, served, client.game, {3})
        for served in servers:
            await come_to(http, served, client.game, {2})
    for served in servers:
        await come_to(http, served, client.game, {0})


async def test_without_redis_each_server_counts_its_own(
    servers: tuple[Served, Served], audiences: tuple[FakeAudience, FakeAudience], http: httpx.AsyncClient, ask: Ask
) -> None:
    here, there = servers
    client = await open_game(here, ask)
    async with watching(here, client.game, None, None), watching(there, client.game, None):
        await come_to(http, there, client.game, {3})
        for each in audiences:
            each.away = True
        await come_to(http, here, client.game, {2})
        await come_to(http, there, client.game, {1})
        for each in audiences:
            each.away = False
        await come_to(http, here, client.game, {3})


async def test_a_server_that_stops_takes_its_watchers_with_it(
    served: Served, audiences: tuple[FakeAudience, FakeAudience], http: httpx.AsyncClient, ask: Ask
) -> None:
    client = await open_game(served, ask)
    third = FakeAudience(audiences[0].entries, expiry_seconds=60)
    services = services_over(dataclasses.replace(served.world, audience=third))
    async with serving(services) as stopping, watching(stopping, client.game, None):
        await come_to(http, served, client.game, {1})
    await come_to(http, served, client.game, {0})


@pytest.mark.rules("GAME-DELAY-02")
async def test_players_of_a_delayed_game_are_not_counted_for_who_is_behind(
    servers: tuple[Served, Served], http: httpx.AsyncClient, ask: Ask
) -> None:
    here, there = servers
    chosen_ruleset = next(iter(CURRENT.values()))
    players = tuple(f"Player{at}" for at in range(chosen_ruleset.seats_min))
    for name in (*players, "Host"):
        await here.principal(name)
    await here.principal("Judge", "arbiter")
    game = (await ask(OPEN_LATE, by="Host", id=new_id(), ruleset=chosen_ruleset.id, seats=len(players)))["answer"][
        "gameId"
    ]
    for seat, name in enumerate(players):
        await ask(TAKE, by=name, game=game, id=new_id(), seat=seat)
    outside, inside = (None, "Host"), (*players, "Judge")

    async def received(everybody: int) -> None:
        for served in servers:
            for by in outside:
                await come_to(http, served, game, {2}, by)
            for by in inside:  # lists are the same for everybody
                await come_to(http, served, game, {2, everybody}, by)

    async with watching(here, game, None, *players), watching(there, game, "Judge", "Host"):
        await received(len(players) + 3)
        assert (await ask(BEGIN, by="Host", game=game, id=new_id()))["answer"]["__typename"] == "CommandAccepted"
        await received(len(players) + 3)
        assert (await ask(RESIGN, by=players[0], game=game, id=new_id()))["answer"]["__typename"] == "CommandAccepted"
        await asyncio.sleep(0.1)
        for served in servers:
            for by in (*outside, players[0]):
                assert await counted(http, served, game, by) == {2}


@pytest.mark.rules("GAME-DELAY-02", "GAME-FORK-04")
async def test_of_a_sealed_sandbox_nobody_learns_that_it_is_watched(
    servers: tuple[Served, Served], http: httpx.AsyncClient, ask: Ask
) -> None:
    here, there = servers
    chosen_ruleset = next(iter(CURRENT.values()))
    players = tuple(f"Player{at}" for at in range(chosen_ruleset.seats_min))
    for name in players:
        await here.principal(name)
    game = (await ask(OPEN_LATE, by=players[0], id=new_id(), ruleset=chosen_ruleset.id, seats=len(players)))["answer"][
        "gameId"
    ]
    for seat, name in enumerate(players):
        await ask(TAKE, by=name, game=game, id=new_id(), seat=seat)
    await ask(BEGIN, by=players[0], game=game, id=new_id())
    sealed = (await ask(FORK, by=players[1], g=game, id=new_id()))["answer"]["gameId"]
    async with watching(there, sealed, players[1]):
        await come_to(http, here, sealed, {1}, players[1])
        for by in (None, players[0]):
            assert await counted(http, here, sealed, by) == set()
