"""The parts of a line, and the words that several lines share."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from domain.engine.refusal import Fact
from domain.engine.viewer import Seat
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import DIRECTION_NAMES, Card


class Sentence(NamedTuple):
    """A line without its type."""

    text: str
    rules: tuple[str, ...]
    facts: Mapping[str, Fact]
    seat: Seat | None = None


def facts_of(event: e.Event, *hidden: str) -> dict[str, Fact]:
    """Returns the fields of an event by name, without the `hidden` ones."""
    return {name: getattr(event, name) for name in event.__struct_fields__ if name not in hidden}


def listed(words: Iterable[str]) -> str:
    """Returns words as `a, b and c`."""
    row = list(words)
    return f"{', '.join(row[:-1])} and {row[-1]}" if len(row) > 1 else "".join(row)


def number(count: int, word: str) -> str:
    """Returns a number with its noun, such as `1 cone` or `2 cones`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def grouped(kinds: Sequence[str], word: str) -> str:
    """Returns things by kind, such as `2 blue houses and 1 red house`."""
    return listed(number(kinds.count(kind), f"{kind} {word}") for kind in dict.fromkeys(kinds))


def cards_by_direction(cards: Sequence[Card]) -> str:
    """Returns fire cards by direction, such as `2 north cards and 1 east card`."""
    return grouped([DIRECTION_NAMES[card] for card in cards], "card")


def a_card(card: Card) -> str:
    """Returns a fire card with its article: `a north card`, `an east card`."""
    name = DIRECTION_NAMES[card]
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name} card"


def cones_owed(owed: int, not_placed: int) -> str:
    """Returns how many cones had to be added, and how many could not be."""
    if not owed:
        return "no cone could be added"
    return f"{number(owed, 'cone')} had to be added" + (f", {not_placed} could not be" if not_placed else "")
