"""Figures that a test measured, written into its report and printed at the end of the run."""

from collections.abc import Iterable
from typing import Final

import pytest

FIGURES: Final = "figures"
"""The property of a test's report that holds a line of figures."""


def write(request: pytest.FixtureRequest, line: str) -> None:
    """Add a line to the report of the test that runs."""
    request.node.user_properties.append((FIGURES, line))


def figures(reports: Iterable[Iterable[object]]) -> list[str]:
    """All lines of a run, sorted. `reports`: as the terminal reporter has them, by outcome."""
    lines = {
        text
        for some in reports
        for report in some
        if isinstance(report, pytest.TestReport)
        for name, text in report.user_properties
        if name == FIGURES
    }
    return sorted(map(str, lines))
