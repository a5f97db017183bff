"""The GraphQL community's usual rules for a schema. Rules have the names of graphql-eslint, where it has them."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any, Final, NamedTuple

from graphql import (
    GraphQLSchema,
    get_named_type,
    get_nullable_type,
    is_enum_type,
    is_input_object_type,
    is_interface_type,
    is_introspection_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
    is_required_argument,
    is_scalar_type,
    is_specified_scalar_type,
    is_union_type,
)

from api.sentences import places

PASCAL: Final = re.compile(r"[A-Z][A-Za-z0-9]*")
CAMEL: Final = re.compile(r"[a-z][A-Za-z0-9]*")
SCREAMING: Final = re.compile(r"[A-Z][A-Z0-9_]*")
ENDINGS: Final = ("Enum", "Interface", "Union", "Type")
PAGE_ARGUMENTS: Final = {"first": "Int", "after": "Cursor", "last": "Int", "before": "Cursor"}
PAGE_INFO: Final = {"hasNextPage", "hasPreviousPage", "startCursor", "endCursor"}
ROW: Final = re.compile(r"^\| `([a-z-]+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)


class Finding(NamedTuple):
    rule: str
    at: str


class Answer(NamedTuple):
    """Why a finding stays. `at`: a pattern of coordinates."""

    rule: str
    at: str
    why: str

    def fits(self, finding: Finding) -> bool:
        return self.rule == finding.rule and fnmatchcase(finding.at, self.at)


def answers(page: str) -> list[Answer]:
    """The answers on the page of changes, under its heading."""
    section = page.split("## What linters say\n")[1].split("\n## ", maxsplit=1)[0]
    return [
        Answer(rule, at, why) for rule, named, why in ROW.findall(section) for at in re.findall(r"`([^`]+)`", named)
    ]


def findings(schema: GraphQLSchema) -> Iterator[Finding]:
    """Everything that a rule finds."""
    yield from _descriptions(schema)
    for name, type_ in schema.type_map.items():
        if is_introspection_type(type_) or is_specified_scalar_type(type_):
            continue
        yield from _names_of_type(schema, name, type_)
        if is_object_type(type_) or is_interface_type(type_):
            yield from _fields(schema, name, type_.fields)
            yield from _pages(name, type_.fields)
        elif is_input_object_type(type_):
            yield from (_camel(f"{name}.{each}") for each in type_.fields if not CAMEL.fullmatch(each))
        elif is_enum_type(type_):
            wrong = (each for each in type_.values if not SCREAMING.fullmatch(each))
            yield from (Finding("naming-convention", f"{name}.{each}") for each in wrong)
    yield from _mutations(schema)
    yield from _unreachable(schema)


def _camel(at: str) -> Finding:
    return Finding("naming-convention", at)


def _descriptions(schema: GraphQLSchema) -> Iterator[Finding]:
    yield from (Finding("require-description", at) for at, part in places(schema) if not part.description)
    for at, part in places(schema):
        reason = getattr(part, "deprecation_reason", None)
        if reason is not None and "`" not in reason:
            yield Finding("require-deprecation-reason", at)


def _names_of_type(schema: GraphQLSchema, name: str, type_: Any) -> Iterator[Finding]:
    inputs, kinds = is_input_object_type(type_), is_enum_type(type_) or is_interface_type(type_) or is_union_type(type_)
    if not PASCAL.fullmatch(name) or (kinds and name.endswith(ENDINGS)) or inputs != name.endswith("Input"):
        yield _camel(name)
    node = schema.get_type("Node")
    if is_object_type(type_) and "id" in type_.fields and node not in type_.interfaces:
        yield Finding("strict-id-in-types", name)


def _fields(schema: GraphQLSchema, name: str, fields: dict[str, Any]) -> Iterator[Finding]:
    for field_name, field in fields.items():
        at = f"{name}.{field_name}"
        if not CAMEL.fullmatch(field_name) or re.match(r"(?:get|query|list)[A-Z]", field_name):
            yield _camel(at)
        if field_name.lower().startswith(name.lower()):
            yield Finding("no-typename-prefix", at)
        if field_name == "id" and str(field.type) != "ID!":
            yield Finding("strict-id-in-types", at)
        if str(get_nullable_type(field.type)) == "Boolean" and not is_non_null_type(field.type):
            yield Finding("no-nullable-boolean", at)
        yield from _list(schema, at, field.type)
        for argument, declared in field.args.items():
            if not CAMEL.fullmatch(argument):
                yield _camel(f"{at}({argument}:)")
            if argument.lower().endswith("id") and get_named_type(declared.type).name != "ID":
                yield Finding("typed-arguments", f"{at}({argument}:)")
            if get_named_type(declared.type).name == "JSON":
                yield Finding("typed-arguments", f"{at}({argument}:)")


def _list(schema: GraphQLSchema, at: str, type_: Any) -> Iterator[Finding]:
    inner = get_nullable_type(type_)
    if not is_list_type(inner):
        return
    if not is_non_null_type(inner.of_type):
        yield Finding("no-nullable-items", at)
    if not at.partition(".")[0].endswith("Connection") and not is_scalar_type(get_named_type(type_)):
        yield Finding("lists-as-connections", at)


def _pages(name: str, fields: dict[str, Any]) -> Iterator[Finding]:
    if name == "PageInfo" and set(fields) != PAGE_INFO:
        yield Finding("relay-page-info", name)
    if name.endswith("Connection"):
        edge = f"[{name.removesuffix('Connection')}Edge!]!"
        if str(fields["edges"].type) != edge or str(fields["pageInfo"].type) != "PageInfo!":
            yield Finding("relay-connection-types", name)
    if name.endswith("Edge") and (str(fields["cursor"].type) != "Cursor!" or "node" not in fields):
        yield Finding("relay-edge-types", name)
    for field_name, field in fields.items():
        if get_named_type(field.type).name.endswith("Connection"):
            given = {each: get_named_type(argument.type).name for each, argument in field.args.items()}
            optional = not any(is_required_argument(field.args[each]) for each in PAGE_ARGUMENTS if each in given)
            if not (PAGE_ARGUMENTS.items() <= given.items() and optional):
                yield Finding("relay-arguments", f"{name}.{field_name}")


def _mutations(schema: GraphQLSchema) -> Iterator[Finding]:
    assert schema.mutation_type is not None
    for name, field in schema.mutation_type.fields.items():
        if is_scalar_type(get_named_type(field.type)) or is_list_type(get_nullable_type(field.type)):
            yield Finding("no-scalar-result-type-on-mutation", f"Mutation.{name}")
        if not is_union_type(get_named_type(field.type)):
            yield Finding("problems-as-answers", f"Mutation.{name}")


def _unreachable(schema: GraphQLSchema) -> Iterator[Finding]:
    """Types that no operation leads to. The library's type map has them only if they were given by name."""
    rest: list[Any] = [schema.query_type, schema.mutation_type, schema.subscription_type]
    reached: set[str] = set()
    while rest:
        type_ = get_named_type(rest.pop())
        if type_ is None or type_.name in reached:
            continue
        reached.add(type_.name)
        rest += getattr(type_, "interfaces", ())
        rest += getattr(type_, "types", ())
        if is_interface_type(type_):
            rest += schema.get_implementations(type_).objects
        for field in getattr(type_, "fields", {}).values():
            rest += [field.type, *(argument.type for argument in getattr(field, "args", {}).values())]
    mine = (name for name, type_ in schema.type_map.items() if not is_introspection_type(type_))
    yield from (Finding("no-unreachable-types", name) for name in mine if name not in reached)
