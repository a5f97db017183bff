"""GraphQL over websockets: the graphql-transport-ws protocol. Decides nothing: `api.operations` says who may run what.

A connection has one reader, one writer and a task an operation. The reader always runs, so that a client that has gone is
noticed. Operations wait when the writer's queue is full; a client that takes no byte for a while is closed with
`SLOW`, and may come back with the cursor of the last step it has.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from graphql import OperationType
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import WebsocketRouteHandler

from api.execution.execute import asked_of
from api.execution.share import Broken, Dropped
from api.operations import Gate, Turned, problem_errors
from api.problems import Problem, problem_of
from services.ports import Principal, Unavailable

PROTOCOL: Final = "graphql-transport-ws"
ID_CHARS_MAX: Final = 128

BAD_MESSAGE: Final = 4400
UNAUTHORIZED: Final = 4401
NOT_ACCEPTABLE: Final = 4406
GREETING_TIMEOUT: Final = 4408
ID_TAKEN: Final = 4409
SLOW: Final = 4411
TOO_LARGE: Final = 4413
TOO_MANY_GREETINGS: Final = 4429
LOST: Final = 1012
FULL: Final = 1013

AnySocket = WebSocket[Any, Any, State]


class Closed(Exception):
    """The connection has to be closed. `code`: one of the above."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def websocket_route(gate: Gate) -> WebsocketRouteHandler:
    """`/graphql` for websockets."""
    open_now: set[Connection] = set()

    @websocket("/graphql")
    async def connect(socket: AnySocket) -> None:
        """One connection, from handshake to close."""
        if PROTOCOL not in socket.scope["subprotocols"]:
            await socket.accept()
            await socket.close(NOT_ACCEPTABLE, "Subprotocol not acceptable")
            return
        await socket.accept(subprotocols=PROTOCOL)
        if len(open_now) >= gate.services.limits.connections_max:
            await socket.close(FULL, "Too many connections; try again later")
            return
        connection = Connection(gate, socket)
        open_now.add(connection)
        try:
            with gate.metrics.connections.track_inprogress():
                await connection.serve()
        finally:
            open_now.discard(connection)

    return connect


