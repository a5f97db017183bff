"""From events to state."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from domain.engine.chance import Chance
from domain.engine.ruleset import AnyRuleset

S = TypeVar("S")
E = TypeVar("E")


def fold(evolve: Callable[[S, E], S], state: S, events: Iterable[E]) -> S:
    """Returns the state after `events`, starting from `state`."""
    for event in events:
        state = evolve(state, event)
    return state


def advanced(ruleset: AnyRuleset, state: Any, command: Any, chance: Chance) -> tuple[tuple[Any, ...], Any]:  # noqa: ANN401
    """Returns the events of `command` and the state after them. Raises Refused."""
    if ruleset.advance is not None:
        return ruleset.advance(state, command, chance)
    events = ruleset.decide(state, command, chance)
    return events, fold(ruleset.evolve, state, events)
