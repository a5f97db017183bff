"""Arguments of messages as Fluent takes them: numbers without grouping, lists as sentences join them."""

from collections.abc import Sequence
from typing import Any, Final

from babel import Locale as BabelLocale
from fluent_compiler.types import FluentInt

AND: Final = {"en": "and", "de": "und", "fr": "et"}
"""The word before the last item of a list."""
_CACHED_MAX: Final = 1_000


class Count(FluentInt):  # type: ignore[misc]
    """A whole number: selects plural forms, and prints its digits alone."""

    def format(self, locale: BabelLocale) -> str:
        """Returns the digits, in every locale."""
        return int.__repr__(self)


class Items(str):
    """A list as an argument: its text is the items joined, and functions such as `NAMES` take `items` one by one."""

    items: Sequence[Any]

    def __new__(cls, text: str, items: Sequence[Any]) -> "Items":
        """Joins nothing: `text` is the joined text already."""
        made = super().__new__(cls, text)
        made.items = items
        return made


_COUNTS: Final = tuple(Count(number) for number in range(_CACHED_MAX))


def count(number: int) -> Count:
    """Returns a whole number as an argument."""
    return _COUNTS[number] if 0 <= number < _CACHED_MAX else Count(number)


def joined(words: Sequence[str], locale: str) -> str:
    """Returns words as a list in a sentence: `a`, `a and b`, `a, b and c`; `none` for no words, to select by."""
    if not words:
        return "none"
    return f"{', '.join(words[:-1])} {AND[locale]} {words[-1]}" if len(words) > 1 else words[0]
