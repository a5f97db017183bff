"""GraphQL's executor with a bound on its work: it counts what it does, and gives way to other operations."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Final, NamedTuple, TypeGuard, cast

import msgspec
from graphql import (
    GraphQLError,
    GraphQLField,
    GraphQLLeafType,
    GraphQLObjectType,
    get_nullable_type,
    is_composite_type,
    is_leaf_type,
)
from graphql.execution.values import get_argument_values
from graphql.pyutils import Path
from strawberry.execution import optimized_is_awaitable
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api.execution.direct import call_of
from api.execution.encode import encoded_value
from api.services import Context

AWAITABLE: Final = cast(Callable[[Any], TypeGuard[Awaitable[Any]]], optimized_is_awaitable)
EXACT: Final = "JSON"


class _Leaf(NamedTuple):
    """A selected field that is answered without a look at the request: a function, its arguments, a value.

    `details`: the library's own list, by whose identity this is known: it must live as long.
    """

    details: Any
    function: Callable[..., Any]
    arguments: Mapping[str, Any]
    field: GraphQLField
    type: GraphQLLeafType


class PacedExecutor(StrawberryGraphQLCoreExecutionContext):
    """The executor of queries, mutations and steps. `context_value` is a `Context`."""

    context_value: Context

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401  (the library's own arguments)
        super().__init__(*arguments, **named)
        self._leaves: dict[tuple[GraphQLObjectType, int], _Leaf | None] = {}

    def execute_field(self, parent_type: Any, source: Any, field_details_list: Any, path: Path, *rest: Any) -> Any:  # noqa: ANN401  (the library's own arguments)
        """Counts the field first. Most fields of long answers are leaves: those are answered the short way."""
        self.context_value.effort.field(cast(str, path.key))
        key = (parent_type, id(field_details_list))
        leaf = self._leaves[key] if key in self._leaves else self._leaf(key, field_details_list)
        if leaf is None:
            return super().execute_field(parent_type, source, field_details_list, path, *rest)
        try:
            result = leaf.function(source, **leaf.arguments)
            if self.is_awaitable(result):
                info = self.build_resolve_info(
                    leaf.field, [each.node for each in field_details_list], parent_type, path
                )
                return self.complete_awaitable_value(leaf.field.type, field_details_list, info, path, result, *rest)
            return self._value(leaf, parent_type, result)
        except Exception as error:
            self.handle_field_error(error, leaf.field.type, field_details_list, path)
            return None

    def _leaf(self, key: tuple[GraphQLObjectType, int], details: Any) -> _Leaf | None:  # noqa: ANN401
        """Prepares a field that was selected, once for all objects of a list."""
        node = details[0].node
        field = self.schema.get_field(key[0], node.name.value)
        call, type_ = (None, None) if field is None else (call_of(field), get_nullable_type(field.type))
        leaf = None
        if field is not None and call is not None and is_leaf_type(type_):
            fragment_values = details[0].fragment_variable_values
            try:
                given = get_argument_values(field, node, self.variable_values, fragment_values, self.hide_suggestions)
            except GraphQLError:
                given = None  # the library says what is wrong, for each object
            if given is not None:
                arguments = {call.names[name]: value for name, value in given.items()}
                leaf = _Leaf(details, call.function, arguments, field, type_)
        self._leaves[key] = leaf
        return leaf

    def _value(self, leaf: _Leaf, parent_type: GraphQLObjectType, result: Any) -> Any:  # noqa: ANN401
        if isinstance(result, Exception):
            raise result
        if result is not None:
            return self.complete_leaf_value(leaf.type, result)
        if leaf.type is not leaf.field.type:
            name = leaf.details[0].node.name.value
            raise TypeError(f"Cannot return null for non-nullable field {parent_type}.{name}.")
        return None

    def complete_list_value(
        self,
        return_type: Any,  # noqa: ANN401
        field_details_list: Any,  # noqa: ANN401
        info: Any,  # noqa: ANN401
        path: Path,
        result: Any,  # noqa: ANN401
        *rest: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        """Completes long lists of objects with pauses."""
        if isinstance(result, Collection) and _has_objects(return_type.of_type):
            result = self.context_value.effort.paced(result)
        return super().complete_list_value(return_type, field_details_list, info, path, result, *rest)

    def complete_leaf_value(self, return_type: GraphQLLeafType, result: Any) -> Any:  # type: ignore[override]  # noqa: ANN401
        """Counts its bytes. JSON is encoded here, so that a large answer is encoded part by part."""
        value = StrawberryGraphQLCoreExecutionContext.complete_leaf_value(return_type, result)
        if return_type.name == EXACT:
            value = encoded_value(value)
            self.context_value.effort.answer(len(value))
            return msgspec.Raw(value)
        if isinstance(value, str):
            self.context_value.effort.answer(len(value))
        return value


def _has_objects(item_type: Any) -> bool:  # noqa: ANN401
    """Whether the entries of a list are objects."""
    return is_composite_type(getattr(item_type, "of_type", item_type))
