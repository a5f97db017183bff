"""Places for bots: a few games play at once, and hosts take turns, so that one with many games keeps nobody waiting."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairPlaces:
    """`places` in all, shared among hosts.

    A free place goes to the host whose last one is longest ago, and within a host to the game that waits longest. No
    host takes every place while there are several: a game of another host then begins at once.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._of_one_host_max = max(places - 1, 1)
        self._taken: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """Hosts with waiting games, in the order of their turns."""

    @asynccontextmanager
    async def place(self, host: str) -> AsyncIterator[None]:
        """Waits for a place for a game of this host, and gives it back at the end."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(host, deque()).append(turn)
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(host)  # it had its place already
            raise
        try:
            yield
        finally:
            self._give_back(host)

    def _give_back(self, host: str) -> None:
        self._free += 1
        self._taken[host] -= 1
        if not self._taken[host]:
            del self._taken[host]
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free:
            host = next((each for each in self._waiting if self._taken[each] < self._of_one_host_max), None)
            if host is None:
                return
            queue = self._waiting.pop(host)
            turn = queue.popleft()
            if queue:
                self._waiting[host] = queue  # behind the other hosts
            if turn.done():
                continue  # its game was cancelled while it waited
            self._free -= 1
            self._taken[host] += 1
            turn.set_result(None)
