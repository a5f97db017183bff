"""Everything around play: open a game, take and leave seats, seat bots, begin, resign, call time, abandon."""

from msgspec import UNSET, UnsetType

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game import AbandonGame, BeginGame, CallTime, LeaveSeat, OpenGame, Resign, SeatBot, TakeSeat
from domain.game.commands import Options
from domain.game.terms import Terms
from services.commands.answers import Answer
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.ports import Principal


class Seating:
    """The game's own commands, in the caller's name. `received_us`: when the request had been read; 0: now."""

    def __init__(self, play: Play, received_us: int = 0) -> None:
        self._play = play
        self._received_us = received_us

    def received(self, at_us: int) -> "Seating":
        """The same for a request that had been read whole at this time."""
        return Seating(self._play, at_us)

    async def open(
        self,
        principal: Principal,
        command_id: str,
        *,
        ruleset: str,
        seats: int,
        options: Options,
        title: str,
        terms: Terms | UnsetType = UNSET,
        seed: str | UnsetType = UNSET,
        ruleset_version: int | UnsetType = UNSET,
    ) -> Answer:
        """Opens a game; the caller is its host.

        `seed`: only for a sandbox (GAME-SAND-02). `ruleset_version`: the newest without it (GAME-VERSION-01).
        """
        command = OpenGame(principal.id, ruleset, seats, dict(options), title, terms, seed, ruleset_version)
        return await self._play.open(principal, command_id, command, self._received_us)

    async def take(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        seat: Seat | None,
        name: str,
        share: str,
        expected_version: Step | None = None,
    ) -> Answer:
        """Takes a seat. `name` empty: the principal's own."""
        command = TakeSeat(principal.id, seat, name or principal.name, share)
        return await self._submit(principal, game_id, command_id, command, expected_version)

    async def leave(
        self, principal: Principal, game_id: str, command_id: str, *, seat: Seat, expected_version: Step | None = None
    ) -> Answer:
        """Leaves a seat, or removes a bot from one."""
        return await self._submit(principal, game_id, command_id, LeaveSeat(principal.id, seat), expected_version)

    async def seat_bot(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        seat: Seat,
        bot: str,
        expected_version: Step | None = None,
    ) -> Answer:
        """Lets a bot play a seat."""
        command = SeatBot(principal.id, seat, bot, principal.arbiter)
        return await self._submit(principal, game_id, command_id, command, expected_version)

    async def begin(
        self, principal: Principal, game_id: str, command_id: str, *, expected_version: Step | None = None
    ) -> Answer:
        """Begins the game, once all seats are taken."""
        return await self._submit(principal, game_id, command_id, BeginGame(principal.id), expected_version)

    async def resign(
        self, principal: Principal, game_id: str, command_id: str, *, expected_version: Step | None = None
    ) -> Answer:
        """Gives the caller's seat up."""
        request = CommandRequest(
            game_id=game_id,
            command_id=command_id,
            build=_resignation,
            expected_version=expected_version,
            received_us=self._received_us,
        )
        return await self._play.submit(principal, request)

    async def call_time(
        self, principal: Principal, game_id: str, command_id: str, *, seat: Seat, expected_version: Step | None = None
    ) -> Answer:
        """Has the overdue decision of a seat made for it."""
        command = CallTime(principal.id, seat, principal.arbiter)
        return await self._submit(principal, game_id, command_id, command, expected_version)

    async def abandon(
        self, principal: Principal, game_id: str, command_id: str, *, expected_version: Step | None = None
    ) -> Answer:
        """Closes the game without a result."""
        command = AbandonGame(principal.id, principal.arbiter)
        return await self._submit(principal, game_id, command_id, command, expected_version)

    async def _submit(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        command: TakeSeat | LeaveSeat | SeatBot | BeginGame | CallTime | AbandonGame,
        expected_version: Step | None,
    ) -> Answer:
        request = CommandRequest(
            game_id=game_id,
            command_id=command_id,
            build=lambda by, seat: command,
            needs_seat=False,
            expected_version=expected_version,
            received_us=self._received_us,
        )
        return await self._play.submit(principal, request)


def _resignation(by: str, seat: Seat | None) -> Resign:
    assert seat is not None, "a request that needs a seat is built with one"
    return Resign(by, seat)
