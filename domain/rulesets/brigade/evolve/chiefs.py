"""The events of chiefs on their own board (sections 10.2 and 10.3)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve.change import with_brigade
from domain.rulesets.brigade.state import State


def _changed(state: State, event: e.ChiefEvent, **changes: Any) -> State:  # noqa: ANN401
    """The state with these fields of the chief's brigade changed."""
    return with_brigade(state, event.seat, replace(state.brigades[event.seat], **changes))


def _allegiance_declared(state: State, event: e.AllegianceDeclared) -> State:
    return _changed(state, event, allegiance=True)


def _side_changed(state: State, event: e.SideChanged) -> State:
    return _changed(state, event, werewolf=event.werewolf, water=event.water)


def _mimic_placed(state: State, event: e.MimicPlaced) -> State:
    return _changed(state, event, mimic=event.card)


def _mimic_returned(state: State, event: e.MimicReturned) -> State:
    return _changed(state, event, mimic="")


def _firestorm_controlled(state: State, event: e.FirestormControlled) -> State:
    return _changed(state, event, pyro=True)


def _pyro_cubes_earned(state: State, event: e.PyroCubesEarned) -> State:
    return _changed(state, event, pyro=False)


CHIEFS: Final[Mapping[type, Callable[..., State]]] = {
    e.AllegianceDeclared: _allegiance_declared,
    e.SideChanged: _side_changed,
    e.MimicPlaced: _mimic_placed,
    e.MimicReturned: _mimic_returned,
    e.FirestormControlled: _firestorm_controlled,
    e.PyroCubesEarned: _pyro_cubes_earned,
}
"""Type of an event of a chief -> the state after it."""
