"""What the lines of London share: their form, and the rule behind a gain."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import asdict

from domain.engine.message import Message, Value
from domain.engine.ruleset import Line
from domain.engine.viewer import Seat
from domain.rulesets.london import events as e
from domain.rulesets.london.components import FACE_OF, Card

Args = Mapping[str, Value]
"""The arguments of a message, or some of them."""

_PRINTED: Final = frozenset(("gain_money", "gain_vp", "lose_poverty"))
"""Effects that the printed line of a face says in full (section 16). Others have a text in section 17."""


def line(event: e.Event, message: Message, *rules: str) -> Line:
    """The line of an event that hides nothing. All fields of the event are facts, except its seat.

    `message`: one sentence in the past tense. `rules`: ids, the most telling first.
    """
    assert not isinstance(event, e.Secret), "the line of a secret event depends on the viewer"
    facts = asdict(event)
    seat: Seat | None = facts.pop("seat", None)
    return Line(type=type_of(event), message=message, rules=rules, seat=seat, facts=facts)


def gain_rule(card: Card) -> str:
    """The rule by which a card, once activated, brings what it brings: its special text, or else its printed line."""
    face = FACE_OF[card]
    kinds = {effect.kind for effect in face.effects}
    if "take_stored_money" in kinds:
        return f"{face.rule}.2"
    return f"{face.rule}.1" if kinds - _PRINTED or face.activation.pay else face.rule


def type_of(event: e.Event) -> str:
    """The type of an event's line, which is the event's own tag."""
    return f"london.{type(event).__name__}"
