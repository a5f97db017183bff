"""How often this process answers UNAVAILABLE, by the minute: evidence about a complaint that the site was down.

A process that is away answers nothing, which is an outage. One that answers UNAVAILABLE runs, and lacks the database or
Redis; then the counts wait here, too.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from services.audit.ports import AuditStore
from services.errors import Unavailable
from services.ports import Clock, Entropy

MINUTE_US: Final = 60_000_000
EVERY_SECONDS: Final = 10.0
"""How often the sum is read: so late an answer may be counted, at most, and into the next minute then."""
MINUTES_MAX: Final = 10_000
"""Minutes that wait at most, about a week; others are not counted."""

_log = logging.getLogger("emberlog.unavailable")


class UnavailableCounts:
    """The answers of one process that nobody has stored yet. `total`: how many there were since it began."""

    def __init__(self, store: AuditStore, now_us: Clock, entropy: Entropy, total: Callable[[], int]) -> None:
        self._store, self._now_us, self._total = store, now_us, total
        self._entropy, self._process = entropy, ""
        self._read = 0
        self._minute_us, self._in_minute = 0, 0
        self._waiting: dict[int, int] = {}

    def count(self) -> None:
        """Count what was answered since the last time into this minute."""
        total, minute_us = self._total(), self._now_us() // MINUTE_US * MINUTE_US
        answers, self._read = total - self._read, total
        if answers <= 0:
            return
        if minute_us != self._minute_us:
            self._minute_us, self._in_minute = minute_us, 0
        self._in_minute += answers
        if minute_us in self._waiting or len(self._waiting) < MINUTES_MAX:
            self._waiting[minute_us] = self._in_minute

    async def store(self) -> None:
        """Store what waits. Raises Unavailable; then it waits on."""
        if self._waiting:
            self._process = self._process or self._entropy()[:8].hex()
            waiting, self._waiting = self._waiting, {}
            try:
                await self._store.put_unavailable(self._process, waiting, self._now_us())
            except Unavailable:
                self._waiting = {**waiting, **self._waiting}
                raise

    async def run(self) -> None:
        """Count and store every few seconds, until cancelled."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            self.count()
            try:
                await self.store()
            except Unavailable as error:
                _log.warning("counts of unavailable answers wait: %s", error.what)
