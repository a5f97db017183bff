"""From one state to the next. `evolve` accepts every event that `decide` makes; it asserts, never refuses and never
draws.

A module holds the events of one chapter, under the same name as in `events/`.
"""

from typing import assert_never

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve.chiefs import evolve_chief
from domain.rulesets.brigade.evolve.crew import evolve_crew
from domain.rulesets.brigade.evolve.ending import evolve_end
from domain.rulesets.brigade.evolve.event_cards import evolve_event_card
from domain.rulesets.brigade.evolve.fire import evolve_fire
from domain.rulesets.brigade.evolve.loyalty import evolve_loyalty
from domain.rulesets.brigade.evolve.pawns import evolve_pawn
from domain.rulesets.brigade.evolve.set_up import evolve_set_up
from domain.rulesets.brigade.evolve.turns import evolve_turn
from domain.rulesets.brigade.evolve.water import evolve_water
from domain.rulesets.brigade.state import State

__all__ = ["evolve"]


def evolve(state: State, event: e.Event) -> State:
    """The state after `event`. The most frequent events come first."""
    match event:
        case e.FireBase():
            return evolve_fire(state, event)
        case e.TurnBase():
            return evolve_turn(state, event)
        case e.LoyaltyBase():
            return evolve_loyalty(state, event)
        case e.PawnBase():
            return evolve_pawn(state, event)
        case e.EventCardBase():
            return evolve_event_card(state, event)
        case e.WaterBase():
            return evolve_water(state, event)
        case e.CrewBase():
            return evolve_crew(state, event)
        case e.ChiefBase():
            return evolve_chief(state, event)
        case e.SetUpBase():
            return evolve_set_up(state, event)
        case e.EndBase():
            return evolve_end(state, event)
        case _:
            assert_never(event)
