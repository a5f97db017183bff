"""The answers to commands. Every answer that says no is a `CommandProblem`.

Steps and refusals are shown as the caller's own viewer only.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

import strawberry

from api.graphql.account.me import Scope
from api.graphql.command import CommandProblem, LegalCommand, Malformed, legal_commands
from api.graphql.fields import Info, field
from api.graphql.game import GameNode, game_node
from api.graphql.step import StepNode
from api.graphql.structs.convert import union_of
from api.problems import CODES, Problem
from services.commands import answers
from services.reads.look import default_viewer, visible_step
from services.tokens import ScopeMissing

CommandAnswerNode: TypeAlias = Any


@strawberry.type(description="It happened, and it is on disk.")
class CommandAccepted:
    """`names`: what the game and its persons are called."""

    answer: strawberry.Private[answers.Accepted]
    game_id: strawberry.ID = strawberry.field(
        description="The id of the game; of the new one, for `openGame` and `fork`."
    )
    command_id: strawberry.ID = strawberry.field(description="The id that you sent the command with.")
    version: int = strawberry.field(description="The game's version after the command.")
    state_hash: str = strawberry.field(
        description="The hash of the whole state after the command, in hex; equal states have equal hashes."
    )
    is_repeat: bool = strawberry.field(description="Whether this command id had been accepted before (GAME-PLAY-03).")

    @field(
        "The step that took its steps back, for a repeated command (GAME-BACK-05). Null as long as they stand, and for "
        "a command that brought no step of the ruleset."
    )
    async def taken_back_at(self, info: Info) -> int | None:
        answer, principal = self.answer, info.context.principal
        if not answer.is_repeat or principal is None:
            return None
        look = info.context.services.look
        visible = await look.after_command(principal, answer.head, answer.names)
        if visible is None:
            return None
        history = (await look.whole(visible)).history
        at = (history.taken_back_at(step.version, visible.version) for step in answer.steps)
        return next((each for each in at if each is not None), None)

    @field("The steps it brought, as the caller's own viewer sees them.")
    def steps(self, info: Info) -> list[StepNode]:
        answer, game, state = self.answer, self.answer.head.game, self.answer.head.state
        viewer = default_viewer(info.context.caller_in(answer.game_id), state)
        return [StepNode(step=visible_step(game, state, answer.names, step, viewer)) for step in answer.steps]

    @field(
        "The game as it stands now, with what the caller's seat may play next: no further request is needed. After a "
        "repeated command it may be past `version`. A caller who gave up their seat sees it with its delay.",
        GameNode,
    )
    async def game(self, info: Info) -> GameNode:
        answer, principal = self.answer, info.context.principal
        assert principal is not None, "only a principal sends commands"
        visible = await info.context.services.look.after_command(principal, answer.head, answer.names)
        if visible is None:
            raise Problem("UNKNOWN_GAME", "There is no such game.", gameId=answer.game_id)
        return game_node(info, visible)


@strawberry.type(
    description="The rules said no. Nothing changed. The refusal is recorded, unless it is about a name, a title or a "
    "choice."
)
class CommandRefused(CommandProblem):
    answer: strawberry.Private[answers.RefusedAnswer]
    game_id: strawberry.ID = strawberry.field(description="The id of the game, also of one that was not opened.")
    command_id: strawberry.ID = strawberry.field(
        description="The id that you sent the command with; it is used up if the refusal was recorded (GAME-PLAY-03)."
    )
    version: int = strawberry.field(description="The last step of the game when it was decided.")
    is_repeat: bool = strawberry.field(
        description="Whether this command id had been refused before, with this same answer (GAME-PLAY-03)."
    )

    @field("What the caller's seat may play now; empty for a caller without a seat.")
    def legal(self) -> list[LegalCommand]:
        answer = self.answer
        return legal_commands(answer.legal, answer.position, answer.names)


@strawberry.type(description="The game has moved on. Nothing changed; read it and decide anew.")
class VersionConflict(CommandProblem):
    game_id: strawberry.ID = strawberry.field(
        description="The game that has moved on; read it by this id before you decide anew."
    )
    expected: int = strawberry.field(description="The `expectedVersion` that you sent.")
    actual: int = strawberry.field(description="The game's version now; read it before you decide anew.")


@strawberry.type(description="This command id stands for another command of this game (GAME-PLAY-03). Use a new id.")
class CommandIdReused(CommandProblem):
    game_id: strawberry.ID = strawberry.field(description="The game that the request named; read it by this id.")
    command_id: strawberry.ID = strawberry.field(description="The id that stands for another command.")


@strawberry.type(description="The caller has no seat that could send this, or named another seat (GAME-PLAY-01).")
class NotYourSeat(CommandProblem):
    game_id: strawberry.ID = strawberry.field(description="The game that the request named; read it by this id.")


@strawberry.type(description="There is no such game.")
class UnknownGame(CommandProblem):
    game_id: strawberry.ID = strawberry.field(
        description="The id that you sent; no game has it, or none that you may see."
    )


@strawberry.type(
    description="The service found a fault of its own in this game. The game takes no commands until an organiser "
    "has looked at it. Other games go on."
)
class GameParked(CommandProblem):
    game_id: strawberry.ID = strawberry.field(description="The game that the request named; read it by this id.")
    version: int = strawberry.field(
        description="The step, or the last one that the caller may see if that comes before it."
    )
    step: int | None = strawberry.field(
        description="The step that has the fault; null if the caller sees the game with its delay and may not know "
        "of that step yet (GAME-DELAY-02)."
    )


@strawberry.type(description="The command id is not a UUID with dashes in lower case, or it is all zeros.")
class BadCommandId(CommandProblem):
    command_id: strawberry.ID = strawberry.field(description="What you sent as the id.")


@strawberry.type(description="Only principals can do this: send a token as `Authorization: Bearer ...`.")
class NotAuthenticated(CommandProblem):
    pass


@strawberry.type(
    description="The caller's token is not for this (GAME-TOKEN-01). Nothing was decided and nothing is recorded."
)
class NotInScope(CommandProblem):
    needs: list[Scope] = strawberry.field(
        description="The scopes that the token lacks; empty where it is for another game."
    )


@strawberry.type(
    description="This is not a command of the game's ruleset. Nothing was decided and nothing is recorded."
)
class MalformedCommand(CommandProblem):
    at: str = strawberry.field(description="Where, as a path from `$`.")


ANSWER: Final = union_of(
    "CommandAnswer",
    (
        CommandAccepted,
        CommandRefused,
        VersionConflict,
        CommandIdReused,
        NotYourSeat,
        UnknownGame,
        GameParked,
        BadCommandId,
        NotAuthenticated,
        NotInScope,
        MalformedCommand,
    ),
)


def not_authenticated(info: Info) -> CommandAnswerNode:
    """The answer to a spectator."""
    text = "You are a spectator. Send a token to play: `Authorization: Bearer ...`."
    return _counted(info, NotAuthenticated(code="NOT_AUTHENTICATED", words=text))


def answer_node(info: Info, answer: answers.Answer | Malformed) -> CommandAnswerNode:
    """An answer of the use cases as the caller may see it."""
    match answer:
        case answers.Accepted():
            _count(info, "repeated" if answer.is_repeat else "accepted")
            return _accepted(info, answer)
        case answers.RefusedAnswer():
            _count(info, "refused")
            info.context.metrics.refusals.labels(answer.code).inc()
            return _refused(answer)
        case _:
            return _counted(info, _problem(answer))


def _accepted(info: Info, answer: answers.Accepted) -> CommandAccepted:
    info.context.at = f"game {answer.game_id} version {answer.version}"
    return CommandAccepted(
        answer=answer,
        game_id=strawberry.ID(answer.game_id),
        command_id=strawberry.ID(answer.command_id),
        version=answer.version,
        state_hash=answer.state_hash,
        is_repeat=answer.is_repeat,
    )


def _refused(answer: answers.RefusedAnswer) -> CommandRefused:
    return CommandRefused(
        answer=answer,
        code=answer.code,
        words=answer.refusal,
        cited=answer.rules,
        known=answer.facts,
        game_id=strawberry.ID(answer.game_id),
        command_id=strawberry.ID(answer.command_id),
        version=answer.version,
        is_repeat=answer.is_repeat,
    )


def _problem(
    answer: answers.VersionConflict
    | answers.IdReused
    | answers.NotYourSeat
    | answers.WrongRuleset
    | answers.UnknownGame
    | answers.GameParked
    | answers.BadCommandId
    | answers.NotInScope
    | Malformed,
) -> CommandProblem:
    match answer:
        case answers.VersionConflict(game_id, expected, actual):
            text, facts = f"The game is at version {actual}, not {expected}.", {"expected": expected, "actual": actual}
            return _made(VersionConflict, "VERSION_CONFLICT", text, ("GAME-PLAY-02",), game_id=game_id, **facts)
        case answers.IdReused(game_id, id):
            text = "This command id was used for another command. Use a new one."
            return _made(CommandIdReused, "COMMAND_ID_REUSED", text, (_IDS,), game_id=game_id, command_id=id)
        case answers.NotYourSeat(game_id, text):
            return _made(NotYourSeat, "NOT_YOUR_SEAT", text, ("GAME-PLAY-01",), game_id=game_id)
        case answers.WrongRuleset(_, ruleset):
            text = f"This game is played by {ruleset}; the command is of another ruleset."
            return _made(MalformedCommand, "MALFORMED_COMMAND", text, (), at="$")
        case answers.UnknownGame(game_id):
            return _made(UnknownGame, "UNKNOWN_GAME", "There is no such game.", (), game_id=game_id)
        case answers.GameParked(game_id, version, text, step):
            return _made(GameParked, "GAME_PARKED", text, (), game_id=game_id, version=version, step=step)
        case answers.BadCommandId(id):
            text = "A command id is a UUID with dashes in lower case, not all zeros. Make a new one for each command."
            return _made(BadCommandId, "BAD_COMMAND_ID", text, (_IDS,), command_id=id)
        case answers.NotInScope(_, needs):
            scopes = [] if needs is None else [Scope(needs)]
            made = _made(NotInScope, "NOT_IN_SCOPE", str(ScopeMissing(needs)), ("GAME-TOKEN-01",), needs=scopes)
            made.known = {"needs": [scope.name for scope in scopes]}
            return made
        case Malformed(text=text, at=at):
            return _made(MalformedCommand, "MALFORMED_COMMAND", text, (), at=at)


_IDS: Final = "GAME-PLAY-03"

P = TypeVar("P", bound=CommandProblem)


def _made(kind: Callable[..., P], code: str, text: str, rules: tuple[str, ...], **fields: object) -> P:
    """A problem with its own fields, which are its facts, too."""
    facts = {_camel(name): value for name, value in fields.items()}
    return kind(code=code, words=text, cited=rules, known=facts, **fields)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _counted(info: Info, problem: CommandProblem) -> CommandProblem:
    assert problem.code in CODES, f"{problem.code} is not in the catalogue"
    _count(info, problem.code.lower())
    return problem


def _count(info: Info, outcome: str) -> None:
    info.context.metrics.commands.labels(outcome).inc()
