"""Plays the seats that bots hold. A bot sees what its seat sees and sends commands like everybody else."""

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.clocks.rules import stop_of
from domain.game.take_back.motion import Motion
from services.bot_pace import REST_SECONDS, BotPace
from services.commands.answers import Accepted
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.errors import LogDamaged
from services.log.load_game import GameLoader, LoadedGame
from services.ports import Principal

BOT_PRINCIPAL = Principal("bots", "Bots", frozenset())
"""The principal of all bots. Its id stands in the log."""

COMMANDS_MAX = 5_000
"""Commands in one go. A whole game has some hundreds, so a bot that reaches this is broken."""
VISIT_COMMANDS_MAX = 25
"""Commands in one visit. Then the game gives its place back, so that games take turns."""
NEXT_TURN_SECONDS = 0.001
"""How soon a game that gave its place back asks for the next one."""

MOTION_SECONDS = 60
"""How long bots wait for the answers to a motion, counted from the last command."""

_COMMAND_IDS = uuid.UUID("0d7c51f2-43c5-5f4e-8a5f-6f1d0c7f8b11")
"""Namespace of bots' command ids: an id follows from game, version and seat, so that two processes send the same
one."""


@dataclass(frozen=True, slots=True)
class _Pause:
    """A bot waits at `version` of a game until `due` (monotonic seconds)."""

    version: Step
    due: float


class BotPlayer:
    """Plays the bots' seats of any game. Two processes may do so at once: every command is carried out once."""

    def __init__(
        self,
        games: GameLoader,
        play: Play,
        monotonic: Callable[[], float] = time.monotonic,
        pace: BotPace | None = None,
    ) -> None:
        self._games = games
        self._play = play
        self._monotonic = monotonic
        self._pace = pace
        self._pauses: dict[str, _Pause] = {}

    async def visit(self, game_id: str) -> float:
        """Plays until no bot may act, or `VISIT_COMMANDS_MAX`; one command in a game with a pace (GAME-SAND-02).

        Returns the seconds after which to visit again; 0 when nothing is left to do. A game whose log is damaged is
        parked.
        """
        try:
            return await self._visit(game_id)
        except LogDamaged as damaged:
            await self._play.park(game_id, damaged.version, damaged.why)
            return 0.0

    async def _visit(self, game_id: str) -> float:
        loaded = await self._games.at_head(game_id)
        if loaded is not None and self._pace is not None and await self._pace.rests(loaded):
            return REST_SECONDS
        if loaded is not None and waits_for_answers(loaded, self._play.now_us()):
            return REST_SECONDS
        seconds = 0.0 if loaded is None else await self._pace_seconds(loaded)
        if loaded is None or not seconds:
            played = await self.play_bot_seats(game_id, commands_max=VISIT_COMMANDS_MAX)
            return NEXT_TURN_SECONDS if played == VISIT_COMMANDS_MAX else 0.0
        return await self._play_at_pace(loaded, seconds)

    async def host(self, game_id: str) -> str:
        """The principal who opened the game; "" when there is no such game, or when its log is damaged."""
        try:
            loaded = await self._games.at_head(game_id, fresh=False)
        except LogDamaged:
            return ""  # the visit parks it
        return "" if loaded is None else loaded.state.host

    async def play_bot_seats(self, game_id: str, *, commands_max: int | None = None) -> int:
        """Plays until no bot may act, or `commands_max` (None: `COMMANDS_MAX`). Returns the number of commands
        played."""
        commands_max = COMMANDS_MAX if commands_max is None else commands_max
        for played in range(commands_max):
            loaded = await self._games.at_head(game_id)
            seat = None if loaded is None else bot_to_act(loaded, self._play.now_us())
            if loaded is None or seat is None or not await self._play_one(loaded, seat):
                return played
        return commands_max

    async def _pace_seconds(self, loaded: LoadedGame) -> float:
        """The wait before each command: a sandbox's own (GAME-SAND-02), else the service's."""
        sandbox = loaded.state.sandbox
        if sandbox is not None:
            return sandbox.pace_ms / 1000
        return 0.0 if self._pace is None else await self._pace.seconds(loaded)

    async def _play_at_pace(self, loaded: LoadedGame, seconds: float) -> float:
        seat = bot_to_act(loaded, self._play.now_us())
        pause = self._pauses.get(loaded.game_id)
        if seat is not None and pause is not None and pause.version == loaded.state.version:
            left = pause.due - self._monotonic()
            if left > 0:
                return left
            await self._play_one(loaded, seat)
            moved = await self._games.at_head(loaded.game_id)
            loaded = moved or loaded
            seat = None if moved is None else bot_to_act(moved, self._play.now_us())
        if seat is None:
            self._pauses.pop(loaded.game_id, None)
            return 0.0
        self._pauses[loaded.game_id] = _Pause(loaded.state.version, self._monotonic() + seconds)
        return seconds

    async def _play_one(self, loaded: LoadedGame, seat: Seat) -> bool:
        """Sends one command for a bot's seat. Returns whether it was accepted."""
        state, game = loaded.state, loaded.game
        ruleset = game.in_force(state)
        bot = ruleset.bots.get(state.seats[seat].bot) or ruleset.bots[ruleset.substitute]
        view = ruleset.view(state.position, seat)
        command = bot(view, game.legal(state, seat), game.bot_chance(state, seat))
        request = CommandRequest(
            game_id=loaded.game_id,
            command_id=str(uuid.uuid5(_COMMAND_IDS, f"{loaded.game_id}/{state.version}/{seat}")),
            build=lambda by, own, authority: command,
            bot_seat=seat,
            expected_version=state.version,
        )
        return isinstance(await self._play.submit(BOT_PRINCIPAL, request), Accepted)


def waits_for_answers(loaded: LoadedGame, now_us: int) -> bool:
    """Whether bots leave people the time to answer a motion, which would lapse when a bot plays (GAME-MOTION-01)."""
    open_since_us = loaded.state.at_us if isinstance(loaded.state.motion, Motion) else 0
    return now_us - open_since_us < MOTION_SECONDS * 1_000_000


def bot_to_act(loaded: LoadedGame, now_us: int) -> Seat | None:
    """The first seat that may act and is a bot's; none while the game is stopped (GAME-STOP-01).

    A refused command would be kept under the id that the bot's next try has. None either while a motion waits."""
    if stop_of(loaded.state, now_us) is not None or waits_for_answers(loaded, now_us):
        return None
    for seat in loaded.game.to_act(loaded.state):
        if loaded.state.seats[seat].bot:
            return seat
    return None
