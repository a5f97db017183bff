"""Closes games that nobody but their host has joined for a long time (GAME-OPEN-02)."""

import logging
from typing import Final

from domain.game import GameState
from domain.game.authority import SERVICE
from services.commands.answers import Accepted
from services.commands.play import Play
from services.commands.request import CommandRequest, service_command_id
from services.commands.seating import abandonment
from services.errors import LogDamaged, UnsupportedVersion
from services.log.load_game import GameLoader
from services.ports import Principal
from services.world import World

SERVICE_PRINCIPAL: Final = Principal(SERVICE, "Service", frozenset({"arbiter"}))
GAMES_MAX: Final = 100
"""Games closed in one go; the next one continues."""
HOUR_US: Final = 3_600_000_000

_log = logging.getLogger("emberlog.deserted")


class DesertedGames:
    """Closes them by an ordinary command of the service, which is decided, stored and verified like any other.

    `hours`: how long nothing must have happened; 0: nothing is ever closed.
    """

    def __init__(self, world: World, games: GameLoader, play: Play, hours: int) -> None:
        self._world = world
        self._games = games
        self._play = play
        self._hours = hours

    async def close(self) -> int:
        """Closes the games that are deserted now. Returns their number. Two processes may do so at once."""
        if not self._hours:
            return 0
        before_us = self._world.now_us() - self._hours * HOUR_US
        closed = 0
        for game_id in await self._world.hosting.deserted(moved_before_us=before_us, limit=GAMES_MAX):
            try:
                closed += await self._close(game_id, before_us)
            except (LogDamaged, UnsupportedVersion) as error:  # one game must not keep the others open
                _log.warning("game %s is deserted and cannot be closed: %s", game_id, type(error).__name__)
        if closed:
            _log.info("Closed %d games that nobody but their hosts had joined for %d hours.", closed, self._hours)
        return closed

    async def _close(self, game_id: str, before_us: int) -> bool:
        loaded = await self._games.at_head(game_id)  # the list of games may be old
        if loaded is None or not is_deserted(loaded.state, before_us):
            return False
        version = loaded.state.version
        request = CommandRequest(
            game_id=game_id,
            command_id=service_command_id(game_id, version),
            build=abandonment,
            needs_seat=False,
            expected_version=version,  # somebody who joins meanwhile comes first
        )
        return isinstance(await self._play.submit(SERVICE_PRINCIPAL, request), Accepted)


def is_deserted(state: GameState, before_us: int) -> bool:
    """Whether play has not begun, nobody but the host or bots sit there, and nothing has happened since `before_us`."""
    others = {seat.principal for seat in state.seats} - {None, state.host}
    return state.phase == "open" and not others and state.at_us < before_us
