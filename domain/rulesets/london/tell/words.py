"""What the lines of London share: their form, lists and counts."""

from msgspec.structs import asdict

from domain.engine.ruleset import Line
from domain.engine.sentences import counted, listed
from domain.engine.viewer import Seat
from domain.rulesets.london import events as e
from domain.rulesets.london.components import Card, name_of


def line(event: e.Event, text: str, *rules: str) -> Line:
    """The line of an event that hides nothing. All fields of the event are facts, except its seat.

    `text`: one sentence in the past tense. `rules`: ids, the most telling first.
    """
    assert not isinstance(event, e.Secret), "the line of a secret event depends on the viewer"
    facts = asdict(event)
    seat: Seat | None = facts.pop("seat", None)
    return Line(type=type_of(event), text=text, rules=rules, seat=seat, facts=facts)


def type_of(event: e.Event) -> str:
    """The type of an event's line, which is the event's own tag."""
    return f"london.{type(event).__name__}"


def points_of_poverty(points: int) -> str:
    """`1 poverty point`, `2 poverty points`."""
    return counted(points, "poverty point")


def names_of(cards: tuple[Card, ...]) -> str:
    """The names of cards as an English list; `no card` for none."""
    return listed(tuple(name_of(card) for card in cards)) or "no card"
