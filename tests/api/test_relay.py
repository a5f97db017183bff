"""Watchers who are written to together: each has every step once, in its own messages, and nobody waits for another."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from api.delivery.frames import text_frame
from api.limits import ApiLimits
from api.operations import Operations
from services.reads import watch as watch_module
from services.world import World
from tests.api.conftest import Served, asking, services_over, serving
from tests.api.follow import follow_events
from tests.api.frames import Frames, frames
from tests.api.game_client import FOLLOW, GameClient, open_game
from tests.api.memory import memory_world

WATCHERS = 40


@pytest.fixture(autouse=True)
def no_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only notifications wake anybody."""
    monkeypatch.setattr(watch_module, "POLL_SECONDS", 600.0)


@pytest.mark.parametrize(("size", "head"), [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)])
def test_a_frame_says_its_length_as_the_protocol_wants_it(size: int, head: int) -> None:
    frame = text_frame(b"", b"x" * size, b"")
    assert frame[0] == 0x81 and not frame[1] & 0x80, "a whole text message, without a mask"
    assert len(frame) == head + size
    assert (frame[1] if head == 2 else int.from_bytes(frame[2:head], "big")) == size


def encoded(metrics: str) -> float:
    line = next(line for line in metrics.splitlines() if line.startswith('emberlog_step_payloads_total{made="now"}'))
    return float(line.rpartition(" ")[2])


async def metrics_of(served: Served, http: httpx.AsyncClient) -> str:
    return (await http.get(f"{served.url}/metrics")).text


async def version_of(game: GameClient) -> int:
    return len(await game.steps())


@contextlib.asynccontextmanager
async def crowd(served: Served, game: GameClient, **variables: Any) -> AsyncIterator[list[Frames]]:
    """Watchers on connections of their own, each with an id of its own."""
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(frames(served)) for _ in range(WATCHERS)]
        for at, client in enumerate(clients):
            await client.greet()
            await client.subscribe(f"watcher {at}", FOLLOW, game=game.game, **variables)
        yield clients


async def steps_of(client: Frames, id: str, number: int) -> list[int]:
    """The versions of so many messages, each of which must have this id."""
    versions = []
    while len(versions) < number:
        message = await client.hear()
        if message["type"] == "next":
            assert message["id"] == id
            versions.append(message["payload"]["data"]["gameSteps"]["version"])
    return versions


async def test_a_step_is_encoded_once_and_everybody_gets_it_once(
    served: Served, game: GameClient, http: httpx.AsyncClient
) -> None:
    await game.play(3)
    head = await version_of(game)
    async with crowd(served, game) as clients:
        for at, client in enumerate(clients):
            assert await steps_of(client, f"watcher {at}", head) == list(range(1, head + 1))
        before = encoded(await metrics_of(served, http))
        await game.play(6)
        new = await version_of(game) - head
        for at, client in enumerate(clients):
            assert await steps_of(client, f"watcher {at}", new) == list(range(head + 1, head + new + 1))
        await asyncio.sleep(1.1)  # the metrics are computed once a second
        assert encoded(await metrics_of(served, http)) == before + new


async def test_the_first_result_alone_says_what_its_own_caller_has_left(served: Served, game: GameClient) -> None:
    """Also to those who were written to together and have had no step before."""
    await served.principal("Other")
    head = await version_of(game)
    async with frames(served) as anonymous, frames(served) as other:
        await anonymous.greet()
        await other.greet(authorization=f"Bearer {served.tokens['Other']}")
        by_id = {"one": anonymous, "two": anonymous, "three": anonymous, "other": other}
        for id, client in by_id.items():
            await client.subscribe(id, FOLLOW, game=game.game, after=str(head))
        await asyncio.sleep(0.2)  # all of them follow
        await game.play(2)
        heard: dict[str, list[dict[str, Any]]] = {id: [] for id in by_id}
        for client, several in ((anonymous, 6), (other, 2)):
            while sum(len(heard[id]) for id, each in by_id.items() if each is client) < several:
                message = await client.hear()
                assert message["type"] in ("next", "ping"), message
                if message["type"] == "next":
                    heard[message["id"]].append(message["payload"])
    costs = {id: payloads[0]["extensions"]["cost"] for id, payloads in heard.items()}
    assert all("extensions" not in payload for payloads in heard.values() for payload in payloads[1:])
    assert costs["one"]["requested"] > costs["two"]["requested"] == costs["other"]["requested"], "it is checked once"
    assert costs["two"] == costs["three"] and costs["two"]["left"] < costs["other"]["left"] <= costs["other"]["limit"]
    for payloads in heard.values():
        assert [each["data"]["gameSteps"]["version"] for each in payloads] == [head + 1, head + 2]


