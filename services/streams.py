"""The streams of the log: what each one is, and where it ends."""

from dataclasses import dataclass
from typing import Literal

from domain.engine.step import Step

StreamKind = Literal["game", "openings", "league"]
"""What a stream is: a game; one principal's refused openings and forks; a league."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What the log stores of a stream beside its steps and commands.

    A game has both of `ruleset` and `ruleset_version`, a stream of refused openings neither.
    """

    kind: StreamKind = "game"
    ruleset: str | None = None
    ruleset_version: int | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a stream: its last step in the log, and the last link of the chain of its commands.

    `ruleset`, `ruleset_version`: as in its `Opening`.
    """

    game_id: str
    ruleset: str | None
    ruleset_version: int | None
    version: Step
    hash: bytes
    commands: int
    command_link: bytes
    kind: StreamKind = "game"
