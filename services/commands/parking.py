"""Parked games: something is wrong on our side, so a game takes no commands while all others go on."""

import logging

from domain.engine.step import Step
from services.commands.answers import GameParked, UnknownGame
from services.commands.request import CommandRequest
from services.errors import LogDamaged
from services.log.replay import Histories
from services.parkings import ParkedGame
from services.ports import Principal
from services.principals import in_game
from services.reads.horizon import horizon, may_know, unknown_to
from services.world import World

_log = logging.getLogger("emberlog.play")


class Parking:
    """Parks games, and answers the commands on parked ones. The database says which games are parked."""

    def __init__(self, world: World, histories: Histories) -> None:
        self._world = world
        self._histories = histories
        self._known: set[str] = set()
        """Games that were parked when this process last looked. Only their commands begin with another look."""

    def knows(self, game_id: str) -> bool:
        """Whether the game was parked when this process last looked."""
        return game_id in self._known

    async def find(self, game_id: str) -> GameParked | None:
        """Why the game is parked; None when it is not."""
        parked = await self._world.parkings.parked(game_id)
        if parked is None:
            self._known.discard(game_id)
            return None
        self._known.add(game_id)
        return _game_parked(parked)

    async def park(self, game_id: str, version: Step, why: str) -> GameParked:
        """Takes no more commands for a game, in any process. `version`: the step at which something is wrong.

        Raises Unavailable when the database is away: then the next command parks the game.
        """
        _log.error("game %s is parked at step %d: %s", game_id, version, why)
        parked = await self._world.parkings.park(game_id, version, why)
        self._known.add(game_id)
        return _game_parked(parked)

    async def answer(
        self, principal: Principal, request: CommandRequest, parked: GameParked
    ) -> GameParked | UnknownGame:
        """What the caller may know of a parked game: the step only if no delay hides it from them (GAME-DELAY-02)."""
        game_id, now_us = request.game_id, self._world.now_us()
        try:
            history = await self._histories.up_to_date(game_id, damaged=True)
        except LogDamaged:
            history = None
        if request.bot_seat is not None:
            return parked
        if history is None or history.head is None:
            # Nobody can say whether the game has a delay, so nothing past step 1, which every game has, is named.
            return parked if parked.version == 1 else GameParked(game_id, Step(1), f"Game {game_id} is parked.", None)
        reader = in_game(principal, request.game_id)
        if unknown_to(reader, history.head):
            return UnknownGame(game_id)
        if may_know(reader, history, parked.version, now_us):
            return parked
        version = min(horizon(history, now_us), history.version)
        return GameParked(game_id, version, f"Game {game_id} is parked.", None)


def _game_parked(parked: ParkedGame) -> GameParked:
    text = f"Game {parked.game_id} is parked at step {parked.version}: {parked.why}."
    return GameParked(parked.game_id, parked.version, text, parked.version)