async def test_who_joins_while_others_are_written_to_misses_nothing(served: Served, game: GameClient) -> None:
    async with crowd(served, game) as clients, contextlib.AsyncExitStack() as stack:
        late = []
        for at in range(8):
            await game.play(1)
            client = await stack.enter_async_context(frames(served))
            await client.greet()
            await client.subscribe(f"late {at}", FOLLOW, game=game.game)
            late.append(client)
        head = await version_of(game)
        everybody = [(f"watcher {at}", each) for at, each in enumerate(clients)]
        everybody += [(f"late {at}", each) for at, each in enumerate(late)]
        for id, client in everybody:
            assert await steps_of(client, id, head) == list(range(1, head + 1))


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
async def test_streams_of_events_are_written_to_together(
    served: Served, game: GameClient, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    """By GET and POST, from the start and from a cursor, beside a websocket of the same operation."""
    monkeypatch.setattr(Operations, "follow", None)  # the way of those who are written to one by one
    await game.play(3)
    head = await version_of(game)
    async with httpx.AsyncClient(trust_env=False, verify=False, headers={"accept-encoding": encoding}) as http:
        streams = [
            follow_events(served, http, FOLLOW, game=game.game, get=at % 2 == 1, last_event_id="2" if at < 4 else None)
            for at in range(12)
        ]
        first = [3 if at < 4 else 1 for at in range(12)]
        async with frames(served) as socket:
            await socket.greet()
            await socket.subscribe("socket", FOLLOW, game=game.game)
            for each, begins in zip(streams, first, strict=True):
                assert [(await anext(each))["version"] for _ in range(begins, head + 1)] == list(
                    range(begins, head + 1)
                )
            assert await steps_of(socket, "socket", head) == list(range(1, head + 1))
            before = encoded(await metrics_of(served, http))
            await game.play(6)
            new = await version_of(game) - head
            for each in streams:
                assert [(await anext(each))["version"] for _ in range(new)] == list(range(head + 1, head + new + 1))
            assert await steps_of(socket, "socket", new) == list(range(head + 1, head + new + 1))
            await asyncio.sleep(1.1)  # the metrics are computed once a second
            assert encoded(await metrics_of(served, http)) == before + new
        for each in streams:
            await each.aclose()  # type: ignore[attr-defined]


@pytest.mark.campaign
async def test_a_quiet_stream_of_events_gets_comments_and_ends_with_its_game(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Operations, "follow", None)
    async with (
        serving(services_over(world, ApiLimits(ping_seconds=0.05))) as served,
        httpx.AsyncClient(trust_env=False, verify=False, headers={"accept-encoding": "gzip"}) as http,
    ):
        game = await open_game(served, asking(served, http))
        body = {"query": FOLLOW, "variables": {"game": game.game}}
        headers = {**served.headers(None), "accept": "text/event-stream"}
        async with http.stream("POST", f"{served.url}/graphql", headers=headers, json=body) as answer:
            lines = answer.aiter_lines()
            while await anext(lines) != ":":
                pass
            await game.play(10_000)
            ids = [line.removeprefix("id: ") async for line in lines if line.startswith(("id: ", "event: complete"))]
        head = await version_of(game)
        assert ids[-1] == "event: complete" and ids[:-1] == [str(each) for each in range(head - len(ids) + 2, head + 1)]


@pytest.mark.campaign
async def test_who_has_spent_their_points_waits_alone_and_misses_nothing() -> None:
    limits = ApiLimits(streams_points_burst=200.0, streams_points_per_second=400.0)
    services = services_over(memory_world(), limits)
    async with serving(services) as served, httpx.AsyncClient(trust_env=False, verify=False) as http:
        game = await open_game(served, asking(served, http))
        await served.principal("Other")
        async with frames(served) as poor, frames(served) as rich:
            await poor.greet()
            await rich.greet(authorization=f"Bearer {served.tokens['Other']}")
            for at in range(4):  # they share one allowance
                await poor.subscribe(f"poor {at}", FOLLOW, game=game.game)
            await rich.subscribe("rich", FOLLOW, game=game.game)
            await game.play(4)
            head = await version_of(game)
            assert await steps_of(rich, "rich", head) == list(range(1, head + 1))
            versions: dict[str, list[int]] = {}
            async with asyncio.timeout(60):
                while sum(map(len, versions.values())) < 4 * head:
                    message = await poor.hear()
                    if message["type"] == "next":
                        came = versions.setdefault(message["id"], [])
                        came.append(message["payload"]["data"]["gameSteps"]["version"])
        assert all(each == list(range(1, head + 1)) for each in versions.values()) and len(versions) == 4
