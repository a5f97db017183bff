"""Small changes that the events of several chapters share."""

from msgspec.structs import replace

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import DOOMED, Cell
from domain.rulesets.brigade.state import Brigade, State


def swapped(brigades: tuple[Brigade, ...], seat: Seat, brigade: Brigade) -> tuple[Brigade, ...]:
    """The brigades with a new one for one seat."""
    row = list(brigades)
    row[seat] = brigade
    return tuple(row)


def with_brigade(state: State, seat: Seat, brigade: Brigade) -> State:
    """The state with a new brigade for one seat."""
    return replace(state, brigades=swapped(state.brigades, seat, brigade))


def fire_changed(fire: bytes, cell: Cell, levels: int) -> bytes:
    """The fires with `levels` more on a cell. Levels beyond the destroyed icon are lost (BRI-FIRE-01, -03)."""
    level = min(fire[cell] + levels, DOOMED)
    assert level >= 0, "a fire below nothing"
    return _set(fire, cell, level)


def cubes_changed(cubes: bytes, cell: Cell, change: int) -> bytes:
    """The cubes of a brigade with `change` more on a cell."""
    assert cubes[cell] + change >= 0, "a cube that was not there"
    return _set(cubes, cell, cubes[cell] + change) if change else cubes


def _set(row: bytes, cell: Cell, value: int) -> bytes:
    changed = bytearray(row)
    changed[cell] = value
    return bytes(changed)
