"""HTTP/1.1 within bounds: uvicorn's protocol on httptools, which counts and times what a client sends.

httptools (llhttp) itself refuses what smuggles requests: a length beside chunks, two lengths, bare line feeds, folded
headers, control characters. `heads.check` refuses what it lets pass.
"""

import asyncio
import enum
from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

import httptools
from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from uvicorn.server import ServerState

from api.addresses import counted_address
from api.problems import Problem
from infra.wire import answers, heads
from infra.wire.connections import Connection, Connections
from infra.wire.one_write import HeadWithBody
from infra.wire.pieces import PiecewiseHttp
from infra.wire.proxies import Proxies
from infra.wire.refusals import SILENT
from infra.wire.websocket import BoundedWebSocket

SLICE_BYTES: Final = 16 * 1024
"""Received bytes are parsed in slices, so that no more than a slice is parsed beyond a limit."""


CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


def _nothing() -> None:
    """What follows when a connection that is closed, or a websocket, has taken too long."""


class Phase(enum.Enum):
    """What a connection is doing. In the first three the client owes something."""

    IDLE = enum.auto()
    HEAD = enum.auto()
    BODY = enum.auto()
    BUSY = enum.auto()
    ENDING = enum.auto()
    """Refused: what still arrives is discarded, so that the client can read the answer."""


