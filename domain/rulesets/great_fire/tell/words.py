"""The parts of a line that several lines share."""

from collections.abc import Iterator, Sequence

import msgspec

from domain.engine import sentences
from domain.engine.message import Message
from domain.engine.refusal import Fact
from domain.rulesets.great_fire.components import Card


def facts_of(event: msgspec.Struct, *hidden: str) -> dict[str, Fact]:
    """Returns the fields of an event by name, without the `hidden` ones and without circumstances that are unset."""
    unset = (name for name in event.__struct_fields__ if getattr(event, name) is msgspec.UNSET)
    return sentences.facts_of(event, *hidden, *unset)


def houses_by_colour(colours: Sequence[str]) -> tuple[Message, ...]:
    """Returns houses by colour, such as 2 blue houses and 1 red house."""
    return tuple(Message("part-houses", {"colour": colour, "count": count}) for colour, count in _grouped(colours))


def cards_by_direction(cards: Sequence[Card]) -> tuple[Message, ...]:
    """Returns fire cards by direction, such as 2 north cards and 1 east card."""
    return tuple(Message("part-cards", {"card": card, "count": count}) for card, count in _grouped(cards))


def _grouped(kinds: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yields how many things there are of each kind, in the order in which the kinds appear."""
    return ((kind, kinds.count(kind)) for kind in dict.fromkeys(kinds))


def cones_owed(cones_to_place: int, not_placed: int) -> Message:
    """Returns how many cones had to be added, and how many could not be."""
    return Message("part-cones-owed", {"cones": cones_to_place, "missing": not_placed})
