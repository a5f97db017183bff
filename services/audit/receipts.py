"""Receipts: which steps the connections of seats have taken. They are evidence, and no game depends on them."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from domain.engine.step import Step
from domain.engine.viewer import Seat
from services.audit.ports import Receipt
from services.errors import Unavailable
from services.ports import Principal
from services.world import World

EVERY_SECONDS: Final = 5.0
WAITING_MAX: Final = 10_000
"""Connections whose receipts wait at most; others are not noted while the database is away."""

_log = logging.getLogger("emberlog.receipts")


class Receipts:
    """What the connections of this process have taken and nobody has stored yet."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._waiting: dict[tuple[str, Seat, str], Receipt] = {}

    def taker(self, principal: Principal, game_id: str, seat: Seat) -> Callable[[Step, Step], None]:
        """What to call with the first and the last of some steps that a new connection of a seat has taken."""
        connection = self._world.entropy()[:8].hex()
        key = (game_id, seat, connection)

        def note(first: Step, last: Step) -> None:
            now_us = self._world.now_us()
            before = self._waiting.get(key)
            if before is not None:
                self._waiting[key] = replace(before, last_us=now_us, last_version=max(last, before.last_version))
            elif len(self._waiting) < WAITING_MAX:
                self._waiting[key] = Receipt(game_id, seat, connection, now_us, now_us, principal.token_id, first, last)

        return note

    async def store(self) -> None:
        """Store what waits. Raises Unavailable; then it waits on."""
        taken, self._waiting = self._waiting, {}
        if not taken:
            return
        try:
            await self._world.audit.put_receipts(list(taken.values()))
        except Unavailable:
            self._waiting = {**taken, **self._waiting}
            raise

    async def run(self) -> None:
        """Store every few seconds, until cancelled."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self.store()
            except Unavailable as error:
                _log.warning("receipts wait: %s", error.what)
