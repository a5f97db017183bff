"""How much of each fault happens, with what luck, and what came of it.

CI causes a tenth of what `make faults` causes. `EMBERLOG_FAULTS_SCALE` sets the share; `EMBERLOG_SIM_SEED` repeats the
luck of a run, though not what the machine does in between.
"""

import os
import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests import figures

SEED: Final = int(os.environ.get("EMBERLOG_SIM_SEED") or random.SystemRandom().randrange(10**9))
SCALE: Final = float(os.environ.get("EMBERLOG_FAULTS_SCALE") or 0.1)


def count(full: int, least: int = 1) -> int:
    """How often something happens in this run, when the whole campaign has it `full` times."""
    return max(least, round(full * SCALE))


def luck(fault: int) -> random.Random:
    """The chance of one fault. Each has its own, so that one can be repeated alone."""
    return random.Random(f"{SEED} {fault}")


Figures = Callable[..., None]
"""Called with the number of the fault, and its figures by name."""


def figures_of(request: pytest.FixtureRequest) -> Figures:
    """Writes the figures of a test into its report."""

    def write(fault: int, **measured: Any) -> None:
        text = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in measured.items())
        figures.write(request, f"fault {fault:2}: {text} (EMBERLOG_SIM_SEED={SEED})")

    return write


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of the values do not exceed. In the unit of the values; 0.0 for none."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0
