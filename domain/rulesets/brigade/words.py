"""How messages name tiles, and the places of water, in lines, phrases and refusals."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from domain.engine.message import Message, Value
from domain.rulesets.brigade.components import Cell

Args: TypeAlias = dict[str, Value]
"""The arguments of a message by name."""
Preposition: TypeAlias = Literal["from", "on", "to"]
"""Where water comes from, where it is, and where it goes."""


def place(tile: str, cell: Cell) -> Message:
    """A tile by its printed name and its cell, because some names lie in the city more than once."""
    return Message("place", {"tile": tile, "cell": cell})


def of_water(preposition: Preposition, source: str) -> Message:
    """A place of water with a preposition: the wagon, the chief or a crew card."""
    if source in ("wagon", "chief"):
        return Message(f"{preposition}-{source}")
    return Message(f"{preposition}-card", {"card": source})


def amounts(rows: list[tuple[Message, int]]) -> tuple[Message, ...]:
    """`2 water on the chief`, `1 on the wagon`: the amounts that are not 0, each with its place. Only the first one
    says that it is water."""
    full = [(where, amount) for where, amount in rows if amount]
    return tuple(
        Message("amount-more" if at else "amount", {"amount": amount, "where": where})
        for at, (where, amount) in enumerate(full)
    )


def crew_rules(cards: tuple[str, ...] | UnsetType) -> tuple[str, ...]:
    """The rules of the crew cards that were at work; none where they were not recorded."""
    return () if cards is UNSET else tuple(dict.fromkeys(f"BRI-CREW-{card.upper()}" for card in cards))
