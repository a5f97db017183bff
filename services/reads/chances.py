"""Win chances as a spectator may read them, with their errors, and the moments at which they changed most."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from domain.engine.score import PARTS_OF_WIN
from domain.engine.step import Step
from domain.engine.viewer import Seat, seat_of
from services.ports import WinChanceRow

ROWS_MAX: Final = 500
ERRORS_OF_MOMENT: Final = 3.0
"""A change counts as a moment once it is more standard errors than this. A game has dozens of changes, and of those
some are beyond two errors by luck."""


@dataclass(frozen=True, slots=True)
class SeatChance:
    """A seat's chance after a step. `share`: of the playouts, those that it won, a shared first place by its part.

    `standard_error`: of the share, by one more playout won and one more lost, so that it is never 0 by luck; 0 when the
    outcome was known. `points`: the mean of its final points."""

    seat: Seat
    share: float
    standard_error: float
    points: float


@dataclass(frozen=True, slots=True)
class ChancesAtStep:
    """The chances of all seats after step `version`. `playouts` 0: the outcome was known. `nobody`: the share of
    playouts without a winner. `cost_ms`: processor time."""

    version: Step
    playouts: int
    seats: tuple[SeatChance, ...]
    nobody: float
    cost_ms: float


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """A change from one analysed step to the next. `change`: of the seat whose chance changed most."""

    after: Step
    version: Step
    seat: Seat
    change: float


def chances_of(row: WinChanceRow) -> ChancesAtStep:
    """The shares and errors of stored sums."""
    games = max(row.playouts, 1)
    seats = tuple(
        SeatChance(
            seat_of(at), _rounded(won / PARTS_OF_WIN / games), _error(won, row.playouts), round(points / games, 2)
        )
        for at, (won, points) in enumerate(zip(row.won, row.points, strict=True))
    )
    return ChancesAtStep(row.version, row.playouts, seats, _rounded(row.nobody / games), row.cost_us / 1_000)


def _error(won: int, playouts: int) -> float:
    if not playouts:
        return 0.0
    share = (won / PARTS_OF_WIN + 1) / (playouts + 2)
    return _rounded(math.sqrt(share * (1 - share) / (playouts + 2)))


def _rounded(share: float) -> float:
    return round(share, 4)


def key_moments(rows: Sequence[ChancesAtStep], first: int) -> list[KeyMoment]:
    """The `first` largest changes that are more than chance, in the order of their steps."""
    moments = [moment for before, after in pairwise(rows) if (moment := _moment(before, after)) is not None]
    largest = sorted(moments, key=lambda each: (-abs(each.change), each.version))[:first]
    return sorted(largest, key=lambda each: each.version)


def _moment(before: ChancesAtStep, after: ChancesAtStep) -> KeyMoment | None:
    pairs = list(zip(before.seats, after.seats, strict=True))
    changes = [_rounded(new.share - old.share) for old, new in pairs]
    at = max(range(len(pairs)), key=lambda each: (abs(changes[each]), changes[each]))
    (old, new), change = pairs[at], changes[at]
    if abs(change) <= ERRORS_OF_MOMENT * math.hypot(old.standard_error, new.standard_error):
        return None
    return KeyMoment(before.version, after.version, new.seat, change)
