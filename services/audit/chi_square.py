"""Two tests of equal chances without a library: Pearson's chi-square, and how far outcomes lie from the middle."""

import math
from collections.abc import Sequence

TERMS_MAX = 10_000


def chi_square(counts: Sequence[int]) -> tuple[float, float]:
    """The statistic of some counts, and how likely one at least as large is when all outcomes are equally likely."""
    total, kinds = sum(counts), len(counts)
    expected = total / kinds
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return statistic, upper_gamma((kinds - 1) / 2, statistic / 2)


def from_the_middle(draws: Sequence[tuple[int, int, int]]) -> tuple[float, float]:
    """How far the outcomes of draws lie from the middle of what was possible, as a normal z, and how likely one at
    least as far is. `draws`: how many outcomes were possible, which one it was, from 0 on, and how often it came."""
    variance = sum(count * (bound * bound - 1) / 12 for bound, _, count in draws)
    if not variance:
        return 0.0, 1.0
    z = sum(count * (outcome - (bound - 1) / 2) for bound, outcome, count in draws) / math.sqrt(variance)
    return z, math.erfc(abs(z) / math.sqrt(2))


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): by its series below a + 1, by its continued fraction
    above."""
    if x <= 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, TERMS_MAX):
            term *= x / (a + n)
            total += term
            if term < total * 1e-15:
                break
        return max(0.0, 1 - total * scale)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, TERMS_MAX):
        factor = -n * (n - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        step = d * c
        fraction *= step
        if abs(step - 1) < 1e-15:
            break
    return min(1.0, scale * fraction)
