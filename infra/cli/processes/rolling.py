"""Starting the processes of a service anew while it serves: `emberlog restart`.

The running `emberlog up` holds a lock on a file in the data folder, which has its process id. It takes SIGUSR1 as the
request. SIGHUP stays what it is: the terminal was closed.
"""

import fcntl
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from infra.accounts import private
from infra.cli.problems import ExitCode, Problem
from infra.cli.processes.children import Child, Children

NAME: Final = "up.pid"
READY_SECONDS_MAX: Final = 40.0


class Requests:
    """Whether a restart was requested. A plain flag: a signal handler sets it."""

    def __init__(self) -> None:
        self.pending = False

    def note(self, number: int, frame: FrameType | None) -> None:
        """Remembers the request; a signal handler."""
        self.pending = True


@contextmanager
def restart_requests(data: Path) -> Iterator[Requests]:
    """Takes requests as long as the block lasts. One `emberlog up` of a data folder takes them, the first one."""
    requests = Requests()
    before = signal.signal(signal.SIGUSR1, requests.note)
    try:
        with private(data / NAME) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield requests
                return
            os.ftruncate(file.fileno(), 0)
            os.pwrite(file.fileno(), str(os.getpid()).encode(), 0)
            yield requests
            os.ftruncate(file.fileno(), 0)
    finally:
        signal.signal(signal.SIGUSR1, before)


def request_restart(data: Path) -> int:
    """Requests a restart. Returns the process that it was requested of. Raises Problem where none runs."""
    none = Problem(
        f"No `emberlog up` runs with the data folder {data}. Set EMBERLOG_DATA to its folder.", ExitCode.NOT_THERE
    )
    try:
        with (data / NAME).open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                number = int(file.read() or b"0")
            else:
                raise none
        if not number:
            raise none
        os.kill(number, signal.SIGUSR1)
    except (FileNotFoundError, ProcessLookupError, ValueError):
        raise none from None
    except PermissionError:
        text = f"You may not restart the service of {data}: it belongs to another user. Use that user, or root."
        raise Problem(text, ExitCode.NOT_AVAILABLE) from None
    return number


def restart_one(children: Children, child: Child) -> str | None:
    """Puts a new process in the place of one. The API serves all the time: the new process shares its socket before the
    old one stops. Returns None, or why the old one goes on."""
    if child.name.partition("-")[0] == "api":
        return children.replace(child, READY_SECONDS_MAX)
    children.stop_and_start(child)
    return None
