"""Ready-made commands, so that a legal list is put together instead of made command by command.

A command that only names a cell is one of a few thousand. They are made once, for every row of the grid and every set
of the row's six cells; a mask then picks one tuple a row. It decides nothing: the masks come from the rules.
"""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from domain.rulesets.brigade.commands import ChooseCell, MoveBrigade, MoveKind, MoveWagon, WagonKind
from domain.rulesets.brigade.components import SIDE, Cell, Mask, bits, cell_at
from domain.rulesets.brigade.state import SEATS

T = TypeVar("T")

_ROW: Final[Mask] = (1 << SIDE) - 1


class OnCells(Generic[T]):
    """What is made of each cell, for any set of cells in reading order."""

    __slots__ = ("_rows",)

    def __init__(self, make: Callable[[Cell], T]) -> None:
        ready = [[make(cell_at(row, column)) for column in range(SIDE)] for row in range(SIDE)]
        self._rows = tuple(
            tuple(tuple(row[column] for column in bits(chosen)) for chosen in range(_ROW + 1)) for row in ready
        )

    def __getitem__(self, cells: Mask) -> list[T]:
        first, second, third, fourth, fifth, sixth = self._rows
        return [
            *first[cells & _ROW],
            *second[cells >> SIDE & _ROW],
            *third[cells >> 2 * SIDE & _ROW],
            *fourth[cells >> 3 * SIDE & _ROW],
            *fifth[cells >> 4 * SIDE & _ROW],
            *sixth[cells >> 5 * SIDE & _ROW],
        ]


def _brigade(seat: int, kind: MoveKind) -> OnCells[MoveBrigade]:
    return OnCells(lambda cell: MoveBrigade(SEATS[seat], kind=kind, to=cell))


def _wagon(seat: int, kind: WagonKind) -> OnCells[MoveWagon]:
    return OnCells(lambda cell: MoveWagon(SEATS[seat], kind=kind, to=cell))


def _cell(seat: int) -> OnCells[ChooseCell]:
    return OnCells(lambda cell: ChooseCell(SEATS[seat], cell))


BRIGADE_MOVES: Final = {kind: tuple(_brigade(seat, kind) for seat in SEATS) for kind in ("paid", "pink", "ethereal")}
"""Kind, seat -> the moves of the brigade on which nothing happens."""
WAGON_MOVES: Final = {kind: tuple(_wagon(seat, kind) for seat in SEATS) for kind in ("paid", "ride", "morgana")}
"""Kind, seat -> the moves of the wagon."""
CELL_CHOICES: Final = tuple(_cell(seat) for seat in SEATS)
"""Seat -> the answers that choose a cell."""
