"""Calls flags that have fallen, in the name of the service (GAME-CLOCK-06)."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.authority import Authority
from domain.game.clocks.commands import CallFlag
from services.commands.answers import Accepted
from services.commands.deserted import SERVICE_PRINCIPAL
from services.commands.play import Play
from services.commands.request import CommandRequest, flag_command_id
from services.errors import LogDamaged, UnsupportedVersion
from services.world import World

CONCURRENT_MAX: Final = 4
FLAGS_MAX: Final = 200
"""Flags called in one go; the next one continues."""

_log = logging.getLogger("emberlog.flags")


class DueFlag(NamedTuple):
    """A flag that has fallen if its game has not moved since `version`."""

    game_id: str
    version: Step
    seat: Seat


class DueFlags(Protocol):
    """Finds games whose next flag has fallen."""

    async def flags_due(self, *, until_us: int, limit: int) -> Sequence[DueFlag]:
        """The flags that have fallen until then, the earliest first; without parked and unsupported games."""
        ...


class FlagCaller:
    """Calls them by ordinary commands, which are decided, stored and verified like any other.

    Two processes may do so at once: a flag is called by one command, whose id follows from game, version and seat.
    """

    def __init__(self, world: World, due: DueFlags, play: Play) -> None:
        self._world = world
        self._due = due
        self._play = play
        self._slots = asyncio.Semaphore(CONCURRENT_MAX)

    async def call(self) -> int:
        """Calls the flags that have fallen by now. Returns how many were called by this process.

        A service whose clock is not right calls none."""
        if self._world.clock_trouble() is not None:
            return 0
        flags = await self._due.flags_due(until_us=self._world.now_us(), limit=FLAGS_MAX)
        return sum(await asyncio.gather(*map(self._called, flags)))

    async def _called(self, flag: DueFlag) -> bool:
        async with self._slots:
            try:
                return await self._call(flag)
            except (LogDamaged, UnsupportedVersion) as error:  # one game must not keep the flags of others up
                _log.warning("the flag in game %s cannot be called: %s", flag.game_id, type(error).__name__)
                return False

    async def _call(self, flag: DueFlag) -> bool:
        def build(by: str, own: Seat | None, authority: Authority | None) -> CallFlag:
            return CallFlag(by, flag.seat, authority)

        request = CommandRequest(
            game_id=flag.game_id,
            command_id=flag_command_id(flag.game_id, flag.version, flag.seat),
            build=build,
            needs_seat=False,
            expected_version=flag.version,  # who moves meanwhile comes first, and gets another row
        )
        answer = await self._play.submit(SERVICE_PRINCIPAL, request)
        return isinstance(answer, Accepted) and not answer.is_repeat
