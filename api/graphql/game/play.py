"""What concerns the caller's own part in a game: the seat, what it may play, and what a command would bring."""

from typing import Final, NamedTuple

import msgspec
import strawberry

from api.graphql.command import (
    CommandInput,
    LegalCommand,
    ObjectionNode,
    legal_commands,
    objection,
)
from api.graphql.fields import Info, field
from api.graphql.game.facts import GameFacts
from api.graphql.record import CommandRecord
from api.graphql.scalars import Json, canonical_id
from api.graphql.what_if import DryRunNode
from api.problems import Problem
from domain.engine.viewer import Seat
from services.reads.trial import dry_run

LEGAL_POINTS: Final = 60
WORLD_POINTS: Final = 120
"""What it costs to find what is legal, and to try a command in one world."""
PLAN_MAX: Final = 30
"""Commands that may be tried before another one."""


class _SeatCommand(NamedTuple):
    seat: Seat
    command: msgspec.Struct


@strawberry.type
class GamePlay(GameFacts):
    """The part of `Game` that depends on the caller's seat."""

    @field("The caller's seat; null for spectators.", int | None)
    def my_seat(self, info: Info) -> Seat | None:
        return self._seat(info)

    @field("Whether the caller is its host: the one who opened it (GAME-OPEN-01).")
    def is_host(self, info: Info) -> bool:
        principal = info.context.caller_in(self.visible.game_id)
        return principal is not None and principal.id == self.state.host

    @field(
        "All that the caller's seat may play now. Every other command is refused. Empty for spectators and while "
        "the seat may not play.",
        list[LegalCommand],
    )
    def legal(self, info: Info) -> object:
        return info.context.effort.do(lambda: self._legal(info), LEGAL_POINTS)

    def _legal(self, info: Info) -> list[LegalCommand]:
        seat = self._seat(info)
        commands = () if seat is None or self.visible.is_delayed else self.visible.game.legal(self.state, seat)
        if seat is None or not commands:
            return []
        position = info.context.services.look.last_view(self.visible, seat).position
        return legal_commands(commands, position, self.visible.seat_names)

    @field(
        "A command of the caller's own, by its id; null for an unknown id and for a command of others. A text that is "
        "no command id is a `BAD_ID`.",
        CommandRecord | None,
    )
    async def command(self, info: Info, id: strawberry.ID) -> CommandRecord | None:
        principal = info.context.caller_in(self.visible.game_id)
        if principal is None:
            return None
        stored = await info.context.services.world.log.command(self.visible.game_id, canonical_id(id))
        if stored is None or stored.principal != principal.id:
            return None
        return CommandRecord(stored=stored, ruleset=self.visible.game.ruleset.id, names=self.visible.seat_names)

    @field(
        "Every rule that forbids a command of the caller's seat now, the one it would be refused with first; empty "
        "if it is legal. Give exactly one of `command` and `commandJson`.",
        list[ObjectionNode],
    )
    def why_not(self, info: Info, command: CommandInput | None = None, command_json: Json | None = None) -> object:
        own = self._own_command(info, command, command_json)
        return info.context.effort.do(lambda: self._objections(own), LEGAL_POINTS)

    def _objections(self, own: _SeatCommand) -> list[ObjectionNode]:
        objections = self.visible.game.objections(self.state, own.command)
        ruleset, names = self.visible.game.ruleset.id, self.visible.seat_names
        return [objection(each, ruleset, names) for each in objections]

    @field(
        "What a command of the caller's seat would bring now, by what that seat knows. Nothing is carried out or "
        "recorded. Give exactly one of `command` and `commandJson`. With `after` or `afterJson` it is tried on top of "
        "other commands: a plan (GAME-WHATIF-02).",
        DryRunNode,
    )
    def dry_run(
        self,
        info: Info,
        command: CommandInput | None = None,
        command_json: Json | None = None,
        after: list[CommandInput] | None = None,
        after_json: list[Json] | None = None,
    ) -> object:
        given = [(each, None) for each in after or ()] + [(None, each) for each in after_json or ()]
        if (after and after_json) or len(given) > PLAN_MAX:
            text = f"Give at most {PLAN_MAX} commands, all in `after` or all in `afterJson`."
            raise Problem("MALFORMED_COMMAND", text, at="$")
        before = [self._own_command(info, *each).command for each in given]
        return self._dry_run(info, self._own_command(info, command, command_json), before)

    async def _dry_run(self, info: Info, own: _SeatCommand, before: list[msgspec.Struct]) -> DryRunNode:
        effort = info.context.effort

        async def pause() -> None:
            await effort.pause()
            effort.spend(WORLD_POINTS)

        trial = await dry_run(self.visible, own.seat, own.command, pause, before)
        return DryRunNode(trial=trial, ruleset=self.visible.game.ruleset.id, names=self.visible.seat_names)

    def _own_command(self, info: Info, command: object | None, command_json: object | None) -> _SeatCommand:
        """The caller's seat and its command. Raises Problem NOT_YOUR_SEAT, MALFORMED_COMMAND."""
        seat, request = self._seat(info), self.own_command(command, command_json)
        if seat is None or request.claimed_seat not in (None, seat):
            raise Problem("NOT_YOUR_SEAT", "You do not have this seat in this game.")
        return _SeatCommand(seat, msgspec.structs.replace(request.command, seat=seat))

    def _seat(self, info: Info) -> Seat | None:
        principal = info.context.caller_in(self.visible.game_id)
        return None if principal is None else self.state.seat_of(principal.id)
