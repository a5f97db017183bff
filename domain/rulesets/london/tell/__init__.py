"""What a viewer may know of an event of London: one sentence in the past tense, with the rules behind it (LON-INFO-11).

Hidden cards are named to those who may know them. The others learn their number.
"""

from typing import assert_never

from domain.engine.ruleset import Line
from domain.engine.viewer import Viewer
from domain.rulesets.london import events as e
from domain.rulesets.london.tell import building, cards, money, run, scoring, secrets, turn

__all__ = ["tell"]


def tell(event: e.Event, viewer: Viewer) -> Line:
    """The line of `event` for `viewer`. It is never None, because every event of London leaves a public trace."""
    match event:
        case e.Secret():
            return secrets.line_of(event, viewer)
        case e.OfDraw() | e.OfDisplay():
            return cards.line_of(event)
        case e.OfTurn():
            return turn.line_of(event)
        case e.OfMoney():
            return money.line_of(event)
        case e.OfBuilding():
            return building.line_of(event)
        case e.OfRun():
            return run.line_of(event)
        case e.OfScoring():
            return scoring.line_of(event)
        case _:
            assert_never(event)
