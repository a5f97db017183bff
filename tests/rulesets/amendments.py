"""Amendments with any values, for tests of fixes by arbiters."""

import random
import typing

import msgspec

from domain.rulesets.brigade import components as brigade
from domain.rulesets.great_fire import components as great_fire
from domain.rulesets.london import components as london

WORDS = {
    "great_fire": (*great_fire.IDS, "?"),
    "london": (*london.CARDS, *london.BOROUGHS, "?"),
    "brigade": (*brigade.CREW, "?"),
}
"""Ids to fill the texts of amendments with, and one that nothing has."""


def filled(kind: type[msgspec.Struct], words: list[str], dice: random.Random) -> msgspec.Struct:
    """An amendment with any values, often small ones."""
    return kind(**{field.name: value_of(field.type, words, dice) for field in msgspec.structs.fields(kind)})


def value_of(kind: object, words: list[str], dice: random.Random) -> object:
    args = typing.get_args(kind)
    if type(None) in args:
        rest = [each for each in args if each is not type(None)]
        return None if dice.random() < 0.4 else value_of(rest[0], words, dice)
    if typing.get_origin(kind) is typing.Literal:
        return dice.choice(args)
    if kind is bool:
        return dice.random() < 0.5
    if kind is str:
        return dice.choice(words)
    return dice.choice([-1, 0, 1, 1, 2, 3, 4, 5, 6, dice.randrange(40), 1_000])
