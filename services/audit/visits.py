"""Visits: from which addresses tokens are used, an hour at a time. A filter for arbiters, and no proof of anything.

One address may serve a whole club, and one person has many.
"""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace
from typing import Final

from services.audit.ports import AuditStore, Visit
from services.errors import Unavailable
from services.ports import Clock, Principal

HOUR_US: Final = 3_600_000_000
GATHER_SECONDS: Final = 1.0
RECENT_MAX: Final = 20_000
CLIENT_CHARS_MAX: Final = 120
CLIENTS_MAX: Final = 4
"""Programs that are noted of a token at an address in an hour, at most; others stand as ""."""
WAITING_MAX: Final = 10_000
"""Visits that wait at most; others are not noted while the database is away."""

_log = logging.getLogger("emberlog.visits")


class Visits:
    """The visits that this process has met. Each is stored once an hour, soon after its first operation."""

    def __init__(self, store: AuditStore, now_us: Clock) -> None:
        self._store = store
        self._now_us = now_us
        self._recent: OrderedDict[Visit, set[str]] = OrderedDict()
        self._waiting: list[Visit] = []
        self._storing: asyncio.Task[None] | None = None

    def note(self, principal: Principal, address: str, client: str = "") -> None:
        """Note that a token is used from an address. `client`: the program, as it names itself. It waits for nothing.

        A program may name itself anew each time: that must not make a row each time.
        """
        visit = Visit(principal.id, self._now_us() // HOUR_US * HOUR_US, principal.token_id, address)
        clients, named = self._recent.get(visit, set()), client_name(client)
        named = named if len(clients) < CLIENTS_MAX else ""
        if named in clients or len(self._waiting) >= WAITING_MAX:
            return
        self._recent[visit] = {*clients, named}
        if len(self._recent) > RECENT_MAX:
            self._recent.popitem(last=False)
        self._waiting.append(replace(visit, client=named))
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


def client_name(text: str) -> str:
    """What a program calls itself, as it is stored: printable ASCII, and not longer than `CLIENT_CHARS_MAX`."""
    return "".join(each if each.isascii() and each.isprintable() else "?" for each in text[:CLIENT_CHARS_MAX])
