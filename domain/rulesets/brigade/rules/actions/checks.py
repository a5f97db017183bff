"""Checks that several actions share."""

from collections.abc import Mapping
from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import CELLS, CREW, Cell
from domain.rulesets.brigade.queries import has, unused
from domain.rulesets.brigade.state import State

_CARD_WITH: Final[Mapping[str, str]] = {card.ability: card.id for card in CREW.values()}
"""Ability -> the crew card that has it."""


def no_such_cell(cell: Cell) -> Refused | None:
    """Why a number does not stand for a cell of the grid (BRI-GEO-01)."""
    if 0 <= cell < CELLS:
        return None
    return Refused("invalid_target", rules=("BRI-GEO-01",), reason="no_tile", cell=cell)


def why_not_once(state: State, seat: Seat, ability: str, rule: str) -> Refused | None:
    """Why a crew ability that works once a turn does not work now."""
    if not has(state, seat, ability):
        return Refused("ability_inactive", rules=(rule, "BRI-CREW-02"), reason="card", card=_CARD_WITH[ability])
    if unused(state, seat, ability) is None:
        return Refused("ability_used", rules=(rule, "BRI-TURN-07"), reason="card", card=_CARD_WITH[ability])
    return None
