"""The wheel installs into an empty environment and works there, with nothing of the checkout."""

import subprocess
import sys

import pytest

from tests.habits.sources import ROOT

SECONDS_MAX = 420


@pytest.mark.campaign
def test_the_wheel_plays_a_game_outside_the_checkout() -> None:
    command = [ROOT / "tools/check_wheel.sh", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert "emberlog 0." in done.stdout
    assert " holds: " in done.stdout, "the game was verified"
    assert "The wheel works by itself." in done.stdout
