"""Seats and viewers: as whom somebody looks at a game."""

import re
from collections.abc import Sequence
from typing import Final, NewType

Viewer = NewType("Viewer", int)
"""Who looks: a seat (0..n-1), `SPECTATOR` or `ARBITER`."""

Seat = NewType("Seat", Viewer)
"""A place in the game, 0..n-1, in turn order. A seat is a viewer too: it sees what its player may know."""

SPECTATOR: Final = Viewer(-1)
"""Knows what everybody in the game knows, and nothing more."""

ARBITER: Final = Viewer(-2)
"""Knows everything: the organiser's viewer, and everybody's once the game is over."""

ALL_SEATS: Final = Viewer(-3)
"""What the seats know together. Nobody looks like this; `redeal` deals again what no seat knows (GAME-BACK-06)."""


_SEATS: Final = tuple(Seat(Viewer(number)) for number in range(64))
FIRST_SEAT: Final = _SEATS[0]


def own_seat(viewer: Viewer) -> Seat | None:
    """The seat that `viewer` is; None for spectators and the arbiter."""
    return Seat(viewer) if viewer >= 0 else None


def seats_of(count: int) -> tuple[Seat, ...]:
    """All seats of a game for `count` players, in turn order."""
    return _SEATS[:count]


def seat_of(number: int) -> Seat:
    """A whole number from outside (a request, a file, a position in a sequence) as a seat."""
    return _SEATS[number] if 0 <= number < len(_SEATS) else Seat(Viewer(number))


def viewer_named(name: str) -> Viewer | None:
    """The viewer that people name by a seat's number (from 0), `spectator` or `arbiter`; None for any other word."""
    match name:
        case "spectator":
            return SPECTATOR
        case "arbiter":
            return ARBITER
        case _ if name.isascii() and name.isdigit():
            return seat_of(min(int(name[:4]), 999))  # there are fewer seats, and a number may be very long
    return None


def sees(viewer: Viewer, seat: Seat) -> bool:
    """Whether `viewer` knows what is known to `seat` alone."""
    return viewer in (seat, ARBITER)


_PLACEHOLDER: Final = re.compile("«([0-9]+)»")


def seat_name(seat: Seat) -> str:
    """The placeholder of a seat's name in a sentence, «0» for seat 0: the domain knows seats, the service knows
    names."""
    return f"«{seat}»"


def with_names(text: str, names: Sequence[str]) -> str:
    """Replaces each placeholder by the seat's name, in one pass: a name that looks like a placeholder stays as it
    is."""

    def name_of(match: re.Match[str]) -> str:
        seat = int(match.group(1))
        return names[seat] if seat < len(names) else f"seat {seat}"

    return _PLACEHOLDER.sub(name_of, text) if "«" in text else text
