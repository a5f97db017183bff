"""Parts of the service as processes of their own, none of which outlives the one that started it. Knows no game.

A child runs in a session of its own, so that Ctrl-C reaches the parent alone, which then stops the children in order. It
also holds one end of a pipe whose other end only the parent has: when the parent is gone, however it went, the pipe
ends and the child stops by itself (`stop_with_parent`).
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

LIFELINE: Final = "EMBERLOG_LIFELINE_FD"
"""Set by the parent: the descriptor whose end means that the parent is gone."""

STOP_SECONDS: Final = 8.0
LOG_BYTES_MAX: Final = 5_000_000
ROOT: Final = Path(__file__).parents[2]


@dataclass(slots=True)
class Part:
    """One running part of the service. `log`: the file that takes what it says."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    descriptors: tuple[int, ...]
    log: Path
    process: subprocess.Popen[bytes]
    started: float = field(default_factory=time.monotonic)

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    def last_words(self, lines: int = 12) -> str:
        """The end of its log, for a report of why it ended."""
        with contextlib.suppress(OSError):
            return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])
        return ""


class Parts:
    """The parts that this process started. Close it, or leave the `with`, and none of them runs any more."""

    def __init__(self, logs: Path) -> None:
        logs.mkdir(parents=True, exist_ok=True)
        self._logs = logs
        self._read, self._write = os.pipe()
        self.parts: list[Part] = []

    def __enter__(self) -> "Parts":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(
        self, name: str, arguments: Sequence[str], environment: Mapping[str, str], descriptors: tuple[int, ...] = ()
    ) -> Part:
        """Start `emberlog <arguments>` with `environment` on top of our own; it keeps the open `descriptors`."""
        log = self._logs / f"{name}.log"
        part = Part(
            name, arguments, environment, descriptors, log, self._spawned(arguments, environment, descriptors, log)
        )
        self.parts.append(part)
        return part

    def start_again(self, part: Part) -> None:
        """Put a fresh process in the place of one that ended."""
        part.process = self._spawned(part.arguments, part.environment, part.descriptors, part.log)
        part.started = time.monotonic()

    def _spawned(
        self, arguments: Sequence[str], environment: Mapping[str, str], descriptors: tuple[int, ...], log: Path
    ) -> subprocess.Popen[bytes]:
        mode = "ab" if log.exists() and log.stat().st_size < LOG_BYTES_MAX else "wb"
        with log.open(mode) as said:
            return subprocess.Popen(
                [sys.executable, "-P", "-m", "infra.cli", *arguments],
                env={**os.environ, **environment, "PYTHONPATH": str(ROOT), LIFELINE: str(self._read)},
                pass_fds=(self._read, *descriptors),
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )

    def close(self) -> None:
        """Stop the parts, the last started first: politely, then not."""
        for part in reversed(self.parts):
            _stop(part.process)
        self.parts.clear()
        for descriptor in (self._read, self._write):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self._read = self._write = -1


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def stop_with_parent() -> None:
    """In a child: end when the parent does. Does nothing in a process that nobody of ours started."""
    descriptor = os.environ.pop(LIFELINE, None)
    if descriptor is not None:
        threading.Thread(target=_wait_for_the_end, args=(int(descriptor),), daemon=True, name="lifeline").start()


def _wait_for_the_end(descriptor: int) -> None:
    with contextlib.suppress(OSError):
        while os.read(descriptor, 1):
            pass  # nothing is ever written; only the end counts
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_SECONDS)
    os._exit(1)
