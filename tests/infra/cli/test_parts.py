"""The parts of a running service: backed off one by one, with true reasons, while the others stay."""

import io
import time

import pytest
from rich.console import Console

from infra.cli.problems import ExitCode, Problem
from infra.cli.processes import parts as module
from infra.cli.processes import restarts as restarts_module
from infra.cli.processes.children import Children
from infra.cli.processes.parts import Parts
from infra.cli.processes.restarts import PAUSE_SECONDS_MAX, QUIET_SECONDS, Restarts, ending_of
from infra.cli.processes.rights import Rights

NO_URL = "http://127.0.0.1:1"


@pytest.fixture
def console():
    return Console(file=io.StringIO(), width=500)


@pytest.fixture
def parts(tmp_path, console):
    with Children(tmp_path) as children:
        yield Parts(NO_URL, children, console)


def printed(console) -> list[str]:
    return console.file.getvalue().splitlines()


def looked_after(parts: Parts, until, seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, printed(parts.errors)
        for child in parts.children.all:
            parts._look_after(child)
        time.sleep(0.01)


def test_pauses_double_to_a_minute_and_a_quiet_minute_forgets_them():
    restarts = Restarts(clock=lambda: 100.0)
    assert [restarts.ended(0.1) for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert restarts.due == 100 + PAUSE_SECONDS_MAX
    assert not restarts.is_due
    assert restarts.ended(QUIET_SECONDS - 0.1) == PAUSE_SECONDS_MAX
    assert restarts.ended(QUIET_SECONDS) == 1


@pytest.mark.parametrize(
    ("code", "clause"),
    [
        (0, "ended (exit code 0)"), (3, "ended (exit code 3)"), (-9, "was killed by SIGKILL"),
        (-11, "was killed by SIGSEGV"), (-77, "was killed by signal 77"),
    ],
)  # fmt: skip
def test_an_end_is_named(code, clause):
    assert ending_of(code) == clause


def test_a_killed_part_is_named_with_its_signal_and_starts_alone(parts, console, monkeypatch):
    monkeypatch.setattr(restarts_module, "PAUSE_SECONDS_FIRST", 0.05)
    monkeypatch.setattr(module, "_NAMES", {"one": "one", "other": "other"})
    monkeypatch.setattr(Rights, "command", lambda self, arguments: ["sleep", "60"])
    one, other = (parts.children.start(name, [], {}) for name in ("one", "other"))
    pid, killed = other.process.pid, one.process.pid
    one.process.kill()
    looked_after(parts, lambda: one.process.pid != killed and one.running)
    assert other.process.pid == pid
    (line,) = printed(console)
    assert line.startswith("The one was killed by SIGKILL and starts again in ")
    assert line.endswith(f"Its log: {one.log}")


def test_after_a_restart_the_parts_have_time_to_connect_before_one_is_called_away(parts, console):
    parts.readiness_at, began = 0.0, time.monotonic()
    parts._restart_all()
    assert parts.readiness_at >= began and printed(console) == ["All parts were started anew."]


@pytest.mark.campaign
def test_a_part_that_lacks_a_server_says_so_once_however_often_it_is_tried(parts, console, monkeypatch):
    monkeypatch.setattr(restarts_module, "PAUSE_SECONDS_FIRST", 0.01)
    away = {"EMBERLOG_DATABASE_URL": "postgresql://a:b@127.0.0.1:1/x", "EMBERLOG_REDIS_URL": "redis://127.0.0.1:1/0"}
    worker = parts.children.start("worker", ["worker"], away)
    tries = []
    start = parts.children.restart
    monkeypatch.setattr(parts.children, "restart", lambda child: (tries.append(child), start(child)))
    looked_after(parts, lambda: len(tries) == 2 and not worker.running and parts.restarts["worker"].due is not None)
    (line,) = printed(console)
    assert line.startswith("The worker cannot run: ")
    assert "No database answers at 127.0.0.1:1/x." in line
    assert line.endswith("It is tried again, at least once a minute.")


def test_a_worker_with_a_wrong_setting_stays_away_and_the_others_go_on(parts, console):
    worker = parts.children.start("worker", ["worker"], {"EMBERLOG_LOG_LEVEL": "LOUD"})
    looked_after(parts, lambda: not worker.running and printed(console))
    for _ in range(5):
        parts._look_after(worker)
    (line,) = printed(console)
    assert line.startswith("The worker cannot run with these settings: EMBERLOG_LOG_LEVEL is “LOUD”")
    assert "Correct the setting" in line


def test_an_api_with_a_wrong_setting_ends_the_service(parts):
    api = parts.children.start("api", ["api"], {"EMBERLOG_LOG_LEVEL": "LOUD"})
    with pytest.raises(Problem, match="EMBERLOG_LOG_LEVEL is “LOUD”") as problem:
        looked_after(parts, lambda: False)
    assert problem.value.code == ExitCode.USAGE
    assert not api.running


def test_what_the_api_does_without_is_reported_when_it_goes_and_when_it_is_back(parts, console):
    full = "The disk of the database is full."
    for away in (
        {},
        {"log": full},
        {"log": full},
        None,
        {"log": full, "worker": "No worker."},
        {"worker": "No worker."},
        {},
    ):
        parts._report_readiness(away)
    assert printed(console) == [full, "No worker.", "The database takes writes again.", "A worker is connected again."]
