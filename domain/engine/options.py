"""The description of a ruleset's options: title, sentences, rules, and the names of the values.

An option is described where it is declared:

    fire_cones: Annotated[Literal[65, 100], describe("Fire cones", "How many there are.", "GF-OPT-03")] = 65
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect as shape


class Option(msgspec.Struct, frozen=True):
    """One field of a ruleset's options.

    `kind`: its type without the description. `values`: the allowed values, or the allowed items of a list; None when
    every value of the type is allowed. `titles`: the names of those values, in the same order.
    """

    name: str
    kind: shape.Type
    default: Any
    title: str
    description: str
    rules: tuple[str, ...]
    values: tuple[Any, ...] | None
    titles: tuple[str, ...] | None


def describe(title: str, description: str, *rules: str, values: Mapping[Any, str] | None = None) -> msgspec.Meta:
    """Describes an option: its title, one or two plain sentences, the ids of its rules, and names for its values."""
    return msgspec.Meta(title=title, description=description, extra={"rules": rules, "values": values or {}})


def options_of(options: type[msgspec.Struct]) -> tuple[Option, ...]:
    """Returns the options in the order of declaration. An option without a description is titled by its name."""
    info = shape.type_info(options)
    assert isinstance(info, shape.StructType), f"{options} must be a Struct"
    return tuple(_option(field) for field in info.fields)


def bare(info: shape.Type) -> shape.Type:
    """Returns a type without its description."""
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
