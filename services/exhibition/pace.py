"""How fast bots play: at once, at a sandbox's own pace, or as people can follow in the games of the exhibition."""

import time
from collections.abc import Callable, Mapping
from typing import Final

from services.exhibition.games import is_exhibition
from services.log.load_game import LoadedGame
from services.ports import Audience, Watching

WATCHED_SECONDS: Final = 0.9
"""Between two commands of an exhibition game that somebody watches."""
REST_SECONDS: Final = 2.0
"""After which it is looked up once more whether somebody watches."""
OPENING_STEPS: Final = 60
"""An exhibition game is played so far without anybody, so that its picture shows something."""


class BotPaces:
    """The pace of each game. It counts watchers in all processes of the service, at most every `REST_SECONDS`."""

    def __init__(self, audience: Audience | None, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._audience = audience
        self._monotonic = monotonic
        self._watching: Mapping[str, Watching] = {}
        self._counted_at = float("-inf")

    def seconds(self, loaded: LoadedGame) -> float:
        """The seconds between two commands; 0: none."""
        sandbox = loaded.state.sandbox
        if sandbox is not None:
            return sandbox.pace_ms / 1000
        return WATCHED_SECONDS if is_exhibition(loaded) else 0.0

    async def rests(self, loaded: LoadedGame) -> bool:
        """Whether nobody watches a game that is played for those who watch."""
        if not is_exhibition(loaded) or loaded.state.version < OPENING_STEPS:
            return False
        return (await self._counted()).get(loaded.game_id, Watching()).total == 0

    async def _counted(self) -> Mapping[str, Watching]:
        if self._audience is not None and self._monotonic() - self._counted_at >= REST_SECONDS:
            self._watching = await self._audience.meet({})
            self._counted_at = self._monotonic()
        return self._watching
