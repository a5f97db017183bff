"""Tables: open, sit down, stand up, seat bots, begin, resign, close. What principals may do is the domain's to say."""

from collections.abc import Mapping

from domain.engine.viewer import Seat
from domain.game import AbandonGame, BeginGame, LeaveSeat, OpenGame, Resign, SeatBot, TakeSeat
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
        options: Mapping[str, str | int | bool | None],
        title: str,
    ) -> Answer:
        """Open a table; the caller is its host."""
        return await self._play.open(
            principal, command_id, OpenGame(principal.id, ruleset, seats, dict(options), title)
        )

    async def take(
        self, principal: Principal, game_id: str, command_id: str, *, seat: Seat | None, name: str, share: str
    ) -> Answer:
        """Sit down. `name` empty: the principal's own."""
        called = name or principal.name
        return await self._ask(principal, game_id, command_id, TakeSeat(principal.id, seat, called, share))

    async def leave(self, principal: Principal, game_id: str, command_id: str, *, seat: Seat) -> Answer:
        """Stand up, or remove a bot."""
        return await self._ask(principal, game_id, command_id, LeaveSeat(principal.id, seat))

    async def seat_bot(self, principal: Principal, game_id: str, command_id: str, *, seat: Seat, bot: str) -> Answer:
        """Let the house play a seat."""
        command = SeatBot(principal.id, seat, bot, principal.arbiter)
        return await self._ask(principal, game_id, command_id, command)

    async def begin(self, principal: Principal, game_id: str, command_id: str) -> Answer:
        """Start the game."""
        return await self._ask(principal, game_id, command_id, BeginGame(principal.id))

    async def resign(self, principal: Principal, game_id: str, command_id: str) -> Answer:
        """Give the game up."""
        return await self._play.submit(
            principal,
            Order(
                game_id=game_id,
                command_id=command_id,
                ask=lambda by, seat: Resign(by, -1 if seat is None else seat),
            ),
        )

    async def abandon(self, principal: Principal, game_id: str, command_id: str) -> Answer:
        """Close the table without a result."""
        return await self._ask(principal, game_id, command_id, AbandonGame(principal.id, principal.arbiter))

    async def _ask(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        command: TakeSeat | LeaveSeat | SeatBot | BeginGame | AbandonGame,
    ) -> Answer:
        order = Order(game_id=game_id, command_id=command_id, ask=lambda by, seat: command, needs_seat=False)
        return await self._play.submit(principal, order)
