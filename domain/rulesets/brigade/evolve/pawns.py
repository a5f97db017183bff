"""The events of brigades and wagons (sections 6.1 and 6.2)."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve.change import swapped, with_brigade
from domain.rulesets.brigade.state import State


def _wagon_moved(state: State, event: e.WagonMoved) -> State:
    return with_brigade(state, event.seat, replace(state.brigades[event.seat], wagon_at=event.cell))


def _brigade_moved(state: State, event: e.BrigadeMoved) -> State:
    free_moves = state.free_moves - (event.kind == "pink")
    assert free_moves >= 0, "a free move that was not there"
    brigades = swapped(state.brigades, event.seat, replace(state.brigades[event.seat], at=event.path[-1]))
    return replace(state, brigades=brigades, free_moves=free_moves, ride=event.ride)


def _brigade_pushed(state: State, event: e.BrigadePushed) -> State:
    return with_brigade(state, event.seat, replace(state.brigades[event.seat], at=event.cell))


def _free_move_earned(state: State, event: e.FreeMoveEarned) -> State:
    return replace(state, free_moves=state.free_moves + 1, nobles=state.nobles | 1 << event.cell)


def _aviary_token_taken(state: State, event: e.AviaryTokenTaken) -> State:
    brigade = state.brigades[event.seat]
    assert brigade.roast, "no token on the Aviary"
    return with_brigade(state, event.seat, replace(brigade, roast=False, supply=brigade.supply + 1))


PAWNS: Final[Mapping[type, Callable[..., State]]] = {
    e.WagonMoved: _wagon_moved,
    e.BrigadeMoved: _brigade_moved,
    e.BrigadePushed: _brigade_pushed,
    e.FreeMoveEarned: _free_move_earned,
    e.AviaryTokenTaken: _aviary_token_taken,
}
"""Type of an event of a pawn -> the state after it."""
