"""The mutations. Each hands a command to the use cases in the caller's name and returns their answer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Concatenate, ParamSpec, TypeAlias

import msgspec
import strawberry
from msgspec import UNSET

from api.graphql.account import Me, TokenMutations
from api.graphql.answer import ANSWER, CommandAnswerNode, answer_node, not_authenticated
from api.graphql.clocks.mutations import ClockMutations
from api.graphql.clocks.terms import ClockInput
from api.graphql.command import CommandInput, Malformed, RequestedCommand, read_command
from api.graphql.fields import Info, field, mutation
from api.graphql.game.terms import DelayInput, SandboxInput, TakeBacksInput, seed_of, terms_of
from api.graphql.rulings.mutations import RulingMutations
from api.graphql.scalars import Json, canonical_id, step_or_none
from api.graphql.seat import AsViewer, viewer_of
from api.graphql.structs.options import Options, OptionsJson, read_options
from api.graphql.take_back.mutations import TakeBackMutations
from api.problems import Problem
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat, seat_of
from domain.game.authority import Authority
from domain.game.texts import NAME_CHARS_MAX, clean_name
from services.commands.answers import Accepted, Answer, NotYourSeat, UnknownGame
from services.commands.request import BuildCommand, CommandRequest
from services.commands.seating import Seating
from services.languages import refusal_text
from services.ports import Principal

P = ParamSpec("P")


Choice: TypeAlias = Annotated[
    strawberry.ID | None,
    strawberry.argument(description="The `choice` of a command that `legal` lists. Its seat is the caller's own."),
]


class _ForeignSeat(Exception):
    """A command names a seat that is not the caller's."""


@strawberry.type(description="A new player and their token.")
class NewPlayer:
    principal: strawberry.Private[Principal]
    token: str = strawberry.field(
        description="Send it as `Authorization: Bearer ...`. Whoever has it acts in your name. The service shows it "
        "this once and stores a hash only."
    )

    @field("Whom the token stands for.", Me)
    def me(self) -> Principal:
        return self.principal


@strawberry.type
class Mutation(RulingMutations, ClockMutations, TakeBackMutations, TokenMutations):
    """Sends commands. `commandId` is a UUID that the caller makes; the same id is never carried out twice."""

    @mutation("Open a game (GAME-OPEN-01). The answer's `gameId` is its id, and the caller is its host.", ANSWER)
    async def open_game(
        self,
        info: Info,
        command_id: strawberry.ID,
        ruleset: str,
        seats: int,
        options: Options = None,
        options_json: OptionsJson = None,
        title: str = "",
        delay: DelayInput | None = None,
        sandbox: SandboxInput | None = None,
        ruleset_version: int | None = None,
        clock: ClockInput | None = None,
        take_backs: TakeBacksInput | None = None,
    ) -> CommandAnswerNode:
        try:
            chosen = read_options(ruleset, options, options_json)
        except Malformed as malformed:
            return answer_node(info, malformed)
        terms, seed = terms_of(delay, sandbox, clock, take_backs), seed_of(sandbox)
        return await _answered(
            info,
            lambda caller: info.context.services.seating.received(info.context.received_us).open(
                caller,
                str(command_id),
                ruleset=ruleset,
                seats=seats,
                options=chosen,
                title=title,
                terms=terms,
                seed=seed,
                ruleset_version=UNSET if ruleset_version is None else ruleset_version,
            ),
        )

    @mutation(
        "Open a sandbox that goes on from any step of any game that the caller may see (GAME-FORK-01). It begins at "
        "the last choice at or before `at`, with what the viewer `as` knew then; everything else is dealt anew. The "
        "caller plays `seat`, and bots play the others. The answer's `gameId` is the sandbox's id.",
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
    ) -> CommandAnswerNode:
        principal, services = info.context.principal, info.context.services
        if principal is None:
            return not_authenticated(info)
        visible = await services.look.game(principal, canonical_id(game))
        if visible is None:
            return answer_node(info, UnknownGame(canonical_id(game)))
        viewer = services.look.viewer(principal, visible, viewer_of(as_))
        own, step = _seat_or_none(seat), step_or_none(at)
        received_us = info.context.received_us
        answer = await services.forks.fork(
            principal, str(command_id), visible, viewer, at=step, seat=own, title=title, received_us=received_us
        )
        return answer_node(info, answer)

    @mutation("Get a token for a new player without further rights. The organiser can switch this off.", NewPlayer)
    async def register(self, info: Info, name: str) -> object:
        services = info.context.services
        if not services.newcomers:
            raise Problem("NO_NEWCOMERS", "This service does not register players. Ask its organiser for a token.")
        info.context.admit()
        try:
            chosen = clean_name(name)
        except Refused as refused:
            raise Problem("BAD_NAME", refusal_text(refused, ""), max=NAME_CHARS_MAX) from None
        principal, token = await services.world.principals.create(chosen, frozenset({"player"}), kind="registered")
        return NewPlayer(token=token, principal=principal)

    @mutation("Take a seat (GAME-SEAT-01), the first free one if left out, with a share in the chance.", ANSWER)
    async def take_seat(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        seat: int | None = None,
        name: str = "",
        share: str = "",
        expected_version: int | None = None,
    ) -> CommandAnswerNode:
        own, pinned = _seat_or_none(seat), step_or_none(expected_version)
        return await _seating(
            info, Seating.take, game, command_id, seat=own, name=name, share=share, expected_version=pinned
        )

    @mutation("Leave a seat before the game begins, or as the host remove a bot (GAME-SEAT-03).", ANSWER)
    async def leave_seat(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, seat: int, expected_version: int | None = None
    ) -> CommandAnswerNode:
        pinned = step_or_none(expected_version)
        return await _seating(info, Seating.leave, game, command_id, seat=seat_of(seat), expected_version=pinned)

    @mutation(
        "Let a bot play a seat (GAME-BOT-01, GAME-BOT-02), the ruleset's strongest one if left out. The host may do "
        "so before the game begins, the seat's own player or an arbiter later.",
        ANSWER,
    )
    async def seat_bot(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        seat: int,
        bot: str = "",
        expected_version: int | None = None,
    ) -> CommandAnswerNode:
        pinned = step_or_none(expected_version)
        return await _seating(
            info, Seating.seat_bot, game, command_id, seat=seat_of(seat), bot=bot, expected_version=pinned
        )

    @mutation("Begin the game, as its host, once no seat is free (GAME-BEGIN-01).", ANSWER)
    async def begin_game(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, expected_version: int | None = None
    ) -> CommandAnswerNode:
        return await _seating(info, Seating.begin, game, command_id, expected_version=step_or_none(expected_version))

    @mutation(
        "Play a command of the ruleset with the caller's own seat (GAME-PLAY-01): the `choice` of a legal command, "
        "typed as `command`, or exact as `commandJson`. Give exactly one of the three.",
        ANSWER,
    )
    async def submit(
        self,
        info: Info,
        game: strawberry.ID,
        command_id: strawberry.ID,
        expected_version: int | None = None,
        choice: Choice = None,
        command: CommandInput | None = None,
        command_json: Json | None = None,
    ) -> CommandAnswerNode:
        try:
            if [choice, command, command_json].count(None) != 2:
                raise Malformed("Give exactly one of `choice`, `command` and `commandJson`.")
            build = _of_choice if choice is not None else _for_seat(read_command(command, command_json))
        except Malformed as malformed:
            return answer_node(info, malformed)
        submitted = CommandRequest(
            game_id=canonical_id(game),
            command_id=command_id,
            build=build,
            choice=choice,
            expected_version=step_or_none(expected_version),
            received_us=info.context.received_us,
        )
        return await _answered(info, lambda caller: _submitted(info, caller, submitted))

    @mutation("Resign: give the game up. A bot plays the seat on (GAME-RESIGN-01).", ANSWER)
    async def resign(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, expected_version: int | None = None
    ) -> CommandAnswerNode:
        return await _seating(info, Seating.resign, game, command_id, expected_version=step_or_none(expected_version))

    @mutation(
        "Call time on a seat that may act, as an arbiter without a seat. Its decision is made for it (GAME-TIME-01).",
        ANSWER,
    )
    async def call_time(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, seat: int, expected_version: int | None = None
    ) -> CommandAnswerNode:
        pinned = step_or_none(expected_version)
        return await _seating(info, Seating.call_time, game, command_id, seat=seat_of(seat), expected_version=pinned)

    @mutation(
        "Close the game without a result (GAME-END-03). The host may do so before it begins, an arbiter later.", ANSWER
    )
    async def abandon_game(
        self, info: Info, game: strawberry.ID, command_id: strawberry.ID, expected_version: int | None = None
    ) -> CommandAnswerNode:
        return await _seating(info, Seating.abandon, game, command_id, expected_version=step_or_none(expected_version))


