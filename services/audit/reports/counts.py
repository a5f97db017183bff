"""How often each outcome was drawn, with two tests of equal chances, as a section of a report."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from domain.engine.chance import Draw
from services.audit.chi_square import chi_square, from_the_middle
from services.audit.reports.report import Section

EACH_MIN: Final = 5
"""How often each outcome has to be expected for the test of chi-square to be valid."""
LISTED_MAX: Final = 120
"""The most outcomes whose counts are listed."""
_ABOUT: Final = (
    "Chi-square against equal chances, for each number of outcomes that was drawn often enough. All draws together: "
    "how far their outcomes lie from the middle of what was possible, as a normal z. p says how often fair chance is "
    "at least as uneven. Of a hundred fair games about five have a p below 0.05."
)


class Counts:
    """Counts of draws, by how many outcomes were possible."""

    def __init__(self, draws: Iterable[Draw] = ()) -> None:
        self._by_bound: dict[int, Counter[int]] = {}
        self.add(draws)

    def add(self, draws: Iterable[Draw]) -> None:
        """Count further draws, such as those of another game."""
        for each in draws:
            self._by_bound.setdefault(each.bound, Counter())[each.outcome] += 1

    @property
    def total(self) -> int:
        """How many draws there are."""
        return sum(counts.total() for counts in self._by_bound.values())

    def together(self) -> tuple[float, float]:
        """All draws together: a normal z, and its p."""
        return from_the_middle(
            [(bound, outcome, count) for bound, counts in sorted(self._by_bound.items())
             for outcome, count in sorted(counts.items())]
        )  # fmt: skip

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """For each number of outcomes that was drawn: the draws, the test, and how often each outcome came."""
        rows = []
        for bound, counts in sorted(self._by_bound.items()):
            each = [counts[outcome] for outcome in range(bound)] if bound <= LISTED_MAX else []
            tested = ("", "")
            if bound >= 2 and counts.total() >= EACH_MIN * bound:
                statistic, p = chi_square([counts[outcome] for outcome in range(bound)])
                tested = (f"{statistic:.3f}", f"{p:.4f}")
            rows.append((str(bound), str(counts.total()), *tested, " ".join(map(str, each))))
        return tuple(rows)


def counts_section(heading: str, draws: Iterable[Draw]) -> Section:
    """The counts of some draws."""
    counts = Counts(draws)
    return section_of(heading, counts) if counts.total else Section(heading, ("Nothing was drawn.",))


def section_of(heading: str, counts: Counts, *about: str, facts: tuple[tuple[str, str], ...] = ()) -> Section:
    """Counts as a section. `about`, `facts`: what it begins with."""
    z, p = counts.together()
    return Section(
        heading, (*about, _ABOUT),
        (*facts, ("all draws together, z", f"{z:.3f}"), ("its p", f"{p:.4f}")),
        ("outcomes", "draws", "chi-square", "p", "how often each came, the first one first"), counts.rows(),
    )  # fmt: skip
