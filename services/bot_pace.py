"""How fast bots play: at a pace that people can follow while somebody watches. If nobody does, they play an ordinary
game at once, and one of the exhibition waits.

A sandbox has a pace of its own, which is a term of the game (GAME-SAND-02). This one is the service's: it changes when
commands come, never which.
"""

import time
from collections.abc import Callable, Mapping
from typing import Final

from services.exhibition.games import is_exhibition
from services.log.load_game import LoadedGame
from services.ports import Audience, Watching
from services.reads.watch import MEET_SECONDS

FIRST_SECONDS: Final = 6.0
"""A game that a process sees for the first time is paced this long, so that people who follow a link to it can come."""
GAMES_MAX: Final = 10_000
"""The games that a process remembers having seen."""
WATCHED_SECONDS: Final = 0.9
"""Between two commands of an exhibition game that somebody watches, if the service has no pace."""
REST_SECONDS: Final = 2.0
"""After which it is looked up once more whether somebody watches an exhibition game."""
OPENING_STEPS: Final = 60
"""An exhibition game is played so far without anybody, so that its picture shows something."""


class BotPace:
    """The pace of the bots of one process, which has no watchers of its own.

    `seconds`: the wait before each command; 0: none.
    """

    def __init__(self, audience: Audience, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._audience = audience
        self._seconds = seconds
        self._monotonic = monotonic
        self._first: dict[str, float] = {}
        self._watched: Mapping[str, Watching] = {}
        self._read_at = float("-inf")

    async def seconds(self, loaded: LoadedGame) -> float:
        """How long a bot waits now before each command. The exhibition has a pace even if the service has none."""
        if is_exhibition(loaded):
            return 0.0 if loaded.state.version < OPENING_STEPS else self._seconds or WATCHED_SECONDS
        if not self._seconds:
            return 0.0
        now = self._monotonic()
        is_new = now - self._first_at(loaded.game_id, now) < FIRST_SECONDS
        return self._seconds if is_new or await self._is_watched(loaded.game_id, now) else 0.0

    async def rests(self, loaded: LoadedGame) -> bool:
        """Whether nobody watches a game that is played for those who watch."""
        if not is_exhibition(loaded) or loaded.state.version < OPENING_STEPS:
            return False
        return not await self._is_watched(loaded.game_id, self._monotonic())

    async def _is_watched(self, game_id: str, now: float) -> bool:
        if now - self._read_at >= MEET_SECONDS:
            self._read_at = now
            self._watched = await self._audience.meet({})
        return self._watched.get(game_id, Watching()).total > 0

    def _first_at(self, game_id: str, now: float) -> float:
        if game_id not in self._first and len(self._first) >= GAMES_MAX:
            del self._first[next(iter(self._first))]
        return self._first.setdefault(game_id, now)
