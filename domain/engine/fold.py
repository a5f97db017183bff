"""From events to state."""

from collections.abc import Callable, Iterable
from typing import TypeVar

S = TypeVar("S")
E = TypeVar("E")


def fold(evolve: Callable[[S, E], S], state: S, events: Iterable[E]) -> S:
    """Returns the state after `events`, starting from `state`."""
    for event in events:
        state = evolve(state, event)
    return state
