"""What a line is made of, before it gets the type of its event."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from domain.engine.refusal import Fact
from domain.engine.viewer import Seat


class Sentence(NamedTuple):
    """A line without its type: the text, the rules behind it, the facts, and the seat that acted, if one did."""

    text: str
    rules: tuple[str, ...]
    facts: Mapping[str, Fact]
    seat: Seat | None = None


def facts(event: msgspec.Struct, *hidden: str) -> dict[str, Fact]:
    """The fields of an event by name, without the `hidden` ones."""
    return {name: getattr(event, name) for name in event.__struct_fields__ if name not in hidden}
