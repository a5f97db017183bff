"""GraphQL over HTTP: one request, one response; or a stream of server-sent events (graphql-sse, distinct
connections)."""

import asyncio
import contextlib
import math
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final, cast

import msgspec
from graphql import OperationType
from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import LitestarException
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from api.addresses import counted_address
from api.auth import unknown_token
from api.delivery.answers import answered, not_modified
from api.delivery.caching import NEVER, VARY, is_public, nature_of, policy_of
from api.delivery.encodings import accepts_gzip
from api.delivery.event_sink import COMMENT, EventSink, ReadsTooSlowly, event
from api.delivery.event_stream import GzipStream
from api.delivery.pieces import PIECES
from api.execution.execute import OperationRequest, problem_errors, request_of
from api.execution.share import ConnectionDropped, SubscriptionFailed
from api.limits import Caller, Remaining
from api.operations import CheckedOperation, Operations, RejectedOperation, with_cost
from api.problems import Problem, body_of, problem_of, status_of
from api.services import Context

JSON: Final = "application/json"
GRAPHQL_JSON: Final = "application/graphql-response+json"
EVENTS: Final = "text/event-stream"
PROBLEM_JSON: Final = "application/problem+json"

COMPLETE: Final = b"event: complete\ndata:\n\n"

REFUSED_SECONDS: Final = 0.1
"""How late a caller hears that they must wait: one who does not wait sends no faster than that on a connection."""

AnyRequest = Request[Any, Any, State]


def graphql_routes(operations: Operations) -> Router:
    """`GET` and `POST /graphql`."""

    @post("/", status_code=200)
    async def by_post(request: AnyRequest) -> Response[bytes]:
        """A query or a mutation; with `Accept: text/event-stream` any operation, as a stream."""
        return await _respond(operations, request)

    @get("/")
    async def by_get(request: AnyRequest) -> Response[bytes]:
        """The same for queries and subscriptions, with everything in the address."""
        return await _respond(operations, request)

    return Router("/graphql", route_handlers=[by_post, by_get])


async def _respond(operations: Operations, request: AnyRequest) -> Response[bytes]:
    caller = None
    try:
        address = counted_address(None if request.client is None else request.client.host)
        caller = await operations.caller(
            request.headers.get("authorization"), address, request.headers.get("user-agent", "")
        )
        operations.begin(caller)
        operation = await _read(request)
        last_event_id = request.headers.get("last-event-id", "")
        context = operations.context(caller, last_event_id=last_event_id)
        return await _run(operations, request, operation, context, caller)
    except LitestarException:
        raise  # too large, or the client has gone: the app's handlers answer that
    except Exception as error:
        problem = problem_of(error, "a request")
        operations.metrics.problems.labels(problem.code).inc()
        if problem.code == "RATE_LIMITED":
            await asyncio.sleep(REFUSED_SECONDS)
        if caller is None:
            return problem_response(problem)
        remaining = operations.rates.remaining(caller)
        return problem_response(problem, operations.cost_facts(caller), _rate_headers(remaining))


async def _run(
    operations: Operations, request: AnyRequest, operation: OperationRequest, context: Context, caller: Caller
) -> Response[bytes]:
    accepted = request.headers.get("accept", "*/*")
    checked: CheckedOperation | RejectedOperation
    try:
        operation = operations.resolved(operation)
        checked = await operations.check(operation, context, caller)
    except Problem as problem:
        if problem.code != "PERSISTED_QUERY_NOT_FOUND":
            raise
        checked = operations.rejected(problem, context, caller)
    if isinstance(checked, CheckedOperation):
        _check_method(checked, by_get=request.method == "GET")
    if EVENTS in accepted:
        is_secret = isinstance(checked, CheckedOperation) and _holds_secret(operations, checked, operation)
        gzip = not is_secret and accepts_gzip(request.headers.get("accept-encoding"))
        return EventStream(operations, checked, operation, context, caller, gzip=gzip)
    strict = GRAPHQL_JSON in accepted
    media = GRAPHQL_JSON if strict else JSON
    if isinstance(checked, RejectedOperation):
        status = status_of(checked.errors, executed=False) if strict else 200
        headers = _rate_headers(checked.remaining)
        body = checked.response()
        return await answered(request, body, media=media, status=status, headers=headers, is_secret=False)
    if checked.kind is OperationType.SUBSCRIPTION:
        raise Problem("NOT_ACCEPTABLE", f"A subscription is a stream: accept `{EVENTS}`, or use a websocket.")
    return await _executed(operations, request, checked, operation, context, caller, media)


