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
_RESTARTS_MAX: Final = 5
"""A server that dies more often than this within `_RESTARTS_WITHIN_SECONDS` is not restarted."""
_RESTARTS_WITHIN_SECONDS: Final = 60.0


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
    """Restart the server when it dies. Returns when the last user has left; nobody can join before the server ended."""
    died: list[float] = []
    while True:
        time.sleep(_POLL_SECONDS)
        if not running.alive:
            now = time.monotonic()
            died = [*(each for each in died if now - each < _RESTARTS_WITHIN_SECONDS), now]
            if len(died) > _RESTARTS_MAX:
                raise EmbeddedError("The server died too often. Read its log, server.log, in the data folder.")
            running.start(running.port)
            _write(folder / "server.json", {"port": running.port, "url": running.url})
        users, starting = FileLock(folder / "users.lock"), FileLock(folder / "starting.lock")
        try:
            if users.take() and starting.take():
                running.stop()
                return
        finally:
            starting.drop()
            users.drop()


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
