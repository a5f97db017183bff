"""GraphQL documents written from the schema: a field with everything below it, and what an answer to it comes to."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from graphql import (
    GraphQLField,
    GraphQLObjectType,
    GraphQLOutputType,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
    is_object_type,
    is_required_argument,
)

from api.graphql.schema import SCHEMA
from domain.rulesets import CURRENT

Json = dict[str, Any]

SDL: Final = SCHEMA._schema
DEPTH: Final = 2
BRIEF: Final = {
    "CommandAnswer": "__typename ... on CommandProblem { code } ... on CommandAccepted { version }",
    "Rule": "id",
}
"""Types below which less is read: a rule is the same for everybody."""
RULESET_TYPES: Final = tuple("".join(part.capitalize() for part in id.split("_")) for id in CURRENT)
VARIABLES: Final[Mapping[str, str]] = {
    "g": "ID!", "id": "ID!", "own": "ID!", "step": "Int!", "mid": "Int!", "head": "Int!", "json": "JSON", "foreign": "JSON",
}  # fmt: skip


def object_types() -> dict[str, GraphQLObjectType]:
    """Every type of the schema with fields, without the rulesets' own and those of introspection."""
    return {
        name: each
        for name, each in SDL.type_map.items()
        if is_object_type(each) and not name.startswith(("__", *RULESET_TYPES))
    }


def fields_of(type_name: str) -> Mapping[str, GraphQLField]:
    """The fields of an object type."""
    fields: Mapping[str, GraphQLField] = getattr(SDL.type_map[type_name], "fields")  # noqa: B009
    return fields


def selection(type_: GraphQLOutputType, depth: int = DEPTH) -> str:
    """All that can be read below a field without an argument, some levels deep; "" for a leaf."""
    bare = get_named_type(type_)
    if is_leaf_type(bare):
        return ""
    if bare.name in BRIEF:
        return f" {{ {BRIEF[bare.name]} }}"
    if is_abstract_type(bare) or depth == 0:
        return " { __typename }"
    names = [
        name + selection(field.type, depth - 1)
        for name, field in bare.fields.items()  # type: ignore[union-attr]
        if not any(is_required_argument(argument) for argument in field.args.values())
    ]
    return f" {{ {' '.join(names)} }}"


def read_of(name: str, arguments: str) -> str:
    """The text that reads `Type.field` of a query, of a game, or of something below a game."""
    type_name, _, field = name.partition(".")
    given = f"({arguments})" if arguments else ""
    return field + given + selection(fields_of(type_name)[field].type)


def document(operation: str, reads: Iterable[str]) -> str:
    """One operation with a root field for each text, as r0, r1, ..., and with the variables that they use."""
    body = " ".join(f"r{number}: {each}" for number, each in enumerate(reads))
    used = [f"${name}: {type_}" for name, type_ in VARIABLES.items() if f"${name})" in body or f"${name}," in body]
    head = f"({', '.join(used)})" if used else ""
    return f"{operation} Matrix{head} {{ {body} }}"


def outcome(response: Json, alias: str, keys: tuple[str, ...]) -> str:
    """What the answer to one root field comes to: the code of its error, `no game`, or what stands at `keys` below."""
    for error in response.get("errors", ()):
        if error.get("path", [alias])[0] == alias:
            return str(error["extensions"]["code"])
    value = response["data"][alias]
    for number, key in enumerate(keys):
        if value is None:
            return "no game" if number == 0 else "null"
        value = value[key]
    return word_for(value)


def word_for(value: Any) -> str:
    """A value as the matrix names it."""
    match value:
        case None:
            return "null"
        case bool():
            return "yes" if value else "no"
        case [] | {"edges": []}:
            return "empty"
        case {"__typename": "CommandAccepted"}:
            return "accepted"
        case {"__typename": str(), "code": str(code)}:
            return code
        case _:
            return "data"
