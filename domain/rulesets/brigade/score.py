"""Points: what a seat has at any step, what wins at once, and who has won (section 9). Changes nothing.

A loyalty token can be lost until the end, so nothing is banked before. Beside the five block types there is a track for
each way the game can end, which tells how far a seat is and adds nothing to a total (`if_over` is 0): `ends.guild` counts
towards 5 tiles of one guild (or 3 of the University, counted as two more), `ends.citizens` block types towards 5,
`ends.evacuation` and `ends.all_out` the points that such an end would give now.
"""

from typing import Final

from domain.engine.score import Outcome, Track
from domain.rulesets.brigade.queries import points_by_kind, progress
from domain.rulesets.brigade.state import State

ENDINGS: Final = ("guild", "citizens", "evacuation", "all_out")


def tracks(state: State) -> tuple[Track, ...]:
    """Every source of every seat, all of it public (BRI-HIDDEN-03)."""
    over = bool(state.ending)
    found = []
    for seat in state.all_seats:
        for kind, points in points_by_kind(state, seat).items():
            found.append(Track(seat, kind, points if over else 0, points))
        for ending, reached in progress(state, seat).items():
            found.append(Track(seat, f"ends.{ending}", 0 if over else reached, 0))
    return tuple(found)


def outcome(state: State) -> Outcome | None:
    """The result, once there is one."""
    return state.outcome
