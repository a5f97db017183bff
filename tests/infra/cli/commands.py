"""Runs `emberlog` as a person would: a process of its own, with a data folder of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
ANSWER_SECONDS = 60
QUIET = {"EMBERLOG_BOT_PACE_MS": "0", "EMBERLOG_EXHIBITION": "NO", "EMBERLOG_ANALYSIS": "NO"}
"""No waiting bots, and no games but those that a test opens."""
ADDRESS = re.compile(r"Serving at (http://\S+?)[ .](?:\s|\(|Ctrl)")


@dataclass
class Emberlog:
    """The command line over one data folder, or over servers named in `named`."""

    data: Path
    named: dict[str, str]

    def environment(self):
        bare = {name: value for name, value in os.environ.items() if not name.startswith("EMBERLOG_")}
        return {
            **bare,
            "EMBERLOG_DATA": str(self.data),
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "200",
            **QUIET,
            **self.named,
        }

    def run(self, *arguments, seconds=ANSWER_SECONDS, **named):
        """One command to its end."""
        return subprocess.run(
            [sys.executable, "-P", "-m", "infra.cli", *arguments],
            env={**self.environment(), **named}, capture_output=True, text=True, timeout=seconds, check=False,
        )  # fmt: skip

    @contextmanager
    def started(self, *arguments, **named):
        """One command that goes on; it is stopped at the end if it has not ended by itself."""
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "infra.cli", *arguments],
            env={**self.environment(), **named}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                try:
                    process.wait(ANSWER_SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            process.stdout.close()

    def processes(self):
        """Command lines of all processes that work on this data folder, ours or started by them."""
        variable = f"EMBERLOG_DATA={self.data}".encode()
        folder = str(self.data).encode()
        by_id = {}
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                environment = (entry / "environ").read_bytes().split(b"\0")
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue  # it has just ended, or it is somebody else's
            if line and (variable in environment or folder in line):
                by_id[int(entry.name)] = line.replace(b"\0", b" ").decode(errors="replace")
        return by_id


def address_of(process):
    """The address that a serving command prints; whatever it said before is in the assertion."""
    printed = []
    for line in process.stdout:
        printed.append(line)
        address = ADDRESS.search(line + " ")
        if address:
            return address.group(1)
    raise AssertionError("it never served:\n" + "".join(printed))


def wait_until(true, seconds=60):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)
