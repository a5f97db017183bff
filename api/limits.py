"""How much a caller may ask for, and how often. Callers are keyed by their id or address, never by a token."""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from api.problems import Problem
from services.ports import Principal


@dataclass(frozen=True, kw_only=True)
class ApiLimits:
    """Every limit of the API, with its documented default (docs/client-developers.md).

    `*_points_per_second` and `*_points_burst`: points of cost, as `api.execution.cost` estimates them; a principal is
    counted as one from every address, an anonymous caller by address. `selections_max`: as `api.execution.judge`
    counts. `streams_*`: of websockets, and apart from those of server-sent events. `stall_seconds`: how long a
    subscriber may take no byte before the connection is closed.
    """

    body_bytes_max: int = 64 * 1024
    tokens_max: int = 1_500
    selections_max: int = 1_500
    depth_max: int = 16
    aliases_max: int = 200
    cost_max: int = 50_000
    answer_bytes_max: int = 5_000_000
    principal_points_per_second: float = 30_000.0
    principal_points_burst: float = 400_000.0
    anonymous_points_per_second: float = 30_000.0
    anonymous_points_burst: float = 400_000.0
    streams_points_per_second: float = 15_000.0
    streams_points_burst: float = 300_000.0
    lookups_per_second: float = 200.0
    lookups_burst: float = 2_000.0
    newcomers_per_second: float = 0.2
    newcomers_burst: float = 30.0
    operations_at_once_max: int = 8
    operations_waiting_max: int = 200
    subscriptions_per_connection_max: int = 32
    streams_per_principal_max: int = 500
    streams_per_address_max: int = 3_000
    connections_max: int = 5_000
    messages_per_second: float = 100.0
    messages_burst: float = 1_000.0
    queued_messages_max: int = 64
    stall_seconds: float = 15.0
    greeting_seconds: float = 10.0
    ping_seconds: float = 20.0

    def of_one_among(self, processes: int) -> "ApiLimits":
        """The limits of one of so many processes of a service.

        What protects the database is divided: guesses of tokens and new players, so that their sum stays what is
        documented. The others protect a process, and hold for each.
        """
        return replace(
            self,
            lookups_per_second=self.lookups_per_second / processes,
            lookups_burst=max(1.0, self.lookups_burst / processes),
            newcomers_per_second=self.newcomers_per_second / processes,
            newcomers_burst=max(1.0, self.newcomers_burst / processes),
        )


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose limits count: a principal, or else an address. `token_hash`: SHA-256 of the token they came by."""

    principal: Principal | None
    address: str
    token_hash: bytes = field(default=b"", repr=False)

    @property
    def key(self) -> str:
        """The name of the caller's buckets and places."""
        return f"address {self.address}" if self.principal is None else f"principal {self.principal.id}"


@dataclass(slots=True)
class Allowance:
    """A token bucket: `left` now, refilled over time. `left_at`: the clock's seconds when that was true."""

    per_second: float
    burst: float
    left: float
    left_at: float

    def fill(self, now: float) -> None:
        """Adds what came since the last time."""
        self.left = min(self.burst, self.left + (now - self.left_at) * self.per_second)
        self.left_at = now

    def wait_ms(self, needed: float) -> int:
        """Milliseconds until `needed` are left."""
        return max(0, math.ceil((needed - self.left) / self.per_second * 1000))


CALLERS_MAX: Final = 20_000
"""How many buckets are kept. The caller idle for longest is dropped first, and at worst starts with a full bucket."""

BRISK_POINTS: Final = 10_000
"""Who has spent less than this of a full bucket is served at once; who has spent more is served in turn."""

DEBT_MAX: Final = 1.0
"""How far work that cost more than its estimate may take a bucket below zero, as a part of the burst."""


class Remaining(NamedTuple):
    """What a caller may still ask for: `limit` points at most at once, `left` now, and `limit` after `full_ms`."""

    limit: int
    left: int
    full_ms: int


