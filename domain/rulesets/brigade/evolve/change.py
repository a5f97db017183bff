"""Small changes that the events of several chapters share."""

from msgspec.structs import replace

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import DOOMED, Cell
from domain.rulesets.brigade.state import Brigade, State


def with_brigade(state: State, seat: Seat, brigade: Brigade) -> State:
    """The state with a new brigade for one seat."""
    return replace(state, brigades=(*state.brigades[:seat], brigade, *state.brigades[seat + 1 :]))


def fire_changed(fire: bytes, cell: Cell, levels: int) -> bytes:
    """The fires with `levels` more on a cell. Levels beyond the destroyed icon are lost (BRI-FIRE-01, -03)."""
    level = min(fire[cell] + levels, DOOMED)
    assert level >= 0, "a fire below nothing"
    return fire[:cell] + bytes((level,)) + fire[cell + 1 :]


def cubes_changed(cubes: bytes, cell: Cell, change: int) -> bytes:
    """The cubes of a brigade with `change` more on a cell."""
    assert cubes[cell] + change >= 0, "a cube that was not there"
    return cubes[:cell] + bytes((cubes[cell] + change,)) + cubes[cell + 1 :]
