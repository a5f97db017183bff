"""The parked games of a log in memory, which refuses to write to them."""

import time
from collections.abc import Sequence
from typing import Protocol

from services.errors import Unavailable
from services.parkings import ParkedGame


class LogInMemory(Protocol):
    """What a log in memory shares with its parkings. `away`: neither of them answers."""

    away: bool
    parked: dict[str, ParkedGame]

    def has_game(self, game_id: str) -> bool:
        """Whether there is such a game; streams of other kinds are no games."""
        ...


class FakeParkings:
    def __init__(self, log: LogInMemory) -> None:
        self._log = log

    async def park(self, game_id: str, version: int, why: str) -> ParkedGame:
        self._answer()
        assert self._log.has_game(game_id), "only a game of the log is parked"
        return self._log.parked.setdefault(game_id, ParkedGame(game_id, version, why, time.time_ns() // 1_000))

    async def parked(self, game_id: str) -> ParkedGame | None:
        self._answer()
        return self._log.parked.get(game_id)

    async def all(self) -> Sequence[ParkedGame]:
        self._answer()
        return list(self._log.parked.values())

    async def unpark(self, game_id: str) -> bool:
        self._answer()
        return self._log.parked.pop(game_id, None) is not None

    def _answer(self) -> None:
        if self._log.away:
            raise Unavailable("The log is away.")
