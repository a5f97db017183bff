"""What a game is: its ruleset, its seats, how far it is, and what proves it. The same for every viewer at one
version."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TypeVar

import strawberry

from api.graphql.command import Malformed, RequestedCommand, read_command
from api.graphql.fields import Info, field
from api.graphql.game.terms import DelayedBecauseNode, DelayNode, RulingTermsNode, SandboxNode
from api.graphql.lists.games import Phase
from api.graphql.scalars import Json, time_of
from api.graphql.seat import SeatNode
from api.graphql.structs.position import OUTCOME
from api.problems import Problem
from domain.engine.score import Outcome
from domain.engine.viewer import Seat
from domain.game import GameState
from domain.game.terms import Delay, RulingTerms, Sandbox
from domain.game.view import seat_views
from services.reads.horizon import DelayedBecause, VisibleGame, VisibleHead, delayed_because, outside

T = TypeVar("T")


@strawberry.type
class GameFacts:
    """`visible`: the game as far as the caller may see it. Its history may grow while this is read; every field stops
    at `visible.version`. In the answer to a command it comes without a history, which is read only for fields that
    need earlier steps."""

    visible: strawberry.Private[VisibleHead]
    version: int = strawberry.field(description="The number of its last step; it grows by one with each.")

    @property
    def state(self) -> GameState:
        """The game after its last visible step."""
        return self.visible.state

    def own_command(self, command: object | None, command_json: object | None) -> RequestedCommand:
        """A command of this game's ruleset, given in exactly one of two ways. Raises Problem MALFORMED_COMMAND."""
        try:
            request = read_command(command, command_json)
        except Malformed as malformed:
            raise Problem("MALFORMED_COMMAND", malformed.text, at=malformed.at) from malformed
        if not isinstance(request.command, self.visible.game.ruleset.commands):
            raise Problem("MALFORMED_COMMAND", f"This game is played by {self.state.ruleset}.", at="$")
        return request

    def of_whole(self, info: Info, read: Callable[[VisibleGame], T], points: int = 0) -> T | Awaitable[T]:
        """`read` of the game with its history, at once if it is in memory and nothing else is due. `points`: the
        cost of `read`."""
        visible = self.visible
        if isinstance(visible, VisibleGame):
            return info.context.effort.do(lambda: read(visible), points)
        return self._of_whole_later(info, read, points)

    async def _of_whole_later(self, info: Info, read: Callable[[VisibleGame], T], points: int) -> T:
        visible = await info.context.services.look.whole(self.visible)
        await info.context.effort.pause()
        info.context.effort.spend(points)
        return read(visible)

    @field("The id of its ruleset, as in `Query.rulesets`.")
    def ruleset(self) -> str:
        return self.state.ruleset

    @field("The version of its ruleset by which it goes on: that of its opening, or a later one by a ruling.")
    def ruleset_version(self) -> int:
        return self.state.ruleset_version

    @field("The title that the host gave it.")
    def title(self) -> str:
        return self.visible.names.title

    @field("The phase, the same for every ruleset.", Phase)
    def phase(self) -> str:
        return self.state.phase

    @field("The options it is played with; names as in `Ruleset.options`.")
    def options(self) -> Json:
        return self.state.options

    @field("The seats in turn order.")
    def seats(self) -> list[SeatNode]:
        return [
            SeatNode(game_id=self.visible.game_id, view=each) for each in seat_views(self.state, self.visible.names)
        ]

    @field("The seats that may play now.", list[int])
    def to_act(self) -> tuple[Seat, ...]:
        return self.visible.game.to_act(self.state)

    @field("How many turns have begun; 0 in set-up.")
    def turn(self) -> int:
        return self.visible.game.turn(self.state)

    @field(
        "Subscriptions to its steps now, over all servers. The counts of other servers come some seconds late. In a "
        "game with a delay, seats and arbiters see all subscriptions, and everybody else only those that are "
        "delayed (GAME-DELAY-02)."
    )
    def watchers(self, info: Info) -> int:
        watching = info.context.services.watch.watching(self.visible.game_id)
        public_only = self.visible.is_delayed or outside(info.context.caller_in(self.visible.game_id), self.state)
        return watching.public if public_only else watching.total

    @field("How far spectators are behind the game (GAME-DELAY-01); null if they are not.", DelayNode | None)
    def delay(self) -> Delay | None:
        return self.state.delay

    @field("What its terms say of calls and appeals.", RulingTermsNode)
    def ruling_terms(self) -> RulingTerms:
        return self.state.ruling_terms

    @field("Whether the caller sees it with the delay. Seats and arbiters do not.")
    def is_delayed(self) -> bool:
        return self.visible.is_delayed

    @field("Why the caller sees it with the delay; null when they do not.", DelayedBecauseNode | None)
    def delayed_because(self, info: Info) -> DelayedBecause | None:
        return delayed_because(info.context.caller_in(self.visible.game_id), self.visible)

    @field("What makes it a sandbox (GAME-SAND-01); null for a game that counts.", SandboxNode | None)
    def sandbox(self) -> Sandbox | None:
        return self.state.sandbox

    @field("Seals the chance of the game, in hex (GAME-CHANCE-01).")
    def commitment(self) -> str:
        return self.state.commitment

    @field("The secret behind the commitment, in hex, once the game is over (GAME-CHANCE-03).")
    def secret(self) -> str | None:
        return self.state.secret if self.state.over else None

    @field("The hash of its last step, in hex.")
    def head_hash(self) -> str:
        return self.visible.hash.hex()

    @field("Places and points; null before the end.", OUTCOME | None)
    def result(self) -> Outcome | None:
        return self.state.result

    @field("When its host opened it.", datetime)
    def opened_at(self, info: Info) -> object:
        return self.of_whole(info, lambda visible: time_of(visible.history.steps[0].body.time_us))

    @field("When its last step was decided.")
    def last_move_at(self) -> datetime:
        return time_of(self.state.at_us)
