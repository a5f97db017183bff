"""GraphQL over websockets: the graphql-transport-ws protocol.

A connection has one reader, one writer and one task for each operation. The reader always runs, so it notices a client
that has gone. Operations wait while the writer's queue is full. Steps of games go past the writer where the server
takes frames (`api.delivery.frames`). A client that takes no byte for a while is closed with `SLOW`, and may reconnect
with the cursor of the last step it has. One timer looks after all connections.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from itertools import count, cycle
from typing import Any, Final

import msgspec
from graphql import OperationType
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import WebsocketRouteHandler

from api.addresses import counted_address
from api.delivery.frame_sink import FrameSink
from api.delivery.frames import FRAMES, Frames, Gate, text_frame
from api.delivery.lookout import Lookout
from api.execution.execute import OperationRequest, problem_errors, request_of
from api.execution.share import ConnectionDropped, SubscriptionFailed
from api.limits import Allowance, Caller
from api.operations import CheckedOperation, Operations, RejectedOperation
from api.problems import Problem, problem_of
from api.services import Context
from services.errors import Unavailable

PROTOCOL: Final = "graphql-transport-ws"
ID_CHARS_MAX: Final = 128
MESSAGES_AT_ONCE: Final = 16

BAD_MESSAGE: Final = 4400
UNAUTHORIZED: Final = 4401
NOT_ACCEPTABLE: Final = 4406
INITIALISATION_TIMEOUT: Final = 4408
ID_TAKEN: Final = 4409
SLOW: Final = 4411
TOO_LARGE: Final = 4413
TOO_MANY_INITIALISATIONS: Final = 4429
TOO_MANY_STREAMS: Final = 4430
TOO_MANY_MESSAGES: Final = 4431
LOST: Final = 1012
FULL: Final = 1013

PING: Final = '{"type":"ping"}'
PING_FRAME: Final = text_frame(b"", PING.encode(), b"")
UNANSWERED_MAX: Final = 2
"""Pings that a client which answers pings may leave without an answer: then it is gone, though a proxy holds on."""
SPREAD: Final = 64
_spread: Final = cycle(range(SPREAD))
"""Connections that were opened together are not pinged together."""

AnySocket = WebSocket[Any, Any, State]


class Closed(Exception):
    """The connection must be closed. `code`: one of the above."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def websocket_route(operations: Operations) -> WebsocketRouteHandler:
    """The route `/graphql` for websockets."""
    connections = Lookout(operations.services.limits)

    @websocket("/graphql")
    async def connect(socket: AnySocket) -> None:
        """One connection, from handshake to close."""
        try:
            await serve(socket)
        finally:  # they refer to the socket, so without this only a garbage collection would free what belongs to it
            socket.receive = socket.send = _gone  # type: ignore[assignment]

    async def serve(socket: AnySocket) -> None:
        if PROTOCOL not in socket.scope["subprotocols"]:
            await socket.accept()
            await socket.close(NOT_ACCEPTABLE, "Subprotocol not acceptable")
            return
        await socket.accept(subprotocols=PROTOCOL)
        if len(connections.open) >= operations.services.limits.connections_max:
            await socket.close(FULL, "Too many connections; try again later")
            return
        connection = Connection(operations, socket)
        try:
            operations.sockets.check(connection.caller)
        except Problem as problem:
            await socket.close(TOO_MANY_STREAMS, problem.text)
            return
        with connections.one(connection), operations.metrics.connections.track_inprogress():
            await connection.serve()

    return connect


async def _gone(*_: object) -> None:
    raise WebSocketDisconnect(detail="The websocket is closed")


