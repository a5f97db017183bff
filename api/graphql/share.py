"""Subscriptions, each step encoded once for all who may see it the same way. Never shares across eyes.

Every subscriber has its own cursor and its own source of steps, so nobody misses one for another's sake. What is shared is
the payload: the result of (operation, variables, step, eyes), in bytes. It is made with a context that knows no caller, so
a resolver that asked for one would find a spectator, never somebody else.
"""

import asyncio
import inspect
from collections import OrderedDict
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import aclosing
from typing import Any, Final, TypeAlias

import msgspec
from graphql import (
    ArgumentNode,
    DocumentNode,
    ExecutionResult,
    FieldNode,
    GraphQLError,
    VariableNode,
    Visitor,
    located_error,
    visit,
)
from graphql.execution import Executor as GraphQLExecutor
from graphql.execution import create_source_event_stream, execute_subscription_event
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api.graphql.execute import AWAITABLE, Asked, Checked, Executor, answer_of, encoded, errors_of
from api.graphql.nodes import StepNode
from api.graphql.subscription import FOLLOWED
from api.services import Context

KEPT_BYTES_MAX: Final = 32 * 1024 * 1024
KEPT_ONE_BYTES_MAX: Final = 1024 * 1024

Key: TypeAlias = tuple[object, ...]


class Broken(Exception):
    """A subscription that cannot go on. `errors`: as they go over the wire."""

    def __init__(self, errors: list[dict[str, Any]]) -> None:
        super().__init__("a subscription cannot go on")
        self.errors = errors


class Dropped(Exception):
    """A sandbox has ordered this connection to be lost now (GAME-SAND-03). Transports close it without a word."""


class Sharing:
    """The payloads that were made lately, least recently used out first."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._cursors: dict[str, str | None] = {}

    async def follow(self, checked: Checked, asked: Asked, context: Context) -> AsyncIterator[tuple[int, bytes]]:
        """(version, payload) of every step the subscription gives. Raises Broken, and Dropped where a sandbox orders it."""
        assert checked.document is not None and not checked.errors
        document = checked.document
        source = await self._source(document, asked, context)
        operation = self._operation_key(document, asked)
        async with aclosing(source):  # type: ignore[type-var]
            while True:
                try:
                    step = await anext(source)
                except StopAsyncIteration:
                    return
                except Exception as error:
                    cause = error if isinstance(error, GraphQLError) else located_error(error, None, [FOLLOWED])
                    raise Broken(errors_of([cause], context)) from error
                payload = await self._payload(document, asked, context, operation, step)
                for fault in step.faults:  # a sandbox's own wish (GAME-SAND-03)
                    if fault.kind == "slow":
                        await asyncio.sleep(fault.ms / 1000)
                    elif fault.kind == "twice":
                        yield step.seen.version, payload
                yield step.seen.version, payload
                if any(fault.kind == "drop" for fault in step.faults):
                    raise Dropped

    async def _source(self, document: DocumentNode, asked: Asked, context: Context) -> AsyncIterator[StepNode]:
        executor = self._built(document, asked, context, None)
        found = create_source_event_stream(executor)
        stream: AsyncIterable[Any] | ExecutionResult = await found if inspect.isawaitable(found) else found
        if isinstance(stream, ExecutionResult):
            raise Broken(errors_of(stream.errors or [], context))
        return aiter(stream)

    async def _payload(
        self, document: DocumentNode, asked: Asked, context: Context, operation: Key, step: StepNode
    ) -> bytes:
        seen = step.seen
        # The sentence is part of the key: a seat that changed its name before the game began changes it.
        key = (*operation, seen.game_id, seen.version, step.viewer, None if seen.line is None else seen.line.text)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            context.metrics.shared.labels("before").inc()
            return kept
        nobody = Context(context.services, context.metrics, None, f"game {seen.game_id} version {seen.version}")
        told = execute_subscription_event(self._built(document, asked, nobody, step))
        result = await told if inspect.isawaitable(told) else told
        made = encoded(answer_of(result, nobody))
        context.metrics.shared.labels("now").inc()
        if not result.errors and len(made) <= KEPT_ONE_BYTES_MAX:
            self._keep(key, made)
        return made

    def _built(
        self, document: DocumentNode, asked: Asked, context: Context, root: StepNode | None
    ) -> GraphQLExecutor[Any]:
        built = StrawberryGraphQLCoreExecutionContext.build(
            self._executor.schema,
            document,
            root_value=root,
            context_value=context,
            raw_variable_values=dict(asked.variables or {}),
            operation_name=asked.operation_name,
            is_awaitable=AWAITABLE,
        )
        if isinstance(built, list):
            raise Broken(errors_of(built, context))
        return built

    def _keep(self, key: Key, made: bytes) -> None:
        self._bytes += len(made) - len(self._kept.get(key, b""))
        self._kept[key] = made
        while self._bytes > KEPT_BYTES_MAX:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= len(gone)

    def _operation_key(self, document: DocumentNode, asked: Asked) -> Key:
        """What makes two operations the same, but for where they begin: a step is the same wherever one comes from."""
        if asked.query not in self._cursors:
            if len(self._cursors) > 1_000:
                self._cursors.clear()
            self._cursors[asked.query] = _cursor_variable(document)
        cursor = self._cursors[asked.query]
        rest = {name: value for name, value in (asked.variables or {}).items() if name != cursor}
        return (asked.query, asked.operation_name, msgspec.json.encode(rest, order="sorted"))


def _cursor_variable(document: DocumentNode) -> str | None:
    """The variable that is the subscription's `after` and nothing else."""
    found: list[str] = []
    used: list[str] = []

    class Look(Visitor):
        """Notes every variable, and those that stand for `after`."""

        def enter_field(self, node: FieldNode, *_: object) -> None:
            for argument in node.arguments or ():
                if node.name.value == FOLLOWED and _is_after(argument):
                    assert isinstance(argument.value, VariableNode)
                    found.append(argument.value.name.value)

        def enter_variable(self, node: VariableNode, *_: object) -> None:
            used.append(node.name.value)

    visit(document, Look())
    # Once where it is declared, once where it is used.
    return found[0] if len(found) == 1 and used.count(found[0]) == 2 else None


def _is_after(argument: ArgumentNode) -> bool:
    return argument.name.value == "after" and isinstance(argument.value, VariableNode)
