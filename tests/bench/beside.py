"""The same measurements on this checkout and on another, in alternation in one run, with the ratios of their medians.

Each run is `python -m tests.bench` of that checkout as a process of its own; its lines `what: figure  beside` are read. Only
ratios of rows that both checkouts print are listed, so the two may differ in everything else.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table as Grid

ROOT: Final = Path(__file__).parents[2]
RUNS: Final = 3
RUN_SECONDS_MAX: Final = 1_800
_ROW: Final = re.compile(r"^  (?P<what>\S.*): (?P<figures>[^:]+?)(?:  .*)?$")
_NUMBER: Final = re.compile(r"(?:(p\d+) )?(\d[\d,]*(?:\.\d+)?)")

Figures = dict[str, float]
"""What was measured -> the figure; a row with several figures has one entry each."""


class Compared(NamedTuple):
    """The medians of one figure in both checkouts."""

    what: str
    here: float
    there: float

    @property
    def ratio(self) -> float:
        """How many times the other checkout's figure this one's is."""
        return self.here / self.there if self.there else float("nan")


def figures_in(printed: str) -> Figures:
    """The figures in what `python -m tests.bench` prints while it measures."""
    figures: Figures = {}
    for row in filter(None, map(_ROW.match, printed.splitlines())):
        for label, number in _NUMBER.findall(row["figures"]):
            name = f"{row['what']} {label}".strip()
            figures.setdefault(name, float(number.replace(",", "")))
    return figures


def compared(here: list[Figures], there: list[Figures]) -> Iterator[Compared]:
    """One entry for each figure that every run of both has."""
    for what in here[0]:
        if all(what in run for run in (*here, *there)):
            yield Compared(what, median(run[what] for run in here), median(run[what] for run in there))


def run_beside(other: Path, arguments: list[str], runs: int = RUNS) -> None:
    """Measure both, one after the other, `runs` times, and print the table."""
    here: list[Figures] = []
    there: list[Figures] = []
    for number in range(runs):
        print(f"run {number + 1} of {runs}", flush=True)
        here.append(_measured(ROOT, arguments))
        there.append(_measured(other, arguments))
    grid = Grid("what", "here", "there", "here / there", title=f"{ROOT} beside {other}, medians of {runs} runs each")
    for row in compared(here, there):
        grid.add_row(row.what, f"{row.here:,.1f}", f"{row.there:,.1f}", f"{row.ratio:.2f}")
    Console(width=150).print(grid)


def _measured(checkout: Path, arguments: list[str]) -> Figures:
    own = checkout / ".venv/bin/python"
    command = [str(own if own.exists() else sys.executable), "-m", "tests.bench", *arguments]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=RUN_SECONDS_MAX, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{checkout}: {' '.join(command)} failed\n{done.stdout}\n{done.stderr}")
    return figures_in(done.stdout)
