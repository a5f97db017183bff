"""How much a caller may ask for, and how often. Callers are keyed by their id or address, never by a token."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from api.problems import Problem


@dataclass(frozen=True, kw_only=True)
class ApiLimits:
    """Every limit of the API, with its documented default (docs/client-developers.md).

    `*_per_second` and `*_burst`: operations; a principal is counted as one from every address, an anonymous caller by
    address. `cost_max`: fields to resolve, as `api.execution.cost` estimates them. `stall_seconds`: how long a
    subscriber may take no byte before the connection is closed.
    """

    body_bytes_max: int = 64 * 1024
    tokens_max: int = 4_000
    depth_max: int = 14
    aliases_max: int = 200
    cost_max: int = 30_000
    subscriptions_per_connection_max: int = 32
    connections_max: int = 5_000
    queued_messages_max: int = 64
    stall_seconds: float = 15.0
    greeting_seconds: float = 10.0
    ping_seconds: float = 20.0
    principal_per_second: float = 500.0
    principal_burst: float = 1_500.0
    anonymous_per_second: float = 200.0
    anonymous_burst: float = 2_000.0
    newcomers_per_second: float = 0.2
    newcomers_burst: float = 30.0


@dataclass(slots=True)
class Allowance:
    """A token bucket: `left` operations now, refilled over time. `left_at`: the clock's seconds when that was true."""

    per_second: float
    burst: float
    left: float
    left_at: float


CALLERS_MAX = 20_000
"""How many buckets are kept. The caller idle for longest is dropped first, and at worst starts with a full bucket."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """What a caller may still ask for: `limit` at most at once, `left` now, and `limit` again after `full_seconds`."""

    limit: int
    left: int
    full_seconds: int


@dataclass
class Rates:
    """The buckets of all callers of this process."""

    limits: ApiLimits
    now: Callable[[], float] = time.monotonic
    _buckets: OrderedDict[str, Allowance] = field(default_factory=OrderedDict)

    def take(self, caller: str, *, anonymous: bool) -> Remaining:
        """Count one operation of `caller`. Raises Problem RATE_LIMITED, with when to try again, when nothing is
        left."""
        limits = self.limits
        if anonymous:
            return self._take(caller, limits.anonymous_per_second, limits.anonymous_burst)
        return self._take(caller, limits.principal_per_second, limits.principal_burst)

    def admit(self, caller: str) -> Remaining:
        """Count one newcomer of an address. Raises Problem RATE_LIMITED."""
        return self._take(caller, self.limits.newcomers_per_second, self.limits.newcomers_burst)

    def _take(self, caller: str, per_second: float, burst: float) -> Remaining:
        bucket = self._bucket(caller, per_second, burst)
        now = self.now()
        bucket.left = min(bucket.burst, bucket.left + (now - bucket.left_at) * bucket.per_second)
        bucket.left_at = now
        if bucket.left < 1:
            wait_ms = int((1 - bucket.left) / bucket.per_second * 1000) + 1
            text = f"Too many operations. Try again in {wait_ms} ms."
            raise Problem("RATE_LIMITED", text, left=0, limit=int(bucket.burst), retryAfterMs=wait_ms)
        bucket.left -= 1
        full = (bucket.burst - bucket.left) / bucket.per_second
        return Remaining(int(bucket.burst), int(bucket.left), int(full) + 1)

    def _bucket(self, caller: str, per_second: float, burst: float) -> Allowance:
        bucket = self._buckets.get(caller)
        if bucket is None:
            bucket = self._buckets[caller] = Allowance(per_second, burst, burst, self.now())
            if len(self._buckets) > CALLERS_MAX:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(caller)
        return bucket
