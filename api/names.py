"""Names as GraphQL writes them, made from those of the domain, and the other way round."""

import re
from collections.abc import Container


def pascal(id: str) -> str:
    """A ruleset's id as a type name: its words capitalised and joined."""
    return "".join(word[:1].upper() + word[1:] for word in id.split("_"))


def snake(name: str) -> str:
    """Returns a name in snake case: `PlayFire` becomes `play_fire`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


def camel(name: str) -> str:
    """Returns a name in camel case: `free_bands` becomes `freeBands`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def in_camel(text: str, names: Container[str]) -> str:
    """Returns a text with those of its quoted words that are among `names` in camel case."""
    return re.sub(r"`(\w+)`", lambda at: f"`{camel(at[1])}`" if at[1] in names else at[0], text)
