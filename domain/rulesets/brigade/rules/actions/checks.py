"""The actions of everybody but moving the brigade (sections 6.2 to 6.7): what forbids them, what can be listed, what they do.

`objections_*` is the one source of legality: every rule that forbids a command, the one it is refused with first. Where at
most one rule can, it is a `why_not_*`. The lists of candidates only keep `legal` from asking about everything.
"""

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import CELLS, Cell
from domain.rulesets.brigade.queries import has, unused
from domain.rulesets.brigade.state import State


def no_such_cell(cell: Cell) -> Refused | None:
    """A cell is 0..35."""
    if 0 <= cell < CELLS:
        return None
    return Refused("invalid_target", "There is no such tile.", rules=("BRI-GEO-01",), cell=cell)


def why_not_once(state: State, seat: Seat, ability: str, rule: str) -> Refused | None:
    if not has(state, seat, ability):
        return Refused("ability_inactive", "That ability is not at work.", rules=(rule, "BRI-CREW-02"))
    if unused(state, seat, ability) is None:
        return Refused("ability_used", "That ability was used this turn.", rules=(rule, "BRI-TURN-07"))
    return None
