"""The notifier: Redis pub/sub wakes watchers when a game may have moved. A notification is only a hint.

A notification costs the caller no round trip: a task of its own gathers them per game and publishes them together.
While Redis is away they are dropped, because watchers also poll the log.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping

import redis.asyncio as aioredis
from redis.exceptions import RedisError

from infra.redis.circuit import Circuit

CHANNEL = "emberlog:games"
AWAY = "watchers see new steps by polling, within a second."
TIMEOUT_SECONDS = 0.5
CONNECT_SECONDS_MAX = 1.0
GATHER_SECONDS = 0.001
"""How long notifications are gathered before they are sent: the answer to the command that caused one goes first."""
GATHER_ON_SECONDS = 0.005
"""The same while more keep coming: a sending costs as much as several commands, however many games are in it."""
GAMES_A_MESSAGE = 256
"""Games that one message names, each in a line of its own. A message costs its sender and its receivers as much as
a hundred lines. An older process takes messages of one line only, and else polls."""
SILENCE_SECONDS = 10.0
"""A listener that receives nothing for this long tests the connection."""

_FAILURES = (RedisError, OSError, asyncio.TimeoutError)


class RedisNotifier:
    """`services.ports.Notifier` on Redis. Belongs to the event loop it is first used in; close it with `aclose`.

    `away`: what is different while Redis does not answer, as a clause for the log.
    """

    def __init__(self, url: str, channel: str = CHANNEL, *, away: str = AWAY) -> None:
        self._url = url
        self._channel = channel
        # Without a `socket_timeout`, which can lose a cancellation (see `audience`): one timeout is round each sending.
        self._client = aioredis.Redis.from_url(
            url, socket_timeout=None, socket_connect_timeout=TIMEOUT_SECONDS, max_connections=4
        )
        self._circuit = Circuit(away)
        self._waiting: dict[str, int] = {}
        self._sender: asyncio.Task[None] | None = None

    async def notify(self, game_id: str, version: int) -> None:
        """Notify the watchers soon. Returns at once and never raises."""
        if self._circuit.away:
            return
        self._waiting[game_id] = max(version, self._waiting.get(game_id, 0))
        if self._sender is None or self._sender.done():
            self._sender = asyncio.create_task(self._send())

    async def _send(self) -> None:
        seconds = GATHER_SECONDS
        while self._waiting:
            await asyncio.sleep(seconds)
            seconds = GATHER_ON_SECONDS
            notifications, self._waiting = self._waiting, {}
            try:
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await self._publish(notifications)
            except _FAILURES as error:
                self._circuit.failed(error)
                self._waiting.clear()
            else:
                self._circuit.worked()

    async def _publish(self, notifications: Mapping[str, int]) -> None:
        lines = [f"{version} {game_id}" for game_id, version in notifications.items()]
        if len(lines) <= GAMES_A_MESSAGE:
            await self._client.publish(self._channel, "\n".join(lines))
            return
        async with self._client.pipeline(transaction=False) as pipeline:
            for at in range(0, len(lines), GAMES_A_MESSAGE):
                pipeline.publish(self._channel, "\n".join(lines[at : at + GAMES_A_MESSAGE]))
            await pipeline.execute()

    async def notifications(self) -> AsyncIterator[tuple[str, int]]:
        """All notifications from now on, as (game id, version). Never ends: it reconnects by itself.

        Notifications that are sent while it is disconnected are lost.
        """
        circuit = Circuit("notifications are lost, watchers poll, and listening is retried.")
        while True:
            await asyncio.sleep(circuit.wait_seconds)
            # Without timeouts of the connection, which can lose a cancellation (see `audience`); they are outside.
            client = aioredis.Redis.from_url(self._url, socket_timeout=None, socket_connect_timeout=None)
            try:
                async with client.pubsub() as pubsub:
                    async with asyncio.timeout(CONNECT_SECONDS_MAX):
                        await pubsub.subscribe(self._channel)
                    async for notification in _receive(pubsub, circuit):
                        yield notification
            except _FAILURES as error:
                circuit.failed(error)
            finally:
                with contextlib.suppress(*_FAILURES):
                    await client.aclose()

    async def aclose(self) -> None:
        """Send what waits, for a short time at most, and close the connections."""
        if self._sender is not None:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._sender, TIMEOUT_SECONDS * 2)
        with contextlib.suppress(*_FAILURES):
            await self._client.aclose()


async def _receive(pubsub: aioredis.client.PubSub, circuit: Circuit) -> AsyncIterator[tuple[str, int]]:
    pinged = False
    while True:
        async with asyncio.timeout(SILENCE_SECONDS + CONNECT_SECONDS_MAX):  # it may reconnect inside
            message = await pubsub.get_message(timeout=SILENCE_SECONDS)
        if message is None:
            if pinged:
                raise ConnectionError("Redis does not answer a ping")
            await pubsub.ping()
            pinged = True
            continue
        circuit.worked()
        pinged = False
        if message["type"] == "message":
            for line in message["data"].decode(errors="replace").split("\n"):
                notification = _read(line)
                if notification is not None:
                    yield notification


def _read(line: str) -> tuple[str, int] | None:
    """A notification, or None for a line of another program."""
    version, _, game_id = line.partition(" ")
    return (game_id, int(version)) if version.isascii() and version.isdigit() and game_id else None
