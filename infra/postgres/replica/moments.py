"""How far a replica is, in moments of the primary: which one it has everything up to.

The primary says again and again what its time and its position in the log of changes (WAL) are. A replica that has
replayed a position has everything that was committed before the moment at which the primary said it. So no clock of
another machine counts, and a primary without work makes no replica old.
"""

import asyncio
import logging
import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import asyncpg

from infra.postgres.pool import Lent, Pool
from infra.postgres.trouble import LOST, unavailable
from services.reads.freshness import Span

PERIOD_SECONDS: Final = 0.25
SECONDS_MAX: Final = 2.0
_SAMPLES_MAX: Final = 1_000
_OFFSETS_MAX: Final = 64
_JUMP_US: Final = 50_000

_SAMPLE: Final = (
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, pg_current_wal_insert_lsn() - '0/0'::pg_lsn, "
    "system_identifier FROM pg_control_system()"
)
"""The time first: the position covers all that was committed before it, and all that was visible."""
_PAGE: Final = 8_192
_PAGE_HEADS: Final = (24, 40)

_log = logging.getLogger("emberlog.replica")


class Moments:
    """The samples of the primary. `now` implements `services.reads.freshness.PrimaryClock`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._positions: deque[int] = deque(maxlen=_SAMPLES_MAX)
        self._at_us: deque[int] = deque(maxlen=_SAMPLES_MAX)
        self._offsets: deque[Span] = deque(maxlen=_OFFSETS_MAX)
        self.database: int | None = None
        """The identifier that the primary and its replicas share."""

    async def sample(self, ask: Callable[[str], Any]) -> None:
        """Asks the primary once. `ask`: runs a query and returns its row."""
        sent_us = self._clock() * 1_000_000
        at_us, position, database = await ask(_SAMPLE)
        self.took(int(at_us), int(position), database, Span(int(sent_us), int(self._clock() * 1_000_000) + 1))

    def took(self, at_us: int, position: int, database: int, sent: Span) -> None:
        """Takes a sample. `sent`: when it was sent and when it came, by this process's clock."""
        offset = Span(at_us - sent.last_us, at_us - sent.first_us)
        known = self._offset()
        jumped = known is not None and (
            offset.first_us > known.last_us + _JUMP_US or offset.last_us < known.first_us - _JUMP_US
        )
        is_other = self.database not in (None, database)
        if jumped or is_other or (self._positions and position < self._positions[-1]):
            self._positions.clear()  # another primary, or its clock was set: nothing said before counts
            self._at_us.clear()
            self._offsets.clear()
        self.database = database
        self._positions.append(_end_of_records(position))
        self._at_us.append(at_us)
        self._offsets.append(offset)

    def _offset(self) -> Span | None:
        """By how much the primary's time is ahead of this process's clock."""
        if not self._offsets:
            return None
        first_us, last_us = max(each.first_us for each in self._offsets), min(each.last_us for each in self._offsets)
        return Span(min(first_us, last_us), max(first_us, last_us))

    def now(self) -> Span | None:
        """The moment that it is now at the primary."""
        offset = self._offset()
        if offset is None:
            return None
        here_us = int(self._clock() * 1_000_000)
        return Span(here_us + offset.first_us, here_us + 1 + offset.last_us)

    def as_of_us(self, position: int) -> int | None:
        """Up to which moment a replica that has replayed so far has everything. None: before all samples."""
        at = bisect_right(self._positions, position)
        return None if at == 0 else self._at_us[at - 1]


def _end_of_records(position: int) -> int:
    """Where the last record ends. Behind a full page the primary names the place past the next page's head."""
    into_page = position % _PAGE
    return position - into_page if into_page in _PAGE_HEADS else position


async def run_sampling(pool: Pool, moments: Moments) -> None:
    """Asks the primary until it is cancelled. While the primary is away, everything grows older."""
    is_away = False
    while True:
        why = await sample_once(pool, moments)
        if why is not None and not is_away:
            _log.warning(
                "The primary %s does not say its position, so the replica is not read once it is too old: %s",
                pool.at,
                why,
            )
        is_away = why is not None
        await asyncio.sleep(PERIOD_SECONDS)


async def sample_once(pool: Pool, moments: Moments) -> str | None:
    """Asks the primary on one of its connections. Returns why it did not answer, or None."""
    try:
        async with asyncio.timeout(SECONDS_MAX), pool.lend(SECONDS_MAX) as connection:
            await moments.sample(_row(connection))
    except (asyncpg.PostgresError, *LOST) as error:
        known = unavailable(error, pool.at)
        return type(error).__name__ if known is None else known.what
    return None


def _row(connection: Lent) -> Callable[[str], Any]:
    async def ask(query: str) -> Any:  # noqa: ANN401 -- a row
        return await connection.fetchrow(query)

    return ask
