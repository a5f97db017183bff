"""The process that owns one embedded server: starts it, restarts it when it dies, and stops it when nobody uses it.

Run as `python -m infra.embedded.keeper KIND FOLDER DURABLE` by the supervisor, never by hand. It prints one line of
JSON when the server answers (or why it does not), and nothing after that. It outlives every single user and needs no
signal from them: the kernel releases the lock `users` even when a user is killed with SIGKILL.
"""

import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

from infra.embedded.account import Account
from infra.embedded.errors import EmbeddedError
from infra.embedded.locks import FileLock
from infra.embedded.postgres import EmbeddedPostgres
from infra.embedded.redis import EmbeddedRedis
from infra.embedded.server import Running, ServerKind

KINDS: Final[dict[str, Callable[..., ServerKind]]] = {"postgres": EmbeddedPostgres, "redis": EmbeddedRedis}
_POLL_SECONDS: Final = 0.05
_QUIET_SECONDS: Final = 60.0
"""A server that ran this long is well, and is restarted at once when it dies."""
_PAUSE_SECONDS_FIRST: Final = 1.0
_PAUSE_SECONDS_MAX: Final = 60.0
_LOG_EVERY_SECONDS: Final = 5.0


class _Stop(Exception):
    """The keeper received a signal to stop."""


def main(kind: str, folder: Path, durable: bool) -> int:
    """Run one server until nobody uses it. Returns the exit code."""
    lock = FileLock(folder / "keeper.lock")
    if not lock.take(seconds=10):
        return _report(error=f"Another keeper uses {folder}. Wait until it has stopped, then try again.")
    for signal_ in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(signal_, _on_signal)
    account = Account.of(folder)
    record = folder / "server.json"
    running: Running | None = None
    try:
        running = Running(KINDS[kind](folder, account, durable=durable), folder / "server.log")
        running.start(_last_port(record))
        _write(record, {"port": running.port, "url": running.url})
        _report(ready=True)
        _supervise(running, folder)
    except EmbeddedError as error:
        return _report(error=str(error))
    except OSError as error:
        return _report(
            error=f"{folder} cannot be used: {error.strerror or error}. Set EMBERLOG_DATA to a folder you may write to."
        )
    except _Stop:
        pass
    finally:
        for signal_ in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(signal_, signal.SIG_IGN)
        if running is not None:
            running.stop()
        lock.drop()
    return 0


def _supervise(running: Running, folder: Path) -> None:
    """Restart the server when it dies: at once, and later each time if it dies often. Returns when the last user has
    left; nobody can join before the server ended."""
    pause, due, started, bounded = 0.0, 0.0, time.monotonic(), time.monotonic()
    while True:
        time.sleep(_POLL_SECONDS)
        now = time.monotonic()
        if not running.alive and not due:
            pause = _pause_after(pause, now - started)
            due = now + pause
        if due and now >= due:
            due, started = 0.0, now
            _restart(running, folder)
        if now - bounded >= _LOG_EVERY_SECONDS:
            bounded = now
            running.bound_log()
        users, starting = FileLock(folder / "users.lock"), FileLock(folder / "starting.lock")
        try:
            if users.take() and starting.take():
                running.stop()
                return
        finally:
            starting.drop()
            users.drop()


def _pause_after(pause: float, ran_seconds: float) -> float:
    """How long to wait before a server that has died is started again. `pause`: how long it was the last time."""
    if ran_seconds >= _QUIET_SECONDS:
        return 0.0
    return min(max(pause * 2, _PAUSE_SECONDS_FIRST), _PAUSE_SECONDS_MAX)


def _restart(running: Running, folder: Path) -> None:
    """Start the server where its users expect it. What prevents that may pass, a full disk for example."""
    try:
        running.start(running.port, required=True)
        _write(folder / "server.json", {"port": running.port, "url": running.url})
    except (EmbeddedError, OSError) as error:
        print(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {error}", file=sys.stderr, flush=True)


def _report(**line: object) -> int:
    """Print one line for the parent process, then close the output. Returns the exit code."""
    with contextlib.suppress(OSError):
        os.write(1, (json.dumps(line) + "\n").encode())
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    os.close(null)
    return 1 if "error" in line else 0


def _write(record: Path, what: dict[str, object]) -> None:
    draft = record.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(what))
    draft.replace(record)


def _last_port(record: Path) -> int:
    try:
        return int(json.loads(record.read_text())["port"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def _on_signal(number: int, frame: FrameType | None) -> None:
    raise _Stop


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3] == "durable"))
