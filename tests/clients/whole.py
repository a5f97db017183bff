"""One operation for each field of Query, Mutation and Subscription that selects all there is, each type once, without an
alias."""

from collections.abc import Iterator

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
    declared = ", ".join(f"${argument}: {_declared(each)}" for argument, each in field.args.items())
    given = ", ".join(f"{argument}: ${argument}" for argument in field.args)
    title = f"{kind.title()}{name[0].upper()}{name[1:]}"
    head = f"{kind} {title}({declared})" if declared else f"{kind} {title}"
    return f"{head} {{ {name}{f'({given})' if given else ''} {_selection(schema, field.type, set())} }}"


def _declared(argument: GraphQLArgument) -> str:
    """A variable's type: what has a default may be left out."""
    text = str(argument.type)
    return text if is_required_argument(argument) else text.removesuffix("!")


def _selection(schema: GraphQLSchema, type_: GraphQLOutputType, selected: set[str]) -> str:
    """All fields of a type; `selected`: the types whose fields are in the operation already, which are left out."""
    bare = get_named_type(type_)
    if is_leaf_type(bare):
        return ""
    if isinstance(bare, GraphQLUnionType | GraphQLInterfaceType):
        if bare.name in selected:
            return "{ __typename }"
        selected.add(bare.name)
        members = ((each.name, _member(schema, each, selected)) for each in schema.get_possible_types(bare))
        parts = [f"... on {name} {{ {' '.join(fields)} }}" for name, fields in members if fields]
        return f"{{ __typename {' '.join(parts)} }}"
    assert isinstance(bare, GraphQLObjectType)
    return _object(schema, bare, selected)


def _object(schema: GraphQLSchema, type_: GraphQLObjectType, selected: set[str]) -> str:
    fields = [] if type_.name in selected else list(_fields(schema, type_, selected))
    return f"{{ {' '.join(fields or ['__typename'])} }}"


def _member(schema: GraphQLSchema, type_: GraphQLObjectType, selected: set[str]) -> list[str]:
    """The fields of a member of a union or an interface; of one that is selected already, the scalars alone."""
    if type_.name not in selected:
        return list(_fields(schema, type_, selected))
    return [name for name, field in type_.fields.items() if is_leaf_type(get_named_type(field.type)) and not field.args]


def _fields(schema: GraphQLSchema, type_: GraphQLObjectType, selected: set[str]) -> Iterator[str]:
    selected.add(type_.name)
    for name, field in type_.fields.items():
        if not any(is_required_argument(each) for each in field.args.values()):
            yield f"{name} {_selection(schema, field.type, selected)}".strip()