class BoundedHttp(PiecewiseHttp):
    """One connection, from its acceptance until it is closed or becomes a websocket."""

    def __init__(
        self,
        connections: Connections,
        proxies: Proxies,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._all = connections
        self._limits = connections.limits
        self._proxies = proxies
        self._phase = Phase.HEAD
        self._reading_body = False
        self._is_whole = True
        self._bytes = 0
        """Received of the head, or of the body with its framing, so far; of anything once the connection is ending."""
        self._body_bytes = 0
        self._checked: list[tuple[bytes, bytes]] = []
        self._problem: Problem | None = None
        self._other_upgrade = False
        self._unread: tuple[RequestResponseCycle, ASGI3Application] | None = None
        """The request whose body is still arriving, and what will answer it."""

    # ---------------------------------------------------------------- the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        host = None if self.client is None else self.client[0]
        address = None if self._proxies.include(host) else counted_address(host)
        self._connection = Connection(transport, address, self._expired)
        if not self._all.admit(self._connection):
            self._phase = Phase.ENDING
            transport.write(answers.response_of(answers.too_many_connections(), self.server_state.default_headers))
            if self._all.may_linger(self._connection):
                self._linger()
            else:
                transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        super().connection_lost(exc)
        self._all.leave(self._connection)
        self._connection.expired = _nothing

    def shutdown(self) -> None:
        """Close the connection, at once if no request is being answered."""
        if self._unread is not None:
            self.transport.close()
        else:
            super().shutdown()

    def pause_writing(self) -> None:
        """The client does not take what is written; its time is measured from now."""
        super().pause_writing()
        self._all.paused(self._connection, paused=True)

    def resume_writing(self) -> None:
        """The client has taken most of what was written."""
        super().resume_writing()
        self._all.paused(self._connection, paused=False)

    # ---------------------------------------------------------------- what arrives

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived, slice by slice, up to the first limit."""
        if self._phase is Phase.ENDING:
            self._discard(len(data))
            return
        self._unset_keepalive_if_required()
        if len(data) <= SLICE_BYTES:
            going_on = self._parse(data)
        else:
            view = memoryview(data)
            slices = (view[start : start + SLICE_BYTES] for start in range(0, len(data), SLICE_BYTES))
            going_on = all(self._parse(each) for each in slices)
        if going_on:
            self._settle()

    def _parse(self, data: bytes | memoryview) -> bool:
        """Whether to go on with the next bytes as HTTP."""
        self._bytes += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            return self._upgrade(bytes(data[upgrade.args[0] :]))
        except httptools.HttpParserError:
            self._refuse(self._problem or answers.malformed("The request is not HTTP/1.1."))
            return False
        limits = self._limits
        if not self._reading_body and self._bytes > limits.head_bytes_max:
            self._refuse(answers.head_too_large(limits))
            return False
        if self._reading_body and self._bytes > limits.body_bytes_max * limits.framing_factor:
            self._refuse(answers.body_too_large(limits))
            return False
        return True

    def _upgrade(self, rest: bytes) -> bool:
        if not self._other_upgrade:
            self.handle_websocket_upgrade()
            # Nothing but these two refers to this object from here on, so nothing of the handshake stays.
            self.parser = None  # type: ignore[assignment]
            self._connection.expired = _nothing
            return False
        # A server may ignore an upgrade that it does not know; the parser cannot. So it gets the head without it.
        self._other_upgrade = False
        self.parser = httptools.HttpRequestParser(self)
        return self._parse(heads.without_upgrade(self.scope["method"], self.url, self.headers)) and self._parse(rest)

    def _settle(self) -> None:
        """Begin to measure the time of what the client owes now."""
        if self._reading_body:
            self._enter(Phase.BODY)
        elif self._bytes:
            self._enter(Phase.HEAD)
        elif self.cycle is not None and not self.cycle.response_complete:
            self._enter(Phase.BUSY)
        else:
            self._enter(Phase.IDLE)

    def _enter(self, phase: Phase) -> None:
        if phase is self._phase:
            return
        self._phase = phase
        match phase:
            case Phase.HEAD:
                self._all.expect(self._connection, self._limits.head_seconds_max)
            case Phase.BODY:
                self._all.expect(self._connection, self._limits.body_seconds_max)
            case Phase.IDLE:
                self._all.expect(self._connection, None)  # uvicorn's own timer measures `idle_seconds_max`
            case _:
                self._all.busy(self._connection)

    # ---------------------------------------------------------------- the parser's callbacks

    def on_message_begin(self) -> None:
        """Another request begins here."""
        super().on_message_begin()
        self._checked = []
        self._body_bytes = 0
        self._is_whole = False

    def on_url(self, url: bytes) -> None:
        """A piece of the address has arrived."""
        super().on_url(url)
        if len(self.url) > self._limits.target_bytes_max:
            self._stop(answers.target_too_long(self._limits.target_bytes_max))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a trailer after a chunked body. Trailers are ignored: the request is being answered."""
        if self._reading_body:
            return
        name = name.lower()
        if name == b"expect" and value.lower() == b"100-continue":
            self.expect_100_continue = True
        self.headers.append((name, value))
        if name in heads.CHECKED:
            self._checked.append((name, value))
        if len(self.headers) > self._limits.headers_max:
            self._stop(answers.head_too_large(self._limits))

    def on_headers_complete(self) -> None:
        """The head is whole: check it, and wait for the body."""
        method, version = self.parser.get_method(), self.parser.get_http_version()
        problem = self._size_problem() or heads.check(method, version, self._checked, self._limits)
        if problem is None and len(self.pipeline) >= self._limits.pipelined_max:
            problem = answers.malformed("Too many requests wait for the answer to an earlier one.")
        if problem is not None:
            self._stop(problem)
        if self.parser.should_upgrade():
            self._other_upgrade = not self._should_upgrade()
            if self._other_upgrade:
                self.scope["method"] = method.decode("ascii")
                return
            if (problem := heads.check_handshake(method, version, self.url, self.headers)) is not None:
                self._stop(problem)
        super().on_headers_complete()
        if not self.parser.should_upgrade():
            self.cycle.transport = cast(Any, HeadWithBody(self.transport, has_body=method != b"HEAD"))
        self._reading_body, self._bytes = True, 0
        if self.expect_100_continue and not self.pipeline:
            self.cycle.waiting_for_100_continue = False
            self.transport.write(CONTINUE)

    def _size_problem(self) -> Problem | None:
        most = self._limits.head_bytes_max
        if self._bytes + SLICE_BYTES <= most:  # the head may have begun in the middle of a slice, and no earlier
            return None
        return answers.head_too_large(self._limits) if heads.size_of(self.url, self.headers) > most else None

    def on_body(self, body: bytes) -> None:
        """A piece of the body has arrived."""
        self._body_bytes += len(body)
        if self._body_bytes > self._limits.body_bytes_max:
            self._stop(answers.body_too_large(self._limits))
        if not self.cycle.response_complete:
            self.cycle.body += body

    def on_message_complete(self) -> None:
        """The request is whole; another one may follow."""
        self._reading_body, self._bytes = False, 0
        self._is_whole = True
        if self._other_upgrade:
            return
        super().on_message_complete()
        if self._unread is not None:
            cycle, app = self._unread
            self._unread = None
            super()._start_asgi_task(cycle, app)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Begin to answer a request, but not before it is whole: half a body costs no route any work."""
        if cycle is self.cycle and not self._is_whole:
            self._unread = cycle, app
        else:
            super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """A request is answered."""
        super().on_response_complete()
        if self._phase is Phase.BUSY and not self.pipeline:
            self._enter(Phase.IDLE)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the protocol of websockets."""
        self._all.busy(self._connection)
        self.ws_protocol_class = cast(Any, partial(BoundedWebSocket, self._all, self._connection))
        super().handle_websocket_upgrade()

    # ---------------------------------------------------------------- refusals

    def _stop(self, problem: Problem) -> None:
        """Make the parser fail; `_parse` then refuses with this problem."""
        self._problem = problem
        raise problem

    def _expired(self) -> None:
        limits = self._limits
        if self._phase is Phase.BODY:
            self._refuse(answers.too_slow("body", limits.body_seconds_max))
        elif self._bytes:
            self._refuse(answers.too_slow("head", limits.head_seconds_max))
        else:  # a silent connection requests nothing, so it gets no answer
            self._all.refusals.count(SILENT)
            self._phase = Phase.ENDING
            self.transport.close()

    def _refuse(self, problem: Problem) -> None:
        """Answer with this problem, unless something else is being answered, and close the connection."""
        self._all.refusals.count_problem(problem)
        reading_body, self._phase, self._bytes = self._reading_body, Phase.ENDING, 0
        cycle = self.cycle
        answered = cycle is None or cycle.response_complete
        if not answered and not reading_body and not self.pipeline:
            cycle.keep_alive = False  # the earlier request is answered first; then the connection is closed
            self._all.busy(self._connection)
            return
        if not answered and (self.pipeline or cycle.response_started):
            self.transport.abort()
            return
        if not answered:
            cycle.disconnected = True  # the route stops waiting for the body
            cycle.message_event.set()
        if not (answered and reading_body):  # else the route has answered without the body
            self.transport.write(answers.response_of(problem, self.server_state.default_headers))
        self.flow.resume_reading()
        self._linger()

    def _linger(self) -> None:
        """Say that no more is sent, and discard for a while what arrives: a reset would take the answer away."""
        self._all.busy(self._connection)
        if self.transport.is_closing():
            return
        self.transport.write_eof()
        self.loop.call_later(self._limits.linger_seconds, self.transport.abort)

    def _discard(self, size: int) -> None:
        self._bytes += size
        if self._bytes > self._limits.linger_bytes_max:
            self.transport.abort()


Factory = Callable[..., asyncio.Protocol]


def bounded_http(connections: Connections, proxies: Proxies) -> Factory:
    """What uvicorn makes a protocol with, for each connection."""
    return partial(BoundedHttp, connections, proxies)


__all__ = ["BoundedHttp", "bounded_http"]
