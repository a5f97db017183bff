"""The events of chiefs on their own board (sections 10.2 and 10.3)."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve.change import with_brigade
from domain.rulesets.brigade.state import Brigade, State


def evolve_chief(state: State, event: e.ChiefEvent) -> State:
    """The state after an event of a chief."""
    return with_brigade(state, event.seat, _changed(state.brigades[event.seat], event))


def _changed(brigade: Brigade, event: e.ChiefEvent) -> Brigade:
    match event:
        case e.AllegianceDeclared():
            return replace(brigade, allegiance=True)
        case e.SideChanged(werewolf=werewolf, water=water):
            return replace(brigade, werewolf=werewolf, water=water)
        case e.MimicPlaced(card=card):
            return replace(brigade, mimic=card)
        case e.MimicReturned():
            return replace(brigade, mimic="")
        case e.FirestormControlled():
            return replace(brigade, pyro=True)
        case e.PyroCubesEarned():
            return replace(brigade, pyro=False)
        case _:
            assert_never(event)
