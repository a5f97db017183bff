"""The house plays the seats that bots hold. It sees what the seat sees and asks like everybody else."""

import uuid

from domain.engine.viewer import Seat
from services.open_game import OpenedGame, OpenGames
from services.play import Accepted, Order, Play
from services.ports import Principal

HOUSE = Principal("house", "The house", frozenset())
COMMANDS_MAX = 5_000
"""Commands in one go. A whole game has some hundreds; a bot that goes on for ever is a bug."""

_IDS = uuid.UUID("0d7c51f2-43c5-5f4e-8a5f-6f1d0c7f8b11")


class HouseBots:
    """Plays house seats of any game. Doing it twice, or in two processes at once, does nothing twice."""

    def __init__(self, games: OpenGames, play: Play) -> None:
        self._games = games
        self._play = play

    async def play_house_seats(self, game_id: str) -> int:
        """Play until no house seat may act. Gives the number of commands played."""
        for played in range(COMMANDS_MAX):
            opened = await self._games.at_head(game_id)
            seat = None if opened is None else house_to_act(opened)
            if opened is None or seat is None or not await self._play_one(opened, seat):
                return played
        return COMMANDS_MAX

    async def _play_one(self, opened: OpenedGame, seat: Seat) -> bool:
        state, game = opened.state, opened.game
        bot = game.ruleset.bots.get(state.seats[seat].bot) or game.ruleset.bots[game.best_bot]
        view = game.ruleset.view(state.table, seat)
        chosen = bot(view, game.legal(state, seat), game.bot_chance(state, seat))
        order = Order(
            game_id=opened.game_id,
            command_id=str(uuid.uuid5(_IDS, f"{opened.game_id}/{state.version}/{seat}")),
            ask=lambda by, own: chosen,
            house_seat=seat,
            expected_version=state.version,
        )
        return isinstance(await self._play.submit(HOUSE, order), Accepted)


def house_to_act(opened: OpenedGame) -> Seat | None:
    """The first seat that may act and is the house's."""
    for seat in opened.game.to_act(opened.state):
        if opened.state.seats[seat].bot:
            return seat
    return None
