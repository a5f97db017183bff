"""What may be asked for when a game is opened: a delay for spectators, and a sandbox. Checks nothing: the rules of the table do."""

import enum
from collections.abc import Mapping
from typing import Final

import strawberry
from msgspec import UNSET, UnsetType

from domain.game import terms
from domain.game.terms import Delay, Fault, Sandbox, Terms


@strawberry.input(one_of=True, description="How far spectators are to be behind the game (GAME-DELAY-01).")
class DelayInput:
    """Exactly one of the two."""

    steps: int | None = strawberry.UNSET
    seconds: int | None = strawberry.UNSET


@strawberry.enum(name="FaultKind", description="What goes wrong in a sandbox (GAME-SAND-03).")
class FaultKind(enum.Enum):
    """As in the domain."""

    DROP = strawberry.enum_value("drop", description="Connections are lost after the step was sent.")
    TWICE = strawberry.enum_value("twice", description="The step is sent twice.")
    SLOW = strawberry.enum_value("slow", description="The step, and the answer to its command, come `ms` late.")


@strawberry.input(description="A disturbance to be had at a step.")
class FaultInput:
    """Of a `SandboxInput`."""

    at: int = strawberry.field(description="The step.")
    kind: FaultKind
    ms: int = strawberry.field(default=0, description="For `SLOW`: milliseconds.")


@strawberry.input(description="A game that counts for nothing, for those who write clients (GAME-SAND-01).")
class SandboxInput:
    """All of it may be left out."""

    seed: str | None = strawberry.field(default=None, description="Any text: the same text, the same chance.")
    pace_ms: int = strawberry.field(default=0, description="How long the house waits before each of its commands.")
    faults: list[FaultInput] = strawberry.field(default_factory=list)


_KINDS: Final[Mapping[str, terms.FaultKind]] = {"DROP": "drop", "TWICE": "twice", "SLOW": "slow"}


def terms_of(delay: DelayInput | None, sandbox: SandboxInput | None) -> Terms | UnsetType:
    """The terms in the domain's words; UNSET where nothing is asked for."""
    if delay is None and sandbox is None:
        return UNSET
    return Terms(delay=None if delay is None else _delay(delay), sandbox=None if sandbox is None else _sandbox(sandbox))


def seed_of(sandbox: SandboxInput | None) -> str | UnsetType:
    """The seed, if one is chosen."""
    return UNSET if sandbox is None or sandbox.seed is None else sandbox.seed


def _delay(asked: DelayInput) -> Delay:
    return Delay(steps=asked.steps or 0, seconds=asked.seconds or 0)


def _sandbox(asked: SandboxInput) -> Sandbox:
    faults = tuple(Fault(each.at, _KINDS[each.kind.name], each.ms) for each in asked.faults)
    return Sandbox(seeded=asked.seed is not None, pace_ms=asked.pace_ms, faults=faults)
