"""An audience in memory. Those that are given the same `room` hear of each other."""

import time
from collections.abc import Mapping

from services.ports import Watching

Room = dict[int, tuple[float, Mapping[str, Watching]]]


class FakeAudience:
    """One process's. `away`: the room is closed."""

    def __init__(self, room: Room | None = None, *, expiry_seconds: float = 7.0) -> None:
        self.room = {} if room is None else room
        self.away = False
        self._expiry_seconds = expiry_seconds

    async def meet(self, here: Mapping[str, Watching]) -> Mapping[str, Watching]:
        if self.away:
            return {}
        now = time.monotonic()
        self.room[id(self)] = (now + self._expiry_seconds, dict(here))
        found: dict[str, Watching] = {}
        for who, (until, there) in self.room.items():
            if who != id(self) and until > now:
                for game_id, each in there.items():
                    found[game_id] = found.get(game_id, Watching()) + each
        return found
