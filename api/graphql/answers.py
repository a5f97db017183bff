"""What a command is answered, one type an answer. Steps and refusals are told through the caller's own eyes only."""

from typing import Any, Final, TypeAlias

import strawberry

from api.graphql.convert import union_of
from api.graphql.fields import shown
from api.graphql.game_parts import LegalNode
from api.graphql.nodes import Info, RuleNode, StepNode, cited
from api.graphql.rulesets import Malformed
from api.graphql.scalars import Json
from services import answers
from services.look import default_viewer, visible_step

Answered: TypeAlias = Any


@strawberry.type(description="It happened, and it is on disk.")
class CommandAccepted:
    """`again`: the command id was accepted before, and these are its steps."""

    game: strawberry.ID
    command_id: strawberry.ID
    version: int = strawberry.field(description="The game's version after the command.")
    steps: list[StepNode] = strawberry.field(description="What it brought, through the caller's own eyes.")
    state_hash: str
    is_repeat: bool = strawberry.field(description="Whether this command id had been accepted before (GAME-PLAY-03).")


@strawberry.type(description="The rules said no. Nothing changed; the refusal is kept.")
class CommandRefused:
    """Code, sentence and rules of the refusal."""

    given: strawberry.Private[answers.RefusedAnswer]
    game: strawberry.ID
    command_id: strawberry.ID
    version: int = strawberry.field(description="The version it met.")
    code: str = strawberry.field(description="snake_case, stable, for programs.")
    text: str
    is_repeat: bool

    @shown("The rules that say no, the most telling first.")
    def rules(self, info: Info) -> list[RuleNode]:
        """Looked up in the rulebook."""
        return cited(info, self.given.rules)

    @shown("What is needed to understand the refusal.")
    def facts(self) -> Json:
        """Never anything hidden from the caller."""
        return self.given.facts

    @shown("What the caller's seat may play now.")
    def legal(self) -> list[LegalNode]:
        """Empty without a seat."""
        return [
            LegalNode(given=command, position=self.given.position, names=self.given.names)
            for command in self.given.legal
        ]


@strawberry.type(description="The game has moved on. Nothing changed; look again and decide again.")
class VersionConflict:
    """Nobody's fault."""

    game: strawberry.ID
    expected: int
    actual: int
    text: str


@strawberry.type(description="This command id stands for another command of this game (GAME-PLAY-03).")
class CommandIdReused:
    """Take a new one."""

    game: strawberry.ID
    command_id: strawberry.ID
    text: str


@strawberry.type(description="The caller holds no seat that could ask this (GAME-PLAY-01).")
class NotYourSeat:
    """Or another one than it claims."""

    game: strawberry.ID
    text: str


@strawberry.type(description="There is no such game.")
class UnknownGame:
    """A game id is given by `openGame`."""

    game: strawberry.ID
    text: str


@strawberry.type(
    description="Something is wrong with this game on our side. It takes no commands until it was looked at."
)
class GameParked:
    """Other games go on."""

    game: strawberry.ID
    version: int = strawberry.field(
        description="The step, or the last one that the caller may see if that comes before it."
    )
    text: str
    step: int | None = strawberry.field(
        description="The step at which something is wrong; null for who sees the game with its delay and may not know of it yet "
        "(GAME-DELAY-02)."
    )


@strawberry.type(description="A command id is a UUID.")
class BadCommandId:
    """Made by the caller."""

    command_id: str
    text: str


@strawberry.type(description="Only principals can do this: send a token as `Authorization: Bearer ...`.")
class NotAuthenticated:
    """Spectators need none."""

    text: str


@strawberry.type(
    description="What was sent is no command of the game's ruleset. Nothing was decided and nothing is kept."
)
class MalformedCommand:
    """`at`: where in what was sent."""

    text: str
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
        MalformedCommand,
    ),
)


def not_authenticated(info: Info) -> Answered:
    """The answer to a spectator."""
    _count(info, "not_authenticated")
    return NotAuthenticated(text="You are a spectator. Send a token to play: `Authorization: Bearer ...`.")


def answer_node(info: Info, answer: answers.Answer | Malformed) -> Answered:
    """An answer of the use cases as the caller may see it."""
    match answer:
        case answers.Accepted():
            _count(info, "repeated" if answer.is_repeat else "accepted")
            return _accepted(info, answer)
        case answers.RefusedAnswer():
            _count(info, "refused")
            info.context.metrics.refusals.labels(answer.code).inc()
            return CommandRefused(
                given=answer,
                game=strawberry.ID(answer.game_id),
                command_id=strawberry.ID(answer.command_id),
                version=answer.version,
                code=answer.code,
                text=answer.text,
                is_repeat=answer.is_repeat,
            )
        case answers.VersionConflict(game_id, expected, actual):
            _count(info, "version_conflict")
            text = f"The game is at version {actual}, not {expected}."
            return VersionConflict(game=strawberry.ID(game_id), expected=expected, actual=actual, text=text)
        case answers.IdReused(game_id, command_id):
            _count(info, "command_id_reused")
            text = "This command id was used for another command. Take a new one."
            return CommandIdReused(game=strawberry.ID(game_id), command_id=strawberry.ID(command_id), text=text)
        case _:
            return _turned_down(info, answer)


def _turned_down(
    info: Info,
    answer: answers.NotYourSeat
    | answers.WrongRuleset
    | answers.UnknownGame
    | answers.GameParked
    | answers.BadCommandId
    | Malformed,
) -> Answered:
    match answer:
        case answers.NotYourSeat(game_id, text):
            _count(info, "not_your_seat")
            return NotYourSeat(game=strawberry.ID(game_id), text=text)
        case answers.WrongRuleset(_, ruleset):
            _count(info, "malformed")
            return MalformedCommand(
                text=f"This game is played by {ruleset}; the command is of another ruleset.", at="$"
            )
        case answers.UnknownGame(game_id):
            _count(info, "unknown_game")
            return UnknownGame(game=strawberry.ID(game_id), text="There is no such game.")
        case answers.GameParked(game_id, version, text, step):
            _count(info, "game_parked")
            return GameParked(game=strawberry.ID(game_id), version=version, text=text, step=step)
        case answers.BadCommandId(command_id):
            _count(info, "bad_command_id")
            return BadCommandId(
                command_id=command_id, text="A command id is a UUID that you make, a new one a command."
            )
        case Malformed(text=text, at=at):
            _count(info, "malformed")
            return MalformedCommand(text=text, at=at)


def _accepted(info: Info, answer: answers.Accepted) -> CommandAccepted:
    game, state = answer.head.game, answer.head.state
    viewer = default_viewer(info.context.principal, state)
    info.context.at = f"game {answer.game_id} version {answer.version}"
    return CommandAccepted(
        game=strawberry.ID(answer.game_id),
        command_id=strawberry.ID(answer.command_id),
        version=answer.version,
        steps=[StepNode(seen=visible_step(game, state, step, viewer), viewer=viewer) for step in answer.steps],
        state_hash=answer.state_hash,
        is_repeat=answer.is_repeat,
    )


def _count(info: Info, outcome: str) -> None:
    info.context.metrics.commands.labels(outcome).inc()


__all__ = ["ANSWER", "Answered", "answer_node", "not_authenticated"]
