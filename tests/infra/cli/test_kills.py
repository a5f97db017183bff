"""The whole service while its parts are killed: the others keep their processes, and what was killed comes back."""

import io
import json
import os
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest
from rich.console import Console

from infra.cli.processes import restarts
from infra.cli.processes.service import Service, keep_running, service
from infra.settings import Settings
from tests.tiers import long_but

KILLS = 8
SECONDS_MAX = 60.0

pytestmark = pytest.mark.campaign


def postmaster(folder: Path) -> int:
    return int((folder / "postgres/data/postmaster.pid").read_text().split()[0])


def redis_port(folder: Path) -> int:
    return json.loads((folder / "redis/server.json").read_text())["port"]


def until(holds) -> None:
    deadline = time.monotonic() + SECONDS_MAX
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/ready", timeout=10, trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


def killed(running: Service, name: str, console: Console) -> list[float]:
    """Kill a part `KILLS` times, as soon as it is back. Returns how long each return took, in seconds."""
    child = next(each for each in running.children.all if each.name == name)
    seconds = []
    for number in range(1, KILLS + 1):
        pid, began = child.process.pid, time.monotonic()
        os.kill(pid, signal.SIGKILL)
        until(lambda number=number: console.file.getvalue().count("was killed by SIGKILL") == number)
        until(lambda pid=pid: child.process.pid != pid and child.running)
        seconds.append(time.monotonic() - began)
    until(lambda: is_ready(running.url))
    return seconds


@pytest.mark.parametrize("name", long_but("api", ["api", "worker"]))
def test_a_part_that_is_killed_often_comes_back_and_the_others_stay(name, tmp_path, monkeypatch):
    monkeypatch.setattr(restarts, "PAUSE_SECONDS_FIRST", 0.05)
    console, outcome = Console(file=io.StringIO(), width=500), []

    def attack(running: Service) -> None:
        others = [each for each in running.children.all if each.name != name]
        before = [postmaster(tmp_path), redis_port(tmp_path), *(each.process.pid for each in others)]
        try:
            outcome.append(killed(running, name, console))
            assert [postmaster(tmp_path), redis_port(tmp_path), *(each.process.pid for each in others)] == before
        except BaseException as error:
            outcome.append(error)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    with service(Settings.load({"EMBERLOG_DATA": str(tmp_path)}), console, port=0) as running:
        thread = threading.Thread(target=attack, args=(running,))
        thread.start()
        keep_running(running, console, console)
        thread.join()
    (seconds,) = outcome
    assert isinstance(seconds, list), seconds
    print(f"{name}: {KILLS} kills, new processes after s:", [round(each, 2) for each in seconds])
    assert sum(seconds[-3:]) > sum(seconds[:3]), "each pause is longer than the one before"
    assert "Traceback" not in console.file.getvalue()