@dataclass
class Rates:
    """The buckets of all callers of this process."""

    limits: ApiLimits
    now: Callable[[], float] = time.monotonic
    _buckets: OrderedDict[str, Allowance] = field(default_factory=OrderedDict)

    def take(self, caller: Caller, points: int, *, requested: int | None = None) -> Remaining:
        """Spends points of a caller. `requested`: what the whole operation costs, if this is the rest of it.

        Raises Problem RATE_LIMITED with when to try again, and TOO_EXPENSIVE for what no bucket ever has.
        """
        bucket, whole = self._of(caller), points if requested is None else requested
        if whole > bucket.burst:
            text = f"This operation costs {whole} points; you never have more than {int(bucket.burst)}."
            raise Problem("TOO_EXPENSIVE", text, requested=whole, max=int(bucket.burst))
        if bucket.left < points:
            _refuse(bucket, whole)
        bucket.left -= points
        return remaining_of(bucket)

    def remaining(self, caller: Caller) -> Remaining:
        """What the caller has left."""
        return remaining_of(self._of(caller))

    def remaining_of_streams(self, caller: Caller) -> Remaining:
        """The same as `remaining`, of the allowance of the caller's subscriptions."""
        return remaining_of(self._of_streams(caller))

    def is_greedy(self, caller: Caller) -> bool:
        """Whether the caller has asked for so much lately that others go first."""
        bucket = self._of(caller)
        return bucket.burst - bucket.left > BRISK_POINTS

    def settle(self, caller: Caller, points: int) -> None:
        """Spends what an operation has cost beyond its estimate. The caller has had it, so it may become a debt."""
        bucket = self._of(caller)
        bucket.left = max(bucket.left - points, -bucket.burst * DEBT_MAX)

    async def pay_for_step(self, caller: Caller, points: int) -> None:
        """Spends the points of a step that a subscription computes or sends, and waits until the caller has them.

        Each who waits has spent already, so they go on in order, and none of them is woken in vain.
        """
        bucket = self._of_streams(caller)
        bucket.left -= points
        if bucket.left < 0:
            await asyncio.sleep(-bucket.left / bucket.per_second)

    def of_streams(self, caller: Caller) -> Allowance:
        """What the caller may spend on subscriptions now."""
        return self._of_streams(caller)

    def is_greedy_with_streams(self, caller: Caller) -> bool:
        """The same as `is_greedy`, of what the caller's subscriptions have spent."""
        bucket = self._of_streams(caller)
        return bucket.burst - bucket.left > BRISK_POINTS

    def look_up(self, address: str) -> None:
        """Counts one look-up of a token. Raises Problem RATE_LIMITED."""
        limits = self.limits
        self._count(f"tokens from {address}", limits.lookups_per_second, limits.lookups_burst)

    def admit(self, address: str) -> None:
        """Counts one newcomer of an address. Raises Problem RATE_LIMITED."""
        limits = self.limits
        self._count(f"newcomers from {address}", limits.newcomers_per_second, limits.newcomers_burst)

    def _count(self, name: str, per_second: float, burst: float) -> None:
        bucket = self._bucket(name, per_second, burst)
        if bucket.left < 1:
            _refuse(bucket, 1)
        bucket.left -= 1

    def _of(self, caller: Caller) -> Allowance:
        limits = self.limits
        if caller.principal is None:
            return self._bucket(caller.key, limits.anonymous_points_per_second, limits.anonymous_points_burst)
        return self._bucket(caller.key, limits.principal_points_per_second, limits.principal_points_burst)

    def _of_streams(self, caller: Caller) -> Allowance:
        limits = self.limits
        name = f"streams of {caller.key}"
        return self._bucket(name, limits.streams_points_per_second, limits.streams_points_burst)

    def _bucket(self, name: str, per_second: float, burst: float) -> Allowance:
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Allowance(per_second, burst, burst, self.now())
            if len(self._buckets) > CALLERS_MAX:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        bucket.fill(self.now())
        return bucket


def _refuse(bucket: Allowance, requested: int) -> None:
    wait_ms = bucket.wait_ms(requested) + 1
    text = f"You have asked for too much in a short time. Try again in {wait_ms} ms."
    facts = {"requested": requested, "left": int(bucket.left), "limit": int(bucket.burst), "retryAfterMs": wait_ms}
    raise Problem("RATE_LIMITED", text, **facts)


def remaining_of(bucket: Allowance) -> Remaining:
    """What is left in a bucket."""
    return Remaining(int(bucket.burst), int(bucket.left), bucket.wait_ms(bucket.burst))
