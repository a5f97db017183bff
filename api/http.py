"""GraphQL over HTTP: one request, one answer; or a stream of server-sent events (graphql-sse, distinct connections).

Decides nothing: `api.operations` says who may run what.
"""

import asyncio
import contextlib
import math
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

import msgspec
from graphql import OperationType
from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from api.execution.execute import Asked, Checked, asked_of
from api.execution.share import Broken, Dropped
from api.limits import Left
from api.operations import Gate, Turned
from api.problems import Problem, body_of, problem_of, status_of
from api.services import Context

JSON: Final = "application/json"
GRAPHQL_JSON: Final = "application/graphql-response+json"
EVENTS: Final = "text/event-stream"
PROBLEM_JSON: Final = "application/problem+json"

AnyRequest = Request[Any, Any, State]


def graphql_routes(gate: Gate) -> Router:
    """`GET` and `POST /graphql`."""

    @post("/", status_code=200)
    async def ask(request: AnyRequest) -> Response[bytes]:
        """A query, a mutation, or with `Accept: text/event-stream` anything as a stream."""
        return await _answered(gate, request)

    @get("/")
    async def ask_by_address(request: AnyRequest) -> Response[bytes]:
        """The same for queries and subscriptions, all of it in the address."""
        return await _answered(gate, request)

    return Router("/graphql", route_handlers=[ask, ask_by_address])


async def _answered(gate: Gate, request: AnyRequest) -> Response[bytes]:
    try:
        address = "" if request.client is None else request.client.host
        principal = await gate.caller(request.headers.get("authorization"), address)
        left = gate.count(principal, address)
        asked = await _asked(request)
        context = gate.context(principal, address, resume_after=_last_event(request))
        return await _carried_out(gate, request, asked, context, left)
    except Exception as error:
        if type(error).__module__.startswith("litestar."):
            raise  # too large, or the client has gone: the app's handlers know
        problem = problem_of(error, "a request")
        gate.metrics.problems.labels(problem.code).inc()
        return problem_response(problem)


async def _carried_out(gate: Gate, request: AnyRequest, asked: Asked, context: Context, left: Left) -> Response[bytes]:
    accepted = request.headers.get("accept", "*/*")
    headers = _rate_headers(left)
    found = gate.check(asked, context)
    if EVENTS in accepted:
        return EventStream(gate, found, asked, context, headers, by_get=request.method == "GET")
    strict = GRAPHQL_JSON in accepted
    media = GRAPHQL_JSON if strict else JSON
    if isinstance(found, Turned):
        status = status_of(found.errors, carried_out=False) if strict else 200
        return Response(
            msgspec.json.encode({"errors": found.errors}), status_code=status, media_type=media, headers=headers
        )
    checked, kind = found
    _check_kind(kind, by_get=request.method == "GET")
    if kind is OperationType.SUBSCRIPTION:
        raise Problem("NOT_ACCEPTABLE", f"A subscription is a stream: accept `{EVENTS}`, or use a websocket.")
    answer = await gate.run(checked, kind, asked, context)
    return Response(answer, media_type=media, headers=headers)


def _check_kind(kind: OperationType, *, by_get: bool) -> None:
    if by_get and kind is OperationType.MUTATION:
        raise Problem("METHOD_NOT_ALLOWED", "A mutation is sent by POST.")


async def _asked(request: AnyRequest) -> Asked:
    if request.method == "GET":
        parameters = request.query_params
        variables = _decoded(parameters["variables"].encode()) if parameters.get("variables") else None
        said = {"query": parameters.get("query"), "variables": variables}
        return asked_of({**said, "operationName": parameters.get("operationName")})
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in (JSON, "application/graphql+json"):
        raise Problem("UNSUPPORTED_MEDIA_TYPE", f"Send `{JSON}`.")
    return asked_of(_decoded(await request.body()))


def _decoded(body: bytes) -> object:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("BAD_REQUEST", "What was sent is not JSON.") from error


