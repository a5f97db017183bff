"""The words that lines are made of. Knows no event."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from domain.engine.refusal import Fact
from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import CHIEFS, CREW, SIDE, TILE_INDEX, TILES, Cell


class Told(NamedTuple):
    """A line but for its type."""

    text: str
    rules: tuple[str, ...]
    facts: Mapping[str, Fact]
    seat: Seat | None = None


def facts(event: msgspec.Struct, *hidden: str) -> dict[str, Fact]:
    """The fields of an event by name, but for the `hidden` ones."""
    return {name: getattr(event, name) for name in event.__struct_fields__ if name not in hidden}


def place(tile: str, cell: Cell) -> str:
    """A tile as the table calls it: its printed name and where it lies."""
    row, column = divmod(cell, SIDE)
    return f"{TILES[TILE_INDEX[tile]].name} [{row},{column}]"


def card(name: str) -> str:
    """The printed name of a crew card."""
    return CREW[name].name


def source(name: str) -> str:
    """Where water is: the wagon, the chief or a crew card."""
    return f"the {name}" if name in ("wagon", "chief") else card(name)


def chief(name: str) -> str:
    """The printed name of a chief."""
    return CHIEFS[name].name


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    row = list(words)
    return f"{', '.join(row[:-1])} and {row[-1]}" if len(row) > 1 else "".join(row)


def number(count: int, word: str) -> str:
    """`1 cube`, `2 cubes`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
