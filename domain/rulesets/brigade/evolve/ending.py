"""The events that bring the game to its end (section 9)."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import NOWHERE
from domain.rulesets.brigade.evolve.change import with_brigade
from domain.rulesets.brigade.state import State


def evolve_end(state: State, event: e.EndEvent) -> State:
    """The state after an event that ends the game, for all or for one seat."""
    match event:
        case e.EvacuationAnnounced():
            return replace(state, evacuation=True)
        case e.GameEnded(ending=ending, places=places, rules=rules):
            return replace(state, phase="over", agenda=(), ending=ending, places=places, ended_by=rules)
        case e.SeatDeserted(seat=seat):
            state = replace(state, agenda=())
            brigade = replace(state.brigades[seat], at=NOWHERE, wagon_at=NOWHERE, gone=True, mimic="")
            brigade = replace(brigade, allegiance=False, pyro=False, water=0, wagon_water=0, banked=0)
            return with_brigade(state, seat, brigade)
        case _:
            assert_never(event)
