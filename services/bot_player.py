"""The house plays the seats that bots hold. It sees what the seat sees and asks like everybody else."""

import time
import uuid

from domain.engine.viewer import Seat
from services.answers import Accepted
from services.command_request import CommandRequest
from services.load_game import GameLoader, LoadedGame
from services.play import Play
from services.ports import Principal

BOT_PRINCIPAL = Principal("house", "The house", frozenset())
COMMANDS_MAX = 5_000
"""Commands in one go. A whole game has some hundreds; a bot that goes on for ever is a bug."""

_IDS = uuid.UUID("0d7c51f2-43c5-5f4e-8a5f-6f1d0c7f8b11")


class BotPlayer:
    """Plays house seats of any game. Doing it twice, or in two processes at once, does nothing twice."""

    def __init__(self, games: GameLoader, play: Play) -> None:
        self._games = games
        self._play = play
        self._due: dict[str, tuple[int, float]] = {}
        """Of games with a pace: the version the house waits at, and when (monotonic) it may move."""

    async def visit(self, game_id: str) -> float:
        """Play until no house seat may act, or one command where a sandbox has a pace (GAME-SAND-02). Gives the seconds after
        which to come again; 0 when nothing is left to do."""
        opened = await self._games.at_head(game_id)
        sandbox = None if opened is None else opened.state.sandbox
        if opened is None or sandbox is None or not sandbox.pace_ms:
            await self.play_bot_seats(game_id)
            return 0.0
        seat = bot_to_act(opened)
        if seat is None:
            self._due.pop(game_id, None)
            return 0.0
        version, due = self._due.get(game_id, (0, 0.0))
        if version == opened.state.version:
            if time.monotonic() >= due:
                await self._play_one(opened, seat)
                opened = await self._games.at_head(game_id)
            else:
                return due - time.monotonic()
        if opened is None or bot_to_act(opened) is None:
            self._due.pop(game_id, None)
            return 0.0
        pause = sandbox.pace_ms / 1000
        self._due[game_id] = (opened.state.version, time.monotonic() + pause)
        return pause

    async def play_bot_seats(self, game_id: str) -> int:
        """Play until no house seat may act. Gives the number of commands played."""
        for played in range(COMMANDS_MAX):
            opened = await self._games.at_head(game_id)
            seat = None if opened is None else bot_to_act(opened)
            if opened is None or seat is None or not await self._play_one(opened, seat):
                return played
        return COMMANDS_MAX

    async def _play_one(self, opened: LoadedGame, seat: Seat) -> bool:
        state, game = opened.state, opened.game
        bot = game.ruleset.bots.get(state.seats[seat].bot) or game.ruleset.bots[game.best_bot]
        view = game.ruleset.view(state.position, seat)
        chosen = bot(view, game.legal(state, seat), game.bot_chance(state, seat))
        order = CommandRequest(
            game_id=opened.game_id,
            command_id=str(uuid.uuid5(_IDS, f"{opened.game_id}/{state.version}/{seat}")),
            build=lambda by, own: chosen,
            bot_seat=seat,
            expected_version=state.version,
        )
        return isinstance(await self._play.submit(BOT_PRINCIPAL, order), Accepted)


def bot_to_act(opened: LoadedGame) -> Seat | None:
    """The first seat that may act and is the house's."""
    for seat in opened.game.to_act(opened.state):
        if opened.state.seats[seat].bot:
            return seat
    return None
