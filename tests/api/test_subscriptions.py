"""Following a game live: nothing missed, nothing twice, on both transports, through lost connections and slow readers."""

import asyncio
import contextlib
import json
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from api.limits import ApiLimits
from api.websocket import SLOW
from services.reads import watch
from tests.api.conftest import Ask, Served, services_over, serving
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import FOLLOW, FOLLOW_VIEWS, STEPS, GameClient, open_game
from tests.api.memory import MemoryNotifier, memory_world
from tests.dice import new_id

Follow = Callable[..., AsyncIterator[dict[str, Any]]]


@pytest.fixture
async def game(served: Served, ask: Ask) -> GameClient:
    return await open_game(served, ask)


@pytest.fixture(params=["socket", "events by POST", "events by GET"])
def follow(request: pytest.FixtureRequest, served: Served, http: httpx.AsyncClient) -> Follow:
    """Follow the game on one of the transports."""
    if request.param == "socket":
        return lambda **operation: follow_socket(served, FOLLOW, **operation)
    return lambda **operation: follow_events(served, http, FOLLOW, get=request.param == "events by GET", **operation)


async def versions(follower: AsyncIterator[dict[str, Any]], most: int = 10_000) -> list[int]:
    matches: list[int] = []
    async with contextlib.aclosing(follower):  # type: ignore[type-var]
        async for step in follower:
            matches.append(step["version"])
            if len(matches) == most:
                break
    return matches


async def test_a_whole_game_is_followed_to_its_end(game: GameClient, follow: Follow) -> None:
    following = asyncio.create_task(versions(follow(game=game.game)))
    late = asyncio.create_task(versions(follow(game=game.game, after=20)))
    await game.play()
    last = (await game.mine(None))["version"]
    assert await following == list(range(1, last + 1))
    assert await late == list(range(21, last + 1))
    assert await versions(follow(game=game.game, after=last)) == [], "nothing to come ends at once"
    assert await versions(follow(game=game.game, after=last - 2)) == [last - 1, last]


async def test_a_lost_connection_goes_on_at_its_cursor(game: GameClient, follow: Follow) -> None:
    playing = asyncio.create_task(game.play(60))
    matches: list[int] = []
    while len(matches) < 56:
        matches += await versions(follow(game=game.game, after=matches[-1] if matches else 0), most=7)
    await playing
    assert matches == list(range(1, len(matches) + 1))


async def test_the_cursor_of_a_list_is_the_cursor_of_a_subscription(game: GameClient, ask: Ask, follow: Follow) -> None:
    await game.play(10)
    page = (await ask(STEPS, game=game.game, first=5))["game"]["steps"]
    cursor = page["pageInfo"]["endCursor"]
    assert isinstance(cursor, str)
    assert await versions(follow(game=game.game, after=cursor), most=3) == [6, 7, 8]


async def test_a_cursor_past_the_last_step_waits_for_the_step_after_it(
    game: GameClient, ask: Ask, follow: Follow
) -> None:
    await game.play(10)
    last = (await game.mine(None))["version"]
    page = (await ask(STEPS, game=game.game, after=last + 3))["game"]["steps"]
    assert page["edges"] == [] and not page["pageInfo"]["hasNextPage"]
    following = asyncio.create_task(versions(follow(game=game.game, after=last + 3)))
    await game.play()
    end = (await game.mine(None))["version"]
    assert await following == list(range(last + 4, end + 1))
    assert await versions(follow(game=game.game, after=end + 3)) == [], "it will never come"


async def test_rings_that_are_lost_cost_time_only(
    served: Served, game: GameClient, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "POLL_SECONDS", 0.05)
    notifier = served.world.notifier
    assert isinstance(notifier, MemoryNotifier)
    notifier.deaf = True
    start = (await game.mine(None))["version"]
    following = asyncio.create_task(versions(follow(game=game.game, after=start), most=4))
    await asyncio.sleep(0.1)
    for _ in range(4):
        await game.play_one()
    assert await following == [start + 1, start + 2, start + 3, start + 4]