async def _executed(
    operations: Operations,
    request: AnyRequest,
    checked: CheckedOperation,
    operation: OperationRequest,
    context: Context,
    caller: Caller,
    media: str,
) -> Response[bytes]:
    """The answer to a query or a mutation."""
    data = await operations.executed(checked, operation, context, caller)
    nature = nature_of(operations.executor.schema, checked.checked, operation.operation_name)
    remaining = operations.rates.remaining(caller)
    headers: Mapping[str, str] = _rate_headers(remaining)
    public = False
    if request.method == "GET" and not context.failed:
        anonymous = "authorization" not in request.headers
        policy = policy_of(nature, anonymous=anonymous, only_finished_games=context.only_finished_games)
        public = is_public(policy)
        headers = {} if public else headers
        headers, unchanged = not_modified(request, data, media=media, policy=policy, headers=headers)
        if unchanged is not None:
            return unchanged
    of_caller = (None, None) if public else (remaining, context.staleness)
    body = with_cost(data, checked.requested, *of_caller)
    return await answered(request, body, media=media, status=200, headers=headers, is_secret=nature.holds_secret)


def _holds_secret(operations: Operations, checked: CheckedOperation, operation: OperationRequest) -> bool:
    if checked.kind is not OperationType.MUTATION:
        return False
    return nature_of(operations.executor.schema, checked.checked, operation.operation_name).holds_secret


def _check_method(operation: CheckedOperation, *, by_get: bool) -> None:
    if by_get and operation.kind is OperationType.MUTATION:
        raise Problem("METHOD_NOT_ALLOWED", "A mutation is sent by POST.")


async def _read(request: AnyRequest) -> OperationRequest:
    if request.method == "GET":
        parameters = request.query_params
        variables = _decoded(parameters["variables"].encode()) if parameters.get("variables") else None
        extensions = _decoded(parameters["extensions"].encode()) if parameters.get("extensions") else None
        query, name = parameters.get("query"), parameters.get("operationName")
        body = {"query": query, "variables": variables, "operationName": name, "extensions": extensions}
        return request_of(body)
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media not in (JSON, "application/graphql+json"):
        raise Problem("UNSUPPORTED_MEDIA_TYPE", f"Send `{JSON}`.")
    return request_of(_decoded(await request.body()))


def _decoded(body: bytes) -> object:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("BAD_REQUEST", "The request is not JSON.") from error


def _rate_headers(remaining: Remaining) -> dict[str, str]:
    return {
        "ratelimit-limit": str(remaining.limit),
        "ratelimit-remaining": str(remaining.left),
        "ratelimit-reset": str(math.ceil(remaining.full_ms / 1000)),
    }


def problem_response(
    problem: Problem, cost: Mapping[str, Any] | None = None, rates: Mapping[str, str] | None = None
) -> Response[bytes]:
    """A problem as the whole response. `cost`: what its request has cost, and what its caller has left; `rates` has it
    as headers."""
    headers = {"cache-control": NEVER, **(rates or {})}
    wait_ms = problem.facts.get("retryAfterMs")
    if isinstance(wait_ms, int):
        headers["retry-after"] = str(max(1, math.ceil(wait_ms / 1000)))
    if problem.code == "UNKNOWN_TOKEN":
        headers["www-authenticate"] = "Bearer"
    status = status_of([{"extensions": {"code": problem.code}}], executed=False)
    return Response(body_of(problem, cost), status_code=status, media_type=PROBLEM_JSON, headers=headers)


