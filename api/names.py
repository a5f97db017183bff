"""Names as GraphQL writes them, made from those of the domain, and the other way round."""

import re
import tomllib
from collections.abc import Container, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from domain.rulesets import CURRENT

FIELDS: Final = "fields.toml"
"""The file of a ruleset that says what its fields mean, and which of them have another name in the schema."""


def fields_of(ruleset: str) -> dict[str, Any]:
    """What the ruleset's file of fields says."""
    text = (files(f"domain.rulesets.{ruleset}") / FIELDS).read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def renamed_fields() -> Mapping[str, str]:
    """Type and field as a ruleset names them -> the field's name in the schema.

    The members of a union or interface are read side by side, in one selection. Generated clients need no alias when a
    field of one name has one type in all of them, so a field whose type differs has another name. In exact JSON every
    field keeps the ruleset's name.
    """
    return {
        f"{pascal(ruleset)}{struct}.{field}": name
        for ruleset in CURRENT
        for struct, names in fields_of(ruleset)["names"].items()
        for field, name in names.items()
    }


def field_name(type_name: str, field: str) -> str:
    """The name in the schema of a field of a ruleset's Struct. `type_name`: the object type of that Struct."""
    return renamed_fields().get(f"{type_name}.{field}") or camel(field)


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
