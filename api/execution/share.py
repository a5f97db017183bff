"""Subscriptions. Each step is executed and encoded once for all who see it the same way.

Every subscriber has a cursor and a source of steps of their own, so nobody misses a step because of others. They
share the payload: the result of (operation, variables, step, viewer), in bytes. It is executed with a context without
a caller: a resolver that reads the caller finds a spectator, never another subscriber.
"""

import asyncio
import inspect
from collections import OrderedDict
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from graphql import DocumentNode, ExecutionResult, GraphQLError, located_error
from graphql.execution import Executor as GraphQLExecutor
from graphql.execution import create_source_event_stream, execute_subscription_event

from api.execution.execute import (
    CheckedDocument,
    Executor,
    OperationRequest,
    errors_of,
    response_bytes,
)
from api.execution.paced import AWAITABLE, PacedExecutor
from api.graphql.step import StepNode
from api.graphql.subscription import FIELD, cursor_variable
from api.services import Context

CACHED_BYTES_MAX: Final = 32 * 1024 * 1024
CACHED_PAYLOAD_BYTES_MAX: Final = 1024 * 1024
CURSOR_VARIABLES_MAX: Final = 1_000

SMALL_BYTES: Final = 16_384
"""Payloads up to this size cost one point to send: so do those of ordinary watchers."""
BYTES_A_POINT: Final = 128

Key: TypeAlias = tuple[object, ...]
Payment: TypeAlias = Callable[[int], Awaitable[None]]
"""Spends points of the subscriber; returns once they had them."""


class SubscriptionFailed(Exception):
    """A subscription cannot go on. `errors`: as they go over the wire."""

    def __init__(self, errors: list[dict[str, Any]]) -> None:
        super().__init__("a subscription cannot go on")
        self.errors = errors


class ConnectionDropped(Exception):
    """A sandbox has ordered that this connection is lost now (GAME-SAND-03). Transports close it without an answer."""


class SentStep(NamedTuple):
    """A step as subscribers receive it."""

    version: int
    payload: bytes


class SharedSteps:
    """The cached payloads, the least recently used one dropped first."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._payloads: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[Key, asyncio.Task[bytes]] = {}
        self._cursor_variables: dict[str, str | None] = {}

    async def follow(
        self, checked: CheckedDocument, request: OperationRequest, context: Context, cost: int, pay: Payment
    ) -> AsyncIterator[SentStep]:
        """Every step of the subscription. `cost`: what it takes to compute one, in points; `pay`: spends them.

        Raises SubscriptionFailed, and ConnectionDropped if a sandbox orders it.
        """
        assert checked.document is not None and not checked.errors
        document = checked.document
        source = await self._source(document, request, context)
        operation = self._operation_key(document, request)
        async with aclosing(source):  # type: ignore[type-var]
            while True:
                try:
                    node = await anext(source)
                except StopAsyncIteration:
                    return
                except Exception as error:
                    cause = error if isinstance(error, GraphQLError) else located_error(error, None, [FIELD])
                    raise SubscriptionFailed(errors_of([cause], context)) from error
                payload = await self._payload(document, request, context, operation, node, partial(pay, cost))
                await pay(points_to_send(payload))
                sent = SentStep(node.step.version, payload)
                if not node.faults:
                    yield sent
                    continue
                async for each in _with_faults(node, sent):
                    yield each

    async def _source(
        self, document: DocumentNode, request: OperationRequest, context: Context
    ) -> AsyncIterator[StepNode]:
        executor = self._built(document, request, context, None)
        created = create_source_event_stream(executor)
        stream: AsyncIterable[Any] | ExecutionResult = await created if inspect.isawaitable(created) else created
        if isinstance(stream, ExecutionResult):
            raise SubscriptionFailed(errors_of(stream.errors or [], context))
        return aiter(stream)

    def _cached(self, key: Key) -> bytes | None:
        payload = self._payloads.get(key)
        if payload is not None:
            self._payloads.move_to_end(key)
        return payload

    async def _payload(
        self,
        document: DocumentNode,
        request: OperationRequest,
        context: Context,
        operation: Key,
        node: StepNode,
        pay: Callable[[], Awaitable[None]],
    ) -> bytes:
        """A step in bytes. The one who needs it first pays for it; the others wait for the same execution."""
        key = (*operation, *_step_key(node))
        payload = self._cached(key)
        if payload is None and key not in self._under_way:
            await pay()
            payload = self._cached(key)
        if payload is not None:
            context.metrics.shared.labels("before").inc()
            return payload
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.create_task(self._computed(document, request, context, key, node))
            self._under_way[key] = task
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(task)

    async def _computed(
        self, document: DocumentNode, request: OperationRequest, context: Context, key: Key, node: StepNode
    ) -> bytes:
        effort = context.effort.of_another()
        at = f"game {node.step.game_id} version {node.step.version}"
        anonymous = Context(context.services, context.metrics, None, effort=effort, at=at)
        await effort.pause()
        executed = execute_subscription_event(self._built(document, request, anonymous, node))
        result = await executed if inspect.isawaitable(executed) else executed
        payload = response_bytes(result, anonymous)
        context.metrics.shared.labels("now").inc()
        if not result.errors and effort.problem is None and len(payload) <= CACHED_PAYLOAD_BYTES_MAX:
            self._put(key, payload)
        return payload

    def _built(
        self, document: DocumentNode, request: OperationRequest, context: Context, root: StepNode | None
    ) -> GraphQLExecutor[Any]:
        built = PacedExecutor.build(
            self._executor.schema,
            document,
            root_value=root,
            context_value=context,
            raw_variable_values=dict(request.variables or {}),
            operation_name=request.operation_name,
            is_awaitable=AWAITABLE,
        )
        if isinstance(built, list):
            raise SubscriptionFailed(errors_of(self._executor.explained(document, request, built), context))
        return built

    def _put(self, key: Key, payload: bytes) -> None:
        self._bytes += len(payload) - len(self._payloads.get(key, b""))
        self._payloads[key] = payload
        while self._bytes > CACHED_BYTES_MAX:
            _, dropped = self._payloads.popitem(last=False)
            self._bytes -= len(dropped)

    def _operation_key(self, document: DocumentNode, request: OperationRequest) -> Key:
        """Equal for operations that differ only in the cursor they start from: that does not change a step."""
        if request.query not in self._cursor_variables:
            if len(self._cursor_variables) > CURSOR_VARIABLES_MAX:
                self._cursor_variables.clear()
            self._cursor_variables[request.query] = cursor_variable(document)
        cursor = self._cursor_variables[request.query]
        rest = {name: value for name, value in (request.variables or {}).items() if name != cursor}
        return (request.query, request.operation_name, msgspec.json.encode(rest, order="sorted"))


def _step_key(node: StepNode) -> Key:
    # Names are part of the key: they may change or be erased at any time (GAME-PERSON-01).
    step = node.step
    return (step.game_id, step.version, step.viewer, step.names)


def points_to_send(payload: bytes) -> int:
    """What it costs to send a payload that is encoded already."""
    return 1 + max(0, len(payload) - SMALL_BYTES) // BYTES_A_POINT


async def _with_faults(node: StepNode, sent: SentStep) -> AsyncIterator[SentStep]:
    """A step as it is sent, with the faults that a sandbox has ordered for it (GAME-SAND-03)."""
    for fault in node.faults:
        if fault.kind == "slow":
            await asyncio.sleep(fault.ms / 1000)
        elif fault.kind == "twice":
            yield sent
    yield sent
    if any(fault.kind == "drop" for fault in node.faults):
        raise ConnectionDropped
