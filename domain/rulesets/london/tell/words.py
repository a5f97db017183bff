"""Words that the sentences of London share."""

from typing import NamedTuple

from domain.rulesets.london.components import Card, name_of


class Sentence(NamedTuple):
    """A sentence in the past tense, and the ids of its rules, the most telling first."""

    text: str
    rules: tuple[str, ...]


def sentence(text: str, *rules: str) -> Sentence:
    """A sentence with its rules."""
    return Sentence(text, rules)


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 card`, `3 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def points_of_poverty(points: int) -> str:
    """`1 poverty point`, `2 poverty points`."""
    return counted(points, "poverty point")


def listed(words: tuple[str, ...]) -> str:
    """Words as an English list: `a`, `a and b`, `a, b and c`."""
    return " and ".join((*([", ".join(words[:-1])] if words[1:] else ()), *words[-1:]))


def names_of(cards: tuple[Card, ...]) -> str:
    """The names of cards as an English list; `no card` for none."""
    return listed(tuple(name_of(card) for card in cards)) or "no card"
