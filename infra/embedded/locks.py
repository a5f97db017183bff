"""Who is using a server, told by file locks, which the kernel drops when a process dies. Never trusts a process id.

Three files lie in a server's folder:
- `starting`: held by whoever starts or joins the server at this moment;
- `users`: shared by everyone who uses it; once nobody holds it, the keeper stops the server;
- `keeper`: held by the keeper for as long as it lives.
"""

import fcntl
import os
import time
from pathlib import Path
from typing import Final

_PAUSE_SECONDS: Final = 0.02


class FileLock:
    """One `flock` on one file. The lock belongs to this object (and to children forked without exec)."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def take(self, *, shared: bool = False, seconds: float = 0.0) -> bool:
        """Take the lock, trying for `seconds`; whether it was got."""
        if self._descriptor is None:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        kind = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB
        deadline = time.monotonic() + seconds
        while True:
            try:
                fcntl.flock(self._descriptor, kind)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    return False
                time.sleep(_PAUSE_SECONDS)
            else:
                return True

    def drop(self) -> None:
        """Let go; doing it twice does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_held(path: Path, *, shared: bool = False) -> bool:
    """Whether somebody else's lock keeps us from taking it (shared or alone) right now."""
    lock = FileLock(path)
    try:
        return not lock.take(shared=shared)
    finally:
        lock.drop()
