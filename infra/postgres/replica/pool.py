"""A pool for reading: a replica where it is new enough for the caller, and the primary otherwise."""

import enum
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import asyncpg

from infra.postgres.pool import Answer, Lent, Pool
from infra.postgres.replica.moments import Moments
from infra.postgres.trouble import LOST, is_lost, of_replica, unavailable
from services.reads.freshness import Reading, reading_now

CONNECT_SECONDS_MAX: Final = 1.0
RESTS_SECONDS: Final = 5.0
"""How long a replica that did not answer is left alone."""
BEHIND_SECONDS: Final = 0.25
"""How long one that is too far behind is."""
_POSITION: Final = (
    "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'::pg_lsn, system_identifier FROM pg_control_system()"
)

_log = logging.getLogger("emberlog.replica")


class Source(enum.StrEnum):
    """Where an operation that might read the replica has read.

    All but the first: the primary, because the caller has had something newer; because the replica is too far behind;
    because it does not answer or is not a replica.
    """

    REPLICA = "replica"
    NEWER = "primary_newer"
    BEHIND = "primary_behind"
    AWAY = "primary_away"


class _NotUsable(Exception):
    """The replica is not read now. The text says why and what to do."""

    def __init__(self, source: Source, why: str, rests: float) -> None:
        super().__init__(why)
        self.source, self.rests = source, rests


class ReadPool(Pool):
    """`primary`, relieved by `replica` where an operation reads (`services.reads.freshness`).

    Each use asks the replica how far it is, on the connection that is then read: behind one address there may be
    several, and each may be stopped, promoted or restarted at any moment.
    """

    def __init__(self, primary: Pool, replica: Pool, moments: Moments, *, lag_max: float) -> None:
        super().__init__(primary.raw, primary.at, on_citus=primary.on_citus)
        self._primary, self._replica, self._moments = primary, replica, moments
        self._lag_us_max = int(lag_max * 1_000_000)
        self._rests_until = 0.0
        self._trouble: Source | None = None
        self._reads: Counter[Source] = Counter()
        self.age_us: int | None = None
        """By how much the replica was behind at the last look."""

    @property
    def reads(self) -> Mapping[str, int]:
        """How often something was read from where."""
        return {source.value: self._reads[source] for source in Source}

    async def ask(self, work: Callable[[Lent], Awaitable[Answer]]) -> Answer:
        """Do `work`, which only reads, on the replica or the primary. Doing it twice must be harmless."""
        reading = reading_now()
        if reading is None:
            return await self._primary.ask(work)
        if time.monotonic() < self._rests_until:
            self._reads[self._trouble or Source.AWAY] += 1
            return await self._primary.ask(work)
        try:
            answer = await self._on_replica(reading, work)
        except _NotUsable as why:
            self._reads[why.source] += 1
            self._rest(why)
            return await self._primary.ask(work)
        self._reads[Source.REPLICA] += 1
        self._well()
        return answer

    async def _on_replica(self, reading: Reading, work: Callable[[Lent], Awaitable[Answer]]) -> Answer:
        """Does the work on the replica. Raises _NotUsable where it is too old or does not answer."""
        floor = await reading.floor()
        try:
            async with self._replica.lend(CONNECT_SECONDS_MAX) as connection:
                as_of_us, position = self._place(await connection.fetchrow(_POSITION))
                if as_of_us < floor.moment_us or position < floor.position:
                    raise _NotUsable(Source.NEWER, "", 0.0)
                answer = await work(connection)
        except (asyncpg.PostgresError, *LOST) as error:
            is_conflict = isinstance(error, asyncpg.PostgresError) and is_lost(error)  # with what it replays
            why = unavailable(error, self._replica.at)
            sentence = f"{type(error).__name__}" if why is None else of_replica(why.what)
            raise _NotUsable(
                Source.AWAY, f"{sentence} Lists are read from the primary.", 0.0 if is_conflict else RESTS_SECONDS
            ) from error
        reading.read_replica(as_of_us, position)
        return answer

    def _place(self, row: asyncpg.Record | None) -> tuple[int, int]:
        """Up to which moment the replica has everything, and its position.

        Raises _NotUsable when that is too old, or when it is not a replica of the primary.
        """
        assert row is not None
        is_replica, position, database = row
        if not is_replica or position is None:
            raise _NotUsable(
                Source.AWAY,
                f"{self._replica.at} is not a replica: it was promoted, or never was one. Lists are read from the "
                "primary. Set EMBERLOG_READER_URL to a replica of the primary, or remove it.",
                RESTS_SECONDS,
            )
        if database != self._moments.database:
            raise _NotUsable(
                Source.AWAY,
                f"{self._replica.at} is a replica of another database than {self._primary.at}. Lists are read from the "
                "primary. Set EMBERLOG_READER_URL to a replica of it.",
                RESTS_SECONDS,
            )
        as_of_us, now = self._moments.as_of_us(int(position)), self._moments.now()
        age_us = None if as_of_us is None or now is None else max(now.last_us - as_of_us, 0)
        self.age_us = age_us
        if as_of_us is None or age_us is None or age_us > self._lag_us_max:
            behind = "further behind than this process knows" if age_us is None else f"{age_us / 1e6:.1f} s behind"
            raise _NotUsable(
                Source.BEHIND,
                f"The replica {self._replica.at} is {behind}; at most {self._lag_us_max / 1e6:g} s are allowed "
                "(EMBERLOG_READER_MAX_LAG). Lists are read from the primary until it has caught up. "
                "Look at pg_stat_replication on the primary.",
                BEHIND_SECONDS,
            )
        return as_of_us, int(position)

    def _rest(self, why: _NotUsable) -> None:
        """Leaves the replica alone for a while. Says why once, not at each read."""
        if not why.rests:
            return
        if self._trouble is not why.source:
            _log.warning("%s", why)
        self._trouble = why.source
        self._rests_until = time.monotonic() + why.rests

    def _well(self) -> None:
        if self._trouble is not None:
            _log.info("The replica %s is read again.", self._replica.at)
        self._trouble = None
