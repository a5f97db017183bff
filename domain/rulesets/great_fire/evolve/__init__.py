"""The state after an event, by chapter of the rulebook.

`evolve` trusts the event: an assertion that fails here is a bug in `decide`.
"""

from collections.abc import Callable, Mapping
from typing import Final, get_args

from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.evolve.actions import after_action
from domain.rulesets.great_fire.evolve.end import after_end
from domain.rulesets.great_fire.evolve.fire import after_fire
from domain.rulesets.great_fire.evolve.set_up import after_set_up
from domain.rulesets.great_fire.state import State

__all__ = ["evolve"]


_CHAPTERS: Final[Mapping[object, Callable[..., State]]] = {
    e.ActionEvent: after_action,
    e.FireEvent: after_fire,
    e.EndEvent: after_end,
    e.SetUpEvent: after_set_up,
}
_BY_TYPE: Final = {event: after for chapter, after in _CHAPTERS.items() for event in get_args(chapter)}
"""Type of an event -> the function of its chapter."""
assert set(_BY_TYPE) == set(get_args(e.Event)), "every event belongs to one chapter"


def evolve(state: State, event: e.Event) -> State:
    """Returns the state after `event`."""
    return _BY_TYPE[type(event)](state, event)
