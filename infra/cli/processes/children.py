"""Child processes of the service. None of them outlives the process that started it.

A child runs in a session of its own, so that Ctrl-C reaches only the parent, which then stops the children in order. A
child also reads one end of a pipe whose other end only the parent has. When the parent is gone for any reason, the pipe
ends and the child stops itself (`stop_with_parent`). Its output goes through another pipe (`log_files`).
"""

import contextlib
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from infra.cli.processes.log_files import LogFile, LogPump
from infra.cli.processes.rights import LIFELINE, ROOT, Rights

__all__ = ["LIFELINE", "READY", "ROOT", "Child", "Children", "say_ready", "stop_with_parent"]

STOP_SECONDS: Final = 8.0
LOG_SECONDS: Final = 2.0
"""How long to wait for the last lines of a process that has ended. A child of its own may still have the pipe."""


@dataclass(slots=True)
class Child:
    """One child process. `log`: the file of its output."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    descriptors: tuple[int, ...]
    log: Path
    process: subprocess.Popen[bytes]
    pump: LogPump
    started: float = field(default_factory=time.monotonic)

    @property
    def running(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None

    @property
    def ran_seconds(self) -> float:
        """The time since it was started."""
        return time.monotonic() - self.started

    def log_end(self, lines: int = 12) -> str:
        """The last lines of its log, which say why it ended."""
        if not self.running:
            self.pump.join(LOG_SECONDS)
        with contextlib.suppress(OSError):
            return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])
        return ""


READY: Final = "EMBERLOG_READY_FD"
"""Variable of a process that takes the place of another one: the descriptor of a pipe to which it writes when it is
ready."""


class Children:
    """The children of this process. `close`, or the end of the `with` block, stops them all."""

    def __init__(self, logs: Path, rights: Rights | None = None) -> None:
        """`rights`: of the children; by default those of this process."""
        self._rights = rights or Rights()
        logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        if logs.stat().st_uid == os.geteuid():
            logs.chmod(0o700)
        self._logs = logs
        self._read, self._write = os.pipe()
        self.all: list[Child] = []

    def __enter__(self) -> "Children":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(
        self, name: str, arguments: Sequence[str], environment: Mapping[str, str], descriptors: tuple[int, ...] = ()
    ) -> Child:
        """Start `emberlog <arguments>` with `environment` added to our own. The child inherits `descriptors`."""
        log = self._logs / f"{name}.log"
        process, pump = self._spawned(arguments, environment, descriptors, log)
        child = Child(name, arguments, environment, descriptors, log, process, pump)
        self.all.append(child)
        return child

    def named(self, kind: str) -> tuple[Child, ...]:
        """The children with this name and a number."""
        return tuple(child for child in self.all if child.name.partition("-")[0] == kind)

    def restart(self, child: Child) -> None:
        """Start a new process in place of one that ended."""
        child.process, child.pump = self._spawned(child.arguments, child.environment, child.descriptors, child.log)
        child.started = time.monotonic()

    def replace(self, child: Child, seconds: float) -> str | None:
        """Start a new process beside the one that runs; stop that one once the new one is ready.

        Returns None; or why the new one was not ready within `seconds`: then the old one goes on.
        """
        read, write = os.pipe()
        try:
            environment = {**child.environment, READY: str(write)}
            process, pump = self._spawned(child.arguments, environment, (*child.descriptors, write), child.log)
        finally:
            os.close(write)
        try:
            ready, _, _ = select.select([read], [], [], seconds)
            answer = os.read(read, 1) if ready else None
        finally:
            os.close(read)
        if not answer:
            _stop(process)
            pump.join(LOG_SECONDS)
            return f"was not ready after {seconds:.0f} s" if answer is None else "ended at once"
        old, old_pump = child.process, child.pump
        child.process, child.pump, child.started = process, pump, time.monotonic()
        _stop(old)
        old_pump.join(LOG_SECONDS)
        return None

    def stop_and_start(self, child: Child) -> None:
        """Stop a process, then start a new one."""
        _stop(child.process)
        child.pump.join(LOG_SECONDS)
        self.restart(child)

    def _spawned(
        self, arguments: Sequence[str], environment: Mapping[str, str], descriptors: tuple[int, ...], log: Path
    ) -> tuple[subprocess.Popen[bytes], LogPump]:
        pump = LogPump(LogFile(log))
        pump.start()
        try:
            process = subprocess.Popen(
                self._rights.command(arguments),
                env={**self._rights.environment, **environment, LIFELINE: str(self._read)},
                pass_fds=(self._read, *self._rights.folders, *descriptors),
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=pump.end,
                stderr=pump.end,
                **self._rights.popen,
            )
        finally:
            pump.close_end()
        return process, pump

    def close(self) -> None:
        """Stop the children, the last one first: with SIGTERM, then with SIGKILL."""
        for child in reversed(self.all):
            _stop(child.process)
            child.pump.join(LOG_SECONDS)
        self.all.clear()
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


def say_ready() -> None:
    """In a child: it serves now. Does nothing in one that takes no other's place."""
    text = os.environ.pop(READY, None)
    if text is not None:
        with contextlib.suppress(OSError):
            os.write(int(text), b"1")
            os.close(int(text))


def stop_with_parent() -> int | None:
    """In a child: end when the parent does. Returns the descriptor of the pipe; None, and does nothing, in a process
    that was not started by `Children`."""
    text = os.environ.pop(LIFELINE, None)
    if text is None:
        return None
    threading.Thread(target=_wait_for_end, args=(int(text),), daemon=True, name="lifeline").start()
    return int(text)


def _wait_for_end(descriptor: int) -> None:
    with contextlib.suppress(OSError):
        while os.read(descriptor, 1):
            pass  # nothing is ever written; only the end counts
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_SECONDS)
    os._exit(1)
