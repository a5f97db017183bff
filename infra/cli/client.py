"""A client of the public GraphQL API, for the terminal and the demo.

Queries and mutations use HTTP, live steps use graphql-transport-ws. After a lost connection the client continues from
the last step it received, so that a watcher outlives a restart of the service.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from types import TracebackType
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit, urlunsplit

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from infra.cli.render.safe import bounded

T = TypeVar("T")

SUBPROTOCOL: Final = Subprotocol("graphql-transport-ws")
ANSWER_SECONDS: Final = 30.0
RECONNECT_SECONDS: Final = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
WAIT_SECONDS_MIN: Final = 0.02
ANSWER_BYTES_MAX: Final = 32 * 1024 * 1024


class ApiProblem(Exception):
    """The API answered with an error, or not as the API answers. The text is the first message of the answer, as one
    line that is not too long."""

    def __init__(self, text: str) -> None:
        super().__init__(bounded(text))


class _Connect(connect):
    """A websocket to the very address that the person named, and no other one: a token is sent along."""

    def process_redirect(self, exc: Exception) -> Exception:
        return exc


class _Message(msgspec.Struct):
    type: str
    payload: Any = None


class _Extensions(msgspec.Struct, frozen=True, rename="camel"):
    code: str = ""
    retry_after_ms: float = 0


class _Error(msgspec.Struct):
    message: str
    extensions: _Extensions = _Extensions()


class _Item(msgspec.Struct):
    version: int


def as_promised(value: object, type_: type[T]) -> T:
    """A part of an answer as the schema promises it. Raises ApiProblem where it is something else."""
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        raise ApiProblem("The answer is not what the API's schema promises. Is this address Emberlog's?") from error


class Api:
    """One caller of the API at `url` (`http://host:port`), anonymous without a token."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self._headers = {} if token is None else {"authorization": f"Bearer {token}"}
        self._token = token
        self._http = httpx.AsyncClient(
            base_url=self.url, headers=self._headers, timeout=ANSWER_SECONDS, trust_env=False
        )

    def __repr__(self) -> str:
        return f"Api({self.url})"  # never the token

    async def __aenter__(self) -> "Api":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def ask(self, document: str, **variables: object) -> dict[str, Any]:
        """The data of one query or mutation. Waits up to `ANSWER_SECONDS` when the API is asked for too much.

        Raises ApiProblem, or httpx.TransportError when nothing answers.
        """
        left_seconds = ANSWER_SECONDS
        while True:
            answer, status = await self._answer(document, variables)
            wait_ms = _wait_ms(answer)
            if wait_ms is None or left_seconds <= 0:
                return _data(answer, status)
            seconds = max(wait_ms / 1000, WAIT_SECONDS_MIN)
            left_seconds -= seconds
            await asyncio.sleep(min(seconds, ANSWER_SECONDS))

    async def _answer(self, document: str, variables: Mapping[str, object]) -> tuple[dict[str, Any], int]:
        request = {"query": document, "variables": variables}
        async with self._http.stream("POST", "/graphql", json=request) as response:
            try:
                answer = msgspec.json.decode(await _bounded_body(response), type=dict[str, Any])
            except (msgspec.DecodeError, RecursionError, httpx.DecodingError) as error:
                raise ApiProblem(
                    f"{self.url} answered with status {response.status_code}, and not with the JSON of the API."
                ) from error
        return answer, response.status_code

    async def follow(self, document: str, *, field: str, after: int, **variables: object) -> AsyncIterator[Any]:
        """The items of a subscription that takes `after`, starting after that step. Reconnects as often as needed.

        Each item has a `version`. Ends when the service completes the subscription.
        """
        failures = 0
        while True:
            try:
                async for item in self._one_connection(document, {**variables, "after": str(after)}, field):
                    yield item
                    after, failures = as_promised(item, _Item).version, 0
            except (OSError, websockets.WebSocketException) as error:
                if failures == len(RECONNECT_SECONDS):
                    raise httpx.ConnectError(str(error), request=self._http.build_request("GET", "/graphql")) from error
                await asyncio.sleep(RECONNECT_SECONDS[failures])
                failures += 1
            else:
                return

    async def _one_connection(self, document: str, variables: Mapping[str, object], field: str) -> AsyncIterator[Any]:
        parts = urlsplit(self.url)
        address = urlunsplit(("wss" if parts.scheme == "https" else "ws", parts.netloc, "/graphql", "", ""))
        async with _Connect(
            address,
            subprotocols=[SUBPROTOCOL],
            additional_headers=self._headers,
            max_size=ANSWER_BYTES_MAX,
            proxy=None,
        ) as socket:
            greeting = {} if self._token is None else {"authorization": f"Bearer {self._token}"}
            await _send(socket, {"type": "connection_init", "payload": greeting})
            await _acknowledged(socket)
            payload = {"query": document, "variables": variables}
            await _send(socket, {"id": "1", "type": "subscribe", "payload": payload})
            async for frame in socket:
                message = _message_of(frame)
                match message.type:
                    case "next":
                        yield _data(as_promised(message.payload, dict[str, Any]), 200).get(field)
                    case "error":
                        raise ApiProblem(_text_of(message.payload))
                    case "ping":
                        await _send(socket, {"type": "pong"})
                    case "complete":
                        with contextlib.suppress(websockets.WebSocketException):
                            await socket.close()
                        return
            raise ConnectionResetError("the service closed the connection")


def _message_of(frame: str | bytes) -> _Message:
    try:
        return msgspec.json.decode(frame, type=_Message)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ApiProblem("A message of the websocket is not one of graphql-transport-ws.") from error


async def _bounded_body(response: httpx.Response) -> bytes:
    """The body of an answer. Raises ApiProblem if it is too long."""
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > ANSWER_BYTES_MAX:
            raise ApiProblem(f"The answer has more than {ANSWER_BYTES_MAX} bytes.")
    return bytes(body)


async def _send(socket: ClientConnection, message: Mapping[str, object]) -> None:
    await socket.send(msgspec.json.encode(message).decode())


async def _acknowledged(socket: ClientConnection) -> None:
    async with asyncio.timeout(ANSWER_SECONDS):
        while _message_of(await socket.recv()).type != "connection_ack":
            pass


def _data(answer: Mapping[str, Any], status: int) -> dict[str, Any]:
    errors = answer.get("errors")
    if errors:
        raise ApiProblem(_text_of(errors))
    data = answer.get("data")
    if not isinstance(data, dict):
        raise ApiProblem(str(answer.get("detail") or f"The API answered {status} without data."))
    return data


def _wait_ms(answer: Mapping[str, Any]) -> float | None:
    """How long to wait before the same request is sent once more; None unless its rate was the reason for an error."""
    errors = as_promised(answer.get("errors") or [], list[_Error])
    waits = [each.extensions.retry_after_ms for each in errors if each.extensions.code == "RATE_LIMITED"]
    return max(waits) if waits else None


def _text_of(errors: object) -> str:
    """The first message of a list of errors."""
    texts = [each.message for each in as_promised(errors, list[_Error])]
    return texts[0] if texts else "An error without a message."