class Connection:
    """One client."""

    def __init__(self, gate: Gate, socket: AnySocket) -> None:
        self._gate = gate
        self._limits = gate.services.limits
        self._socket = socket
        self._address = "" if socket.client is None else socket.client.host
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(self._limits.queued_messages_max)
        """What is to be sent, in order; None: close the connection, as a sandbox has ordered."""
        self._running: dict[str, asyncio.Task[None]] = {}
        self._greeted = False
        self._acknowledged = False
        self._principal: Principal | None = None
        self._sending_since: float | None = None

    async def serve(self) -> None:
        """Until the client goes, or has to."""
        parts = [asyncio.create_task(part) for part in (self._read(), self._write(), self._watch())]
        try:
            done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            closed = next((error for error in map(_failure, done) if error is not None), None)
        finally:
            tasks = [*parts, *self._running.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(closed, Closed):
            with contextlib.suppress(Exception):
                async with asyncio.timeout(1):
                    await self._socket.close(closed.code, closed.reason)
        elif closed is not None and not isinstance(
            closed, WebSocketDisconnect | OSError
        ):  # gone while we wrote: its right
            problem_of(closed, "a websocket")

    # ---------------------------------------------------------------- the three that always run

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            if not isinstance(text, str):
                raise Closed(BAD_MESSAGE, "Messages are text")
            if len(text) > self._limits.body_bytes_max:
                raise Closed(TOO_LARGE, f"A message has at most {self._limits.body_bytes_max} bytes")
            try:
                said = msgspec.json.decode(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                raise Closed(BAD_MESSAGE, "Messages are JSON") from error
            if not isinstance(said, dict):
                raise Closed(BAD_MESSAGE, "Messages are JSON objects")
            await self._take(said)

    async def _write(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            text = await self._queue.get()
            if text is None:
                raise Closed(LOST, "Lost, as this sandbox has ordered")
            self._sending_since = clock()
            await self._socket.send({"type": "websocket.send", "text": text, "bytes": None})
            self._sending_since = None

    async def _watch(self) -> None:
        """Ask for a greeting, say that we are alive, and notice who does not read."""
        clock = asyncio.get_running_loop().time
        opened = pinged = clock()
        while True:
            await asyncio.sleep(min(self._limits.stall_seconds / 4, self._limits.ping_seconds / 4, 1.0))
            now = clock()
            if not self._greeted and now - opened > self._limits.greeting_seconds:
                raise Closed(GREETING_TIMEOUT, "Connection initialisation timeout")
            if self._sending_since is not None and now - self._sending_since > self._limits.stall_seconds:
                self._gate.metrics.slow.inc()
                raise Closed(SLOW, "You read too slowly; come back with your last cursor")
            if self._acknowledged and now - pinged > self._limits.ping_seconds:
                self._say('{"type":"ping"}')
                pinged = now

    # ---------------------------------------------------------------- what clients say

    async def _take(self, said: dict[str, Any]) -> None:
        match said:
            case {"type": "connection_init"}:
                await self._greet(said.get("payload"))
            case {"type": "ping"}:
                self._say('{"type":"pong"}')
            case {"type": "pong"}:
                pass
            case {"type": "subscribe", "id": str(id)} if 0 < len(id) <= ID_CHARS_MAX:
                self._subscribe(id, said.get("payload"))
            case {"type": "complete", "id": str(id)}:
                task = self._running.pop(id, None)
                if task is not None:
                    task.cancel()
            case _:
                raise Closed(BAD_MESSAGE, "Unknown or malformed message")

    async def _greet(self, payload: object) -> None:
        if self._greeted:
            raise Closed(TOO_MANY_GREETINGS, "Too many initialisation requests")
        self._greeted = True
        if payload is not None and not isinstance(payload, dict):
            raise Closed(BAD_MESSAGE, "Invalid connection init payload")
        said = _authorization(payload or {})
        try:
            header = self._socket.headers.get("authorization")
            self._principal = await self._gate.caller(header if said is None else said, self._address)
        except Problem as problem:
            if problem.code == "RATE_LIMITED":
                raise Closed(FULL, problem.text) from problem
            raise Closed(UNAUTHORIZED, "Unauthorized: the service does not know this token") from problem
        except Unavailable as unavailable:
            raise Closed(FULL, "A part of the service does not answer; try again later") from unavailable
        self._acknowledged = True
        self._say('{"type":"connection_ack"}')

    def _subscribe(self, id: str, payload: object) -> None:
        if not self._acknowledged:
            raise Closed(UNAUTHORIZED, "Unauthorized")
        if id in self._running:
            raise Closed(ID_TAKEN, f"Subscriber for {id} already exists")
        most = self._limits.subscriptions_per_connection_max
        if len(self._running) >= most:
            self._turn_away(id, Problem("SUBSCRIPTION_LIMIT", f"At most {most} operations at once here.", max=most))
            return
        task = asyncio.create_task(self._operation(id, payload))
        self._running[id] = task
        task.add_done_callback(lambda done: self._running.pop(id) if self._running.get(id) is done else None)

    def _turn_away(self, id: str, problem: Problem) -> None:
        """Answered by the reader itself: a task for each would be without bound."""
        errors = problem_errors(problem, self._gate.context(self._principal, self._address))
        try:
            self._queue.put_nowait(msgspec.json.encode({"id": id, "type": "error", "payload": errors}).decode())
        except asyncio.QueueFull as full:
            raise Closed(SLOW, "You ask faster than you read") from full

    # ---------------------------------------------------------------- one operation

    async def _operation(self, id: str, payload: object) -> None:
        context = self._gate.context(self._principal, self._address)
        try:
            self._gate.count(self._principal, self._address)
            asked = asked_of(payload)
            found = self._gate.check(asked, context)
            if isinstance(found, Turned):
                raise Broken(found.errors)
            checked, kind = found
            head = f'{{"id":{msgspec.json.encode(id).decode()},"type":"next","payload":'
            if kind is not OperationType.SUBSCRIPTION:
                await self._queue.put(f"{head}{(await self._gate.run(checked, kind, asked, context)).decode()}}}")
            else:
                with self._gate.metrics.subscriptions.labels("websocket").track_inprogress():
                    async for _, step in self._gate.sharing.follow(checked, asked, context):
                        await self._queue.put(f"{head}{step.decode()}}}")
                        if self._queue.qsize() > 1:
                            await asyncio.sleep(0)  # a long way to catch up must not keep the others waiting
            await self._end(id, {"id": id, "type": "complete"})
        except Broken as broken:
            await self._end(id, {"id": id, "type": "error", "payload": broken.errors})
        except Dropped:
            await self._queue.put(None)
        except Exception as error:
            errors = problem_errors(problem_of(error, context.at), context)
            await self._end(id, {"id": id, "type": "error", "payload": errors})

    async def _end(self, id: str, message: Mapping[str, object]) -> None:
        if self._running.get(id) is asyncio.current_task():
            del self._running[id]  # before the message, so that the id may be used again as soon as it is read
        await self._queue.put(msgspec.json.encode(message).decode())

    def _say(self, text: str) -> None:
        """What belongs to no operation. Never waits: the reader must go on reading."""
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait(text)


def _authorization(payload: Mapping[str, Any]) -> str | None:
    """The token of `connection_init`, whichever way the key is written."""
    for name, value in payload.items():
        if name.lower() == "authorization" and isinstance(value, str):
            return value
    return None


def _failure(task: "asyncio.Task[None]") -> BaseException | None:
    return None if task.cancelled() else task.exception()


__all__ = ["PROTOCOL", "SLOW", "websocket_route"]
