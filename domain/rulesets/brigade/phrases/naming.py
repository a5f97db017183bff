"""The names of the things that commands name, as a view shows them.

A tile has its printed name and its cell, as in the lines. Water is named by the place where it is. What is not in the
box, or not in the view, is quoted, because refused commands get phrases too.
"""

from collections.abc import Container

from domain.engine.message import Message
from domain.engine.viewer import Seat
from domain.rulesets.brigade import words
from domain.rulesets.brigade.components import CHIEFS, CREW, TRACKS, Cell
from domain.rulesets.brigade.view import SeatView, TileView, View


def tile_on(view: View, cell: Cell) -> TileView | None:
    """The tile on a cell; None off the board, and before the city is laid out."""
    return view.tiles[cell] if 0 <= cell < len(view.tiles) else None


def board_of(view: View, seat: Seat) -> SeatView | None:
    """The board of a seat, if there is such a seat."""
    return view.seats[seat] if 0 <= seat < len(view.seats) else None


def spot(view: View, cell: Cell) -> Message:
    """A tile by its printed name and its cell; by its cell alone where no tile lies."""
    tile = tile_on(view, cell)
    return bare_spot(cell) if tile is None else words.place(tile.tile, cell)


def bare_spot(cell: Cell) -> Message:
    """A tile by its cell alone."""
    return Message("place-cell", {"cell": cell})


def crew_card(name: str) -> Message:
    """A crew card, by its printed name."""
    return named("card", name, CREW)


def chief_card(name: str) -> Message:
    """A chief, by the printed name."""
    return named("chief", name, CHIEFS)


def track(name: str) -> Message:
    """An upgrade track, by its printed name."""
    return named("track", name, TRACKS)


def named(kind: str, name: str, box: Container[str]) -> Message:
    """The printed name of a thing in the box; what is not in the box, as it was given."""
    return Message(f"the-{kind}", {kind: name}) if name in box else Message("quoted", {"name": name})


def of_water(view: View, seat: Seat, preposition: words.Preposition, source: str) -> Message:
    """The wagon, the seat's chief or a crew card, as `LoseWater` names them, with a preposition."""
    board = board_of(view, seat)
    if source == "chief" and board is not None and board.chief:
        return Message(f"{preposition}-chief-named", {"chief": board.chief})
    if source in CREW or source in ("wagon", "chief"):
        return words.of_water(preposition, source)
    return Message(f"{preposition}-quoted", {"name": source})


def amounts(
    view: View, seat: Seat, preposition: words.Preposition, *, chief: int, crew: tuple[int, ...], wagon: int = 0
) -> Message:
    """`1 water on the wagon and 2 on Ash`: the amounts that are not 0, crew cards in order of recruitment."""
    board = board_of(view, seat)
    cards = () if board is None else board.crew
    rows = [(of_water(view, seat, preposition, source), n) for source, n in (("wagon", wagon), ("chief", chief))]
    for at, amount in enumerate(crew):
        unknown = Message(f"{preposition}-card-number", {"number": at + 1})
        rows.append((of_water(view, seat, preposition, cards[at].card) if at < len(cards) else unknown, amount))
    parts = words.amounts(rows)
    return Message("amounts", {"parts": parts}) if parts else Message("amounts-none")
