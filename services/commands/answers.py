"""The answers to a command, one type each. The API translates each into a type of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from domain.engine.refusal import Fact, Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.names import GameNames
from domain.log.record import Recorded
from services.languages import NamedRefusal
from services.log.load_game import LoadedGame
from services.principals import Scope


class Accepted(msgspec.Struct, frozen=True, dict=True):
    """The command was carried out, and its steps are on disk. `is_repeat`: this command id was accepted before.

    `version`: the game's version after the command. `head`: the game as it stands now, later than `steps` perhaps for a
    repeat. Head and steps know everything; `look` decides what the caller may know of them. `names`: what game and
    persons are called.
    """

    game_id: str
    command_id: str
    version: Step
    state_hash: str
    read_steps: Callable[[], tuple[Recorded, ...]]
    is_repeat: bool
    head: LoadedGame
    names: GameNames

    @cached_property
    def steps(self) -> tuple[Recorded, ...]:
        """The command's steps as a reader of the log finds them; decoded when they are first needed."""
        return self.read_steps()


@dataclass(frozen=True, slots=True)
class RefusedAnswer:
    """The rules refused the command, at `version`.

    `legal`: what this seat may do now; `position`: the ruleset's view that goes with it, None where nothing is legal;
    `names`: the names of the seats.
    """

    game_id: str
    command_id: str
    version: Step
    refusal: NamedRefusal
    legal: tuple[Any, ...]
    position: Any
    names: tuple[str, ...]
    is_repeat: bool

    @property
    def code(self) -> str:
        """What programs know the refusal by."""
        return self.refusal.refused.code

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.refusal.text

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that say no, the most specific first."""
        return self.refusal.refused.rules

    @property
    def facts(self) -> Mapping[str, Fact]:
        """What is needed to understand the refusal."""
        return self.refusal.refused.facts


@dataclass(frozen=True, slots=True)
class VersionConflict:
    """The game has moved on: `expected` was pinned (or decided on), `actual` is the version now."""

    game_id: str
    expected: Step
    actual: Step


@dataclass(frozen=True, slots=True)
class IdReused:
    """This command id stands for another command of this game."""

    game_id: str
    command_id: str


@dataclass(frozen=True, slots=True)
class NotYourSeat:
    """The caller holds no seat in this game that could send this command."""

    game_id: str
    text: str


@dataclass(frozen=True, slots=True)
class WrongRuleset:
    """The command is of another ruleset than the game is played by; `ruleset` is the game's."""

    game_id: str
    ruleset: str


@dataclass(frozen=True, slots=True)
class UnknownGame:
    """There is no such game."""

    game_id: str


@dataclass(frozen=True, slots=True)
class GameParked:
    """Something is wrong with this game, on our side; it takes no commands.

    `step`: where; None for a caller who may not know of that step yet. `version`: the same, or the last step that the
    caller may see.
    """

    game_id: str
    version: Step
    text: str
    step: Step | None


@dataclass(frozen=True, slots=True)
class BadCommandId:
    """A command id is a UUID."""

    command_id: str


@dataclass(frozen=True, slots=True)
class NotInScope:
    """The caller's token is not for this: `needs` is the scope that it lacks; None where it is for another game.

    `game_id` None: the command opens a game.
    """

    game_id: str | None
    needs: Scope | None


Answer = (
    Accepted
    | RefusedAnswer
    | VersionConflict
    | IdReused
    | NotYourSeat
    | WrongRuleset
    | UnknownGame
    | GameParked
    | BadCommandId
    | NotInScope
)


def refusal_of(
    game_id: str,
    command_id: str,
    version: Step,
    refused: Refused,
    head: LoadedGame | None = None,
    seat: Seat | None = None,
    *,
    names: tuple[str, ...] = (),
    ruleset: str = "",
    is_repeat: bool = False,
) -> RefusedAnswer:
    """Builds the answer to a refused command.

    `head`: the game as it stands; None where there is none. `seat`: the caller's, whose legal commands go with it.
    `names`: what the seats are called. `ruleset`: the game's, where there is no head.
    """
    legal = () if head is None or seat is None else head.game.legal(head.state, seat)
    position = head.game.view(head.state, seat).position if head is not None and seat is not None and legal else None
    scope = head.game.ruleset.id if head is not None else ruleset
    return RefusedAnswer(
        game_id,
        command_id,
        version,
        NamedRefusal(refused, scope, names),
        legal,
        position,
        names,
        is_repeat,
    )
