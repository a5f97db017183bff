"""What a ruleset says of its options: a title, a description, the rules, and what the values are called. Chooses none of them.

Said where an option is declared, so that it is said once:

    fire_cones: Annotated[Literal[65, 100], describe("Fire cones", "How many there are.", "GF-OPT-03")] = 65
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect as shape


class Option(msgspec.Struct, frozen=True):
    """One field of a ruleset's options. `kind`: its type without what is said of it. `values`: all it may have, or may hold if it
    is a list; None when it is any of its kind. `titles`: what those are called, in the same order."""

    name: str
    kind: shape.Type
    default: Any
    title: str
    description: str
    rules: tuple[str, ...]
    values: tuple[Any, ...] | None
    titles: tuple[str, ...] | None


def describe(title: str, description: str, *rules: str, values: Mapping[Any, str] | None = None) -> msgspec.Meta:
    """What is said of an option: its title, one or two plain sentences, the ids of its rules, and its values' own titles."""
    return msgspec.Meta(title=title, description=description, extra={"rules": rules, "values": values or {}})


def options_of(options: type[msgspec.Struct]) -> tuple[Option, ...]:
    """The options in their order. One of which nothing is said goes by its name."""
    info = shape.type_info(options)
    assert isinstance(info, shape.StructType), f"{options} is no Struct"
    return tuple(_option(each) for each in info.fields)


def bare(info: shape.Type) -> shape.Type:
    """A type without what is said of it."""
    return bare(info.type) if isinstance(info, shape.Metadata) else info


def _option(field: shape.Field) -> Option:
    words, extra = dict[str, Any](), dict[str, Any]()
    if isinstance(field.type, shape.Metadata):
        words, extra = field.type.extra_json_schema or {}, field.type.extra or {}
    kind = bare(field.type)
    choices = bare(kind.item_type) if isinstance(kind, shape.VarTupleType) else kind
    values: tuple[Any, ...] | None = None
    if isinstance(choices, shape.LiteralType):
        values = tuple(choices.values)
    elif isinstance(choices, shape.BoolType):
        values = (False, True)
    named = extra.get("values", {})
    return Option(
        name=field.name,
        kind=kind,
        default=None if field.default is msgspec.NODEFAULT else field.default,
        title=words.get("title", field.name),
        description=words.get("description", ""),
        rules=tuple(extra.get("rules", ())),
        values=values,
        titles=tuple(str(named.get(value, value)) for value in values) if values is not None and named else None,
    )
