"""Through whose eyes: a seat, the spectators, or the arbiter. Holds no rule of any game."""

import re
from collections.abc import Sequence
from typing import Final

Seat = int
"""A place at the table, 0..n-1, in turn order."""

Viewer = int
"""A seat (0..n-1), `SPECTATOR` or `ARBITER`."""

SPECTATOR: Final[Viewer] = -1
"""Eyes that know what everybody at the table knows, and nothing more."""

ARBITER: Final[Viewer] = -2
"""Eyes that know everything: the organiser's, and everybody's once the game is over."""


def sees(viewer: Viewer, seat: Seat) -> bool:
    """Whether `viewer` knows what is known to `seat` alone."""
    return viewer in (seat, ARBITER)


_MARK: Final = re.compile("«([0-9]+)»")


def mark(seat: Seat) -> str:
    """The stand-in for a seat's name in a domain sentence: the domain knows seats, the service knows names."""
    return f"«{seat}»"


def with_names(text: str, names: Sequence[str]) -> str:
    """`text` with each marked seat replaced by its name, in one pass, so that a name holding a mark stays as it is."""

    def name_of(found: re.Match[str]) -> str:
        seat = int(found.group(1))
        return names[seat] if seat < len(names) else f"seat {seat}"

    return _MARK.sub(name_of, text)