async def test_a_browsers_event_source_resumes_by_itself(
    served: Served, http: httpx.AsyncClient, game: GameClient
) -> None:
    await game.play(10)
    repeat = follow_events(served, http, FOLLOW, game=game.game, after=2, last_event_id="9", get=True)
    assert await versions(repeat, most=2) == [10, 11]


async def test_unknown_games_and_bad_cursors_are_typed(served: Served, game: GameClient, follow: Follow) -> None:
    for operation, code in (
        ({"game": new_id()}, "UNKNOWN_GAME"),
        ({"game": "x"}, "UNKNOWN_GAME"),
        ({"game": game.game, "after": "abc"}, "BAD_CURSOR"),
        ({"game": game.game, "after": -1}, "BAD_CURSOR"),
    ):
        with pytest.raises(AssertionError, match=code):
            await anext(follow(**operation))


# ---------------------------------------------------------------- the protocol, frame by frame


class Frames:
    """A websocket client that knows nothing but frames."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def say(self, **message: Any) -> None:
        await self.connection.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        response: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(self.connection.recv(), 5))
        return response

    async def greet(self, **payload: Any) -> None:
        await self.say(type="connection_init", payload=payload)
        assert (await self.hear())["type"] == "connection_ack"

    async def subscribe(self, id: str, query: str, **variables: Any) -> None:
        await self.say(id=id, type="subscribe", payload={"query": query, "variables": variables})

    async def closed(self) -> int:
        """The close code, whatever comes before."""
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(5):
                while True:
                    await self.connection.recv()
        code = self.connection.close_code
        assert code is not None
        return code


@contextlib.asynccontextmanager
async def frames(served: Served, **more: Any) -> AsyncIterator[Frames]:
    protocols = more.pop("subprotocols", [Subprotocol("graphql-transport-ws")])
    async with connect(served.socket_url, subprotocols=protocols, proxy=None, **more) as connection:
        yield Frames(connection)


async def test_queries_and_mutations_run_over_a_websocket_too(served: Served, game: GameClient) -> None:
    async with frames(served) as client:
        await client.greet(authorization=f"Bearer {served.tokens['Player1']}")
        await client.subscribe("q", "{ me { name } }")
        assert await client.hear() == {"id": "q", "type": "next", "payload": {"data": {"me": {"name": "Player1"}}}}
        assert await client.hear() == {"id": "q", "type": "complete"}
        await client.subscribe("q", "{ nope }")
        response = await client.hear()
        assert (
            response["type"] == "error" and response["payload"][0]["extensions"]["code"] == "GRAPHQL_VALIDATION_FAILED"
        )


async def test_the_token_may_come_with_the_handshake(served: Served, game: GameClient) -> None:
    async with frames(served, additional_headers=served.headers("Player1")) as client:
        await client.greet()
        await client.subscribe("q", "{ me { name } }")
        assert (await client.hear())["payload"] == {"data": {"me": {"name": "Player1"}}}


async def test_two_subscriptions_on_one_connection_and_one_is_ended(served: Served, game: GameClient) -> None:
    async with frames(served) as client:
        await client.greet()
        start = (await game.mine(None))["version"]
        await client.subscribe("a", FOLLOW, game=game.game, after=start)
        await client.subscribe("b", FOLLOW, game=game.game, after=start)
        await game.play_one()
        assert {(await client.hear())["id"], (await client.hear())["id"]} == {"a", "b"}
        await client.say(id="a", type="complete")
        await client.say(type="ping")
        while (await client.hear())["type"] != "pong":
            pass
        await game.play_one()
        assert (await client.hear())["id"] == "b"
        await client.subscribe("a", "{ me { name } }")  # the id is free now
        while (response := await client.hear())["id"] != "a":
            pass
        assert response["payload"] == {"data": {"me": None}}


BAD = [
    ("not json", 4400),
    ("[]", 4400),
    ("7", 4400),
    ('{"type":"what"}', 4400),
    ('{"no":"type"}', 4400),
    ('{"type":"connection_init","payload":7}', 4400),
    ('{"type":"subscribe","id":"1","payload":{"query":"{me{id}}"}}', 4401),
    ('{"type":"connection_init","payload":{"authorization":"Bearer nobody"}}', 4401),
    (b"\x00\x01", 4400),
    ("x" * 70_000, 4413),
]


@pytest.mark.parametrize(("frame", "code"), BAD, ids=[str(at) for at in range(len(BAD))])
async def test_what_breaks_the_protocol_is_closed_with_a_code(served: Served, frame: str | bytes, code: int) -> None:
    async with frames(served) as client:
        await client.connection.send(frame)
        assert await client.closed() == code


async def test_greeting_twice_and_ids_taken_twice(served: Served, game: GameClient) -> None:
    async with frames(served) as client:
        await client.greet()
        await client.say(type="connection_init")
        assert await client.closed() == 4429
    async with frames(served) as client:
        await client.greet()
        for _ in range(2):
            await client.subscribe("a", FOLLOW, game=game.game, after=10_000)
        assert await client.closed() == 4409


async def test_other_protocols_are_turned_down(served: Served) -> None:
    for protocols in ([Subprotocol("graphql-ws")], None):
        async with frames(served, subprotocols=protocols) as client:
            assert await client.closed() == 4406


async def test_malformed_operations_are_errors_of_their_own_and_close_nothing(served: Served) -> None:
    async with frames(served) as client:
        await client.greet()
        for payload in (None, 7, {}, {"query": 7}, {"query": "{me{id}}", "variables": []}, {"query": "{"}):
            await client.say(id="1", type="subscribe", payload=payload)
            response = await client.hear()
            assert response["type"] == "error" and response["payload"][0]["extensions"]["code"]


# ---------------------------------------------------------------- limits of one connection


async def test_silence_after_the_handshake_is_closed() -> None:
    async with (
        serving(services_over(memory_world(), ApiLimits(greeting_seconds=0.2))) as served,
        frames(served) as client,
    ):
        assert await client.closed() == 4408


async def test_the_service_says_that_it_is_alive() -> None:
    async with serving(services_over(memory_world(), ApiLimits(ping_seconds=0.2))) as served, frames(served) as client:
        await client.greet()
        assert await client.hear() == {"type": "ping"}
        await client.say(type="pong")
        assert await client.hear() == {"type": "ping"}


async def test_operations_at_once_are_capped_and_the_others_go_on() -> None:
    limits = ApiLimits(subscriptions_per_connection_max=2)
    async with serving(services_over(memory_world(), limits)) as served, httpx.AsyncClient(trust_env=False) as http:
        game = await open_game(served, asking(served, http))
        async with frames(served) as client:
            await client.greet()
            for id in "abc":
                await client.subscribe(id, FOLLOW, game=game.game, after=10_000)
            response = await client.hear()
            assert (response["id"], response["type"]) == ("c", "error")
            assert response["payload"][0]["extensions"] == {"code": "SUBSCRIPTION_LIMIT", "max": 2}
            await client.say(id="a", type="complete")
            await client.subscribe("d", "{ me { id } }")
            assert (await client.hear())["id"] == "d"


async def test_connections_are_capped() -> None:
    async with serving(services_over(memory_world(), ApiLimits(connections_max=1))) as served, frames(served) as client:
        await client.greet()
        async with frames(served) as second:
            assert await second.closed() == 1013


def asking(served: Served, http: httpx.AsyncClient) -> Ask:
    async def _ask(document: str, *, by: str | None = None, **variables: Any) -> Any:
        answer = await http.post(
            f"{served.url}/graphql", json={"query": document, "variables": variables}, headers=served.headers(by)
        )
        response = answer.json()
        assert "errors" not in response, response
        return response["data"]

    return _ask


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Look every now and then, for five seconds at most."""
    for _ in range(250):
        if await true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not come true")


