"""The notifier: Redis pub/sub tells watchers that a game may have moved. It carries no truth and keeps nothing.

A ring costs the caller no round trip: rings are gathered per game and published together by a task of their own. While
Redis is away they are dropped, because watchers poll the log anyway.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import redis.asyncio as aioredis
from redis.exceptions import RedisError

from infra.redis.circuit import Circuit

CHANNEL = "emberlog:bell"
TIMEOUT_SECONDS = 0.5
CONNECT_SECONDS_MAX = 1.0
SILENCE_SECONDS = 10.0
"""A listener that hears nothing for so long asks whether the connection is still there."""

_FAILURES = (RedisError, OSError, asyncio.TimeoutError)


class RedisNotifier:
    """Implements `services.ports.Notifier`. Belongs to the event loop it is first used in; close it with `aclose`."""

    def __init__(self, url: str, channel: str = CHANNEL) -> None:
        self._url = url
        self._channel = channel
        self._client = aioredis.Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, max_connections=4
        )
        self._circuit = Circuit("watchers see new steps by polling, within a second.")
        self._waiting: dict[str, int] = {}
        self._sender: asyncio.Task[None] | None = None

    async def notify(self, game_id: str, version: int) -> None:
        """Tell the watchers soon; returns at once and never raises."""
        if self._circuit.away:
            return
        self._waiting[game_id] = max(version, self._waiting.get(game_id, 0))
        if self._sender is None or self._sender.done():
            self._sender = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while self._waiting:
            rings, self._waiting = self._waiting, {}
            try:
                async with self._client.pipeline(transaction=False) as pipeline:
                    for game_id, version in rings.items():
                        pipeline.publish(self._channel, f"{version} {game_id}")
                    await pipeline.execute()
            except _FAILURES as error:
                self._circuit.failed(error)
                self._waiting.clear()
            else:
                self._circuit.worked()

    async def notifications(self) -> AsyncIterator[tuple[str, int]]:
        """All rings from now on, as (game id, version). Ends never; connects again by itself, and what was rung
        meanwhile is not heard."""
        circuit = Circuit("rings are not heard; watchers poll, and listening is tried again.")
        while True:
            await asyncio.sleep(circuit.wait_seconds)
            # Without a `socket_timeout`, which can lose a cancellation (see `audience`): here, too, the time is taken outside.
            client = aioredis.Redis.from_url(self._url, socket_timeout=None)
            try:
                async with client.pubsub() as pubsub:
                    async with asyncio.timeout(CONNECT_SECONDS_MAX):
                        await pubsub.subscribe(self._channel)
                    async for ring in _rings(pubsub, circuit):
                        yield ring
            except _FAILURES as error:
                circuit.failed(error)
            finally:
                with contextlib.suppress(*_FAILURES):
                    await client.aclose()

    async def aclose(self) -> None:
        """Send what waits, within reason, and let go of the connections."""
        if self._sender is not None:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._sender, TIMEOUT_SECONDS * 2)
        with contextlib.suppress(*_FAILURES):
            await self._client.aclose()


async def _rings(pubsub: aioredis.client.PubSub, circuit: Circuit) -> AsyncIterator[tuple[str, int]]:
    asked = False
    while True:
        async with asyncio.timeout(SILENCE_SECONDS + CONNECT_SECONDS_MAX):  # it may connect again on the way
            message = await pubsub.get_message(timeout=SILENCE_SECONDS)
        if message is None:
            if asked:
                raise ConnectionError("the broker is silent")
            await pubsub.ping()
            asked = True
            continue
        circuit.worked()
        asked = False
        if message["type"] == "message":
            ring = _read(message["data"])
            if ring is not None:
                yield ring


def _read(data: bytes) -> tuple[str, int] | None:
    """A ring, or None for what somebody else has put on the channel."""
    version, _, game_id = data.decode(errors="replace").partition(" ")
    return (game_id, int(version)) if version.isascii() and version.isdigit() and game_id else None
