"""Checks that several actions share."""

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import CELLS, Cell
from domain.rulesets.brigade.queries import has, unused
from domain.rulesets.brigade.state import State


def no_such_cell(cell: Cell) -> Refused | None:
    """Why a number does not stand for a cell of the grid (BRI-GEO-01)."""
    if 0 <= cell < CELLS:
        return None
    return Refused("invalid_target", "There is no such tile.", rules=("BRI-GEO-01",), cell=cell)


def why_not_once(state: State, seat: Seat, ability: str, rule: str) -> Refused | None:
    """Why a crew ability that works once a turn does not work now."""
    if not has(state, seat, ability):
        return Refused("ability_inactive", "That ability is not active.", rules=(rule, "BRI-CREW-02"))
    if unused(state, seat, ability) is None:
        return Refused("ability_used", "That ability was used this turn.", rules=(rule, "BRI-TURN-07"))
    return None
