"""The names of the things that commands name, as a view shows them.

A tile has its printed name with its cell behind it, as in the lines. Water is named by the place where it is. What
is not in the box, or not in the view, is quoted, because refused commands get phrases too.
"""

from collections.abc import Iterator

from domain.engine.sentences import listed
from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import CHIEFS, CREW, TRACKS, Cell
from domain.rulesets.brigade.view import SeatView, TileView, View
from domain.rulesets.brigade.words import bare_cell


def tile_on(view: View, cell: Cell) -> TileView | None:
    """The tile on a cell; None off the board, and before the city is laid out."""
    return view.tiles[cell] if 0 <= cell < len(view.tiles) else None


def board_of(view: View, seat: Seat) -> SeatView | None:
    """The board of a seat, if there is such a seat."""
    return view.seats[seat] if 0 <= seat < len(view.seats) else None


def spot(view: View, cell: Cell) -> str:
    """A tile by its printed name and its cell, because some names lie in the city more than once."""
    tile = tile_on(view, cell)
    return bare_cell(cell) if tile is None else f"{tile.name} {bare_cell(cell)}"


def crew_card(name: str) -> str:
    """The printed name of a crew card."""
    return CREW[name].name if name in CREW else quoted(name)


def track_name(name: str) -> str:
    """The printed name of an upgrade track."""
    return next((track.name for track in TRACKS.values() if track.id == name), quoted(name))


def quoted(name: str) -> str:
    """A name that is not in the box, as it was given."""
    return f"“{name}”"


def chief_of(view: View, seat: Seat) -> str:
    """The name of a seat's chief, or `the chief` while none is chosen."""
    board = board_of(view, seat)
    return CHIEFS[board.chief].name if board is not None and board.chief else "the chief"


def water_source(view: View, seat: Seat, name: str) -> str:
    """The wagon, the seat's chief or a crew card, as `LoseWater` names them."""
    return {"wagon": "the wagon", "chief": chief_of(view, seat)}.get(name) or crew_card(name)


def amounts(view: View, seat: Seat, preposition: str, *, chief: int, crew: tuple[int, ...], wagon: int = 0) -> str:
    """`1 water on the wagon and 2 on Ash`: the amounts that are not 0, crew cards in order of recruitment."""
    return listed(_each_amount(view, seat, preposition, wagon, chief, crew)) or "no water"


def _each_amount(
    view: View, seat: Seat, preposition: str, wagon: int, chief: int, crew: tuple[int, ...]
) -> Iterator[str]:
    board = board_of(view, seat)
    cards = () if board is None else board.crew
    places = [("the wagon", wagon), (chief_of(view, seat), chief)]
    for at, amount in enumerate(crew):
        places.append((cards[at].name if at < len(cards) else f"crew card {at + 1}", amount))
    unit = " water"
    for place, amount in places:
        if amount:
            yield f"{amount}{unit} {preposition} {place}"
            unit = ""
