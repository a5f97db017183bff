"""From one state to the next. `evolve` accepts every event that `decide` makes; it asserts, never refuses and never
draws.

A module holds the events of one chapter, under the same name as in `events/`.
"""

from collections.abc import Callable, Mapping
from typing import Final, get_args

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve.chiefs import evolve_chief
from domain.rulesets.brigade.evolve.crew import evolve_crew
from domain.rulesets.brigade.evolve.ending import evolve_end
from domain.rulesets.brigade.evolve.event_cards import evolve_event_card
from domain.rulesets.brigade.evolve.fire import evolve_fire, with_fires
from domain.rulesets.brigade.evolve.loyalty import evolve_loyalty
from domain.rulesets.brigade.evolve.pawns import evolve_pawn
from domain.rulesets.brigade.evolve.set_up import evolve_set_up
from domain.rulesets.brigade.evolve.turns import evolve_turn
from domain.rulesets.brigade.evolve.water import evolve_water
from domain.rulesets.brigade.state import State

__all__ = ["AFTER", "evolve", "with_fires"]


_CHAPTERS: Final[Mapping[object, Callable[..., State]]] = {
    e.FireEvent: evolve_fire,
    e.TurnEvent: evolve_turn,
    e.LoyaltyEvent: evolve_loyalty,
    e.PawnEvent: evolve_pawn,
    e.EventCardEvent: evolve_event_card,
    e.WaterEvent: evolve_water,
    e.CrewEvent: evolve_crew,
    e.ChiefEvent: evolve_chief,
    e.SetUpEvent: evolve_set_up,
    e.EndEvent: evolve_end,
}
AFTER: Final = {event: after for chapter, after in _CHAPTERS.items() for event in get_args(chapter)}
"""Type of an event -> the function of its chapter. A lookup is much faster than a `match` over all chapters."""
assert set(AFTER) == set(get_args(e.Event)), "every event belongs to one chapter"


def evolve(state: State, event: e.Event) -> State:
    """The state after `event`."""
    return AFTER[type(event)](state, event)