async def _seating(
    info: Info,
    use_case: Callable[Concatenate[Seating, Principal, str, str, P], Awaitable[Answer]],
    game: strawberry.ID,
    command_id: strawberry.ID,
    *args: P.args,
    **arguments: P.kwargs,
) -> CommandAnswerNode:
    """The answer of a use case of `Seating` to the caller."""
    seating = info.context.services.seating.received(info.context.received_us)
    return await _answered(
        info, lambda caller: use_case(seating, caller, canonical_id(game), command_id, *args, **arguments)
    )


async def _answered(info: Info, use_case: Callable[[Principal], Awaitable[Answer]]) -> CommandAnswerNode:
    principal = info.context.principal
    if principal is None:
        return not_authenticated(info)
    answer = await use_case(principal)
    if isinstance(answer, Accepted) and (delay_ms := _delay_ms(answer)):
        await asyncio.sleep(delay_ms / 1000)
    return answer_node(info, answer)


def _delay_ms(answer: Accepted) -> int:
    """How late the answer comes, if a sandbox has ordered that (GAME-SAND-03)."""
    sandbox = answer.head.state.sandbox
    if sandbox is None or not sandbox.faults:
        return 0
    versions = {step.version for step in answer.steps}
    return max((fault.ms for fault in sandbox.faults if fault.kind == "slow" and fault.at in versions), default=0)


def _for_seat(request: RequestedCommand) -> BuildCommand:
    """The command for the caller's seat."""

    def build(by: str, seat: Seat | None, authority: Authority | None) -> msgspec.Struct:
        if request.claimed_seat is not None and request.claimed_seat != seat:
            raise _ForeignSeat
        return msgspec.structs.replace(request.command, seat=seat)

    return build


def _of_choice(by: str, seat: Seat | None, authority: Authority | None) -> msgspec.Struct:
    raise AssertionError("a request with a choice is decided on the command that the choice stands for")


async def _submitted(info: Info, caller: Principal, request: CommandRequest) -> Answer:
    try:
        return await info.context.services.play.submit(caller, request)
    except _ForeignSeat:
        return NotYourSeat(request.game_id, "That seat is not yours. Leave `seat` out, or give your own.")


def _seat_or_none(number: int | None) -> Seat | None:
    return None if number is None else seat_of(number)
