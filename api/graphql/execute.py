"""Operations on the schema: checked once, carried out, and put into bytes. Knows no transport.

Parsing and validating are remembered by the operation's text, so a client that uses variables pays for them once.
"""

import inspect
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeGuard, cast

import msgspec
from graphql import (
    DocumentNode,
    ExecutionResult,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    execute,
    parse,
    specified_rules,
    validate,
)
from graphql.validation import MaxIntrospectionDepthRule
from strawberry.execution import optimized_is_awaitable
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api.graphql.cost import within
from api.limits import ApiLimits
from api.problems import Problem, formatted
from api.services import Context

REMEMBERED_MAX: Final = 512
REMEMBERED_CHARS_MAX: Final = 16_384
"""Longer operations are checked every time: they may be different every time, and would fill the memory."""

ERRORS_MAX: Final = 10

AWAITABLE: Final = cast(Callable[[Any], TypeGuard[Awaitable[Any]]], optimized_is_awaitable)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a client sent."""

    query: str
    variables: Mapping[str, Any] | None = None
    operation_name: str | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """An operation that may be carried out, or the errors that say why not."""

    document: DocumentNode | None
    errors: tuple[GraphQLError, ...]

    def kind(self, operation_name: str | None) -> OperationType | None:
        """Query, mutation or subscription; None when the document has no such operation."""
        if self.document is None:
            return None
        found = [
            node
            for node in self.document.definitions
            if isinstance(node, OperationDefinitionNode)
            and (operation_name is None or (node.name is not None and node.name.value == operation_name))
        ]
        return found[0].operation if len(found) == 1 else None


class Executor:
    """The schema with its limits and its memory of checked operations."""

    def __init__(self, schema: GraphQLSchema, limits: ApiLimits) -> None:
        self.schema = schema
        self._tokens_max = limits.tokens_max
        self._rules = (*specified_rules, MaxIntrospectionDepthRule, within(limits))
        self._checked: OrderedDict[str, Checked] = OrderedDict()

    def check(self, query: str) -> Checked:
        """Parse and validate, or remember having done so."""
        known = self._checked.get(query)
        if known is not None:
            self._checked.move_to_end(query)
            return known
        checked = self._check(query)
        if len(query) <= REMEMBERED_CHARS_MAX:
            self._checked[query] = checked
            if len(self._checked) > REMEMBERED_MAX:
                self._checked.popitem(last=False)
        return checked

    def _check(self, query: str) -> Checked:
        try:
            document = parse(query, max_tokens=self._tokens_max)
        except GraphQLError as error:
            return Checked(None, (error,))
        except RecursionError:
            return Checked(None, (GraphQLError("This operation is nested too deep.", extensions={"code": "TOO_DEEP"}),))
        errors = validate(self.schema, document, self._rules, max_errors=ERRORS_MAX)
        return Checked(document, tuple(errors))

    async def run(self, checked: Checked, asked: Asked, context: Context) -> ExecutionResult:
        """Carry out a query or a mutation."""
        assert checked.document is not None and not checked.errors
        result = execute(
            self.schema,
            checked.document,
            context_value=context,
            variable_values=dict(asked.variables or {}),
            operation_name=asked.operation_name,
            executor_class=StrawberryGraphQLCoreExecutionContext,
            is_awaitable=AWAITABLE,
        )
        return await result if inspect.isawaitable(result) else result


def asked_of(said: object) -> Asked:
    """The operation in a request's JSON. Raises Problem BAD_REQUEST."""
    if not isinstance(said, dict):
        raise Problem("BAD_REQUEST", "A request is one JSON object with `query`, and perhaps `variables`.")
    query, variables, name = said.get("query"), said.get("variables"), said.get("operationName")
    if not isinstance(query, str) or not query.strip():
        raise Problem("BAD_REQUEST", "`query` is missing: the operation's text.")
    if variables is not None and not isinstance(variables, dict):
        raise Problem("BAD_REQUEST", "`variables` is a JSON object.")
    if name is not None and not isinstance(name, str):
        raise Problem("BAD_REQUEST", "`operationName` is a string.")
    return Asked(query, variables, name or None)


def answer_of(result: ExecutionResult, context: Context) -> dict[str, Any]:
    """A result as it goes over the wire, not yet in bytes."""
    said: dict[str, Any] = {"data": result.data}
    if result.errors:
        said["errors"] = errors_of(result.errors, context)
    return said


def errors_of(errors: Any, context: Context) -> list[dict[str, Any]]:  # noqa: ANN401
    """Errors as they go over the wire; counted by code."""
    told = [formatted(error, context.at) for error in errors]
    for each in told:
        context.metrics.problems.labels(each["extensions"]["code"]).inc()
    return told


def encoded(answer: Mapping[str, Any]) -> bytes:
    """JSON. The domain's Structs in it are written as the domain writes them."""
    return _ENCODER.encode(answer)


def _known_to_json(value: object) -> object:
    """Mappings that are no dict, such as the read-only ones of printed components."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no place in an answer")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_known_to_json)
