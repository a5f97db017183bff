"""The connections that were opened with a token: they end with it (GAME-TOKEN-03).

An announcement that a token may have ended only wakes this process. What is true the database says, which is asked
every `CHECK_SECONDS` anyway: announcements may be lost.
"""

import asyncio
import contextlib
import logging
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final

from api.auth import Authenticator
from api.limits import Caller
from services.errors import Unavailable
from services.ports import Principal, Principals, Revocations

CHECK_SECONDS: Final = 5.0
CHECKED_AT_ONCE: Final = 1_000

_log = logging.getLogger("emberlog.api")


@dataclass(slots=True)
class _Session:
    """All connections with one token. `ended`: set when the token is not valid any more."""

    principal: Principal
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    connections: int = 0

    def is_of(self, ids: Collection[str]) -> bool:
        """Whether one of the ids is the token's or its principal's."""
        return self.principal.id in ids or self.principal.token_id in ids


class Sessions:
    """The connections of this process. An async context manager: while it is open, it ends those whose token has
    ended."""

    def __init__(self, principals: Principals, revocations: Revocations, authenticator: Authenticator) -> None:
        self._principals = principals
        self._revocations = revocations
        self._authenticator = authenticator
        self._open: dict[bytes, _Session] = {}
        self._due = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Sessions":
        self._tasks = [asyncio.create_task(run()) for run in (self._listen, self._check)]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @contextlib.contextmanager
    def one(self, caller: Caller) -> Iterator[asyncio.Event]:
        """Counts a connection while the block runs. The event is set when the connection must end."""
        if caller.principal is None:
            yield asyncio.Event()
            return
        session = self._open.setdefault(caller.token_hash, _Session(caller.principal))
        session.connections += 1
        try:
            yield session.ended
        finally:
            session.connections -= 1
            if not session.connections:
                del self._open[caller.token_hash]

    def forget(self, ids: Collection[str]) -> None:
        """Drops tokens, or all tokens of principals, from the cache, and checks their connections at once."""
        self._authenticator.forget(ids)
        if any(session.is_of(ids) for session in self._open.values()):
            self._due.set()

    async def _listen(self) -> None:
        async for id in self._revocations.announcements():
            self.forget([id])

    async def _check(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK_SECONDS):
                    await self._due.wait()
            self._due.clear()
            try:
                await self._end_those_over()
            except Unavailable as error:
                _log.warning("it is not known which tokens have ended: %s", error.what)
            except Exception as error:  # the next check must come, whatever went wrong with this one
                _log.error("tokens could not be checked", exc_info=error)

    async def _end_those_over(self) -> None:
        opened = tuple(self._open)
        for first in range(0, len(opened), CHECKED_AT_ONCE):
            hashes = opened[first : first + CHECKED_AT_ONCE]
            living = await self._principals.living(hashes)
            for each in hashes:
                session = self._open.get(each)
                if session is not None and each not in living:
                    self._authenticator.forget([session.principal.token_id])
                    session.ended.set()
