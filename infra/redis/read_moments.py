"""What callers have had lately, in sorted sets of Redis: `services.reads.freshness.Memory`.

In the first set a caller has two members: up to which moment they have had everything, and past which they have had
nothing of the primary. One more member is the moment up to which the set may be incomplete: it counts for everybody. If
Redis loses the set, it begins anew with that moment, so nobody gets anything older than what they had. The positions of
replicas are in sets of their own, one for each span of time, which expire.
"""

import asyncio
import contextlib
import hashlib
from typing import Final

import redis.asyncio as aioredis
from redis.exceptions import RedisError

from infra.redis.circuit import Circuit
from services.reads.freshness import Floor, Had

KEY: Final = "emberlog:read-moments"
KEEP_US: Final = 180_000_000
"""How long a moment is remembered. No replica that is read is so far behind (`settings.READER_LAG_MAX`)."""
TRIM_US: Final = 10_000_000
SECONDS_MAX: Final = 0.5
_SINCE: Final = "since"
_FAILURES: Final = (RedisError, OSError, TimeoutError)

# Scripts, because transactions of several commands took the API 0.2 ms more for each answer.
_FLOOR: Final = """
redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[1])
redis.call('ZADD', KEYS[1], 'GT', ARGV[3], ARGV[1])
return {redis.call('ZSCORE', KEYS[1], ARGV[1]), redis.call('ZSCORE', KEYS[1], ARGV[4]),
        redis.call('ZSCORE', KEYS[2], ARGV[5]), redis.call('ZSCORE', KEYS[3], ARGV[5])}
"""
_NOTE: Final = """
redis.call('ZADD', KEYS[1], 'GT', ARGV[5], ARGV[2], ARGV[6], ARGV[3])
local everything = redis.call('ZSCORE', KEYS[1], ARGV[2])
if tonumber(ARGV[7]) > 0 then
    redis.call('ZADD', KEYS[2], 'GT', ARGV[7], ARGV[4])
    redis.call('PEXPIRE', KEYS[2], ARGV[9])
end
if tonumber(ARGV[8]) > 0 then
    redis.call('ZADD', KEYS[1], 'XX', 'GT', ARGV[8], ARGV[1])
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[8])
end
return everything
"""


class RedisReadMoments:
    """Belongs to the event loop it is first used in; close it with `aclose`."""

    def __init__(self, url: str, key: str = KEY) -> None:
        self._key, self._positions = key, f"{key}:positions"
        self._client = aioredis.Redis.from_url(url, socket_timeout=None, socket_connect_timeout=SECONDS_MAX)
        self._floor, self._note = self._client.register_script(_FLOOR), self._client.register_script(_NOTE)
        self._circuit = Circuit("lists are read from the primary.")
        self._lost_us = 0
        """The newest moment that could not be noted."""
        self._trimmed_us = 0

    async def floor(self, caller: str, now_us: int) -> Floor | None:
        """Implements `floor` of the port. None while Redis is away."""
        if self._circuit.away:
            return None
        _, moment, position = _members(caller)
        keys = (self._key, self._positions_at(now_us), self._positions_at(now_us - KEEP_US))
        try:
            async with asyncio.timeout(SECONDS_MAX):
                arguments = (_SINCE, now_us, self._lost_us, moment, position)
                scores = await self._floor(keys, arguments, self._client)
        except _FAILURES as error:
            self._circuit.failed(error)
            self._lost_us = max(self._lost_us, now_us)
            return None
        self._circuit.worked()
        self._lost_us = 0
        since, moment_us, now, before = (int(float(score or 0)) for score in scores)
        return Floor(max(since, moment_us), max(now, before))

    def _positions_at(self, moment_us: int) -> str:
        return f"{self._positions}:{moment_us // KEEP_US}"

    async def note(self, caller: str, had: Had) -> int:
        """Implements `note` of the port. What cannot be noted now counts for everybody later."""
        if not self._circuit.away:
            try:
                async with asyncio.timeout(SECONDS_MAX):
                    everything_us = await self._noted(caller, had)
            except _FAILURES as error:
                self._circuit.failed(error)
            else:
                self._circuit.worked()
                return everything_us
        self._lost_us = max(self._lost_us, had.moment_us)
        return had.everything_us

    async def _noted(self, caller: str, had: Had) -> int:
        everything, moment, position = _members(caller)
        old_us = 0
        if had.moment_us - self._trimmed_us > TRIM_US:
            self._trimmed_us = had.moment_us
            old_us = had.moment_us - KEEP_US
        twice_as_long_ms = KEEP_US // 500
        keys = (self._key, self._positions_at(had.moment_us))
        us = (had.everything_us, had.moment_us, had.position, old_us, twice_as_long_ms)
        return int(float(await self._note(keys, (_SINCE, everything, moment, position, *us), self._client)))

    async def aclose(self) -> None:
        """Close the connections. What is noted stays for the other processes."""
        with contextlib.suppress(*_FAILURES):
            await self._client.aclose()


def _members(caller: str) -> tuple[str, str, str]:
    """The caller's members: a digest, so that Redis holds no address."""
    digest = hashlib.blake2b(caller.encode(), digest_size=16).hexdigest()
    return f"e{digest}", f"m{digest}", f"p{digest}"
