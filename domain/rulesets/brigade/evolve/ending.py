"""The events that bring the game to its end (section 9)."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import NOWHERE
from domain.rulesets.brigade.evolve.change import with_brigade
from domain.rulesets.brigade.state import State


def _evacuation_announced(state: State, _: e.EvacuationAnnounced) -> State:
    return replace(state, evacuation=True)


def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, phase="over", agenda=(), ending=event.ending, places=event.places, ended_by=event.rules)


def _seat_deserted(state: State, event: e.SeatDeserted) -> State:
    state = replace(state, agenda=())
    brigade = replace(state.brigades[event.seat], at=NOWHERE, wagon_at=NOWHERE, gone=True, mimic="")
    brigade = replace(brigade, allegiance=False, pyro=False, water=0, wagon_water=0, banked=0)
    return with_brigade(state, event.seat, brigade)


END: Final[Mapping[type, Callable[..., State]]] = {
    e.EvacuationAnnounced: _evacuation_announced,
    e.GameEnded: _game_ended,
    e.SeatDeserted: _seat_deserted,
}
"""Type of an event of the end -> the state after it."""
