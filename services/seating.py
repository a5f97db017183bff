"""Tables: open, sit down, stand up, seat bots, begin, resign, close. What principals may do is the domain's to say."""

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat
from domain.game import AbandonGame, BeginGame, CallTime, LeaveSeat, OpenGame, Resign, SeatBot, TakeSeat
from domain.game.commands import Options
from domain.game.terms import Terms
from services.play import Answer, Order, Play
from services.ports import Principal


class Seating:
    """The table's own commands, in the caller's name."""

    def __init__(self, play: Play) -> None:
        self._play = play

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
    ) -> Answer:
        """Open a table; the caller is its host. `seed`: of a sandbox (GAME-SAND-02)."""
        command = OpenGame(principal.id, ruleset, seats, dict(options), title, terms, seed)
        return await self._play.open(principal, command_id, command)

    async def take(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        seat: Seat | None,
        name: str,
        share: str,
        expected_version: int | None = None,
    ) -> Answer:
        """Sit down. `name` empty: the principal's own."""
        command = TakeSeat(principal.id, seat, name or principal.name, share)
        return await self._ask(principal, game_id, command_id, command, expected_version)

    async def leave(
        self, principal: Principal, game_id: str, command_id: str, *, seat: Seat, expected_version: int | None = None
    ) -> Answer:
        """Stand up, or remove a bot."""
        return await self._ask(principal, game_id, command_id, LeaveSeat(principal.id, seat), expected_version)

    async def seat_bot(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        seat: Seat,
        bot: str,
        expected_version: int | None = None,
    ) -> Answer:
        """Let the house play a seat."""
        command = SeatBot(principal.id, seat, bot, principal.arbiter)
        return await self._ask(principal, game_id, command_id, command, expected_version)

    async def begin(
        self, principal: Principal, game_id: str, command_id: str, *, expected_version: int | None = None
    ) -> Answer:
        """Start the game."""
        return await self._ask(principal, game_id, command_id, BeginGame(principal.id), expected_version)

    async def resign(
        self, principal: Principal, game_id: str, command_id: str, *, expected_version: int | None = None
    ) -> Answer:
        """Give the game up."""
        order = Order(
            game_id=game_id,
            command_id=command_id,
            ask=lambda by, seat: Resign(by, -1 if seat is None else seat),
            expected_version=expected_version,
        )
        return await self._play.submit(principal, order)

    async def call_time(
        self, principal: Principal, game_id: str, command_id: str, *, seat: Seat, expected_version: int | None = None
    ) -> Answer:
        """Have a seat's overdue decision made for it."""
        command = CallTime(principal.id, seat, principal.arbiter)
        return await self._ask(principal, game_id, command_id, command, expected_version)

    async def abandon(
        self, principal: Principal, game_id: str, command_id: str, *, expected_version: int | None = None
    ) -> Answer:
        """Close the table without a result."""
        command = AbandonGame(principal.id, principal.arbiter)
        return await self._ask(principal, game_id, command_id, command, expected_version)

    async def _ask(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        command: TakeSeat | LeaveSeat | SeatBot | BeginGame | CallTime | AbandonGame,
        expected_version: int | None,
    ) -> Answer:
        order = Order(
            game_id=game_id,
            command_id=command_id,
            ask=lambda by, seat: command,
            needs_seat=False,
            expected_version=expected_version,
        )
        return await self._play.submit(principal, order)
