"""Clocks and stops, in the caller's name."""

from collections.abc import Callable

from domain.engine.viewer import Seat
from domain.game.authority import Authority
from domain.game.clocks.commands import AdjustTime, CallFlag, ResumeGame, SetSleep, StopGame, TakeRest
from services.commands.answers import Answer
from services.commands.request import BuildCommand
from services.ports import Principal
from services.rulings.arbitration import Arbitration
from services.scopes import as_arbiter, to_claim


class Timing:
    """Sends the commands of clocks and stops through `arbitration`, which keeps the reasons as notes."""

    def __init__(self, arbitration: Arbitration) -> None:
        self._arbitration = arbitration

    def received(self, at_us: int) -> "Timing":
        """The same for a request that had been read whole at this time."""
        return Timing(self._arbitration.received(at_us))

    async def claim(self, principal: Principal, game_id: str, command_id: str, *, seat: Seat) -> Answer:
        """Calls the fallen flag of a seat."""

        def build(by: str, own: Seat | None, authority: Authority | None) -> CallFlag:
            return CallFlag(by, seat, None if own is not None else authority)

        return await self._arbitration.with_note(
            principal, game_id, command_id, lambda hashed: build, "", scope=to_claim
        )

    async def stop(
        self, principal: Principal, game_id: str, command_id: str, *, until_us: int | None, note: str
    ) -> Answer:
        """Stops a game, until a moment or until it is resumed."""

        def build(hashed: str) -> BuildCommand:
            return lambda by, own, authority: StopGame(by, until_us, hashed, authority)

        return await self._by_arbiter(principal, game_id, command_id, build, note)

    async def resume(self, principal: Principal, game_id: str, command_id: str) -> Answer:
        """Lets a stopped game go on."""

        def build(hashed: str) -> BuildCommand:
            return lambda by, own, authority: ResumeGame(by, authority)

        return await self._by_arbiter(principal, game_id, command_id, build, "")

    async def adjust(
        self, principal: Principal, game_id: str, command_id: str, *, seat: Seat, us: int, note: str
    ) -> Answer:
        """Gives time to a seat, or takes it."""

        def build(hashed: str) -> BuildCommand:
            return lambda by, own, authority: AdjustTime(by, seat, us, hashed, authority)

        return await self._by_arbiter(principal, game_id, command_id, build, note)

    async def sleep(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        from_minute: int,
        minutes: int,
        offset_minutes: int,
    ) -> Answer:
        """Names the hours of sleep of the caller's seat."""

        def build(by: str, own: Seat | None, authority: Authority | None) -> SetSleep:
            assert own is not None, "a request that needs a seat is built with one"
            return SetSleep(by, own, from_minute, minutes, offset_minutes)

        return await self._arbitration.with_note(
            principal, game_id, command_id, lambda hashed: build, "", needs_seat=True
        )

    async def rest(self, principal: Principal, game_id: str, command_id: str, *, us: int) -> Answer:
        """Takes rest from the stock of the caller's seat."""

        def build(by: str, own: Seat | None, authority: Authority | None) -> TakeRest:
            assert own is not None, "a request that needs a seat is built with one"
            return TakeRest(by, own, us)

        return await self._arbitration.with_note(
            principal, game_id, command_id, lambda hashed: build, "", needs_seat=True
        )

    async def _by_arbiter(
        self, principal: Principal, game_id: str, command_id: str, build: Callable[[str], BuildCommand], note: str
    ) -> Answer:
        return await self._arbitration.with_note(principal, game_id, command_id, build, note, scope=as_arbiter)
