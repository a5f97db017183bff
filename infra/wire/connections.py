"""All connections of this process: how many there may be, which makes room for another, and which has taken too long.

A connection *waits* while the client owes something: a request, the rest of a head, the rest of a body. When no more
connections are allowed, the one that has waited for longest is closed for the new one. So an address that opens many
silent connections closes its own; a request that is being answered, and a stream, are never closed for another.
"""

import asyncio
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from infra.wire.limits import WireLimits
from infra.wire.refusals import CLOSED_FOR_NEWER, FULL, SLOW_READER, Refusals

_log = logging.getLogger("emberlog.wire")

REPORT_SECONDS: Final = 60.0
LINGERING_MAX: Final = 64
"""How many connections may stay open for a moment although they were not admitted."""
EXPIRED_MAX: Final = 32
"""How many connections that took too long are refused before others get a turn, for `PAUSE_SECONDS`."""
PAUSE_SECONDS: Final = 0.02
SWEEPS_PER_LIMIT: Final = 4
SWEEP_SECONDS_MAX: Final = 1.0


@dataclass(slots=True, eq=False)
class Connection:
    """One TCP connection, whatever is spoken over it.

    `address`: the bucket it is counted in; None: a proxy's, which is counted in the sum only. `deadline`: the loop's
    time by which the client must have sent what it owes, else `expired` is called. `unsent`: while the writer is paused
    or the connection is closing, the bytes that waited to be sent when the client last took some, at `unsent_at`; else
    None.
    """

    transport: asyncio.Transport
    address: str | None
    expired: Callable[[], None]
    deadline: float | None = None
    unsent: float | None = None
    unsent_at: float = 0.0


class Counted(dict[Connection, None]):
    """The connections of one address that wait, the longest first; and `open`: how many it has in all."""

    open: int = 0


@dataclass
class Connections:
    """The open connections of a process, which its event loop alone may use."""

    limits: WireLimits
    allowed: int
    refusals: Refusals = field(default_factory=Refusals)
    _open: set[Connection] = field(default_factory=set)
    _waiting: dict[Connection, None] = field(default_factory=dict)
    _by_address: dict[str, Counted] = field(default_factory=dict)
    _refused: set[Connection] = field(default_factory=set)
    _sweeping: asyncio.TimerHandle | None = None
    _reported_at: float = 0.0

    @property
    def open(self) -> int:
        """How many connections are open, without those that were closed to make room."""
        return len(self._open)

    def admit(self, connection: Connection) -> bool:
        """Count a new connection, which waits. Returns False, and counts nothing, if no other can make room for it."""
        counted = None if connection.address is None else self._by_address.get(connection.address)
        if counted is not None and counted.open >= self.limits.connections_per_address_max:
            admitted = self._close_longest_waiting(counted)
        else:
            admitted = len(self._open) < self.allowed or self._close_longest_waiting(self._waiting)
        if not admitted:
            self.refusals.count(FULL)
            return False
        self._open.add(connection)
        if connection.address is not None:
            self._by_address.setdefault(connection.address, Counted()).open += 1
        self.expect(connection, self.limits.head_seconds_max)
        self._sweep_soon()
        return True

    def leave(self, connection: Connection) -> None:
        """The connection is closed. Leaving twice does no harm."""
        self._refused.discard(connection)
        if connection not in self._open:
            return
        self.busy(connection)
        self._open.discard(connection)
        if connection.address is not None:
            counted = self._by_address[connection.address]
            counted.open -= 1
            if counted.open == 0:
                del self._by_address[connection.address]

    def may_linger(self, connection: Connection) -> bool:
        """Whether a connection that was not admitted may stay open until its client has read why."""
        if len(self._refused) >= min(LINGERING_MAX, self.allowed):
            return False
        self._refused.add(connection)
        return True

    def expect(self, connection: Connection, seconds: float | None) -> None:
        """The client owes something from now on, and must send it within `seconds`."""
        connection.deadline = None if seconds is None else asyncio.get_running_loop().time() + seconds
        if connection not in self._open:
            return
        self._waiting.pop(connection, None)
        self._waiting[connection] = None
        if connection.address is not None:
            counted = self._by_address[connection.address]
            counted.pop(connection, None)
            counted[connection] = None

    def busy(self, connection: Connection) -> None:
        """The client owes nothing: a request is being answered, or a stream runs."""
        connection.deadline = None
        if self._waiting.pop(connection, self) is None and connection.address is not None:
            self._by_address[connection.address].pop(connection, None)

    def paused(self, connection: Connection, *, paused: bool) -> None:
        """So much waits to be sent that the writer was paused; or no longer."""
        connection.unsent = math.inf if paused else None

    # ---------------------------------------------------------------- making room

    def _close_longest_waiting(self, among: dict[Connection, None]) -> bool:
        longest = next(iter(among), None)
        if longest is None:
            return False
        self.refusals.count(CLOSED_FOR_NEWER)
        self.leave(longest)
        longest.transport.abort()
        return True

    # ---------------------------------------------------------------- taking too long

    def _sweep_soon(self) -> None:
        if self._sweeping is None:
            limits = self.limits
            times = (limits.head_seconds_max, limits.body_seconds_max, limits.stall_seconds_max, limits.linger_seconds)
            pause = min(SWEEP_SECONDS_MAX, min(times) / SWEEPS_PER_LIMIT)
            self._sweeping = asyncio.get_running_loop().call_later(pause, self._sweep)

    def _sweep(self) -> None:
        self._sweeping = None
        now = asyncio.get_running_loop().time()
        expired = [each for each in self._open if each.deadline is not None and now > each.deadline]
        for connection in expired[:EXPIRED_MAX]:
            connection.deadline = None
            connection.expired()
        for connection in tuple(self._open):
            self._check_reader(connection, now)
        self._report(now)
        if len(expired) > EXPIRED_MAX:
            self._sweeping = asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._sweep)
        elif self._open or self.refusals.to_report:
            self._sweep_soon()

    def _check_reader(self, connection: Connection, now: float) -> None:
        """While nothing is written, what is unsent shrinks whenever the client takes something."""
        if connection.unsent is None:
            if connection.transport.is_closing():  # what nobody reads would keep a closed connection open for hours
                connection.unsent = math.inf
            return
        unsent = connection.transport.get_write_buffer_size()
        if unsent < connection.unsent:
            connection.unsent, connection.unsent_at = unsent, now
        elif now - connection.unsent_at > self.limits.stall_seconds_max:
            self.refusals.count(SLOW_READER)
            connection.transport.abort()

    def _report(self, now: float) -> None:
        """Log what was refused, in one line a minute however much it was."""
        if self.refusals.to_report and now - self._reported_at >= REPORT_SECONDS:
            self._reported_at = now
            _log.warning("refused on the wire: %s", self.refusals.unreported())


__all__ = ["Connection", "Connections"]
