"""Everything around play: open a game, take and leave seats, seat bots, begin, resign, call time, abandon."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game import AbandonGame, BeginGame, CallTime, LeaveSeat, OpenGame, Resign, SeatBot, TakeSeat
from domain.game.authority import Authority
from domain.game.commands import Options
from domain.game.terms import Terms
from domain.game.texts import clean_name, clean_title, seed_of, share_of
from services.commands.answers import Answer
from services.commands.play import Play
from services.commands.request import BuildCommand, CommandRequest
from services.names import NamesGiven
from services.ports import Principal
from services.scopes import as_arbiter, as_host, not_in_scope, to_abandon, to_leave, to_seat_bot


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
        missing = not_in_scope(principal, None, "host")
        if missing is not None:
            return missing
        try:
            clean, hashed = clean_title(title), seed_of(seed) if isinstance(seed, str) else UNSET
        except Refused as refused:
            return self._play.opening_refused(principal, command_id, refused)
        command = OpenGame(principal.id, ruleset, seats, dict(options), terms, hashed, ruleset_version)
        return await self._play.open(principal, command_id, command, clean, self._received_us)

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
        """Takes a seat. `name` empty: the principal's own. `share`: any text; its hash becomes part of the chance."""
        refused, hashed, names = None, "", NamesGiven()
        try:
            hashed = share_of(share)
            names = NamesGiven({principal.id: clean_name(name)} if name else {})
        except Refused as wrong:
            refused = wrong
        request = self._request(
            game_id, command_id, lambda by, own, authority: TakeSeat(by, seat, hashed), expected_version
        )
        return await self._play.submit(principal, replace(request, names=names, refused=refused, sits_down=True))

    async def leave(
        self, principal: Principal, game_id: str, command_id: str, *, seat: Seat, expected_version: Step | None = None
    ) -> Answer:
        """Leaves a seat, or removes a bot from one."""
        build: BuildCommand = lambda by, own, authority: LeaveSeat(by, seat)  # noqa: E731
        request = self._request(game_id, command_id, build, expected_version)
        return await self._play.submit(principal, replace(request, scope=to_leave(seat)))

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
        build: BuildCommand = lambda by, own, authority: SeatBot(by, seat, bot, authority)  # noqa: E731
        request = self._request(game_id, command_id, build, expected_version)
        return await self._play.submit(principal, replace(request, scope=to_seat_bot(seat)))

    async def begin(
        self, principal: Principal, game_id: str, command_id: str, *, expected_version: Step | None = None
    ) -> Answer:
        """Begins the game, once all seats are taken."""
        build: BuildCommand = lambda by, own, authority: BeginGame(by)  # noqa: E731
        request = self._request(game_id, command_id, build, expected_version)
        return await self._play.submit(principal, replace(request, scope=as_host))

    async def resign(
        self, principal: Principal, game_id: str, command_id: str, *, expected_version: Step | None = None
    ) -> Answer:
        """Gives the caller's seat up."""
        request = self._request(game_id, command_id, _resignation, expected_version)
        return await self._play.submit(principal, replace(request, needs_seat=True))

    async def call_time(
        self, principal: Principal, game_id: str, command_id: str, *, seat: Seat, expected_version: Step | None = None
    ) -> Answer:
        """Has the overdue decision of a seat made for it."""
        build: BuildCommand = lambda by, own, authority: CallTime(by, seat, authority)  # noqa: E731
        request = self._request(game_id, command_id, build, expected_version)
        return await self._play.submit(principal, replace(request, scope=as_arbiter))

    async def abandon(
        self, principal: Principal, game_id: str, command_id: str, *, expected_version: Step | None = None
    ) -> Answer:
        """Closes the game without a result."""
        request = self._request(game_id, command_id, abandonment, expected_version)
        return await self._play.submit(principal, replace(request, scope=to_abandon))

    def _request(
        self, game_id: str, command_id: str, build: BuildCommand, expected_version: Step | None
    ) -> CommandRequest:
        return CommandRequest(
            game_id=game_id,
            command_id=command_id,
            build=build,
            needs_seat=False,
            expected_version=expected_version,
            received_us=self._received_us,
        )


def abandonment(by: str, seat: Seat | None, authority: Authority | None) -> AbandonGame:
    """The command that closes a game without a result."""
    return AbandonGame(by, authority)


def _resignation(by: str, seat: Seat | None, authority: Authority | None) -> Resign:
    assert seat is not None, "a request that needs a seat is built with one"
    return Resign(by, seat)
