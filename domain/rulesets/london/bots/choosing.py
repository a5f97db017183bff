"""Small tools for choosing among legal commands."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from domain.rulesets.london.commands import Command

C = TypeVar("C")


def best_of(choices: Iterable[C], value: Callable[[C], int]) -> C:
    """The choice of the highest value; the first of equal ones."""
    return max(choices, key=value)


def of_kind(legal: tuple[Command, ...], kind: type[C]) -> list[C]:
    """The legal commands of one kind."""
    return [command for command in legal if isinstance(command, kind)]
