"""The audience in Redis: each process writes one entry with its watchers per game, and reads the entries of the others.

An entry expires by itself, so that the entry of a killed process soon disappears. An index names the entries; a process
that misses an entry removes it from the index.
"""

import asyncio
import contextlib
import uuid
from collections.abc import Iterable, Mapping
from typing import Annotated, Final

import msgspec
import redis.asyncio as aioredis
from redis.exceptions import RedisError

from infra.redis.circuit import Circuit
from services.ports import Watching

INDEX = "emberlog:audience"
EXPIRY_SECONDS = 7.0
"""Three meetings may fail (`services.reads.watch.MEET_SECONDS`) before a living process is no longer counted."""
MEETING_SECONDS_MAX = 1.0

_FAILURES = (RedisError, OSError, TimeoutError)

_Count = Annotated[int, msgspec.Meta(ge=0)]
_ENTRY: Final = msgspec.json.Decoder(dict[str, tuple[_Count, _Count]])


class RedisAudience:
    """`services.ports.Audience` of one process.

    Belongs to the event loop it is first used in; close it with `aclose`.
    """

    def __init__(self, url: str, index: str = INDEX, *, expiry_seconds: float = EXPIRY_SECONDS) -> None:
        self._index = index
        self._own = f"{index}:{uuid.uuid4().hex}"
        self._expiry_ms = max(1, round(expiry_seconds * 1_000))
        # With a `socket_timeout` redis-py sends under `wait_for`, which before Python 3.12 can lose a cancellation.
        # Then
        # the process would never end. So a meeting has one timeout as a whole.
        self._client = aioredis.Redis.from_url(
            url, socket_timeout=None, socket_connect_timeout=MEETING_SECONDS_MAX, max_connections=2
        )
        self._circuit = Circuit("watchers are counted per process.")

    async def meet(self, here: Mapping[str, Watching]) -> Mapping[str, Watching]:
        """Write the watchers of this process and return those of the others, or nobody while Redis is away.

        Never raises.
        """
        if self._circuit.away:
            return {}
        try:
            async with asyncio.timeout(MEETING_SECONDS_MAX):
                entries = await self._read(await self._write(here))
        except _FAILURES as error:
            self._circuit.failed(error)
            return {}
        self._circuit.worked()
        return _summed(entries)

    async def _write(self, here: Mapping[str, Watching]) -> list[bytes]:
        """Write or delete the entry of this process. Returns the names of the other entries."""
        async with self._client.pipeline(transaction=True) as pipeline:
            if here:
                entry = {game_id: (each.total, each.public) for game_id, each in here.items()}
                pipeline.set(self._own, msgspec.json.encode(entry), px=self._expiry_ms)
                pipeline.sadd(self._index, self._own)
                pipeline.pexpire(self._index, self._expiry_ms)  # never before an entry that it names
            else:
                pipeline.delete(self._own)
                pipeline.srem(self._index, self._own)
            pipeline.smembers(self._index)
            *_, names = await pipeline.execute()
        return sorted(names - {self._own.encode()})

    async def _read(self, names: list[bytes]) -> list[bytes | str]:
        if not names:
            return []
        entries = await self._client.mget(names)
        expired = [name for name, entry in zip(names, entries, strict=True) if entry is None]
        if expired:
            await self._client.srem(self._index, *expired)
        return [entry for entry in entries if entry is not None]

    async def aclose(self) -> None:
        """Close the connections. The entry expires by itself."""
        with contextlib.suppress(*_FAILURES):
            await self._client.aclose()


def _summed(entries: Iterable[bytes | str]) -> dict[str, Watching]:
    """The sum of the entries. Leaves out text that is not an entry."""
    totals: dict[str, Watching] = {}
    for entry in entries:
        with contextlib.suppress(msgspec.DecodeError):
            for game_id, (total, public) in _ENTRY.decode(entry).items():
                totals[game_id] = totals.get(game_id, Watching()) + Watching(total, public)
    return totals
