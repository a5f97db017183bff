"""Tells the other processes over Redis that tokens may have ended. A hint: each asks the database what is true."""

from collections.abc import AsyncIterator, Collection
from typing import Final

from infra.redis.notifier import RedisNotifier

CHANNEL: Final = "emberlog:tokens"
AWAY: Final = "other processes notice tokens that ended some seconds later."


class RedisRevocations:
    """`services.ports.Revocations` on Redis. The messages have the form of a notifier's, without a version.

    Belongs to the event loop it is first used in; close it with `aclose`.
    """

    def __init__(self, url: str, channel: str = CHANNEL) -> None:
        self._notifier = RedisNotifier(url, channel, away=AWAY)

    async def announce(self, ids: Collection[str]) -> None:
        """Implements `announce` of the port `Revocations`. Returns at once."""
        for id in ids:
            await self._notifier.notify(id, 0)

    async def announcements(self) -> AsyncIterator[str]:
        """Implements `announcements` of the port `Revocations`."""
        async for id, _ in self._notifier.notifications():
            yield id

    async def aclose(self) -> None:
        """Send what waits, for a short time at most, and close the connections."""
        await self._notifier.aclose()