async def watched(served: Served, games: int) -> None:
    """Wait until that many games are watched."""

    async def so_many() -> bool:
        return len(served.services.watch.watched) == games

    await until(so_many)


async def slow_consumers(served: Served, http: httpx.AsyncClient, count: int) -> None:
    """Wait until that many slow consumers were closed."""

    async def so_many() -> bool:
        return f"emberlog_slow_consumers_total {count}.0" in (await http.get(f"{served.url}/metrics")).text

    await until(so_many)


@contextlib.asynccontextmanager
async def slow_line(limits: ApiLimits) -> AsyncIterator[tuple[Served, httpx.AsyncClient]]:
    """A service whose system takes little before a writer has to wait."""
    services = services_over(memory_world(), limits)
    async with serving(services, send_buffer=8192) as served, httpx.AsyncClient(trust_env=False) as http:
        yield served, http


def small_window() -> socket.socket:
    """A socket that takes little before it is full."""
    own = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    own.setblocking(False)
    return own


async def test_who_does_not_read_is_closed_and_nobody_else_suffers() -> None:
    limits = ApiLimits(stall_seconds=0.6, queued_messages_max=4)
    async with slow_line(limits) as (served, http):
        game = await open_game(served, asking(served, http))
        await game.play(120)
        own = small_window()
        port = int(served.url.rsplit(":", 1)[1])
        await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", port))
        async with frames(served, sock=own, max_queue=1, close_timeout=0.1) as slow:
            await slow.greet()
            await slow.subscribe("s", FOLLOW_VIEWS, game=game.game)
            quick = await versions(follow_socket(served, FOLLOW_VIEWS, game=game.game), most=100)
            assert quick == list(range(1, 101)), "a quick reader gets all of it meanwhile"
            await slow_consumers(served, http, 1)
            assert await slow.closed() in (SLOW, 1006), "1006: it was gone before it had read so far"
        assert served.services.watch.watched == {}


