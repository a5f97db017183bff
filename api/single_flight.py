"""An answer that many may request: it is made once for all of them, and is good for a moment."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

T = TypeVar("T")

SECONDS: Final = 1.0
"""How old an answer of the probes may be. A flood of requests costs no more than one request a second."""


class SingleFlight(Generic[T]):
    """Calls `make` at most once at a time, and returns its result for `seconds`. An error is raised to all who wait."""

    def __init__(
        self, make: Callable[[], Awaitable[T]], seconds: float = SECONDS, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._make = make
        self._seconds = seconds
        self._now = now
        self._flight: asyncio.Task[T] | None = None
        self._made_at = 0.0

    async def __call__(self) -> T:
        """The result, at most `seconds` old. A caller that goes away does not stop it for the others."""
        flight = self._flight
        if flight is None or (flight.done() and self._is_old(flight)):
            flight = self._flight = asyncio.ensure_future(self._made())
        return await asyncio.shield(flight)

    def _is_old(self, flight: "asyncio.Task[T]") -> bool:
        return flight.cancelled() or flight.exception() is not None or self._now() - self._made_at > self._seconds

    async def _made(self) -> T:
        result = await self._make()
        self._made_at = self._now()
        return result


__all__ = ["SingleFlight"]
