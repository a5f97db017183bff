"""Visits: from which addresses tokens are used, an hour at a time. A filter for arbiters, and no proof of anything.

One address may serve a whole club, and one person has many.
"""

import asyncio
import logging
from collections import OrderedDict
from typing import Final

from services.audit.ports import AuditStore, Visit
from services.errors import Unavailable
from services.ports import Clock, Principal

HOUR_US: Final = 3_600_000_000
GATHER_SECONDS: Final = 1.0
RECENT_MAX: Final = 20_000
WAITING_MAX: Final = 10_000
"""Visits that wait at most; others are not noted while the database is away."""

_log = logging.getLogger("emberlog.visits")


class Visits:
    """The visits that this process has met. Each is stored once an hour, soon after its first operation."""

    def __init__(self, store: AuditStore, now_us: Clock) -> None:
        self._store = store
        self._now_us = now_us
        self._recent: OrderedDict[Visit, None] = OrderedDict()
        self._waiting: list[Visit] = []
        self._storing: asyncio.Task[None] | None = None

    def note(self, principal: Principal, address: str) -> None:
        """Note that a token is used from an address. It waits for nothing."""
        visit = Visit(principal.id, self._now_us() // HOUR_US * HOUR_US, principal.token_id, address)
        if visit in self._recent or len(self._waiting) >= WAITING_MAX:
            return
        self._recent[visit] = None
        if len(self._recent) > RECENT_MAX:
            self._recent.popitem(last=False)
        self._waiting.append(visit)
        if self._storing is None or self._storing.done():
            self._storing = asyncio.get_running_loop().create_task(self._store_soon())

    async def _store_soon(self) -> None:
        """Gather for a moment, then store. What cannot be stored waits for the next visit."""
        await asyncio.sleep(GATHER_SECONDS)
        while self._waiting:
            visits, self._waiting = self._waiting, []
            try:
                await self._store.put_visits(visits, self._now_us())
            except Unavailable as error:
                self._waiting = [*visits, *self._waiting][:WAITING_MAX]
                _log.warning("visits wait: %s", error.what)
                return
