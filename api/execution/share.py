"""Subscriptions. What they send is executed and encoded once for all who see it the same way.

Every subscriber has a cursor and a source of their own, so nobody misses an entry because of others. They share the
payload: the result of (operation, variables, entry and its viewer), in bytes. It is executed with a context without a
caller: a resolver that reads the caller finds a spectator, never another subscriber. An entry for one caller alone says
so: then all subscriptions of that caller share it.
"""

import asyncio
import inspect
from collections import OrderedDict
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from graphql import DocumentNode, ExecutionResult, FieldNode, GraphQLError, get_operation_ast, located_error
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
from api.graphql.feeds.entry import Entry
from api.graphql.subscription import cursor_variable
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


class SentEntry(NamedTuple):
    """An entry of a subscription as subscribers receive it, with the cursor that comes after it."""

    cursor: str
    payload: bytes


class SharedEntries:
    """The cached payloads, the least recently used one dropped first."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._payloads: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[Key, asyncio.Task[bytes]] = {}
        self._cursor_variables: dict[str, str | None] = {}

    async def follow(
        self, checked: CheckedDocument, request: OperationRequest, context: Context, cost: int, pay: Payment
    ) -> AsyncIterator[SentEntry]:
        """Every entry of the subscription. `cost`: what it takes to compute one, in points; `pay`: spends them.

        Raises SubscriptionFailed, and ConnectionDropped if a sandbox orders it.
        """
        assert checked.document is not None and not checked.errors
        document = checked.document
        context.pay = pay
        source = aiter(await self.source(document, request, context))
        operation = self.operation_key(document, request)
        async with aclosing(source):  # type: ignore[type-var]
            while True:
                try:
                    node = await anext(source)
                except StopAsyncIteration:
                    return
                except Exception as error:
                    raise failure_of(error, document, request, context) from error
                payload = await self.payload(document, request, context, operation, node, partial(pay, cost))
                await pay(points_to_send(payload))
                sent = SentEntry(node.cursor_after, payload)
                if not node.faults:
                    yield sent
                    continue
                async for each in _with_faults(node, sent):
                    yield each

    async def source(self, document: DocumentNode, request: OperationRequest, context: Context) -> AsyncIterable[Entry]:
        """What the resolver of the subscription returns. Raises SubscriptionFailed."""
        executor = self._built(document, request, context, None)
        created = create_source_event_stream(executor)
        stream: AsyncIterable[Any] | ExecutionResult = await created if inspect.isawaitable(created) else created
        if isinstance(stream, ExecutionResult):
            raise SubscriptionFailed(errors_of(stream.errors or [], context))
        return stream

    def cached(self, key: Key) -> bytes | None:
        """A payload that is in memory. `key`: of the operation, and `Entry.share_key`."""
        payload = self._payloads.get(key)
        if payload is not None:
            self._payloads.move_to_end(key)
        return payload

    async def payload(
        self,
        document: DocumentNode,
        request: OperationRequest,
        context: Context,
        operation: Key,
        node: Entry,
        pay: Callable[[], Awaitable[None]],
    ) -> bytes:
        """An entry in bytes. The one who needs it first pays for it; the others wait for the same execution."""
        key = (*operation, *node.share_key)
        payload = self.cached(key)
        if payload is None and key not in self._under_way:
            await pay()
            payload = self.cached(key)
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
        self, document: DocumentNode, request: OperationRequest, context: Context, key: Key, node: Entry
    ) -> bytes:
        effort = context.effort.of_another()
        shared = Context(context.services, context.metrics, node.for_principal, effort=effort, at=node.at)
        await effort.pause()
        executed = execute_subscription_event(self._built(document, request, shared, node))
        result = await executed if inspect.isawaitable(executed) else executed
        payload = response_bytes(result, shared)
        context.metrics.shared.labels("now").inc()
        if not result.errors and effort.problem is None and len(payload) <= CACHED_PAYLOAD_BYTES_MAX:
            self._put(key, payload)
        return payload

    def _built(
        self, document: DocumentNode, request: OperationRequest, context: Context, root: Entry | None
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

    def operation_key(self, document: DocumentNode, request: OperationRequest) -> Key:
        """Equal for operations that differ only in the cursor they start from: that does not change an entry."""
        if request.query not in self._cursor_variables:
            if len(self._cursor_variables) > CURSOR_VARIABLES_MAX:
                self._cursor_variables.clear()
            self._cursor_variables[request.query] = cursor_variable(document)
        cursor = self._cursor_variables[request.query]
        rest = {name: value for name, value in (request.variables or {}).items() if name != cursor}
        return (request.query, request.operation_name, msgspec.json.encode(rest, order="sorted"))


def failure_of(
    error: Exception, document: DocumentNode, request: OperationRequest, context: Context
) -> SubscriptionFailed:
    """Why a subscription whose source has raised this cannot go on."""
    cause = error if isinstance(error, GraphQLError) else located_error(error, None, [_field(document, request)])
    return SubscriptionFailed(errors_of([cause], context))


def _field(document: DocumentNode, request: OperationRequest) -> str:
    """The field of a subscription: it has one."""
    operation = get_operation_ast(document, request.operation_name)
    first = None if operation is None else operation.selection_set.selections[0]
    return first.name.value if isinstance(first, FieldNode) else "subscription"


def points_to_send(payload: bytes) -> int:
    """What it costs to send a payload that is encoded already."""
    return 1 + max(0, len(payload) - SMALL_BYTES) // BYTES_A_POINT


async def _with_faults(node: Entry, sent: SentEntry) -> AsyncIterator[SentEntry]:
    """An entry as it is sent, with the faults that a sandbox has ordered for it (GAME-SAND-03)."""
    for fault in node.faults:
        if fault.kind == "slow":
            await asyncio.sleep(fault.ms / 1000)
        elif fault.kind == "twice":
            yield sent
    yield sent
    if any(fault.kind == "drop" for fault in node.faults):
        raise ConnectionDropped