class EventStream(Response[bytes]):
    """Server-sent events: `next` for each result, `complete` at the end. Comments keep a quiet connection open."""

    def __init__(
        self,
        operations: Operations,
        checked: CheckedOperation | RejectedOperation,
        request: OperationRequest,
        context: Context,
        caller: Caller,
        *,
        gzip: bool,
    ) -> None:
        super().__init__(b"")
        self._gzip = GzipStream(operations.packed) if gzip else None
        self._operations = operations
        self._checked = checked
        self._request = request
        self._context = context
        self._caller = caller
        operations.events.check(caller)  # now, while the answer may still be a problem

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIApp:  # type: ignore[override]  # noqa: ANN401
        """The stream itself. Litestar's own stream does not notice a client that has stopped reading."""
        return self._stream

    async def _stream(self, scope: Scope | HTTPScope, receive: Receive, send: Send) -> None:
        headers = {"content-type": f"{EVENTS}; charset=utf-8", "cache-control": "no-cache", "vary": VARY}
        headers |= {"x-accel-buffering": "no", **_rate_headers(self._checked.remaining)}  # an edge passes each event on
        if self._gzip is not None:
            headers["content-encoding"] = "gzip"
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        in_progress = self._operations.metrics.subscriptions.labels("sse").track_inprogress()
        with (
            in_progress,
            self._operations.events.one(self._caller),
            self._operations.sessions.one(self._caller) as ended,
        ):
            parts = (_disconnected(receive), self._pump(send, self._sink(scope)), _true(ended))
            tasks = [asyncio.create_task(part) for part in parts]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                is_over = tasks[0].done() or tasks[1].done()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            if not is_over:
                await self._refuse(send)

    async def _refuse(self, send: Send) -> None:
        """Ends a stream whose token has ended with that as its last result."""
        errors = self._failed(problem_errors(unknown_token(), self._context))
        last = event(b"next", errors) + COMPLETE
        piece = last if self._gzip is None else self._gzip.pack(last)
        if await _sent(send, piece, self._operations.services.limits.stall_seconds):
            await self._end(send)

    async def _end(self, send: Send) -> None:
        end = b"" if self._gzip is None else self._gzip.end()
        await send({"type": "http.response.body", "body": end, "more_body": False})

    def _sink(self, scope: Scope | HTTPScope) -> EventSink | None:
        """Where steps go that many receive, if the server has such a way and the operation may use it."""
        pieces = (scope.get("extensions") or {}).get(PIECES)
        if pieces is None:
            return None
        pack = None if self._gzip is None else self._gzip.pack
        return EventSink(cast(Any, pieces), pack, self._operations.services.limits.stall_seconds)

    async def _pump(self, send: Send, sink: EventSink | None) -> None:
        limits = self._operations.services.limits
        try:
            async with (
                contextlib.aclosing(self._events(sink)) as events,
                contextlib.aclosing(_with_comments(events, limits.ping_seconds)) as paced,
            ):
                async for each in paced:
                    if each is COMMENT and sink is not None and sink.in_use:
                        await _keep_open(sink)
                        continue
                    piece = each if self._gzip is None else self._gzip.pack(each)
                    if not await _sent(send, piece, limits.stall_seconds):
                        raise ReadsTooSlowly
        except ReadsTooSlowly:
            self._operations.metrics.slow.inc()
        else:
            await self._end(send)

    async def _events(self, sink: EventSink | None) -> AsyncGenerator[bytes, None]:
        checked, operations = self._checked, self._operations
        if isinstance(checked, RejectedOperation):
            yield event(b"next", checked.response())
        elif checked.kind is not OperationType.SUBSCRIPTION:
            yield event(b"next", await self._answer(checked))
        else:
            try:
                if sink is None or not await self._relayed(checked, sink):
                    async for sent in operations.follow(checked, self._request, self._context, self._caller):
                        yield event(b"next", sent.payload, sent.cursor)
            except SubscriptionFailed as failed:
                yield event(b"next", self._failed(failed.errors))
            except ConnectionDropped:
                return  # the stream ends without `complete`, like a lost connection
        yield COMPLETE

    async def _relayed(self, checked: CheckedOperation, sink: EventSink) -> bool:
        """`Operations.relayed`. Meanwhile nothing else may be written: compressed pieces have an order."""
        sink.in_use = True
        try:
            return await self._operations.relayed(checked, self._request, self._context, self._caller, sink)
        finally:
            sink.in_use = False

    async def _answer(self, checked: CheckedOperation) -> bytes:
        """The answer to a query or a mutation; the status of the response has been sent already."""
        try:
            return await self._operations.run(checked, self._request, self._context, self._caller)
        except Problem as problem:
            return self._failed(problem_errors(problem, self._context))

    def _failed(self, errors: list[dict[str, Any]]) -> bytes:
        remaining = self._operations.rates.remaining(self._caller)
        return with_cost(msgspec.json.encode({"errors": errors}), self._checked.requested, remaining)


async def _sent(send: Send, piece: bytes, seconds: float) -> bool:
    """Whether the client took a piece within `seconds`."""
    try:
        async with asyncio.timeout(seconds):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    except TimeoutError:
        return False
    return True


async def _with_comments(events: AsyncGenerator[bytes, None], seconds: float) -> AsyncGenerator[bytes, None]:
    """The events, and a comment whenever none has come for `seconds`. Makes the next event while the last one is
    sent."""
    following = asyncio.ensure_future(anext(events, None))
    try:
        while True:
            done, _ = await asyncio.wait({following}, timeout=seconds)
            if not done:
                yield COMMENT
                continue
            each = following.result()
            if each is None:
                return
            following = asyncio.ensure_future(anext(events, None))
            yield each
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


async def _keep_open(sink: EventSink) -> None:
    """A comment, unless something was sent since the last one. Raises ReadsTooSlowly."""
    await sink.ready()
    if not sink.wrote:
        sink.write_piece(COMMENT)
    sink.wrote = False


async def _true(event: asyncio.Event) -> None:
    await event.wait()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
