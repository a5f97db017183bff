"""A websocket client of the GraphQL protocol that knows nothing but frames."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.api.conftest import Served

SECONDS_MAX = 30


class Frames:
    """A websocket client that knows nothing but frames."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def say(self, **message: Any) -> None:
        await self.connection.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        response: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(self.connection.recv(), SECONDS_MAX))
        return response

    async def greet(self, **payload: Any) -> None:
        await self.say(type="connection_init", payload=payload)
        assert (await self.hear())["type"] == "connection_ack"

    async def subscribe(self, id: str, query: str, **variables: Any) -> None:
        await self.say(id=id, type="subscribe", payload={"query": query, "variables": variables})

    async def closed(self) -> int:
        """The close code, whatever comes before."""
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(SECONDS_MAX):
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
