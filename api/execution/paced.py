"""GraphQL's executor with a bound on its work: it counts what it does, and gives way to other operations."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, TypeGuard, cast

import msgspec
from graphql import GraphQLLeafType, is_composite_type
from graphql.pyutils import Path
from strawberry.execution import optimized_is_awaitable
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api.execution.encode import encoded_value
from api.services import Context

AWAITABLE: Final = cast(Callable[[Any], TypeGuard[Awaitable[Any]]], optimized_is_awaitable)
EXACT: Final = "JSON"


class PacedExecutor(StrawberryGraphQLCoreExecutionContext):
    """The executor of queries, mutations and steps. `context_value` is a `Context`."""

    context_value: Context

    def execute_field(self, parent_type: Any, source: Any, field_details_list: Any, path: Path, *rest: Any) -> Any:  # noqa: ANN401  (the library's own arguments)
        """Counts the field first."""
        self.context_value.effort.field(cast(str, path.key))
        return super().execute_field(parent_type, source, field_details_list, path, *rest)

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
