"""What the keeper needs to know about a kind of server, and how one process of that kind is started."""

import contextlib
import ctypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol

from infra.embedded.errors import EmbeddedError

READY_SECONDS_MAX: Final = 60.0
"""A Postgres that was killed with much unwritten log needs this long to recover."""
_LOG_BYTES_MAX: Final = 5_000_000
_STARTS_MAX: Final = 3
_DISK_BYTES_MIN: Final = 64 * 1024 * 1024
"""With less free space a failure is taken for a full disk: a new cluster alone needs more."""


class ServerKind(Protocol):
    """One server in one folder, which holds `data`, `server.log`, the secret and the locks."""

    @property
    def name(self) -> str: ...

    @property
    def stop_signals(self) -> Sequence[signal.Signals]:
        """The signals that stop it, in order. Each gets some seconds before the next; SIGKILL comes last."""
        ...

    def prepare(self) -> None:
        """Prepare the data folder for a start. A second call does nothing."""
        ...

    def command(self, port: int) -> list[str]: ...

    @property
    def popen(self) -> Mapping[str, Any]:
        """Arguments for `Popen`: the folder and the user of the command."""
        ...

    def ready(self, port: int, process_id: int) -> bool: ...

    def url(self, port: int) -> str: ...


class Running:
    """One server process, and the port it listens on."""

    def __init__(self, kind: ServerKind, log: Path) -> None:
        self._kind = kind
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self.port = 0

    @property
    def url(self) -> str:
        """Its address, with its password."""
        return self._kind.url(self.port)

    def start(self, port: int, *, required: bool = False) -> None:
        """Start on `port` (0: any free one) and wait until it answers.

        Tries another port if a program takes this one, unless it is `required`. Raises EmbeddedError.
        """
        self._kind.prepare()
        for left in reversed(range(_STARTS_MAX)):
            self.port = port if required or (port and _is_free(port)) else _free_port()
            failure = self._start_once()
            if failure is None:
                return
            if not left or required or _is_free(self.port):  # then the port was not the cause
                raise EmbeddedError(_sentence(self._kind.name, failure, self._log))

    def _start_once(self) -> str | None:
        """Returns None when it answers, else the end of its log."""
        self.bound_log()
        with _private(self._log) as log:
            begin = log.tell()
            self._process = subprocess.Popen(
                self._kind.command(self.port),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_DIE_WITH_PARENT,  # noqa: PLW1509 -- the keeper has one thread
                **self._kind.popen,
            )
        deadline = time.monotonic() + READY_SECONDS_MAX
        while time.monotonic() < deadline and self._process.poll() is None:
            if self._kind.ready(self.port, self._process.pid):
                return None
            time.sleep(0.02)
        self.stop()
        with self._log.open("rb") as log:
            log.seek(begin)
            return log.read().decode(errors="replace")[-2_000:]

    def bound_log(self) -> None:
        """Copy a large log to the one before and begin it again, also while the server writes to it."""
        with contextlib.suppress(OSError):
            if self._log.stat().st_size < _LOG_BYTES_MAX:
                return
            before = self._log.with_name(f"{self._log.name}.1")
            before.unlink(missing_ok=True)
            with self._log.open("rb") as log, _private(before) as copy:
                shutil.copyfileobj(log, copy)
                os.truncate(self._log, 0)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Stop it and wait until it ended. Never raises."""
        if self._process is None:
            return
        for signal_ in (*self._kind.stop_signals, signal.SIGKILL):
            if self._process.poll() is None:
                self._process.send_signal(signal_)
                try:
                    self._process.wait(10)
                except subprocess.TimeoutExpired:
                    continue
        self._process = None


def command_of(process_id: int) -> str:
    """The command line of a process; "" when there is no such process."""
    listing = Path(f"/proc/{process_id}/cmdline")
    if Path("/proc/self").exists():
        try:
            return listing.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            return ""
    try:
        listing_command = ["ps", "-p", str(process_id), "-o", "command="]
        return subprocess.run(listing_command, capture_output=True, text=True, check=False, timeout=10).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def stored_secret(path: Path) -> str:
    """The password in `path`, created by the first call. Only this user may read the file."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(24))
    return path.read_text().strip()


def is_full(folder: Path) -> bool:
    """Whether the disk of `folder` is full or nearly so."""
    return shutil.disk_usage(folder).free < _DISK_BYTES_MIN


def _private(path: Path) -> BinaryIO:
    """A file to append to, which nobody else may read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    os.fchmod(descriptor, 0o600)
    return os.fdopen(descriptor, "ab")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _sentence(name: str, log_end: str, log: Path) -> str:
    if is_full(log.parent):
        return f"{name} did not start: the disk of {log.parent} is full. Free some space and start again."
    last = [line for line in log_end.splitlines() if line.strip()][-1:] or ["its log is empty"]
    return f"{name} did not start: {last[0].strip()} (its log: {log})"


def _linux_die_with_parent() -> Callable[[], None] | None:
    """On Linux the kernel stops the server when even the keeper is killed. Elsewhere the next start stops it."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None
    set_parent_death_signal, set_no_new_privileges = 1, 38

    def set_signal() -> None:
        prctl(set_parent_death_signal, int(signal.SIGINT))
        prctl(set_no_new_privileges, 1, 0, 0, 0)

    return set_signal


_DIE_WITH_PARENT: Final = _linux_die_with_parent()
