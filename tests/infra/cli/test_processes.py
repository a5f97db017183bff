"""Child processes end with the process that started them, whatever ended it."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from infra.cli.processes.children import ROOT, Children

ANSWER_SECONDS = 60


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(true):
    deadline = time.monotonic() + ANSWER_SECONDS
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def test_closing_stops_the_children_and_their_logs_stay(tmp_path):
    with Children(tmp_path) as children:
        child = children.start("nonsense", ["no-such-command"], {})
        child.process.wait(ANSWER_SECONDS)
        assert not child.running
        assert "no-such-command" in child.log_end()
    assert children.all == []


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL], ids=["terminated", "killed"])
def test_a_child_ends_when_its_parent_does(end):
    parent = textwrap.dedent(
        """
        import os, subprocess, sys
        read, write = os.pipe()
        child = "import time; from infra.cli.processes.children import stop_with_parent; stop_with_parent(); time.sleep(60)"
        process = subprocess.Popen(
            [sys.executable, "-c", child], pass_fds=(read,), start_new_session=True,
            env={**os.environ, "EMBERLOG_LIFELINE_FD": str(read)},
        )
        print(process.pid, flush=True)
        process.wait()
        """
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE, env=environment)
    child = int(started.stdout.readline())
    assert is_running(child)
    started.send_signal(end)
    started.wait(ANSWER_SECONDS)
    started.stdout.close()
    wait_until(lambda: not is_running(child))
