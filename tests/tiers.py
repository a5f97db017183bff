"""Which instances of a campaign wait for `make test-long`."""

from collections.abc import Iterable
from typing import Any

import pytest


def long_but(kept: str, cases: Iterable[str]) -> list[Any]:
    """All cases; those other than `kept` are left to `make test-long`."""
    return [pytest.param(case, marks=() if case == kept else pytest.mark.long) for case in cases]