async def test_who_does_not_read_events_is_let_go() -> None:
    limits = ApiLimits(stall_seconds=0.4)
    async with slow_line(limits) as (served, http):
        game = await open_game(served, asking(served, http))
        await game.play(120)
        own = small_window()
        loop = asyncio.get_running_loop()
        await loop.sock_connect(own, ("127.0.0.1", int(served.url.rsplit(":", 1)[1])))
        body = json.dumps({"query": FOLLOW_VIEWS, "variables": {"game": game.game}})
        head = "POST /graphql HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\ncontent-type: application/json\r\n"
        await loop.sock_sendall(own, f"{head}content-length: {len(body)}\r\n\r\n{body}".encode())
        await slow_consumers(served, http, 1)
        own.close()
        await watched(served, 0)


@pytest.mark.parametrize("how", ["politely", "by a reset"])
async def test_who_is_gone_leaves_nothing_behind(served: Served, game: GameClient, how: str) -> None:
    own = small_window()
    await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", int(served.url.rsplit(":", 1)[1])))
    async with frames(served, sock=own, close_timeout=0.1) as client:
        await client.greet()
        await client.subscribe("a", FOLLOW, game=game.game, after=10_000)
        await watched(served, 1)
        if how == "by a reset":
            own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.connection.transport.abort()
    await watched(served, 0)


async def test_a_step_is_executed_once_for_all_who_look_as_the_same_viewer(
    served: Served, http: httpx.AsyncClient, game: GameClient
) -> None:
    start = (await game.mine(None))["version"]
    watching = [
        asyncio.create_task(versions(follow_socket(served, FOLLOW, game=game.game, after=start - at), most=10 + at))
        for at in (0, 0, 0, 1, 2)
    ]
    await asyncio.sleep(0.3)
    while (await game.mine(None))["version"] < start + 10:
        await game.play_one()
    await asyncio.gather(*watching)
    metrics = (await http.get(f"{served.url}/metrics")).text
    made = next(line for line in metrics.splitlines() if line.startswith('emberlog_step_payloads_total{made="now"}'))
    steps = (await game.mine(None))["version"] - start
    assert 12 <= float(made.split()[-1]) <= steps + 2, "wherever the watchers came in"
