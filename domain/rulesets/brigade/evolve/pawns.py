"""The events of brigades and wagons (sections 6.1 and 6.2)."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve.change import swapped, with_brigade
from domain.rulesets.brigade.state import State


def evolve_pawn(state: State, event: e.PawnEvent) -> State:
    """The state after an event of a pawn."""
    match event:
        case e.WagonMoved(seat=seat, cell=cell):
            return with_brigade(state, seat, replace(state.brigades[seat], wagon_at=cell))
        case e.BrigadeMoved(seat=seat, kind=kind, path=path, ride=ride):
            free_moves = state.free_moves - (kind == "pink")
            assert free_moves >= 0, "a free move that was not there"
            brigades = swapped(state.brigades, seat, replace(state.brigades[seat], at=path[-1]))
            return replace(state, brigades=brigades, free_moves=free_moves, ride=ride)
        case e.BrigadePushed(seat=seat, cell=cell):
            return with_brigade(state, seat, replace(state.brigades[seat], at=cell))
        case e.FreeMoveEarned(cell=cell):
            return replace(state, free_moves=state.free_moves + 1, nobles=state.nobles | 1 << cell)
        case e.AviaryTokenTaken(seat=seat):
            brigade = state.brigades[seat]
            assert brigade.roast, "no token on the Aviary"
            return with_brigade(state, seat, replace(brigade, roast=False, supply=brigade.supply + 1))
        case _:
            assert_never(event)
