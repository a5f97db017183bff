"""The log of a primary whose whole games are read from a streaming replica.

Steps and commands never change, so a replica that is behind only lacks the last ones. Those come from the primary,
together with the last one that the replica had: when both have the same bytes there, the hash chain says that all
before are the same, too. So an answer is never older than one of the primary alone, however far the replica is behind,
and a replica of another history is left alone.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Final, TypeVar

from domain.engine.step import Step
from infra.postgres.trouble import of_replica
from services.errors import LogDamaged, Unavailable
from services.ports import (
    Append,
    AppendResult,
    EventLog,
    LogEntry,
    RawStep,
    StoredCommand,
)
from services.streams import Head, StreamKind

RESTS_SECONDS: Final = 5.0
"""How long a replica that did not answer is left alone."""
_BEGUN_MAX: Final = 1_024

_log = logging.getLogger("emberlog.replica")

Row = TypeVar("Row", RawStep, StoredCommand)
Read = Callable[[int, int], Awaitable[Sequence[Row]]]
"""Rows after the first number, at most the second."""


class ReplicaLog:
    """`services.ports.EventLog`: `primary` writes and has the heads; `replica` has the pages from a game's begin on."""

    def __init__(self, primary: EventLog, replica: EventLog) -> None:
        self._primary, self._replica = primary, replica
        self._rests_until = 0.0
        self._is_away = False
        self._begun: OrderedDict[tuple[str, str], int] = OrderedDict()
        """How far a game was read page by page: what follows there is read from the replica, too."""

    async def read(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[RawStep]:
        """Implements `read` of the port `EventLog`."""
        return await self._both(
            ("steps", game_id),
            after,
            limit,
            lambda past, most: self._replica.read(game_id, after=Step(past), limit=most),
            lambda past, most: self._primary.read(game_id, after=Step(past), limit=most),
        )

    async def commands(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[StoredCommand]:
        """Implements `commands` of the port `EventLog`."""
        return await self._both(
            ("commands", game_id),
            after,
            limit,
            lambda past, most: self._replica.commands(game_id, after=past, limit=most),
            lambda past, most: self._primary.commands(game_id, after=past, limit=most),
        )

    async def _both(
        self, what: tuple[str, str], after: int, limit: int, replica: Read[Row], primary: Read[Row]
    ) -> Sequence[Row]:
        is_small = limit < 2 or (after > 0 and self._begun.get(what) != after)
        if is_small or time.monotonic() < self._rests_until:
            return await primary(after, limit)
        try:
            rows: Sequence[Row] = await replica(after, limit)
        except (Unavailable, LogDamaged) as error:
            self._rests_until = time.monotonic() + RESTS_SECONDS
            if not self._is_away:
                why = of_replica(error.what) if isinstance(error, Unavailable) else f"{error}."
                _log.warning("%s Games are read from the primary; the replica is tried every %d s.", why, RESTS_SECONDS)
            self._is_away = True
            return await primary(after, limit)
        if self._is_away:
            _log.info("Games are read from the replica again.")
        self._is_away = False
        if not rows:
            return await primary(after, limit)
        last = after + len(rows)
        rest: Sequence[Row] = await primary(last - 1, limit - len(rows) + 1)
        if not rest or rest[0] != rows[-1] or _hash(rest[0]) != _hash(rows[-1]):
            _log.error("The replica has another history of game %s than the primary. It is left alone.", what[1])
            self._rests_until = time.monotonic() + RESTS_SECONDS
            return await primary(after, limit)
        self._note(what, last + len(rest) - 1)
        return list(rows) + list(rest)[1:]

    def _note(self, what: tuple[str, str], version: int) -> None:
        self._begun[what] = version
        self._begun.move_to_end(what)
        if len(self._begun) > _BEGUN_MAX:
            self._begun.popitem(last=False)

    # ---------------------------------------------------------------- what the primary does

    async def append(self, entry: Append) -> AppendResult:
        """Implements `append` of the port `EventLog`."""
        return await self._primary.append(entry)

    async def head(self, game_id: str) -> Head | None:
        """Implements `head` of the port `EventLog`."""
        return await self._primary.head(game_id)

    async def versions(self, game_ids: Collection[str]) -> Mapping[str, Step]:
        """Implements `versions` of the port `EventLog`."""
        return await self._primary.versions(game_ids)

    async def command(self, game_id: str, command_id: str) -> StoredCommand | None:
        """Implements `command` of the port `EventLog`."""
        return await self._primary.command(game_id, command_id)

    async def entries(self, *, after: int = 0, limit: int = 10_000) -> Sequence[LogEntry]:
        """Implements `entries` of the port `EventLog`."""
        return await self._primary.entries(after=after, limit=limit)

    async def places(self, game_id: str) -> Sequence[LogEntry]:
        """Implements `places` of the port `EventLog`."""
        return await self._primary.places(game_id)

    async def streams(self, kind: StreamKind, *, after: str | None = None, limit: int = 1_000) -> Sequence[str]:
        """Implements `streams` of the port `EventLog`."""
        return await self._primary.streams(kind, after=after, limit=limit)


def _hash(row: RawStep | StoredCommand) -> bytes:
    """What chains the row to all before it."""
    return row.hash if isinstance(row, RawStep) else row.link
