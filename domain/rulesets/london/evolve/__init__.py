"""From one state of London to the next. Trusts every event and asserts; it never refuses and never draws.

`evolve` sends each event to its chapter.
"""

from collections.abc import Callable, Mapping
from typing import Final, get_args

from domain.rulesets.london import events as e
from domain.rulesets.london.evolve import borders, building, cards, money, run, scoring, turn
from domain.rulesets.london.state import State

__all__ = ["evolve"]


_CHAPTERS: Final[Mapping[object, Callable[..., State]]] = {
    e.DrawEvent: cards.drawn,
    e.TurnEvent: turn.passed,
    e.DisplayEvent: cards.displayed,
    e.MoneyEvent: money.moved,
    e.BuildEvent: building.built,
    e.RunEvent: run.ran,
    e.ScoringEvent: scoring.settled,
}
_BY_TYPE: Final = {event: after for chapter, after in _CHAPTERS.items() for event in get_args(chapter)}
"""Type of an event -> the function of its chapter. A lookup is much faster than a `match` over all chapters."""
assert set(_BY_TYPE) == set(get_args(e.Event)), "every event belongs to one chapter"


def evolve(state: State, event: e.Event) -> State:
    """The state after one event."""
    after = _BY_TYPE[type(event)](state, event)
    if state.mixed or isinstance(event, e.DeckLookedAt):
        return borders.crossed(state, event, after)
    return after
