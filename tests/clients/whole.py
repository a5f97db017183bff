"""One operation for each field of Query, Mutation and Subscription that selects all there is, without an alias."""

from collections.abc import Iterator
from typing import Final

from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
)

DEPTH_MAX: Final = 6
"""Levels below a field at the root: as far as the values of a ruleset's view."""


def whole_operations(schema: GraphQLSchema) -> dict[str, str]:
    """Each operation by the coordinate of its field."""
    kinds = {"query": schema.query_type, "mutation": schema.mutation_type, "subscription": schema.subscription_type}
    return {
        f"{type_.name}.{name}": _operation(schema, kind, name, field)
        for kind, type_ in kinds.items()
        if type_ is not None
        for name, field in type_.fields.items()
    }


def _operation(schema: GraphQLSchema, kind: str, name: str, field: GraphQLField) -> str:
    variables = {argument: f"${argument}" for argument in field.args}
    declared = ", ".join(f"${argument}: {_declared(each)}" for argument, each in field.args.items())
    given = ", ".join(f"{argument}: {variable}" for argument, variable in variables.items())
    title = f"{kind.title()}{name[0].upper()}{name[1:]}"
    head = f"{kind} {title}({declared})" if declared else f"{kind} {title}"
    return f"{head} {{ {name}{f'({given})' if given else ''} {_selection(schema, field.type, ())} }}"


def _declared(argument: GraphQLArgument) -> str:
    """A variable's type: what has a default may be left out."""
    text = str(argument.type)
    return text if is_required_argument(argument) else text.removesuffix("!")


def _selection(schema: GraphQLSchema, type_: GraphQLOutputType, above: tuple[str, ...]) -> str:
    bare = get_named_type(type_)
    if is_leaf_type(bare):
        return ""
    if isinstance(bare, GraphQLUnionType | GraphQLInterfaceType):
        members = schema.get_possible_types(bare)
        parts = [f"... on {each.name} {{ {' '.join(_fields(schema, each, above))} }}" for each in members]
        return f"{{ __typename {' '.join(parts)} }}"
    assert isinstance(bare, GraphQLObjectType)
    return f"{{ {' '.join(_fields(schema, bare, above))} }}"


def _fields(schema: GraphQLSchema, type_: GraphQLObjectType, above: tuple[str, ...]) -> Iterator[str]:
    yield "__typename"
    for name, field in type_.fields.items():
        bare = get_named_type(field.type)
        if any(is_required_argument(each) for each in field.args.values()):
            continue
        if is_leaf_type(bare):
            yield name
        elif bare.name not in above and len(above) < DEPTH_MAX:
            yield f"{name} {_selection(schema, field.type, (*above, type_.name, bare.name))}"
