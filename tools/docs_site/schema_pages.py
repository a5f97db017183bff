"""The pages of the schema: one page for each type, with its sentences, fields, arguments, and who returns it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLSchema,
    GraphQLUnionType,
    build_schema,
    get_named_type,
    is_specified_scalar_type,
)

from api.execution.cost import COMMAND_WEIGHT, COMMAND_WEIGHTS, WEIGHTS
from tools.docs_site.places import SCHEMA

ROOTS: Final = ("Query", "Mutation", "Subscription")
KINDS: Final[Mapping[str, str]] = {
    "interface": "Interfaces",
    "type": "Types",
    "union": "Unions",
    "input": "Inputs",
    "enum": "Enums",
    "scalar": "Scalars",
}
_KIND_OF: Final = (
    (GraphQLObjectType, "type"),
    (GraphQLInterfaceType, "interface"),
    (GraphQLUnionType, "union"),
    (GraphQLInputObjectType, "input"),
    (GraphQLEnumType, "enum"),
    (GraphQLScalarType, "scalar"),
)


@cache
def schema() -> GraphQLSchema:
    """The schema as it is committed in docs/."""
    return build_schema(SCHEMA.read_text(encoding="utf-8"))


@cache
def own_types() -> dict[str, GraphQLNamedType]:
    """Every type of the schema but introspection and the built-in scalars, by name."""
    return {
        name: each
        for name, each in sorted(schema().type_map.items())
        if not name.startswith("__") and not is_specified_scalar_type(each)
    }


def kind_of(each: GraphQLNamedType) -> str:
    """The word that declares it in the schema."""
    return next(word for kind, word in _KIND_OF if isinstance(each, kind))


def fields_of(each: GraphQLNamedType) -> Mapping[str, GraphQLField | GraphQLInputField]:
    """Its fields by name; none for unions, enums and scalars."""
    if isinstance(each, GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType):
        return each.fields
    return {}


@cache
def coordinates() -> frozenset[str]:
    """`Type.field` and `Enum.VALUE`, all of them."""
    known = {f"{name}.{field}" for name, each in own_types().items() for field in fields_of(each)}
    for name, each in own_types().items():
        if isinstance(each, GraphQLEnumType):
            known |= {f"{name}.{value}" for value in each.values}
    return frozenset(known)


def schema_pages() -> Iterator[tuple[str, str]]:
    """(name, Markdown) of each page of the schema."""
    yield "schema/index", "\n".join(_index())
    uses = _uses()
    for name, each in own_types().items():
        yield f"schema/{name}", "\n".join(("---\norphan: true\n---", *_page(name, each, uses[name])))


def _index() -> Iterator[str]:
    yield "# Schema\n"
    yield f"{len(own_types())} types, {len(coordinates())} fields, input fields and values of enums."
    yield "One page for each type; each field has an anchor, as in `schema/Game#Game.legal`."
    yield "The whole schema as text is at [/schema.graphql](path:/schema.graphql), and the"
    yield "[console](path:/schema) shows it as a tree beside an editor.\n"
    for root in ROOTS:
        yield f"## {root}\n"
        each = own_types()[root]
        for name, field in fields_of(each).items():
            yield f"- `{root}.{name}`: {_first_sentence(field.description)}"
        yield ""
    for kind, title in KINDS.items():
        names = [name for name, each in own_types().items() if kind_of(each) == kind and name not in ROOTS]
        if names:
            yield f"## {title}\n"
            yield from (f"- `{name}`: {_first_sentence(own_types()[name].description)}" for name in names)
            yield ""


def _first_sentence(text: str | None) -> str:
    first = (text or "").strip().split("\n\n")[0].replace("\n", " ")
    sentence, dot, _ = first.partition(". ")
    return sentence + ("." if dot else "")


def _page(name: str, each: GraphQLNamedType, uses: list[str]) -> Iterator[str]:
    yield f"# {name}\n"
    yield f"```{{api:page}} {name}\n```\n"
    yield f"{_summary(each)} · [all types](index.md)\n"
    yield f"{each.description or ''}\n"
    if isinstance(each, GraphQLInterfaceType | GraphQLUnionType):
        yield from ("## Possible types\n", *(f"- `{one.name}`" for one in schema().get_possible_types(each)), "")
    fields = fields_of(each)
    if fields:
        yield "## Fields\n"
        for field, what in fields.items():
            yield from _field(f"{name}.{field}", what)
    if isinstance(each, GraphQLEnumType):
        yield "## Values\n"
        for value, enum in each.values.items():
            yield from _entry(f"{name}.{value}", enum.description, enum.deprecation_reason, ())
    if uses:
        yield from ("## Used by\n", *(f"- {use}" for use in uses), "")


def _summary(each: GraphQLNamedType) -> str:
    words = f"*{kind_of(each)}*"
    if isinstance(each, GraphQLInputObjectType) and each.is_one_of:
        words += ": give exactly one of its fields"
    interfaces = each.interfaces if isinstance(each, GraphQLObjectType | GraphQLInterfaceType) else ()
    if interfaces:
        words += " · implements " + ", ".join(f"`{one.name}`" for one in interfaces)
    return words


def _field(coordinate: str, field: GraphQLField | GraphQLInputField) -> Iterator[str]:
    arguments: Mapping[str, GraphQLArgument] = field.args if isinstance(field, GraphQLField) else {}
    lines = []
    for name, argument in arguments.items():
        old = f" **Deprecated.** {argument.deprecation_reason}" if argument.deprecation_reason else ""
        if argument.description or old:
            words = (argument.description or "").replace("\n", "\n  ")
            lines.append(f"- **{name}**: {words}{old}")
    if lines:
        lines = ["Arguments:", "", *lines]
    points = cost_of(coordinate)
    if points:
        lines += ["", f"Costs {points} points."]
    yield from _entry(coordinate, field.description, field.deprecation_reason, lines)


def cost_of(coordinate: str) -> int | None:
    """What a field costs instead of one point; None for those that cost one."""
    owner, _, name = coordinate.partition(".")
    return COMMAND_WEIGHTS.get(name, COMMAND_WEIGHT) if owner == "Mutation" else WEIGHTS.get(coordinate)


def _entry(
    coordinate: str, text: str | None, deprecated: str | None, more: list[str] | tuple[str, ...]
) -> Iterator[str]:
    yield f"`````{{api:field}} {coordinate}"
    if deprecated is not None:
        yield f"**Deprecated.** {deprecated}\n"
    yield f"{text or ''}\n"
    yield from more
    yield "`````\n"


def _uses() -> Mapping[str, list[str]]:
    """Who returns, takes, has or implements a type: Markdown phrases by its name."""
    uses: dict[str, list[str]] = defaultdict(list)
    for name, each in own_types().items():
        for field, what in fields_of(each).items():
            verb = "takes" if isinstance(what, GraphQLInputField) else "returns"
            uses[get_named_type(what.type).name].append(f"`{name}.{field}` {verb} it")
            for argument, one in (what.args if isinstance(what, GraphQLField) else {}).items():
                uses[get_named_type(one.type).name].append(f"`{name}.{field}` takes it as **{argument}**")
        if isinstance(each, GraphQLUnionType):
            for member in each.types:
                uses[member.name].append(f"`{name}` has it as a member")
    return uses
