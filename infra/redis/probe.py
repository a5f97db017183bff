"""Whether Redis answers, for the readiness probe. It uses one connection, however often it is called."""

import asyncio
from typing import Final

import redis.asyncio as aioredis
from redis.exceptions import RedisError

AWAY: Final = (
    "Redis does not answer: watchers and projections are slower, but nothing is lost. Check EMBERLOG_REDIS_URL."
)


class RedisProbe:
    """Belongs to the event loop it is first used in; close it with `aclose`. `seconds_max`: how long it waits."""

    def __init__(self, url: str, seconds_max: float) -> None:
        self._seconds_max = seconds_max
        self._client = aioredis.Redis.from_url(
            url, socket_timeout=None, socket_connect_timeout=seconds_max, max_connections=1
        )

    async def __call__(self) -> str | None:
        """None, or what is wrong and what to do."""
        try:
            async with asyncio.timeout(self._seconds_max):
                await self._client.ping()
        except (RedisError, OSError, TimeoutError):
            return AWAY
        return None

    async def aclose(self) -> None:
        """Close the connection; the probe is not used after this."""
        await self._client.aclose()


__all__ = ["AWAY", "RedisProbe"]
