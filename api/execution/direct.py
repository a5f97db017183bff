"""Shorter ways to resolvers. Strawberry prepares every call anew; most fields need their object and plain arguments."""

import inspect
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final, NamedTuple

from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLScalarType,
    GraphQLSchema,
    get_nullable_type,
    is_specified_scalar_type,
)
from strawberry import Info
from strawberry.types.field import StrawberryField
from strawberry.types.fields.resolver import StrawberryResolver

_DEFINITION: Final = "strawberry-definition"
_CALL: Final = "emberlog-call"

Resolve = Callable[..., Any]


class Call(NamedTuple):
    """What answers a field from its object and its arguments alone. `names`: of the arguments, by their name in the
    schema."""

    function: Callable[..., Any]
    names: Mapping[str, str]


def call_of(field: GraphQLField) -> Call | None:
    """How a field is answered without what the library says of the request; None if it needs that."""
    call: Call | None = field.extensions.get(_CALL)
    return call


def shorten(schema: GraphQLSchema) -> list[str]:
    """Let fields call their resolvers directly, where that does the same. Returns their coordinates."""
    return [
        f"{type_.name}.{name}"
        for type_ in schema.type_map.values()
        if isinstance(type_, GraphQLObjectType)
        for name, field in type_.fields.items()
        if _shortened(field)
    ]


def _shortened(field: GraphQLField) -> bool:
    definition = field.extensions.get(_DEFINITION)
    if not isinstance(definition, StrawberryField) or definition.extensions or definition.is_async:
        return False
    resolver, names = definition.base_resolver, _plain_names(field.args)
    if definition.is_basic_field:
        field.extensions[_CALL] = Call(attrgetter(definition.python_name), {})
    if resolver is None or names is None or definition.permission_classes:
        return False
    function = resolver.wrapped_func
    if isinstance(function, staticmethod | classmethod) or not _begins_with_its_object(resolver, function):
        return False
    field.resolve = _direct(function, names, definition if resolver.info_parameter else None)
    if not resolver.info_parameter:
        field.extensions[_CALL] = Call(function, names)
    return True


def _plain_names(arguments: Mapping[str, GraphQLArgument]) -> dict[str, str] | None:
    """The names in Python of arguments that reach a resolver as they are; None if one of them does not."""
    names = {}
    for name, argument in arguments.items():
        type_ = get_nullable_type(argument.type)
        if not (isinstance(type_, GraphQLScalarType) and is_specified_scalar_type(type_)):
            return None
        names[name] = argument.extensions[_DEFINITION].python_name
    return names


def _begins_with_its_object(resolver: StrawberryResolver[Any], function: Callable[..., Any]) -> bool:
    first = next(iter(inspect.signature(function).parameters), None)
    takers = (resolver.self_parameter, resolver.parent_parameter, resolver.root_parameter)
    return first is not None and first in {each.name for each in takers if each is not None}


def _direct(function: Callable[..., Any], names: Mapping[str, str], definition: StrawberryField | None) -> Resolve:
    """`names`: of the arguments. `definition`: of the field, if its resolver wants to know about the request."""
    if definition is not None:

        def with_info(source: Any, info: GraphQLResolveInfo[Any], **given: Any) -> Any:  # noqa: ANN401  (the library's)
            wanted = {names[name]: value for name, value in given.items()}
            return function(source, info=Info(_raw_info=info, _field=definition), **wanted)

        return with_info
    if names:

        def with_arguments(source: Any, _: GraphQLResolveInfo[Any], **given: Any) -> Any:  # noqa: ANN401
            return function(source, **{names[name]: value for name, value in given.items()})

        return with_arguments

    def alone(source: Any, _: GraphQLResolveInfo[Any]) -> Any:  # noqa: ANN401
        return function(source)

    return alone
