"""Score tracks and the outcome (section 9).

A loyalty token can be lost until the end, so no point is certain before it. Besides the five block types there is a
track for each way in which the game can end, `ends.<ending>`. It shows how far a seat is (`queries.progress`) and
adds nothing to a total: its `if_over` is 0.
"""

from typing import Final

from domain.engine.score import Outcome, Track
from domain.rulesets.brigade.queries import points_by_kind, progress
from domain.rulesets.brigade.state import State

ENDINGS: Final = ("guild", "citizens", "evacuation", "all_out")


def tracks(state: State) -> tuple[Track, ...]:
    """Every source of points of every seat; all are public (BRI-HIDDEN-03)."""
    over = bool(state.ending)
    rows = []
    for seat in state.all_seats:
        for kind, points in points_by_kind(state, seat).items():
            rows.append(Track(seat, kind, points if over else 0, points))
        for ending, reached in progress(state, seat).items():
            rows.append(Track(seat, f"ends.{ending}", 0 if over else reached, 0))
    return tuple(rows)


def outcome(state: State) -> Outcome | None:
    """The result; None while the game goes on."""
    return state.outcome
