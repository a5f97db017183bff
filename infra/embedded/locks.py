"""File locks that say who uses a server. The kernel releases them when a process dies; no process id is trusted.

A server's folder has three lock files:
- `starting`: locked by the process that is starting or joining the server;
- `users`: a shared lock of every process that uses the server; once nobody has it, the keeper stops the server;
- `keeper`: locked by the keeper as long as it lives.
"""

import fcntl
import os
import time
from pathlib import Path
from typing import Final

_PAUSE_SECONDS: Final = 0.02


class FileLock:
    """One `flock` on one file. The lock belongs to this object, and to children forked without exec."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def take(self, *, shared: bool = False, seconds: float = 0.0) -> bool:
        """Try to take the lock for `seconds`. Returns whether it was taken."""
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

    @property
    def descriptor(self) -> int:
        """The open file of a lock that is taken."""
        assert self._descriptor is not None
        return self._descriptor

    def drop(self) -> None:
        """Release the lock. Does nothing when it is not taken."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_locked(path: Path, *, shared: bool = False) -> bool:
    """Whether another process has a lock that excludes ours (shared or exclusive) right now."""
    lock = FileLock(path)
    try:
        return not lock.take(shared=shared)
    finally:
        lock.drop()
