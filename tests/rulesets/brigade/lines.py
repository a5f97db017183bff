"""The lines that a command brings, for the tests of lines and citations."""

from domain.engine.ruleset import Line
from domain.engine.viewer import SPECTATOR
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.events.base import BaseEvent
from domain.rulesets.brigade.phrases import phrase
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.tell import tell
from domain.rulesets.brigade.view import View
from tests.lines import english
from tests.rulesets.brigade.position import made


def lines_of(kind: type[BaseEvent], state: State, command: c.Command) -> list[Line]:
    """What spectators read of the events of one kind that a command brings."""
    return [tell(event, SPECTATOR) for event in made(state, command) if isinstance(event, kind)]


def line(happened: e.Event) -> tuple[str, tuple[str, ...]]:
    """What everybody reads of an event, and the rules that it cites."""
    found = tell(happened, SPECTATOR)
    return english(found), found.rules


def taken(action: str, cost: int, uses: str = "") -> tuple[str, tuple[str, ...]]:
    """The line of an action that the first seat took."""
    return line(e.ActionTaken(seat=0, action=action, cost=cost, uses=uses))


def asked(view: View, command: c.Command) -> str:
    """What a command asks, in English."""
    return english(phrase(view, command), "brigade")
