"""The terms of a game beside the ruleset's options: a delay for spectators, what a sandbox allows, take-backs."""

from typing import Final, Literal

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import Viewer
from domain.game.clocks.terms import ClockTerms

FaultKind = Literal["drop", "twice", "slow"]


class Delay(msgspec.Struct, frozen=True):
    """How far spectators are behind the game (GAME-DELAY-01): exactly one of the two is not 0."""

    steps: int = 0
    seconds: int = 0


class Fault(msgspec.Struct, frozen=True):
    """A disturbance that a client developer asked for (GAME-SAND-03), at step `at` of a sandbox.

    `drop`: the connection is closed after the step was sent. `twice`: the step is sent twice. `slow`: the step, and the
    answer to its command, are `ms` milliseconds late.
    """

    at: int
    kind: FaultKind
    ms: int = 0


class Origin(msgspec.Struct, frozen=True):
    """Where a sandbox was forked from: a game, the step it continues from, and the viewer whose knowledge it keeps.

    `sealed`: a delay still hid this step from spectators, so only the host may see the sandbox (GAME-FORK-04).
    """

    game: str
    version: Step
    viewer: Viewer
    sealed: bool = False


class Sandbox(msgspec.Struct, frozen=True):
    """A game that counts for nothing (GAME-SAND-01).

    `seeded`: its host chose the chance. `pace_ms`: how long bots wait before each of their commands.
    """

    seeded: bool = False
    pace_ms: int = 0
    faults: tuple[Fault, ...] = ()
    origin: Origin | None = None


TakeBackPolicy = Literal["none", "free", "consent", "arbiter"]
"""What may be taken back (GAME-BACK-01). `consent`: freely, and the rest by consent."""


class TakeBacks(msgspec.Struct, frozen=True):
    """Whether and how players may take back.

    `revealed_max`: how often a seat may freely take back what it has shown to others (GAME-BACK-03); None: as often as
    it likes.
    """

    policy: TakeBackPolicy = "none"
    revealed_max: int | None = None


NO_TAKE_BACKS: Final = TakeBacks()


class Terms(msgspec.Struct, frozen=True):
    """Fixed when a game is opened. `clock` has no bytes in a game without clocks."""

    delay: Delay | None = None
    sandbox: Sandbox | None = None
    take_backs: TakeBacks | msgspec.UnsetType = msgspec.UNSET
    """None where nothing is said; without bytes then."""
    clock: ClockTerms | msgspec.UnsetType = msgspec.UNSET
