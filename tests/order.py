"""Which test files begin first. A run hands whole files to two workers: a long file that begins last is waited for alone."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

LONGEST: Final = ("tests/browser/test_traffic.py",)
"""Files that take long for the number of their tests, the longest first."""


def longest_first(files: Sequence[str]) -> list[int]:
    """The places of the tests in the order in which they begin. `files`: the file of each test."""
    counts = Counter(files)
    ranks = {name: (LONGEST.index(name) if name in LONGEST else len(LONGEST), -counts[name], name) for name in counts}
    return sorted(range(len(files)), key=lambda at: ranks[files[at]])
