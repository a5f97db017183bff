"""From one state of London to the next. Trusts every event and asserts; it never refuses and never draws.

`evolve` sends each event to its chapter.
"""

from typing import assert_never

from domain.rulesets.london import events as e
from domain.rulesets.london.evolve import borders, building, cards, money, run, scoring, turn
from domain.rulesets.london.state import State

__all__ = ["evolve"]


def evolve(state: State, event: e.Event) -> State:
    """The state after one event."""
    after = _changed(state, event)
    if state.mixed or isinstance(event, e.DeckLookedAt):
        return borders.crossed(state, event, after)
    return after


def _changed(state: State, event: e.Event) -> State:
    match event:
        case e.OfDraw():
            return cards.drawn(state, event)
        case e.OfTurn():
            return turn.passed(state, event)
        case e.OfDisplay():
            return cards.displayed(state, event)
        case e.OfMoney():
            return money.moved(state, event)
        case e.OfBuilding():
            return building.built(state, event)
        case e.OfRun():
            return run.ran(state, event)
        case e.OfScoring():
            return scoring.settled(state, event)
        case _:
            assert_never(event)
