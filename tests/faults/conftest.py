"""Fixtures of the faults."""

import pytest

from tests.faults.scale import Figures, figures_of


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    """Writes the figures of a fault where the end of the run prints them."""
    return figures_of(request)
