"""The wire: requests that survive lost connections, and streams that go on where they were lost."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Any, Final, TypeVar

import httpx

from emberlog_client.backoff import Allowance, Backoff
from emberlog_client.events import Event, events
from emberlog_client.problems import (
    NOTHING_DONE,
    PASSING,
    EmberlogError,
    RequestProblem,
    UnexpectedAnswer,
    Unreachable,
    request_problem,
)
from emberlog_client.request import Request, Staleness

T = TypeVar("T")

ANSWER_SECONDS: Final = 30.0
QUIET_SECONDS: Final = 50.0
"""A stream without a byte for so long is lost. The service sends a comment every twenty seconds."""

RENEWS: Final = "renewToken"
"""The operation that others wait for, and so never waits for itself."""

_NEVER_SENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Lost(EmberlogError):
    """A connection ended too early, or the service cannot answer now. `requested_seconds`: the wait it asks for."""

    def __init__(self, text: str, requested_seconds: float | None = None, *, nothing_done: bool = False) -> None:
        super().__init__(text)
        self.requested_seconds = requested_seconds
        self.nothing_done = nothing_done


class Attempts:
    """The failures in a row of one request or stream."""

    def __init__(self, backoff: Backoff) -> None:
        self._backoff = backoff
        self._failures = 0
        self._since = 0.0
        self._connected: float | None = None
        self._answered = True

    def connected(self) -> None:
        """A stream is open. If it stays so for longer than the longest pause, its loss is the first of a new count."""
        self._connected = time.monotonic()

    def succeeded(self) -> None:
        """Begin to count anew."""
        self._failures = 0

    async def wait(self, lost: Lost) -> None:
        """Wait before the next attempt. If that would take too long: raises the last problem when the service has
        answered with one each time, else Unreachable."""
        now = time.monotonic()
        if self._connected is not None and now - self._connected > self._backoff.max_seconds:
            self._failures = 0
        self._connected = None
        problem = lost.__cause__ if isinstance(lost.__cause__, RequestProblem) else None
        if not self._failures:
            self._since, self._answered = now, True
        self._answered = self._answered and problem is not None
        self._failures += 1
        wait = self._backoff.wait_seconds(self._failures, lost.requested_seconds)
        if now + wait > self._since + self._backoff.give_up_seconds:
            if problem is not None and self._answered:
                raise problem from None
            cause = lost.__cause__ or lost
            raise Unreachable(f"No answer after {self._failures} attempts: {lost}") from cause
        await asyncio.sleep(wait)


class Connection:
    """One caller of the service at `url`."""

    def __init__(
        self, url: str, token: str | None, backoff: Backoff, http: httpx.AsyncClient | None, locale: str | None = None
    ) -> None:
        self.address = f"{url.rstrip('/')}/graphql"
        self.token = token
        self.locale = locale
        self.renewal = asyncio.Lock()
        """Locked while the token gets a new secret: who fails with the old one waits for it."""
        self.backoff = backoff
        self.allowance: Allowance | None = None
        self.staleness: Staleness | None = None
        self._points: dict[str, int] = {}
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
        self._http = http or httpx.AsyncClient(timeout=ANSWER_SECONDS, limits=limits)

    async def close(self) -> None:
        """Close every connection."""
        await self._http.aclose()

    async def result(self, request: Request[T]) -> T:
        """The result of a query or a mutation, sent once more when no answer came, unless that could do it twice."""
        attempts = Attempts(self.backoff)
        request = self._spoken(request)
        while True:
            await self._until_allowed(request)
            used = None if request.operation.name == RENEWS else self.token
            try:
                answer = await self._answer(request)
                self._note_cost(request, answer)
                self.staleness = Staleness.read(answer.get("extensions") or {})
                return request.read(self._data(request, answer))
            except RequestProblem as problem:
                if not await self._has_another_token(problem, used):
                    raise
            except Lost as lost:
                if not (request.operation.repeatable or lost.nothing_done):
                    raise Unreachable(f"What became of `{request.operation.name}` is unknown: {lost}") from lost
                await attempts.wait(lost)

    async def stream(
        self,
        request: Request[T],
        cursor: Callable[[T], str],
        after: str | None,
        is_caught_up: Callable[[T], bool] = lambda _: False,
    ) -> AsyncGenerator[T, None]:
        """The results of a subscription with a variable `after`: none missed and none twice, over as many connections
        as it takes. Ends when the service completes it. A mark comes once in each connection, and may have the cursor
        of the result before it."""
        attempts = Attempts(self.backoff)
        request = self._spoken(request)
        while True:
            used = self.token
            try:
                resumed = request.varied(after=after) if after else request
                async with aclosing(self._results(resumed, attempts)) as results:
                    async for result in results:
                        if is_caught_up(result):
                            after = cursor(result)
                            yield result
                            continue
                        attempts.succeeded()
                        if after is not None and not is_later(cursor(result), after):
                            continue
                        after = cursor(result)
                        yield result
                return
            except RequestProblem as problem:
                if not await self._has_another_token(problem, used):
                    raise
            except Lost as lost:
                await attempts.wait(lost)

    def _spoken(self, request: Request[T]) -> Request[T]:
        """The request with this caller's language, unless it has one of its own."""
        if self.locale is None or not request.operation.has_sentences or "locale" in request.variables:
            return request
        return request.varied(locale=self.locale)

    async def _has_another_token(self, problem: RequestProblem, used: str | None) -> bool:
        """Whether the token that the service does not know was renewed meanwhile, so that the same request has a new
        one. The service ends the old secret before the answer with the new one is here."""
        if problem.code != "UNKNOWN_TOKEN" or used is None:
            return False
        async with self.renewal:
            return self.token != used

    async def _results(self, request: Request[T], attempts: Attempts) -> AsyncGenerator[T, None]:
        """The results of one connection. Raises Lost if it ends before `complete`."""
        async with aclosing(self._events(request, attempts)) as received:
            async for event in received:
                if event.name == "complete":
                    return
                if event.name == "next":
                    yield request.read(self._data(request, _decoded(event.data, 200)))
        raise Lost("the stream ended")

    async def _events(self, request: Request[Any], attempts: Attempts) -> AsyncGenerator[Event, None]:
        timeout = httpx.Timeout(ANSWER_SECONDS, read=QUIET_SECONDS)
        sent = self._http.build_request(
            "POST", self.address, json=_body(request), headers=self._headers("text/event-stream"), timeout=timeout
        )
        try:
            response = await self._http.send(sent, stream=True)
            async with aclosing(response):
                if not response.headers.get("content-type", "").startswith("text/event-stream"):
                    await response.aread()
                    self._data(request, _answer_of(response))
                    raise UnexpectedAnswer(f"{self.address} answered a subscription without a stream.")
                attempts.connected()
                async for event in events(response.aiter_bytes()):
                    yield event
        except httpx.TransportError as error:
            raise Lost(_text_of(error)) from error

    async def _answer(self, request: Request[Any]) -> Mapping[str, Any]:
        try:
            response = await self._http.post(
                self.address, json=_body(request), headers=self._headers("application/json")
            )
        except httpx.TransportError as error:
            raise Lost(_text_of(error), nothing_done=isinstance(error, _NEVER_SENT)) from error
        return _answer_of(response)

    def _headers(self, accept: str) -> dict[str, str]:
        headers = {"accept": accept}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        return headers

    def _data(self, request: Request[Any], answer: Mapping[str, Any]) -> Any:
        """The result in an answer. Raises Lost for a problem that passes, and RequestProblem for another one."""
        errors = answer.get("errors")
        if errors:
            problem = request_problem(errors)
            if problem.code in PASSING:
                nothing_done = problem.code in NOTHING_DONE
                raise Lost(str(problem), problem.retry_seconds, nothing_done=nothing_done) from problem
            raise problem
        try:
            return answer["data"][request.operation.root]
        except (LookupError, TypeError) as error:
            raise UnexpectedAnswer(f"{self.address} answered without data.") from error

    def _note_cost(self, request: Request[Any], answer: Mapping[str, Any]) -> None:
        """Remember what an answer said about costs. Streams have an allowance of their own, which the service minds."""
        allowance = Allowance.read(answer.get("extensions") or {})
        if allowance is not None:
            self.allowance = allowance
            self._points[request.operation.name] = allowance.requested

    async def _until_allowed(self, request: Request[Any]) -> None:
        """Wait until the allowance covers what this operation cost last time."""
        points = self._points.get(request.operation.name)
        if self.allowance is not None and points is not None:
            wait = self.allowance.wait_seconds(points)
            if wait > 0:
                await asyncio.sleep(min(wait, self.backoff.give_up_seconds))


