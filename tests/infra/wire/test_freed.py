"""A connection leaves nothing that only a garbage collection would free: with many watchers those are long."""

import asyncio
import gc
import socket
from collections.abc import AsyncIterator
from typing import Final

import httpx
import pytest
from litestar import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol

from api.app import create_app
from api.websocket import Connection as ApiConnection
from infra.heap import Heap
from infra.wire.connections import Connection
from infra.wire.http import BoundedHttp
from infra.wire.listener import HOST_SECONDS
from infra.wire.server import wire_server
from infra.wire.websocket import BoundedWebSocket
from tests.api.conftest import Served, asking, own_listener, running_on, services_over
from tests.api.frames import frames
from tests.api.game_client import FOLLOW, open_game
from tests.api.memory import memory_world

PARTS: Final = (BoundedHttp, BoundedWebSocket, Connection, ApiConnection, WebSocket, ServerProtocol)
SECONDS_MAX: Final = 10.0
IS_LINUX: Final = hasattr(socket, "TCP_USER_TIMEOUT")


def left(parts: tuple[type, ...] = PARTS) -> list[str]:
    """What there is of connections in this process, as the server has it."""
    return sorted(type(each).__name__ for each in gc.get_objects() if type(each) in parts)


async def nothing_is_left() -> list[str]:
    """Waits until the connections are closed. Returns what is left of them, if anything stays."""
    for _ in range(int(SECONDS_MAX / 0.05)):
        await asyncio.sleep(0.05)
        if not (parts := left()):
            break
    return parts


@pytest.fixture
async def wired(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """The wire's own server in this process, with the garbage collector switched off."""
    monkeypatch.setattr(Heap, "settle", lambda _: None)
    services = services_over(memory_world())
    server = wire_server(create_app(services))
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    async with running_on(own_listener(), server) as url:
        gc.collect()
        gc.disable()
        try:
            yield Served(url, services.world, services)
        finally:
            gc.enable()


async def test_requests_leave_nothing(wired: Served) -> None:
    async with httpx.AsyncClient(trust_env=False, verify=False) as http:
        assert (await http.get(f"{wired.url}/health")).status_code == 200
        assert "BoundedHttp" in left()
    assert await nothing_is_left() == []


async def test_watchers_leave_nothing(wired: Served) -> None:
    async with httpx.AsyncClient(trust_env=False, verify=False) as http:
        game = await open_game(wired, asking(wired, http))
        async with frames(wired) as client:
            await client.greet()
            await client.subscribe("a", FOLLOW, game=game.game, after="0")
            assert (await client.hear())["id"] == "a"
            assert {"BoundedWebSocket", "ServerProtocol", "WebSocket"} <= set(left())
            # The handshake's part has gone before: what is left of HTTP is the other client's.
            assert left((BoundedHttp,)) == ["BoundedHttp"]
    assert await nothing_is_left() == []


async def test_who_is_turned_away_leaves_nothing(wired: Served) -> None:
    async with frames(wired, subprotocols=None) as client:
        assert await client.closed() == 4406
    async with frames(wired) as client:
        await client.greet()
        with pytest.raises(ConnectionClosed):
            await client.connection.send("not json")
            await client.connection.recv()
    assert await nothing_is_left() == []


@pytest.mark.skipif(not IS_LINUX, reason="this system has no such options")
async def test_the_system_looks_after_hosts_that_have_gone(wired: Served) -> None:
    async with frames(wired) as client:
        await client.greet()
        served = [each for each in gc.get_objects() if type(each) is BoundedWebSocket]
        accepted = served[0].transport.get_extra_info("socket")
        del served
        assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == HOST_SECONDS
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == HOST_SECONDS * 1000
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