def _last_event(request: AnyRequest) -> int:
    """The step an `EventSource` has seen last, when it reconnects by itself."""
    said = request.headers.get("last-event-id", "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else 0


def _rate_headers(left: Left) -> dict[str, str]:
    return {
        "ratelimit-limit": str(left.limit),
        "ratelimit-remaining": str(left.left),
        "ratelimit-reset": str(left.full_seconds),
    }


def problem_response(problem: Problem) -> Response[bytes]:
    """A problem as a whole answer."""
    headers = {}
    wait_ms = problem.facts.get("retryAfterMs")
    if isinstance(wait_ms, int):
        headers["retry-after"] = str(max(1, math.ceil(wait_ms / 1000)))
    if problem.code == "UNKNOWN_TOKEN":
        headers["www-authenticate"] = "Bearer"
    status = status_of([{"extensions": {"code": problem.code}}], carried_out=False)
    return Response(body_of(problem), status_code=status, media_type=PROBLEM_JSON, headers=headers)


class EventStream(Response[bytes]):
    """Answers as server-sent events: `next` for each, `complete` at the end. A comment now and then keeps the line open."""

    def __init__(
        self,
        gate: Gate,
        found: tuple[Checked, OperationType] | Turned,
        asked: Asked,
        context: Context,
        headers: Mapping[str, str],
        *,
        by_get: bool,
    ) -> None:
        super().__init__(b"")
        if not isinstance(found, Turned):
            _check_kind(found[1], by_get=by_get)
        self._gate = gate
        self._found = found
        self._asked = asked
        self._context = context
        self._own_headers = headers

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIApp:  # type: ignore[override]  # noqa: ANN401
        """The stream itself; Litestar's own would not notice a reader who has stopped reading."""
        return self._stream

    async def _stream(self, scope: Scope | HTTPScope, receive: Receive, send: Send) -> None:
        del scope
        headers = {"content-type": f"{EVENTS}; charset=utf-8", "cache-control": "no-cache", **self._own_headers}
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        tasks = {asyncio.create_task(_gone(receive)), asyncio.create_task(self._pump(send))}
        with self._gate.metrics.subscriptions.labels("sse").track_inprogress():
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _pump(self, send: Send) -> None:
        limits = self._gate.services.limits
        async with contextlib.aclosing(self._events()) as events:
            following = asyncio.ensure_future(anext(events, None))
            try:
                while True:
                    done, _ = await asyncio.wait({following}, timeout=limits.ping_seconds)
                    event = following.result() if done else b":\n\n"
                    if event is None:
                        break
                    if done:
                        following = asyncio.ensure_future(anext(events, None))
                    try:
                        async with asyncio.timeout(limits.stall_seconds):
                            await send({"type": "http.response.body", "body": event, "more_body": True})
                    except TimeoutError:
                        self._gate.metrics.slow.inc()
                        return
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            finally:
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)

    async def _events(self) -> AsyncGenerator[bytes, None]:
        found = self._found
        if isinstance(found, Turned):
            yield _event(b"next", msgspec.json.encode({"errors": found.errors}))
        elif found[1] is not OperationType.SUBSCRIPTION:
            yield _event(b"next", await self._gate.run(*found, self._asked, self._context))
        else:
            try:
                async for version, payload in self._gate.sharing.follow(found[0], self._asked, self._context):
                    yield _event(b"next", payload, version)
            except Broken as broken:
                yield _event(b"next", msgspec.json.encode({"errors": broken.errors}))
            except Dropped:
                return  # the stream ends without `complete`, as a lost one does
        yield b"event: complete\ndata:\n\n"


def _event(kind: bytes, data: bytes, version: int | None = None) -> bytes:
    """One event. JSON has no line breaks of its own, so it is one `data` line; `id` is the cursor to go on from."""
    id = b"" if version is None else b"id: %d\n" % version
    return b"event: %b\n%bdata: %b\n\n" % (kind, id, data)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