def is_later(cursor: str, after: str) -> bool:
    """Whether a result is new. The cursors of steps are numbers; any other one is new if it is another one."""
    return int(cursor) > int(after) if cursor.isdecimal() and after.isdecimal() else cursor != after


def _body(request: Request[Any]) -> dict[str, Any]:
    return {"query": request.operation.document, "variables": dict(request.variables)}


def _answer_of(response: httpx.Response) -> Mapping[str, Any]:
    """The JSON of a response. Raises Lost if a proxy answered that the service is away."""
    try:
        return _decoded(response.content, response.status_code)
    except UnexpectedAnswer as error:
        if response.status_code in (408, 429, 502, 503, 504):
            requested = response.headers.get("retry-after", "")
            seconds = float(requested) if requested.isdecimal() else None
            nothing_done = response.status_code in (408, 429)
            raise Lost(f"status {response.status_code}", seconds, nothing_done=nothing_done) from error
        raise


def _decoded(body: bytes, status: int) -> Mapping[str, Any]:
    try:
        answer = json.loads(body)
    except ValueError:
        answer = None
    if not isinstance(answer, Mapping) or not ("data" in answer or "errors" in answer):
        raise UnexpectedAnswer(f"The answer, with status {status}, is not one of a GraphQL service.")
    return answer


def _text_of(error: httpx.TransportError) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
