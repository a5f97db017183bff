"""Names as GraphQL writes them, made from those of the domain, and the other way round."""

import re
import tomllib
from collections.abc import Container, Mapping
from importlib.resources import files
from typing import Final

from domain.rulesets import CURRENT

FIELDS: Final = "fields.toml"
"""What each ruleset says of the fields of its Structs, in its package."""


def _renamed() -> dict[str, str]:
    return {
        f"{pascal(ruleset)}{field}": name
        for ruleset in CURRENT
        for field, name in tomllib.loads((files(f"domain.rulesets.{ruleset}") / FIELDS).read_text(encoding="utf-8"))
        .get("names", {})
        .items()
    }


def field_name(type_name: str, field: str) -> str:
    """The name in the schema of a field of a ruleset's Struct. `type_name`: the object type of that Struct."""
    return RENAMED.get(f"{type_name}.{field}") or camel(field)


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


RENAMED: Final[Mapping[str, str]] = _renamed()
"""Type and field as the ruleset names them -> the field's name in the schema (`[names]` in the rulesets' files).

The members of a union or interface are read side by side, in one selection. Generated clients need no alias when a
field of one name has one type in all of them, so a field whose type differs has another name. In exact JSON every
field keeps the ruleset's name.
"""
