"""Everything that changes a game. Each command has an id, so a lost answer never carries it out twice."""

import uuid
from collections.abc import Callable

from emberlog_client import operations as ops
from emberlog_client.feeds import Feeds
from emberlog_client.problems import Conflict, accepted
from emberlog_client.request import Request
from emberlog_client.schema import JSON, CommandInput, DelayInput, OptionsInput, SandboxInput, ViewerInput

DECISIONS_MAX = 20
"""How often `decide` reads a game anew that others keep moving."""


class Commands(Feeds):
    """The writing half of a client.

    Every method returns `CommandAccepted`, or raises `Refused`, `Conflict`, `Malformed` or another `CommandProblem`.
    `command_id` is made if it is left out. Give your own to repeat a command after a restart of your program: the same
    id gets the first answer, with `is_repeat`.
    """

    async def open_game(
        self,
        ruleset: str,
        seats: int,
        *,
        options: OptionsInput | None = None,
        options_json: JSON = None,
        title: str | None = None,
        delay: DelayInput | None = None,
        sandbox: SandboxInput | None = None,
        ruleset_version: int | None = None,
        command_id: str | None = None,
    ) -> ops.CommandAccepted:
        """Open a game. You are its host; `game_id` is its id."""
        return await self._send(
            command_id,
            lambda id_: ops.open_game(
                command_id=id_,
                ruleset=ruleset,
                seats=seats,
                options=options,
                options_json=options_json,
                title=title,
                delay=delay,
                sandbox=sandbox,
                ruleset_version=ruleset_version,
            ),
        )

    async def fork(
        self,
        game: str,
        *,
        at: int | None = None,
        as_: ViewerInput | None = None,
        seat: int | None = None,
        title: str | None = None,
        command_id: str | None = None,
    ) -> ops.CommandAccepted:
        """Open a sandbox that goes on from a step of a game."""
        return await self._send(
            command_id, lambda id_: ops.fork(command_id=id_, game=game, at=at, as_=as_, seat=seat, title=title)
        )

    async def take_seat(
        self,
        game: str,
        *,
        seat: int | None = None,
        name: str | None = None,
        share: str | None = None,
        command_id: str | None = None,
    ) -> ops.CommandAccepted:
        """Take a seat, the first free one if it is left out. `share`: any words of yours, as a part in the chance."""
        return await self._send(
            command_id, lambda id_: ops.take_seat(command_id=id_, game=game, seat=seat, name=name, share=share)
        )

    async def leave_seat(self, game: str, seat: int, *, command_id: str | None = None) -> ops.CommandAccepted:
        """Leave a seat before the game begins, or as the host remove a bot."""
        return await self._send(command_id, lambda id_: ops.leave_seat(command_id=id_, game=game, seat=seat))

    async def seat_bot(
        self, game: str, seat: int, *, bot: str | None = None, command_id: str | None = None
    ) -> ops.CommandAccepted:
        """Let a bot of the service play a seat."""
        return await self._send(command_id, lambda id_: ops.seat_bot(command_id=id_, game=game, seat=seat, bot=bot))

    async def begin(self, game: str, *, command_id: str | None = None) -> ops.CommandAccepted:
        """Begin the game, as its host, once no seat is free."""
        return await self._send(command_id, lambda id_: ops.begin_game(command_id=id_, game=game))

    async def submit(
        self,
        game: str,
        choice: str | None = None,
        *,
        command: CommandInput | None = None,
        json: JSON = None,
        expected_version: int | None = None,
        with_view: bool = False,
        with_json: bool = False,
        command_id: str | None = None,
    ) -> ops.CommandAccepted:
        """Play: the `choice` of a legal command, a typed `command`, or its `json`. With `expected_version`, on that
        version or not at all. The answer's `game` is the game afterwards, with what you may play next."""
        return await self._send(
            command_id,
            lambda id_: ops.submit(
                command_id=id_,
                game=game,
                choice=choice,
                command=command,
                command_json=json,
                expected_version=expected_version,
                with_view=with_view,
                with_json=with_json,
            ),
        )

    async def resign(self, game: str, *, command_id: str | None = None) -> ops.CommandAccepted:
        """Give the game up. A bot plays the seat on."""
        return await self._send(command_id, lambda id_: ops.resign(command_id=id_, game=game))

    async def call_time(self, game: str, seat: int, *, command_id: str | None = None) -> ops.CommandAccepted:
        """As an arbiter, let the decision of a seat be made for it."""
        return await self._send(command_id, lambda id_: ops.call_time(command_id=id_, game=game, seat=seat))

    async def abandon(self, game: str, *, command_id: str | None = None) -> ops.CommandAccepted:
        """Close the game without a result, as its host before it begins."""
        return await self._send(command_id, lambda id_: ops.abandon_game(command_id=id_, game=game))

    async def decide(
        self,
        game: str | ops.Game,
        choose: Callable[[ops.Game], ops.LegalCommand | None],
        *,
        with_view: bool = False,
        with_json: bool = False,
    ) -> ops.CommandAccepted | None:
        """Let `choose` pick a legal command of a game, and submit it on exactly the version that it was chosen on.

        A game that you have just received is not read once more. When the game has moved in between, `choose` is called
        with what it has become. Returns None when `choose` does, and when you may not play now."""
        now = None if isinstance(game, str) else game
        game_id = game if isinstance(game, str) else game.id
        for left in reversed(range(DECISIONS_MAX)):
            now = now or await self.game(game_id, with_view=with_view, with_json=with_json)
            choice = choose(now) if now.legal else None
            if choice is None:
                return None
            try:
                return await self.submit(
                    game_id,
                    choice.choice,
                    expected_version=now.version,
                    with_view=with_view,
                    with_json=with_json,
                )
            except Conflict:
                if not left:
                    raise
                now = None
        return None

    async def _send(self, command_id: str | None, request: Callable[[str], Request[ops.Answer]]) -> ops.CommandAccepted:
        made = command_id or str(uuid.uuid4())
        answer = accepted(await self.run(request(made)), made)
        self._note(answer.game)
        return answer
