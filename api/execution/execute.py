"""Operations on the schema: judged, parsed and validated once, priced, executed, and encoded.

What was checked is cached by the operation's text, so a client that uses variables pays for it once. Texts that were
refused are cached as well, without their syntax trees.
"""

import inspect
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graphql import (
    DocumentNode,
    ExecutionResult,
    GraphQLError,
    GraphQLSchema,
    GraphQLSyntaxError,
    OperationDefinitionNode,
    execute,
    get_operation_ast,
)

from api.delivery.persisted import check_hash, hash_of
from api.execution.cost import check_prices, cost_of, cost_variables
from api.execution.encode import encoded
from api.execution.judge import NestedTooDeep, count_tokens, refusal, size_of, too_large
from api.execution.paced import AWAITABLE, PacedExecutor
from api.execution.parsing import parsed, take_apart
from api.execution.stepwise import Step, straight_on
from api.execution.successors import in_variables
from api.execution.validation import errors_in
from api.limits import ApiLimits
from api.problems import ERRORS_MAX, Problem, formatted
from api.services import Context

CACHED_TOKENS_MAX: Final = 20_000
"""Tokens of all documents in the cache together: each has about ten objects in the syntax tree,
which every full collection of garbage visits."""
CACHED_CHARS_MAX: Final = 16_384
"""Longer operations are checked every time: they may differ every time, and would fill the cache."""
PRICES_CACHED_MAX: Final = 64

WireError = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OperationRequest:
    """What a client sent. `hash`: of the text, if the client named it; then the text may be empty."""

    query: str
    variables: Mapping[str, Any] | None = None
    operation_name: str | None = None
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """A document that may be executed, or the errors that say why not. `tokens`: how many it has, comments included.

    `cost_variables`: those that its cost depends on. `prices`: the costs that were estimated lately. `natures`: what
    `api.delivery.caching` knows of its operations, by name.
    """

    document: DocumentNode | None
    errors: tuple[WireError, ...]
    tokens: int
    cost_variables: frozenset[str] = frozenset()
    prices: dict[tuple[object, ...], int] = field(default_factory=dict, compare=False)
    natures: dict[str | None, object] = field(default_factory=dict, compare=False)

    def operation(self, name: str | None) -> OperationDefinitionNode | None:
        """The operation of this name; None if the document has no such operation, or has several."""
        if self.document is None:
            return None
        matches = [
            node
            for node in self.document.definitions
            if isinstance(node, OperationDefinitionNode)
            and (name is None or (node.name is not None and node.name.value == name))
        ]
        return matches[0] if len(matches) == 1 else None


class Executor:
    """The schema with its limits, and the cache of documents that were checked."""

    def __init__(self, schema: GraphQLSchema, limits: ApiLimits) -> None:
        check_prices(schema)
        self.schema = schema
        self._limits = limits
        self._cache: OrderedDict[str, CheckedDocument] = OrderedDict()
        self._tokens = 0

    def cached(self, query: str) -> CheckedDocument | None:
        """A document that was checked lately."""
        checked = self._cache.get(query)
        if checked is not None:
            self._cache.move_to_end(query)
        return checked

    def tokens_of(self, query: str) -> int:
        """The tokens of a text; one more than the limit for any longer text."""
        return count_tokens(query, self._limits.tokens_max)

    def check(self, query: str, step: Step = straight_on) -> CheckedDocument:
        """Judges, parses and validates a document, unless the cache has it. Calls `step` after each bit of the work."""
        cached = self.cached(query)
        if cached is not None:
            return cached
        checked = self._check(query, self.tokens_of(query), step)
        if len(query) <= CACHED_CHARS_MAX:
            self._put(query, checked)
        return checked

    def _put(self, query: str, checked: CheckedDocument) -> None:
        replaced = self._cache.pop(query, None)  # two callers may have sent the same text
        self._cache[query] = checked
        self._tokens += checked.tokens - (0 if replaced is None else replaced.tokens)
        while self._tokens > CACHED_TOKENS_MAX:
            _, dropped = self._cache.popitem(last=False)
            self._tokens -= dropped.tokens

    def _check(self, query: str, tokens: int, step: Step) -> CheckedDocument:
        most = self._limits.tokens_max
        if tokens > most:
            error = refusal("TOO_MANY_TOKENS", f"An operation has at most {most} tokens.", tokens, most)
            return _refused([error], tokens)
        try:
            document = parsed(query, most, step)
            size = size_of(document)
        except GraphQLSyntaxError as error:
            return _refused([error], tokens)
        except (RecursionError, NestedTooDeep):
            text = "Fields, fragments or values of this operation are nested too deep."
            return _refused([GraphQLError(text, extensions={"code": "TOO_DEEP"})], tokens)
        large = too_large(size, self._limits)
        errors = [large] if large is not None else errors_in(self.schema, document, size.selections, step)
        if errors:
            checked = _refused(errors, tokens)
            take_apart(document)
            return checked
        return CheckedDocument(document, (), tokens, cost_variables(document))

    def price(
        self, checked: CheckedDocument, operation: OperationDefinitionNode, variables: Mapping[str, Any] | None
    ) -> int:
        """The points that an operation of a checked document costs with these variables."""
        assert checked.document is not None
        given = variables or {}
        name = operation.name.value if operation.name else None
        key = (
            name,
            *(_hashable(given.get(each, ...)) for each in sorted(checked.cost_variables)),
        )  # null is given, too
        cost = checked.prices.get(key)
        if cost is None:
            cost = cost_of(self.schema, checked.document, operation, given)
            if len(checked.prices) >= PRICES_CACHED_MAX:
                checked.prices.clear()
            checked.prices[key] = cost
        return cost

    async def run(self, checked: CheckedDocument, request: OperationRequest, context: Context) -> ExecutionResult:
        """Execute a query or a mutation."""
        assert checked.document is not None and not checked.errors
        result = execute(
            self.schema,
            checked.document,
            context_value=context,
            variable_values=dict(request.variables or {}),
            operation_name=request.operation_name,
            executor_class=PacedExecutor,
            is_awaitable=AWAITABLE,
            max_coercion_errors=ERRORS_MAX,
        )
        done = await result if inspect.isawaitable(result) else result
        if done.errors and done.errors[0].path is None:
            return ExecutionResult(done.data, self.explained(checked.document, request, done.errors), done.extensions)
        return done

    def explained(
        self, document: DocumentNode, request: OperationRequest, errors: Sequence[GraphQLError]
    ) -> list[GraphQLError]:
        """The errors of variables that do not fit, with what became of the first edition's names among them."""
        operation = get_operation_ast(document, request.operation_name)
        if operation is None or not request.variables:
            return list(errors)
        return in_variables(self.schema, operation, request.variables, errors)


