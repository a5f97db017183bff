"""Tracks, places and outcomes."""

import pytest

from domain.engine.score import Outcome, Place, Source, Track
from domain.engine.viewer import ARBITER, SPECTATOR


@pytest.mark.parametrize(
    ("visible_to", "viewers"),
    [
        (None, [0, 1, 2, SPECTATOR, ARBITER]),
        ((1,), [1, ARBITER]),
        ((0, 2), [0, 2, ARBITER]),
        ((), [ARBITER]),
    ],
)
def test_the_viewers_of_a_track(visible_to: tuple[int, ...] | None, viewers: list[int]) -> None:
    track = Track(1, "cards", 3, 4, visible_to)
    assert [viewer for viewer in (0, 1, 2, SPECTATOR, ARBITER) if track.is_visible_to(viewer)] == viewers


def outcome(*places: int) -> Outcome:
    return Outcome(
        "done", tuple(Place(seat, place, 0, (Source("all", 0),)) for seat, place in enumerate(places)), ("TOY-01",)
    )


@pytest.mark.parametrize(("places", "winners"), [((2, 1, 3), (1,)), ((1, 3, 1), (0, 2)), ((2, 2, 2), ())])
def test_the_winners_are_the_seats_in_first_place(places: tuple[int, ...], winners: tuple[int, ...]) -> None:
    assert outcome(*places).winners == winners
