"""An audience in memory. Those that share `entries` count each other's watchers."""

import time
from collections.abc import Mapping

from services.ports import Watching

Entries = dict[int, tuple[float, Mapping[str, Watching]]]


class FakeAudience:
    """The audience of one process. `away`: it reaches no other."""

    def __init__(self, entries: Entries | None = None, *, expiry_seconds: float = 7.0) -> None:
        self.entries = {} if entries is None else entries
        self.away = False
        self._expiry_seconds = expiry_seconds

    async def meet(self, here: Mapping[str, Watching]) -> Mapping[str, Watching]:
        if self.away:
            return {}
        now = time.monotonic()
        self.entries[id(self)] = (now + self._expiry_seconds, dict(here))
        totals: dict[str, Watching] = {}
        for who, (until, there) in self.entries.items():
            if who != id(self) and until > now:
                for game_id, each in there.items():
                    totals[game_id] = totals.get(game_id, Watching()) + each
        return totals
