"""Processes that people do not wait for go behind those that they wait for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from infra import priority

SCRIPT = """
import os
from infra.priority import go_behind
go_behind(7)
print(os.getpriority(os.PRIO_PROCESS, 0))
"""


def run(*, leads_session: bool) -> int:
    """The niceness of a process that goes behind others by 7."""
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=Path(__file__).parents[2],
        start_new_session=leads_session,
        capture_output=True,
        text=True,
        check=True,
    )
    return int(ran.stdout)


@pytest.mark.parametrize("leads_session", [True, False])
def test_the_process_gets_the_niceness(leads_session: bool) -> None:
    assert run(leads_session=leads_session) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7)


def test_a_session_of_its_own_gets_it_as_well(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(priority, "AUTOGROUP", tmp_path / "autogroup")
    monkeypatch.setattr(os, "nice", lambda niceness: niceness)
    monkeypatch.setattr(os, "getsid", lambda _: os.getpid())
    priority.go_behind(7)
    assert (tmp_path / "autogroup").read_text() == "7"


def test_the_session_of_a_terminal_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(priority, "AUTOGROUP", tmp_path / "autogroup")
    monkeypatch.setattr(os, "nice", lambda niceness: niceness)
    monkeypatch.setattr(os, "getsid", lambda _: os.getppid())
    priority.go_behind(7)
    assert not (tmp_path / "autogroup").exists()


def test_it_tries_once_more_when_another_session_changes_just_then(monkeypatch: pytest.MonkeyPatch) -> None:
    class Busy:
        """A file that lets somebody write at the third try."""

        tries = 0
        written = ""

        def write_text(self, text: str) -> None:
            self.tries += 1
            if self.tries < 3:
                raise BlockingIOError
            self.written = text

    busy = Busy()
    monkeypatch.setattr(priority, "AUTOGROUP", busy)
    monkeypatch.setattr(priority, "PAUSE_SECONDS", 0.0)
    priority._lower_session(5)
    assert (busy.tries, busy.written) == (3, "5")


def test_a_machine_without_such_groups_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(priority, "AUTOGROUP", tmp_path / "nowhere" / "autogroup")
    priority._lower_session(5)
    assert not (tmp_path / "nowhere").exists()