class Connection:
    """The connection of one client, from its acceptance to its close."""

    def __init__(self, operations: Operations, socket: AnySocket) -> None:
        self._operations = operations
        self._limits = operations.services.limits
        self._socket = socket
        self.caller = Caller(None, counted_address(None if socket.client is None else socket.client.host))
        """Who calls; a spectator until the connection is initialised."""
        self._open = contextlib.ExitStack()
        """What counts this connection among those of its caller."""
        self._ended = asyncio.Event()
        """Set when the token of this connection has ended."""
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(self._limits.queued_messages_max)
        """The messages to send, in order; None: close the connection, as a sandbox has ordered."""
        self._running: dict[str, asyncio.Task[None]] = {}
        self._initialised = False
        self._acknowledged = False
        self._messages = Allowance(
            self._limits.messages_per_second, self._limits.messages_burst, self._limits.messages_burst, _now()
        )
        self._frames: Frames | None = (socket.scope.get("extensions") or {}).get(FRAMES)  # type: ignore[assignment]
        self._gate = Gate() if self._frames is None else self._frames.gate  # of another server: nobody looks at it
        self._must_close: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sending_since: float | None = None
        self._unsent: int | None = None
        """While the client does not take what was written: what waited when it last took some, at `_sending_since`."""
        self._opened = _now()
        self._unanswered: int | None = None
        """Pings since the client's last answer; None until its first one, for some clients answer none."""
        self._pinged = self._opened - next(_spread) / SPREAD * self._limits.ping_seconds / 2

    async def serve(self) -> None:
        """Runs until the client leaves, or the connection must be closed."""
        parts = [asyncio.create_task(part) for part in (self._read(), self._write())]
        self._open.enter_context(self._operations.sockets.one(self.caller))
        try:
            done, _ = await asyncio.wait((*parts, self._must_close), return_when=asyncio.FIRST_COMPLETED)
            closed = next((error for error in map(_failure, done) if error is not None), None)
        finally:
            self._must_close.cancel()  # nobody looks after it any more
            tasks = [*parts, *self._running.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._open.close()
        if isinstance(closed, Closed):
            with contextlib.suppress(Exception):
                async with asyncio.timeout(1):
                    await self._socket.close(closed.code, closed.reason)
        elif closed is not None and not isinstance(closed, WebSocketDisconnect | OSError):
            problem_of(closed, "a websocket")

    # ---------------------------------------------------------------- the two that always run, and the timer's look

    async def _read(self) -> None:
        for number in count(1):
            if number % MESSAGES_AT_ONCE == 0:
                await asyncio.sleep(0)  # those that have arrived are read without a pause otherwise
            received = await self._socket.receive()
            if received["type"] != "websocket.receive":
                return
            text = received.get("text")
            if not isinstance(text, str):
                raise Closed(BAD_MESSAGE, "Messages are text")
            self._count_message()
            # A character has four bytes at most; only a text that may be too long is encoded to be measured.
            most = self._limits.body_bytes_max
            if len(text) * 4 > most and len(text.encode(errors="replace")) > most:
                raise Closed(TOO_LARGE, f"A message has at most {self._limits.body_bytes_max} bytes")
            try:
                message = msgspec.json.decode(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                raise Closed(BAD_MESSAGE, "Messages are JSON") from error
            if not isinstance(message, dict):
                raise Closed(BAD_MESSAGE, "Messages are JSON objects")
            await self._take(message)

    def _count_message(self) -> None:
        """Counts a message of the client, whatever it is: each takes time to read."""
        self._messages.fill(_now())
        if self._messages.left < 1:
            most = self._limits.messages_per_second
            raise Closed(TOO_MANY_MESSAGES, f"You send too many messages; {most:.0f} a second are allowed")
        self._messages.left -= 1

    async def _write(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            text = await self._queue.get()
            if text is None:
                raise Closed(LOST, "Lost, as this sandbox has ordered")
            if self._frames is None:
                self._sending_since = clock()
            await self._socket.send({"type": "websocket.send", "text": text, "bytes": None})
            self._gate.is_quiet = self._queue.empty()
            if self._frames is None:
                self._sending_since = None

    def look(self, now: float) -> None:
        """Closes it if it is not initialised in time, does not read, or its token has ended; sends pings."""
        if self._must_close.done():
            return
        try:
            self._look(now)
        except Closed as closed:
            self._must_close.set_exception(closed)

    def _look(self, now: float) -> None:
        if self._ended.is_set():
            raise Closed(UNAUTHORIZED, "Unauthorized: the token has ended, or it was revoked")
        if not self._initialised and now - self._opened > self._limits.greeting_seconds:
            raise Closed(INITIALISATION_TIMEOUT, "Connection initialisation timeout")
        if self._frames is not None:
            self._look_at_unsent(self._frames, now)
        if self._sending_since is not None and now - self._sending_since > self._limits.stall_seconds:
            raise self._slow("You read too slowly")
        if self._acknowledged and now - self._pinged > self._limits.ping_seconds:
            self._pinged = now
            if self._unanswered is not None:
                if self._unanswered >= UNANSWERED_MAX:
                    raise self._slow("You no longer answer pings")
                self._unanswered += 1
            if self._frames is not None and self._gate.is_open:
                self._frames.write_frames(PING_FRAME)
            else:
                self._send_soon(PING)

    def _slow(self, what: str) -> Closed:
        self._operations.metrics.slow.inc()
        return Closed(SLOW, f"{what}; reconnect with your last cursor")

    def _look_at_unsent(self, frames: Frames, now: float) -> None:
        """Notes when the client last took something of what waits for it."""
        if frames.gate.is_free or not frames.is_open:
            self._unsent = self._sending_since = None
        elif self._unsent is None or frames.unsent_bytes < self._unsent:
            self._unsent, self._sending_since = frames.unsent_bytes, now

    async def _drained(self) -> None:
        """Returns once it takes frames; never for a connection that is being closed, whose operations are cancelled."""
        assert self._frames is not None
        while not self._gate.is_open:
            if not self._frames.is_open:
                await asyncio.get_running_loop().create_future()
            await self._frames.drained()
            await asyncio.sleep(0)  # what is in the queue goes first

    # ---------------------------------------------------------------- messages of clients

    async def _take(self, message: dict[str, Any]) -> None:
        match message:
            case {"type": "connection_init"}:
                await self._initialise(message.get("payload"))
            case {"type": "ping"}:
                self._send_soon('{"type":"pong"}')
            case {"type": "pong"}:
                self._unanswered = 0
            case {"type": "subscribe", "id": str(id)} if 0 < len(id) <= ID_CHARS_MAX:
                self._subscribe(id, message.get("payload"))
            case {"type": "complete", "id": str(id)}:
                task = self._running.pop(id, None)
                if task is not None:
                    task.cancel()
            case _:
                raise Closed(BAD_MESSAGE, "Unknown or malformed message")

    async def _initialise(self, payload: object) -> None:
        if self._initialised:
            raise Closed(TOO_MANY_INITIALISATIONS, "Too many initialisation requests")
        self._initialised = True
        if payload is not None and not isinstance(payload, dict):
            raise Closed(BAD_MESSAGE, "Invalid connection init payload")
        token = _authorization(payload or {})
        try:
            header = self._socket.headers.get("authorization")
            client = self._socket.headers.get("user-agent", "")
            self.caller = await self._operations.caller(header if token is None else token, self.caller.address, client)
            self._open.close()  # it was counted for the address alone
            self._operations.sockets.check(self.caller)
        except Problem as problem:
            if problem.code == "TOO_MANY_STREAMS":
                raise Closed(TOO_MANY_STREAMS, problem.text) from problem
            if problem.code == "RATE_LIMITED":
                raise Closed(FULL, problem.text) from problem
            raise Closed(UNAUTHORIZED, "Unauthorized: the service does not know this token") from problem
        except Unavailable as unavailable:
            self._operations.metrics.problems.labels("UNAVAILABLE").inc()
            raise Closed(FULL, "A part of the service does not answer; try again later") from unavailable
        self._open.enter_context(self._operations.sockets.one(self.caller))
        self._ended = self._open.enter_context(self._operations.sessions.one(self.caller))
        self._acknowledged = True
        self._send_soon('{"type":"connection_ack"}')

    def _subscribe(self, id: str, payload: object) -> None:
        if not self._acknowledged:
            raise Closed(UNAUTHORIZED, "Unauthorized")
        if id in self._running:
            raise Closed(ID_TAKEN, f"Subscriber for {id} already exists")
        most = self._limits.subscriptions_per_connection_max
        if len(self._running) >= most:
            self._reject(id, Problem("SUBSCRIPTION_LIMIT", f"At most {most} operations at once here.", max=most))
            return
        task = asyncio.create_task(self._operation(id, payload))
        self._running[id] = task
        task.add_done_callback(lambda done: self._running.pop(id) if self._running.get(id) is done else None)

    def _reject(self, id: str, problem: Problem) -> None:
        """Answers from the reader itself: the number of tasks for such answers would have no bound."""
        errors = problem_errors(problem, self._operations.context(self.caller))
        try:
            self._put_now(msgspec.json.encode({"id": id, "type": "error", "payload": errors}).decode())
        except asyncio.QueueFull as full:
            raise Closed(SLOW, "You send faster than you read") from full

    # ---------------------------------------------------------------- one operation

    async def _operation(self, id: str, payload: object) -> None:
        context = self._operations.context(self.caller)
        try:
            await self._run(id, payload, context)
            await self._end(id, {"id": id, "type": "complete"})
        except SubscriptionFailed as failed:
            await self._end(id, {"id": id, "type": "error", "payload": failed.errors})
        except ConnectionDropped:
            await self._put(None)
        except Exception as error:
            errors = problem_errors(problem_of(error, context.at), context)
            await self._end(id, {"id": id, "type": "error", "payload": errors})

    async def _run(self, id: str, payload: object, context: Context) -> None:
        """Queues every result of an operation. Raises SubscriptionFailed for one that may not run, too."""
        self._operations.begin(self.caller)
        request = self._operations.resolved(request_of(payload))
        operation = await self._operations.check(request, context, self.caller)
        if isinstance(operation, RejectedOperation):
            raise SubscriptionFailed(operation.errors)
        head = f'{{"id":{msgspec.json.encode(id).decode()},"type":"next","payload":'
        if operation.kind is OperationType.SUBSCRIPTION:
            await self._follow(head, operation, request, context)
        else:
            response = await self._operations.run(operation, request, context, self.caller)
            await self._put(f"{head}{response.decode()}}}")

    async def _follow(
        self, head: str, operation: CheckedOperation, request: OperationRequest, context: Context
    ) -> None:
        with self._operations.metrics.subscriptions.labels("websocket").track_inprogress():
            if self._frames is not None:
                sink = FrameSink(self._frames, head.encode(), self._drained)
                if await self._operations.relayed(operation, request, context, self.caller, sink):
                    return
            async for _, payload in self._operations.follow(operation, request, context, self.caller):
                await self._put(f"{head}{payload.decode()}}}")
                if self._queue.qsize() > 1:
                    await asyncio.sleep(0)  # a client that catches up must not keep the others waiting

    async def _end(self, id: str, message: Mapping[str, object]) -> None:
        if self._running.get(id) is asyncio.current_task():
            del self._running[id]  # before the message, so that the id may be used again as soon as it is read
        await self._put(msgspec.json.encode(message).decode())

    def _send_soon(self, text: str) -> None:
        """Queues a message that belongs to no operation. It never waits: the reader must go on reading."""
        with contextlib.suppress(asyncio.QueueFull):
            self._put_now(text)

    async def _put(self, text: str | None) -> None:
        await self._queue.put(text)
        self._gate.is_quiet = False  # until the writer has sent it

    def _put_now(self, text: str) -> None:
        self._queue.put_nowait(text)
        self._gate.is_quiet = False


def _now() -> float:
    return asyncio.get_running_loop().time()


def _authorization(payload: Mapping[str, Any]) -> str | None:
    """The token of `connection_init`; the key may be in upper or lower case."""
    for name, value in payload.items():
        if name.lower() == "authorization" and isinstance(value, str):
            return value
    return None


def _failure(task: "asyncio.Future[None]") -> BaseException | None:
    return None if task.cancelled() else task.exception()


__all__ = ["PROTOCOL", "SLOW", "websocket_route"]
