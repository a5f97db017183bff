"""The audience in Redis: each process keeps one entry of whom it counts, and reads those of the others. Holds no watcher itself.

An entry expires by itself, so what a killed process has said is soon forgotten. An index names the entries; who finds one
gone takes it out.
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
"""Three meetings may be lost (`services.watch.MEET_SECONDS`) before a process that lives is forgotten."""
MEETING_SECONDS_MAX = 1.0

_FAILURES = (RedisError, OSError, TimeoutError)

_Count = Annotated[int, msgspec.Meta(ge=0)]
_ENTRY: Final = msgspec.json.Decoder(dict[str, tuple[_Count, _Count]])


class RedisAudience:
    """Implements `services.ports.Audience` for one process. Belongs to the event loop it is first used in; close it with `aclose`."""

    def __init__(self, url: str, index: str = INDEX, *, expiry_seconds: float = EXPIRY_SECONDS) -> None:
        self._index = index
        self._own = f"{index}:{uuid.uuid4().hex}"
        self._expiry_ms = max(1, round(expiry_seconds * 1_000))
        # With a `socket_timeout` redis-py sends under `wait_for`, which before Python 3.12 can lose a cancellation; a process whose
        # meetings lose theirs never ends. So the time is taken here, for the meeting as a whole.
        self._client = aioredis.Redis.from_url(
            url, socket_timeout=None, socket_connect_timeout=MEETING_SECONDS_MAX, max_connections=2
        )
        self._circuit = Circuit("watchers are counted per process.")

    async def meet(self, here: Mapping[str, Watching]) -> Mapping[str, Watching]:
        """Say who follows games here, and hear of the others; nobody while Redis is away. Never raises."""
        if self._circuit.away:
            return {}
        try:
            async with asyncio.timeout(MEETING_SECONDS_MAX):
                entries = await self._read(await self._said(here))
        except _FAILURES as error:
            self._circuit.failed(error)
            return {}
        self._circuit.worked()
        return _summed(entries)

    async def _said(self, here: Mapping[str, Watching]) -> list[bytes]:
        """Write or take away the own entry; gives the names of the others'."""
        async with self._client.pipeline(transaction=True) as pipeline:
            if here:
                entry = {game_id: (each.total, each.public) for game_id, each in here.items()}
                pipeline.set(self._own, msgspec.json.encode(entry), px=self._expiry_ms)
                pipeline.sadd(self._index, self._own)
                pipeline.pexpire(self._index, self._expiry_ms)  # never sooner than an entry that it names
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
        gone = [name for name, entry in zip(names, entries, strict=True) if entry is None]
        if gone:
            await self._client.srem(self._index, *gone)
        return [entry for entry in entries if entry is not None]

    async def aclose(self) -> None:
        """Let go of the connections; what was said is forgotten by itself."""
        with contextlib.suppress(*_FAILURES):
            await self._client.aclose()


def _summed(entries: Iterable[bytes | str]) -> dict[str, Watching]:
    """The sum of the entries, without what is none."""
    found: dict[str, Watching] = {}
    for entry in entries:
        with contextlib.suppress(msgspec.DecodeError):
            for game_id, (total, public) in _ENTRY.decode(entry).items():
                found[game_id] = found.get(game_id, Watching()) + Watching(total, public)
    return found
