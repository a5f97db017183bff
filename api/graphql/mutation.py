"""What can be done. Hands every command to the use cases in the caller's name, and their answer back."""

from collections.abc import Awaitable, Callable

import msgspec
import strawberry

from api.graphql.answers import ANSWER, Answered, answer_node, not_authenticated
from api.graphql.fields import done
from api.graphql.nodes import Info
from api.graphql.rulesets import CommandInput, Malformed, command_of_input, command_of_json
from api.graphql.scalars import Json, canonical_id
from domain.engine.codec import plain
from domain.engine.viewer import Seat
from services.answers import Answer, NotYourSeat
from services.play import Order
from services.ports import Principal


class _ForeignSeat(Exception):
    """A command claims a seat that is not the caller's."""


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
                by, str(command_id), ruleset=ruleset, seats=seats, options=chosen, title=title
            ),
        )

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
            asked, claimed = _command(command, command_json)
        except Malformed as malformed:
            return answer_node(info, malformed)

        def ask(by: str, seat: Seat | None) -> msgspec.Struct:
            if claimed is not None and claimed != seat:
                raise _ForeignSeat
            return msgspec.structs.replace(asked, seat=seat)

        order = Order(game_id=canonical_id(game), command_id=command_id, ask=ask, expected_version=expected_version)
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
    return not_authenticated(info) if principal is None else answer_node(info, await ask(principal))


async def _played(info: Info, by: Principal, order: Order) -> Answer:
    try:
        return await info.context.services.play.submit(by, order)
    except _ForeignSeat:
        return NotYourSeat(order.game_id, "That seat is not yours. Leave `seat` out, or give your own.")


def _command(command: object | None, command_json: object | None) -> tuple[msgspec.Struct, Seat | None]:
    if (command is None) == (command_json is None):
        raise Malformed("Give exactly one of `command` and `commandJson`.")
    return command_of_json(command_json) if command is None else (command_of_input(command), None)


def _plain_options(options: object) -> bool:
    return plain(options) and isinstance(options, dict) and all(_plain_option(value) for value in options.values())


def _plain_option(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(word, str) for word in value)
    return isinstance(value, str | int | None)
