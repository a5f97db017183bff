"""The parts of a line, and the words that several lines share."""

from collections.abc import Sequence

import msgspec

from domain.engine import sentences
from domain.engine.refusal import Fact
from domain.engine.sentences import counted, listed
from domain.rulesets.great_fire.components import DIRECTION_NAMES, Card


def facts_of(event: msgspec.Struct, *hidden: str) -> dict[str, Fact]:
    """Returns the fields of an event by name, without the `hidden` ones and without circumstances that are unset."""
    unset = (name for name in event.__struct_fields__ if getattr(event, name) is msgspec.UNSET)
    return sentences.facts_of(event, *hidden, *unset)


def grouped(kinds: Sequence[str], word: str) -> str:
    """Returns things by kind, such as `2 blue houses and 1 red house`."""
    return listed(counted(kinds.count(kind), f"{kind} {word}") for kind in dict.fromkeys(kinds))


def cards_by_direction(cards: Sequence[Card]) -> str:
    """Returns fire cards by direction, such as `2 north cards and 1 east card`."""
    return grouped([DIRECTION_NAMES[card] for card in cards], "card")


def a_card(card: Card) -> str:
    """Returns a fire card with its article: `a north card`, `an east card`."""
    name = DIRECTION_NAMES[card]
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name} card"


def cones_owed(cones_to_place: int, not_placed: int) -> str:
    """Returns how many cones had to be added, and how many could not be."""
    if not cones_to_place:
        return "no cone could be added"
    return f"{counted(cones_to_place, 'cone')} had to be added" + (f", {not_placed} could not be" if not_placed else "")
