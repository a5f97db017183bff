"""Clients that do not read, or that are gone: they are closed, nothing of them stays, and nobody else suffers."""

import asyncio
import contextlib
import json
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx
import pytest

from api.limits import ApiLimits
from api.websocket import SLOW
from tests.api.conftest import Served, asking, services_over, serving
from tests.api.follow import follow_socket, versions
from tests.api.frames import frames
from tests.api.game_client import FOLLOW, FOLLOW_VIEWS, GameClient, open_game
from tests.api.memory import memory_world


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
    async with serving(services, send_buffer=8192) as served, httpx.AsyncClient(trust_env=False, verify=False) as http:
        yield served, http


def small_window() -> socket.socket:
    """A socket that takes little before it is full."""
    own = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    own.setblocking(False)
    return own


@pytest.mark.campaign
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


@pytest.mark.campaign
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
        await client.subscribe("a", FOLLOW, game=game.game, after="10000")
        await watched(served, 1)
        if how == "by a reset":
            own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.connection.transport.abort()
    await watched(served, 0)
