"""What can be done. Hands every command to the use cases in the caller's name, and their answer back."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import strawberry

from api.graphql.answers import ANSWER, Answered, answer_node, not_authenticated
from api.graphql.fields import done
from api.graphql.nodes import AsViewer, Info, Me, me_node, viewer_of
from api.graphql.openings import DelayInput, SandboxInput, seed_of, terms_of
from api.graphql.rulesets import CommandInput, Malformed, command_asked
from api.graphql.scalars import Json, canonical_id
from api.problems import Problem
from domain.engine.codec import plain
from domain.engine.viewer import Seat
from domain.game.commands import NAME_CHARS_MAX
from services.answers import Accepted, Answer, NotYourSeat, UnknownGame
from services.command_request import CommandRequest
from services.ports import Principal


class _ForeignSeat(Exception):
    """A command claims a seat that is not the caller's."""


@strawberry.type(description="A newcomer and its token.")
class NewPlayer:
    """The token is shown this once and kept as a hash only."""

    token: str = strawberry.field(description="Send it as `Authorization: Bearer ...`. Whoever has it is you.")
    me: Me


@strawberry.type
class Mutation:
    """Everything that can be done. `commandId` is a UUID the caller makes; the same id is never carried out twice."""

    @done("Open a table (GAME-OPEN-01). The answer's `game` is its id.", ANSWER)
    async def open_game(
        self,
        info: Info,
        command_id: strawberry.ID,
        ruleset: str,
        seats: int,
        options: Json | None = None,
        title: str = "",
        delay: DelayInput | None = None,
        sandbox: SandboxInput | None = None,
    ) -> Answered:
        """The caller is its host."""
        chosen = {} if options is None else options
        if not _plain_options(chosen):
            return answer_node(
                info,
                Malformed("Options are a JSON object of strings, whole numbers, booleans and lists of strings.", "$"),
            )
        return await _answered(
            info,
            lambda by: info.context.services.seating.open(
                by,
                str(command_id),
                ruleset=ruleset,
                seats=seats,
                options=chosen,
                title=title,
                terms=terms_of(delay, sandbox),
                seed=seed_of(sandbox),
            ),
        )

    @done(
        "Open a sandbox that goes on from any step of any game the caller may see (GAME-FORK-01): from the last choice at or "
        "before `at`, as the eyes know it; all else is dealt again. The caller plays `seat`, the house the others.",
        ANSWER,
    )
    async def fork(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        at: int | None = None,
        as_: AsViewer = None,
        seat: int | None = None,
        title: str = "",
    ) -> Answered:
        """The answer's `game` is the sandbox's id."""
        principal, services = info.context.principal, info.context.services
        if principal is None:
            return not_authenticated(info)
        seen = await services.look.game(principal, canonical_id(game))
        if seen is None:
            return answer_node(info, UnknownGame(canonical_id(game)))
        viewer = services.look.viewer(principal, seen, viewer_of(as_))
        answer = await services.forks.fork(principal, str(command_id), seen, viewer, at=at, seat=seat, title=title)
        return answer_node(info, answer)

    @done("A token of one's own, for who has none: a player without further rights. It is shown this once.", NewPlayer)
    async def register(self, info: Info, name: str) -> object:
        """Limited by address; an organiser can switch it off."""
        services = info.context.services
        if not services.newcomers:
            raise Problem("NO_NEWCOMERS", "This service takes no newcomers by itself. Ask its organiser for a token.")
        info.context.admit()
        called = name.strip()
        if not called or len(called) > NAME_CHARS_MAX or not called.isprintable():
            raise Problem("BAD_NAME", f"A name has 1 to {NAME_CHARS_MAX} printable characters.", max=NAME_CHARS_MAX)
        principal, token = await services.world.principals.create(called, frozenset({"player"}))
        return NewPlayer(token=token, me=me_node(principal))

    @done("Sit down (GAME-SEAT-01), on the first free seat if none is named, with a share in the chance.", ANSWER)
    async def take_seat(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        seat: int | None = None,
        name: str = "",
        share: str = "",
        expected_version: int | None = None,
    ) -> Answered:
        """Before it begins."""
        return await _answered(
            info,
            lambda by: info.context.services.seating.take(
                by, canonical_id(game), command_id, seat=seat, name=name, share=share, expected_version=expected_version
            ),
        )

    @done("Stand up, or as the host remove a bot (GAME-SEAT-03).", ANSWER)
    async def leave_seat(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, seat: int, expected_version: int | None = None
    ) -> Answered:
        """Before it begins."""
        return await _answered(
            info,
            lambda by: info.context.services.seating.leave(
                by, canonical_id(game), command_id, seat=seat, expected_version=expected_version
            ),
        )

    @done("Let the house play a seat (GAME-BOT-01, GAME-BOT-02), with its strongest bot if none is named.", ANSWER)
    async def seat_bot(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        seat: int,
        bot: str = "",
        expected_version: int | None = None,
    ) -> Answered:
        """The host before, the seat's holder or an arbiter later."""
        return await _answered(
            info,
            lambda by: info.context.services.seating.seat_bot(
                by, canonical_id(game), command_id, seat=seat, bot=bot, expected_version=expected_version
            ),
        )

    @done("Begin the game (GAME-BEGIN-01).", ANSWER)
    async def begin_game(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, expected_version: int | None = None
    ) -> Answered:
        """The host, when no seat is free."""
        return await _answered(
            info,
            lambda by: info.context.services.seating.begin(
                by, canonical_id(game), command_id, expected_version=expected_version
            ),
        )

    @done("Play: one command of the ruleset, typed as `command` or exact as `commandJson` (GAME-PLAY-01).", ANSWER)
    async def submit(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        expected_version: int | None = None,
        command: CommandInput | None = None,
        command_json: Json | None = None,
    ) -> Answered:
        """For the caller's own seat."""
        try:
            asked, claimed = command_asked(command, command_json)
        except Malformed as malformed:
            return answer_node(info, malformed)

        def ask(by: str, seat: Seat | None) -> msgspec.Struct:
            if claimed is not None and claimed != seat:
                raise _ForeignSeat
            return msgspec.structs.replace(asked, seat=seat)

        order = CommandRequest(
            game_id=canonical_id(game), command_id=command_id, build=ask, expected_version=expected_version
        )
        return await _answered(info, lambda by: _played(info, by, order))

    @done("Give the game up; the house plays the seat on (GAME-RESIGN-01).", ANSWER)
    async def resign(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, expected_version: int | None = None
    ) -> Answered:
        """The seat's holder."""
        return await _answered(
            info,
            lambda by: info.context.services.seating.resign(
                by, canonical_id(game), command_id, expected_version=expected_version
            ),
        )

    @done("Call time on a seat that may act; its decision is made for it (GAME-TIME-01).", ANSWER)
    async def call_time(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, seat: int, expected_version: int | None = None
    ) -> Answered:
        """An arbiter who does not play here."""
        return await _answered(
            info,
            lambda by: info.context.services.seating.call_time(
                by, canonical_id(game), command_id, seat=seat, expected_version=expected_version
            ),
        )

    @done("Close the table without a result (GAME-END-03).", ANSWER)
    async def abandon_game(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, expected_version: int | None = None
    ) -> Answered:
        """The host before it begins, an arbiter later."""
        return await _answered(
            info,
            lambda by: info.context.services.seating.abandon(
                by, canonical_id(game), command_id, expected_version=expected_version
            ),
        )


async def _answered(info: Info, ask: Callable[[Principal], Awaitable[Answer]]) -> Answered:
    principal = info.context.principal
    if principal is None:
        return not_authenticated(info)
    answer = await ask(principal)
    if isinstance(answer, Accepted):
        await asyncio.sleep(_slowness_ms(answer) / 1000)
    return answer_node(info, answer)


def _slowness_ms(answer: Accepted) -> int:
    """How late the answer is to come, where a sandbox has ordered that (GAME-SAND-03)."""
    sandbox = answer.head.state.sandbox
    if sandbox is None or not sandbox.faults:
        return 0
    brought = {step.version for step in answer.steps}
    return max((fault.ms for fault in sandbox.faults if fault.kind == "slow" and fault.at in brought), default=0)


async def _played(info: Info, by: Principal, order: CommandRequest) -> Answer:
    try:
        return await info.context.services.play.submit(by, order)
    except _ForeignSeat:
        return NotYourSeat(order.game_id, "That seat is not yours. Leave `seat` out, or give your own.")


def _plain_options(options: object) -> bool:
    return plain(options) and isinstance(options, dict) and all(_plain_option(value) for value in options.values())


def _plain_option(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(word, str) for word in value)
    return isinstance(value, str | int | None)
