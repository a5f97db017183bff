"""Nightly dumps: what `emberlog dump --until DAY` writes, made by a worker once a day and kept for some days.

A dump is made in a hidden folder and renamed when it is whole. A lock that ends with its process keeps two workers from
making one at once. The dump is a process of its own, so neither bots nor projections wait for it.
"""

import asyncio
import contextlib
import fcntl
import logging
import os
import re
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from services.ports import Clock

EVERY_SECONDS: Final = 60.0
AFTER_FAILURE_SECONDS: Final = 900.0
LOWER_PRIORITY: Final = 10
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LOCK: Final = ".lock"

Make = Callable[[Path, date], Awaitable[bool]]
"""Writes the dump of all games that everybody may have before a day begins, in UTC; whether it could."""

_log = logging.getLogger("emberlog.dumps")


@dataclass(frozen=True, slots=True)
class NightlyDumps:
    """The dumps of one folder. `hour`: in UTC, from when on the dump of the day before is due."""

    folder: Path
    hour: int
    days_max: int
    now_us: Clock
    make: Make

    async def run(self) -> None:
        """Make what is due, until cancelled."""
        while True:
            try:
                is_well = await self.once()
            except OSError as error:
                _log.error("no dump can be written into the folder of EMBERLOG_DUMPS: %s", error.strerror)
                is_well = False
            await asyncio.sleep(EVERY_SECONDS if is_well else AFTER_FAILURE_SECONDS)

    async def once(self) -> bool:
        """Make the dump that is due, unless it is there or another worker makes it. Returns whether nothing failed."""
        day = (datetime.fromtimestamp(self.now_us() / 1_000_000, UTC) - timedelta(hours=self.hour)).date()
        due = day - timedelta(days=1)
        target, hidden = self.folder / due.isoformat(), self.folder / f".{due.isoformat()}"
        if target.exists():
            return True
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._locked() as is_ours:
            if not is_ours or target.exists():
                return True
            shutil.rmtree(hidden, ignore_errors=True)  # of a worker that was stopped
            if not await self.make(hidden, day):
                _log.error("the dump of %s failed; it is tried once more in %.0f s", due, AFTER_FAILURE_SECONDS)
                return False
            hidden.rename(target)
            _log.info("wrote the dump of %s", due)
            await asyncio.to_thread(self._forget, due)
        return True

    def _forget(self, newest: date) -> None:
        """Remove dumps that have been kept for long enough, and nothing else in the folder."""
        first = newest - timedelta(days=self.days_max - 1)
        for path in sorted(self.folder.iterdir()):
            if _DAY.fullmatch(path.name) and path.name < first.isoformat() and path.is_dir():
                shutil.rmtree(path)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[bool]:
        with (self.folder / _LOCK).open("wb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True


async def by_command(folder: Path, until: date) -> bool:
    """Write a dump by `emberlog dump`, as a process of lower priority. It ends when this task is cancelled."""
    arguments = ["dump", "--to", str(folder), "--until", until.isoformat()]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "infra.cli", *arguments, stdout=asyncio.subprocess.DEVNULL, close_fds=False
    )
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, LOWER_PRIORITY)
    try:
        return await process.wait() == 0
    finally:
        if process.returncode is None:
            process.terminate()
