"""Moving the wagon (section 6.2)."""

from collections.abc import Iterator
from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.commands import MoveWagon, WagonKind
from domain.rulesets.brigade.components import ALL, BIT, CELLS, Mask, tile_at
from domain.rulesets.brigade.events import WagonMoved
from domain.rulesets.brigade.queries import complete, rival_pawns, ruins, unused
from domain.rulesets.brigade.rules.actions.checks import no_such_cell, why_not_once
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State

MORGANA: Final = "free_wagon_move"


def wagon_cells(state: State, seat: Seat) -> Mask:
    """The tiles to which the wagon may go (BRI-ACT-WAGON-01 to -03)."""
    return ALL & ~(ruins(state) | rival_pawns(state, seat) | BIT[state.brigades[seat].wagon_at])


def free_kinds(state: State, seat: Seat) -> list[WagonKind]:
    """The kinds of free wagon moves that are available."""
    kinds: list[WagonKind] = []
    if state.ride and "ride" not in state.used and complete(state.brigades[seat], "wagon"):
        kinds.append("ride")
    if unused(state, seat, MORGANA) is not None:
        kinds.append("morgana")
    return kinds


def why_not_wagon_kind(state: State, seat: Seat, kind: WagonKind) -> Refused | None:
    """Why a wagon move of this kind is not available. The price of a paid one is checked with that of all actions."""
    if kind == "paid" or kind in free_kinds(state, seat):
        return None
    if kind == "ride":
        rule = "BRI-UPG-07"
        if not complete(state.brigades[seat], "wagon"):
            return Refused("ability_inactive", rules=(rule,), reason="wagon_track")
        if "ride" in state.used:
            return Refused("ability_used", rules=(rule,), reason="ride")
        return Refused("ability_inactive", rules=(rule,), reason="ride")
    return why_not_once(state, seat, MORGANA, "BRI-CREW-MORGANA-MAGOS")


def may_move_paid(state: State, command: MoveWagon) -> bool:
    """Whether an action that can be paid moves the wagon to a tile to which it may go."""
    return (
        command.kind == "paid" and 0 <= command.to < CELLS and bool(wagon_cells(state, command.seat) >> command.to & 1)
    )


def objections_move_wagon(state: State, command: MoveWagon) -> Iterator[Refused]:
    """Why a wagon move is refused (section 6.2)."""
    seat, to = command.seat, command.to
    absent = why_not_wagon_kind(state, seat, command.kind)
    if absent is not None:
        yield absent
    if 0 <= to < CELLS and wagon_cells(state, seat) >> to & 1:
        return
    nowhere = no_such_cell(to)
    if nowhere is not None:
        yield nowhere
        return
    tile = tile_at(state.tiles, to).id
    if to == state.brigades[seat].wagon_at:
        rules = ("BRI-ACT-WAGON-03", "BRI-RULING-22")
        yield Refused("must_move", rules=rules, reason="wagon", cell=to, tile=tile)
    if ruins(state) >> to & 1:
        rules = ("BRI-ACT-WAGON-01", "BRI-FIRE-04")
        yield Refused("destroyed", rules=rules, reason="wagon", cell=to, tile=tile)
    if rival_pawns(state, seat) >> to & 1:
        rules = ("BRI-ACT-WAGON-01", "BRI-RULING-21")
        yield Refused("occupied", rules=rules, reason="rival", cell=to, tile=tile)


def wagon_use(state: State, command: MoveWagon) -> str:
    """What a wagon move adds to the things used this turn; empty for nothing."""
    if command.kind == "morgana":
        return unused(state, command.seat, MORGANA) or ""
    return "ride" if command.kind == "ride" else ""


def move_wagon(working: Working, command: MoveWagon) -> None:
    """Moves the wagon, and spends what the move costs."""
    working.emit(WagonMoved(seat=command.seat, cell=command.to, kind=command.kind, tile=working.tile(command.to)))
