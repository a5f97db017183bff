"""What the lines of all rulesets share: the parts of a line. And counts in English, for those who run the service."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from domain.engine.message import Message
from domain.engine.refusal import Fact
from domain.engine.viewer import Seat


class Sentence(NamedTuple):
    """A line without its type: what it says, the rules behind it, the facts, and the seat that acted, if one did."""

    message: Message
    rules: tuple[str, ...]
    facts: Mapping[str, Fact]
    seat: Seat | None = None


def facts_of(event: msgspec.Struct, *hidden: str) -> dict[str, Fact]:
    """Returns the fields of an event by name, without the `hidden` ones."""
    return {name: getattr(event, name) for name in event.__struct_fields__ if name not in hidden}


def counted(count: int, noun: str) -> str:
    """Returns a number with its noun: `1 cone`, `2 cones`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
