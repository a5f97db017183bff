"""Take-backs and motions, in the name of the caller's seat."""

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.take_back.commands import AnswerMotion, MakeMotion, TakeBack, WithdrawMotion
from domain.game.take_back.motion import MotionKind
from services.commands.answers import Answer
from services.commands.play import Play
from services.commands.request import BuildCommand, CommandRequest
from services.ports import Principal


class TakingBack:
    """`received_us`: when the whole request had been read; 0: now."""

    def __init__(self, play: Play, received_us: int = 0) -> None:
        self._play = play
        self._received_us = received_us

    def received(self, at_us: int) -> "TakingBack":
        """The same for a request that had been read whole at this time."""
        return TakingBack(self._play, at_us)

    async def take_back(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        to: Step | None,
        expected_version: Step | None = None,
    ) -> Answer:
        """Takes back freely, to after step `to`; None: to before the last decision of the seat."""
        build: BuildCommand = lambda by, seat, authority: TakeBack(by, _seated(seat), to)  # noqa: E731
        return await self._submit(principal, game_id, command_id, build, expected_version)

    async def move(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        kind: MotionKind,
        to: Step | None,
        expected_version: Step | None = None,
    ) -> Answer:
        """Puts a motion to the other seats."""
        build: BuildCommand = lambda by, seat, authority: MakeMotion(by, _seated(seat), kind, to)  # noqa: E731
        return await self._submit(principal, game_id, command_id, build, expected_version)

    async def answer(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        motion: Step,
        yes: bool,
        expected_version: Step | None = None,
    ) -> Answer:
        """Agrees to a motion, or does not."""
        build: BuildCommand = lambda by, seat, authority: AnswerMotion(by, _seated(seat), motion, yes)  # noqa: E731
        return await self._submit(principal, game_id, command_id, build, expected_version)

    async def withdraw(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        motion: Step,
        expected_version: Step | None = None,
    ) -> Answer:
        """Withdraws a motion of the caller's seat."""
        build: BuildCommand = lambda by, seat, authority: WithdrawMotion(by, _seated(seat), motion)  # noqa: E731
        return await self._submit(principal, game_id, command_id, build, expected_version)

    async def _submit(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        build: BuildCommand,
        expected_version: Step | None,
    ) -> Answer:
        request = CommandRequest(
            game_id=game_id,
            command_id=command_id,
            build=build,
            expected_version=expected_version,
            received_us=self._received_us,
        )
        return await self._play.submit(principal, request)


def _seated(seat: Seat | None) -> Seat:
    assert seat is not None, "a request that needs a seat is built with one"
    return seat
