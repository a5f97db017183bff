"""Which instances of a campaign wait for `make test-long`."""

from collections.abc import Iterable
from typing import Any

import pytest


def long_but(always: str, cases: Iterable[str]) -> list[Any]:
    """All cases; those other than `always` are left to `make test-long`."""
    return [pytest.param(case, marks=() if case == always else pytest.mark.long) for case in cases]
