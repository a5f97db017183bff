"""The two tests of equal chances, beside values that books have."""

import pytest

from services.audit.chi_square import chi_square, from_the_middle


@pytest.mark.parametrize(
    ("counts", "statistic", "p"),
    [([10, 20], 10 / 3, 0.0679), ([5, 5, 5], 0.0, 1.0), ([30, 10, 20, 40], 20.0, 0.00017)],
)
def test_chi_square_is_that_of_the_books(counts: list[int], statistic: float, p: float) -> None:
    measured = chi_square(counts)
    assert measured[0] == pytest.approx(statistic) and measured[1] == pytest.approx(p, abs=5e-5)


@pytest.mark.parametrize(
    ("draws", "z", "p"),
    [([], 0.0, 1.0), ([(1, 0)], 0.0, 1.0), ([(2, 1)] * 4, 2.0, 0.0455), ([(6, 0), (6, 5), (3, 1)], 0.0, 1.0)],
)
def test_how_far_outcomes_lie_from_the_middle(draws: list[tuple[int, int]], z: float, p: float) -> None:
    measured = from_the_middle([(*each, 1) for each in draws])
    assert measured[0] == pytest.approx(z) and measured[1] == pytest.approx(p, abs=5e-5)
