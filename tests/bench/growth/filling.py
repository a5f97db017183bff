"""Fills a log by the real append: whole games under new ids, many of them at once, each command after the one before.

`python -m tests.bench.growth.filling` is one of the processes that fill. It says on its standard output how many events it has
appended, once a second.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

import asyncpg
import uvloop

from infra.postgres.event_log import PostgresEventLog
from infra.postgres.pool import Pool, open_pool
from services.errors import Unavailable
from services.ports import Append, Appended, Duplicate
from tests.bench.growth.projected import Copy, copy_projected, which_are_projected
from tests.bench.growth.recorded import Series, copy_id, load, order_of

Answer = TypeVar("Answer")

WEIGHTS: Final = {"great_fire": 3, "london": 1, "brigade": 36}
"""Games of each ruleset in a round of the series. Games of The Brigade are the shortest; so it has three quarters of the steps."""
OPEN_EACH: Final = 50
"""One game in so many stays open."""
IN_FLIGHT: Final = 384
BATCH_MAX: Final = 128
COPIED_AT_ONCE: Final = 64
LOOKED_UP_AT_ONCE: Final = 512
TRIES: Final = 60
TRY_SECONDS: Final = 5.0
FILL_NICE: Final = 10
URL: Final = "GROWTH_DATABASE_URL"


@dataclass(frozen=True, slots=True)
class Part:
    """Which games a process appends: those from `first` until `end`, of which each `of`-th is its own."""

    first: int
    end: int
    number: int = 0
    of: int = 1

    def games(self) -> Iterator[int]:
        """The numbers of its games."""
        return iter(range(self.first + (self.number - self.first) % self.of, self.end, self.of))


def series_in(directory: Path) -> Series:
    """The games that are recorded in a directory of a run."""
    recordings = load(directory / "recordings")
    return Series(recordings, order_of(recordings, WEIGHTS, OPEN_EACH))


class Filler:
    """Appends the games of a part that the log does not have yet."""

    def __init__(
        self, pool: Pool, series: Series, part: Part, on_events: Callable[[int], None], *, whole: bool = False
    ) -> None:
        """`whole`: every game gets all rows of its projections."""
        self._whole = whole
        self._pool, self._series, self._part, self._on_events = pool, series, part, on_events
        self._log = PostgresEventLog(pool, batch_max=BATCH_MAX)
        self._ended: list[Copy] = []
        self._copying: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Appends them all, and copies their rows of the projections."""
        numbers = self._numbers_left()
        one_at_once = asyncio.Lock()

        async def play() -> None:
            while True:
                async with one_at_once:
                    try:
                        number, version = await anext(numbers)
                    except StopAsyncIteration:
                        return
                await self._append(number, version)

        await asyncio.gather(*(play() for _ in range(IN_FLIGHT)))
        self._copy()
        await asyncio.gather(*self._copying)

    async def _numbers_left(self):
        """The games that are not complete, and how many steps of them are there."""
        numbers = self._part.games()
        while numbers_now := list(islice(numbers, LOOKED_UP_AT_ONCE)):
            ids = {number: copy_id(number) for number in numbers_now}
            rows = await self._pool.fetch(
                "SELECT game_id::text, version FROM game WHERE game_id = ANY ($1::uuid[])", list(ids.values())
            )
            versions = dict(map(tuple, rows))
            projected = await which_are_projected(self._pool, list(versions))
            for number, game_id in ids.items():
                if game_id in projected:
                    self._on_events(self._series.recording(number).steps)
                else:
                    yield number, versions.get(game_id, 0)

    async def _append(self, number: int, version: int) -> None:
        recording, game_id = self._series.recording(number), copy_id(number)
        self._on_events(version)
        for entry in recording.appends(game_id):
            if entry.expected_version < version:
                continue
            await self._append_one(entry)
            self._on_events(len(entry.events))
        self._ended.append(Copy(number, game_id, recording))
        if len(self._ended) >= COPIED_AT_ONCE:
            self._copy()

    async def _append_one(self, entry: Append) -> None:
        """One command. A try that had no answer may have written it."""
        result = await _persistently(lambda: self._log.append(entry))
        assert isinstance(result, Appended | Duplicate), result

    def _copy(self) -> None:
        copies, self._ended = self._ended, []
        if copies:
            copying = partial(copy_projected, self._pool, copies, whole=self._whole)
            task = asyncio.create_task(_persistently(copying))
            self._copying.add(task)
            task.add_done_callback(lambda done: (self._copying.discard(done), done.result()))


async def _persistently(work: Callable[[], Awaitable[Answer]]) -> Answer:
    """Does what may be done twice until a server that is too busy has answered."""
    for _ in range(TRIES):
        try:
            return await work()
        except (Unavailable, asyncpg.PostgresError, OSError, TimeoutError):
            await asyncio.sleep(TRY_SECONDS)
    return await work()


async def fill(database_url: str, series: Series, part: Part, on_events: Callable[[int], None]) -> None:
    """Appends the games of a part, on connections of this process."""
    pool = await open_pool(database_url, size_max=4, statement_seconds_max=600.0, name="growth fill")
    try:
        await Filler(pool, series, part, on_events).run()
    finally:
        await pool.close()


def main() -> None:
    """Fills one part and says how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("numbers", type=int, nargs=4)
    given = parser.parse_args()
    os.setpriority(os.PRIO_PROCESS, 0, FILL_NICE)
    done, printed_at = 0, 0.0

    def on_events(events: int) -> None:
        nonlocal done, printed_at
        done += events
        if time.monotonic() > printed_at + 1.0:
            printed_at = time.monotonic()
            print(done, flush=True)

    uvloop.run(fill(os.environ[URL], series_in(given.directory), Part(*given.numbers), on_events))
    print(done, flush=True)


if __name__ == "__main__":
    sys.exit(main())
