"""The state after an event, by chapter of the rulebook.

`evolve` trusts the event: an assertion that fails here is a bug in `decide`.
"""

from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.evolve.actions import after_action
from domain.rulesets.great_fire.evolve.end import after_end
from domain.rulesets.great_fire.evolve.fire import after_fire
from domain.rulesets.great_fire.evolve.set_up import after_set_up
from domain.rulesets.great_fire.state import State

__all__ = ["evolve"]


def evolve(state: State, event: e.Event) -> State:
    """Returns the state after `event`."""
    if isinstance(event, e.ActionEvent):
        return after_action(state, event)
    if isinstance(event, e.FireEvent):
        return after_fire(state, event)
    if isinstance(event, e.EndEvent):
        return after_end(state, event)
    return after_set_up(state, event)
