"""Operations on the schema: parsed and validated once, executed, and encoded.

What was parsed and validated is cached by the operation's text, so a client that uses variables pays for it once.
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
    GraphQLSyntaxError,
    Lexer,
    OperationDefinitionNode,
    OperationType,
    Source,
    TokenKind,
    execute,
    parse,
    specified_rules,
    validate,
)
from graphql.validation import MaxIntrospectionDepthRule
from strawberry.execution import optimized_is_awaitable
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api.execution.cost import check_prices, limit_rule
from api.limits import ApiLimits
from api.problems import Problem, formatted
from api.services import Context

CACHED_MAX: Final = 512
CACHED_CHARS_MAX: Final = 16_384
"""Longer operations are validated every time: they may differ every time, and would fill the cache."""

ERRORS_MAX: Final = 10

AWAITABLE: Final = cast(Callable[[Any], TypeGuard[Awaitable[Any]]], optimized_is_awaitable)


@dataclass(frozen=True, slots=True)
class OperationRequest:
    """What a client sent."""

    query: str
    variables: Mapping[str, Any] | None = None
    operation_name: str | None = None


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """A document that may be executed, or the errors that say why not."""

    document: DocumentNode | None
    errors: tuple[GraphQLError, ...]

    def kind(self, operation_name: str | None) -> OperationType | None:
        """Query, mutation or subscription; None if the document has no such operation, or has several."""
        if self.document is None:
            return None
        matches = [
            node
            for node in self.document.definitions
            if isinstance(node, OperationDefinitionNode)
            and (operation_name is None or (node.name is not None and node.name.value == operation_name))
        ]
        return matches[0].operation if len(matches) == 1 else None


class Executor:
    """The schema with its limits, and the cache of documents that were checked."""

    def __init__(self, schema: GraphQLSchema, limits: ApiLimits) -> None:
        check_prices(schema)
        self.schema = schema
        self._tokens_max = limits.tokens_max
        self._rules = (*specified_rules, MaxIntrospectionDepthRule, limit_rule(limits))
        self._cache: OrderedDict[str, CheckedDocument] = OrderedDict()

    def check(self, query: str) -> CheckedDocument:
        """Parse and validate a document, unless the cache has it."""
        cached = self._cache.get(query)
        if cached is not None:
            self._cache.move_to_end(query)
            return cached
        checked = self._check(query)
        if len(query) <= CACHED_CHARS_MAX:
            self._cache[query] = checked
            if len(self._cache) > CACHED_MAX:
                self._cache.popitem(last=False)
        return checked

    def _check(self, query: str) -> CheckedDocument:
        try:
            document = parse(query, max_tokens=self._tokens_max)
        except GraphQLSyntaxError as error:
            too_long = has_more_tokens(query, self._tokens_max)
            return CheckedDocument(None, (self._too_many_tokens() if too_long else error,))
        except RecursionError:
            too_deep = GraphQLError("This operation is nested too deep.", extensions={"code": "TOO_DEEP"})
            return CheckedDocument(None, (too_deep,))
        errors = validate(self.schema, document, self._rules, max_errors=ERRORS_MAX)
        return CheckedDocument(document, tuple(errors))

    def _too_many_tokens(self) -> GraphQLError:
        text = f"An operation has at most {self._tokens_max} tokens."
        return GraphQLError(text, extensions={"code": "TOO_MANY_TOKENS", "max": self._tokens_max})

    async def run(self, checked: CheckedDocument, request: OperationRequest, context: Context) -> ExecutionResult:
        """Execute a query or a mutation."""
        assert checked.document is not None and not checked.errors
        result = execute(
            self.schema,
            checked.document,
            context_value=context,
            variable_values=dict(request.variables or {}),
            operation_name=request.operation_name,
            executor_class=StrawberryGraphQLCoreExecutionContext,
            is_awaitable=AWAITABLE,
        )
        return await result if inspect.isawaitable(result) else result


def has_more_tokens(query: str, most: int) -> bool:
    """Whether a document has more than `most` tokens, comments included. Reads up to the first character that starts no
    token."""
    lexer = Lexer(Source(query))
    token = lexer.token
    try:
        while lexer.advance().kind is not TokenKind.EOF:
            pass
    except GraphQLSyntaxError:
        pass
    count = 0
    while token.next is not None and token.next.kind is not TokenKind.EOF:
        token = token.next
        count += 1
    return count > most


def request_of(body: object) -> OperationRequest:
    """The operation in a request's JSON. Raises Problem BAD_REQUEST."""
    if not isinstance(body, dict):
        raise Problem("BAD_REQUEST", "A request is one JSON object with `query`, and perhaps `variables`.")
    query, variables, name = body.get("query"), body.get("variables"), body.get("operationName")
    if not isinstance(query, str) or not query.strip():
        raise Problem("BAD_REQUEST", "`query` is missing: the operation's text.")
    if variables is not None and not isinstance(variables, dict):
        raise Problem("BAD_REQUEST", "`variables` is a JSON object.")
    if name is not None and not isinstance(name, str):
        raise Problem("BAD_REQUEST", "`operationName` is a string.")
    return OperationRequest(query, variables, name or None)


def response_of(result: ExecutionResult, context: Context) -> dict[str, Any]:
    """A result as it goes over the wire, not yet in bytes."""
    response: dict[str, Any] = {"data": result.data}
    if result.errors:
        response["errors"] = errors_of(result.errors, context)
    return response


def errors_of(errors: Any, context: Context) -> list[dict[str, Any]]:  # noqa: ANN401
    """Errors as they go over the wire. Counts them by code."""
    wire_errors = [formatted(error, context.at) for error in errors]
    for each in wire_errors:
        context.metrics.problems.labels(each["extensions"]["code"]).inc()
    return wire_errors


def encoded(response: Mapping[str, Any]) -> bytes:
    """JSON. The domain's Structs in it are encoded as the domain encodes them."""
    return _ENCODER.encode(response)


def _encode_mapping(value: object) -> object:
    """Mappings that are not a dict, such as the read-only ones of printed components."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"an answer cannot contain {type(value).__name__}")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_encode_mapping)