def _refused(errors: Sequence[GraphQLError], tokens: int) -> CheckedDocument:
    """A document that may not run. Its errors are written at once: they would hold on to the syntax tree."""
    return CheckedDocument(None, tuple(formatted(error, "a document") for error in errors), tokens)


def _hashable(value: object) -> object:
    return value if isinstance(value, int | float | str | None) else type(value).__name__


def request_of(body: object) -> OperationRequest:
    """The operation in a request's JSON. Raises Problem BAD_REQUEST."""
    if not isinstance(body, dict):
        raise Problem("BAD_REQUEST", "A request is one JSON object with `query`, and perhaps `variables`.")
    query, variables, name = body.get("query"), body.get("variables"), body.get("operationName")
    hash = hash_of(body.get("extensions"))
    if hash is not None and not query:
        query = ""
    elif not isinstance(query, str) or not query.strip():
        text = "`query` is missing: the operation's text. The page /schema has a console for people."
        raise Problem("BAD_REQUEST", text)
    elif hash is not None:
        check_hash(hash, query)
    if variables is not None and not isinstance(variables, dict):
        raise Problem("BAD_REQUEST", "`variables` is a JSON object.")
    if name is not None and not isinstance(name, str):
        raise Problem("BAD_REQUEST", "`operationName` is a string.")
    return OperationRequest(query, variables, name or None, hash)


def response_of(result: ExecutionResult, context: Context) -> dict[str, Any]:
    """A result as it goes over the wire, not yet in bytes."""
    if context.effort.problem is not None:  # it was ended: what it has so far is of no use
        return {"data": None, "errors": problem_errors(context.effort.problem, context)}
    response: dict[str, Any] = {"data": result.data}
    if result.errors:
        response["errors"] = errors_of(result.errors, context)
    return response


def errors_of(errors: Sequence[GraphQLError], context: Context) -> list[WireError]:
    """Errors as they go over the wire, at most `ERRORS_MAX`. Counts them by code."""
    return counted([formatted(error, context.at) for error in errors[:ERRORS_MAX]], context)


def counted(wire_errors: Sequence[WireError], context: Context) -> list[WireError]:
    """The same errors. Counts them by code, and notes in the context that there are some."""
    context.failed = True
    for each in wire_errors:
        context.metrics.problems.labels(each["extensions"]["code"]).inc()
    return list(wire_errors)


def problem_errors(problem: Problem, context: Context) -> list[WireError]:
    """A problem as GraphQL errors. Counts it."""
    return counted([{"message": problem.text, "extensions": {"code": problem.code, **problem.facts}}], context)


def response_bytes(result: ExecutionResult, context: Context) -> bytes:
    """A result in bytes, within the bound on an answer."""
    response = encoded(response_of(result, context))
    try:
        context.effort.fits(len(response))
    except Problem as problem:
        return encoded({"data": None, "errors": problem_errors(problem, context)})
    return response
