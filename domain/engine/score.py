"""Scores: points by source while a game runs, places when it is over. All numbers are whole."""

from typing import Final

import msgspec

from domain.engine.viewer import ARBITER, Seat, Viewer

PARTS_OF_WIN: Final = 60
"""What one win counts in sums of wins: divisible by every number of seats that can share it."""


class Track(msgspec.Struct, frozen=True):
    """One source of one seat's score at one step.

    `banked`: points that nobody can take away any more. `if_over`: the points of this source if the
    game ended now. `visible_to`: the seats that may know it; None means everybody. The arbiter always may.
    """

    seat: Seat
    source: str
    banked: int
    if_over: int
    visible_to: tuple[Seat, ...] | None = None

    def is_visible_to(self, viewer: Viewer) -> bool:
        """Whether `viewer` may know this source."""
        return self.visible_to is None or viewer == ARBITER or viewer in self.visible_to


class Source(msgspec.Struct, frozen=True):
    """One line of a final score: `points` from `source`, under `rules`."""

    source: str
    points: int
    rules: tuple[str, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """A seat's final place (1 is best; tied seats share a place), its total points and their sources."""

    seat: Seat
    place: int
    points: int
    sources: tuple[Source, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: `ending` in the ruleset's own word, `places` in seat order, and the rules that decided."""

    ending: str
    places: tuple[Place, ...]
    rules: tuple[str, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place; none when everybody lost."""
        return tuple(place.seat for place in self.places if place.place == 1)
