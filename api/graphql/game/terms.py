"""The terms of a game: a delay for spectators, a sandbox, take-backs. Each as an input of `openGame` and as a type of
the answer."""

import enum
from collections.abc import Mapping
from typing import Final

import strawberry
from msgspec import UNSET, UnsetType

from api.graphql.clocks.terms import ClockInput, clock_terms_of
from api.graphql.fields import resolved
from api.graphql.seat import ViewerKind
from domain.engine.viewer import ARBITER, own_seat
from domain.game import terms
from domain.game.terms import Delay, Fault, Origin, Sandbox, TakeBacks, Terms

# ---------------------------------------------------------------- delay


@strawberry.input(one_of=True, description="How far spectators are behind the game (GAME-DELAY-01).")
class DelayInput:
    steps: int | None = strawberry.UNSET
    seconds: int | None = strawberry.UNSET


@strawberry.type(
    name="Delay", description="How far spectators are behind the game (GAME-DELAY-01). One of the two is 0."
)
class DelayNode:
    """Declares the fields only: resolvers return the domain's `Delay`."""

    steps: int
    seconds: int


@strawberry.enum(name="DelayedBecause", description="Why a delay applies to the caller (GAME-DELAY-01).")
class DelayedBecauseNode(enum.Enum):
    NO_SEAT = strawberry.enum_value("no_seat", description="They never had a seat in this game.")
    GAVE_UP_SEAT = strawberry.enum_value(
        "gave_up_seat",
        description="They had a seat and resigned, left it, or a bot took it over. At the last step they see they "
        "may still hold it: `mySeat` and `seats` are as of that step.",
    )


def _delay(given: DelayInput) -> Delay:
    return Delay(steps=given.steps or 0, seconds=given.seconds or 0)


# ---------------------------------------------------------------- faults


@strawberry.enum(name="FaultKind", description="What goes wrong in a sandbox (GAME-SAND-03).")
class FaultKind(enum.Enum):
    DROP = strawberry.enum_value("drop", description="Connections are lost after the step was sent.")
    TWICE = strawberry.enum_value("twice", description="The step is sent twice.")
    SLOW = strawberry.enum_value("slow", description="The step, and the answer to its command, come `ms` late.")


_KINDS: Final[Mapping[FaultKind, terms.FaultKind]] = {
    FaultKind.DROP: "drop",
    FaultKind.TWICE: "twice",
    FaultKind.SLOW: "slow",
}


@strawberry.input(description="A fault that a sandbox brings about at one step.")
class FaultInput:
    at: int = strawberry.field(description="The number of the step that it happens at.")
    kind: FaultKind
    ms: int = strawberry.field(default=0, description="For `SLOW`: how many milliseconds late, at most 30,000.")


@strawberry.type(name="Fault", description="A fault that was ordered for a sandbox (GAME-SAND-03).")
class FaultNode:
    """Declares the fields only: resolvers return the domain's `Fault`."""

    at: int
    kind: FaultKind
    ms: int


# ---------------------------------------------------------------- sandbox


@strawberry.input(
    description="A game that counts for nothing, for client developers (GAME-SAND-01). Every field is optional."
)
class SandboxInput:
    seed: str | None = strawberry.field(default=None, description="Any text. The same text gives the same chance.")
    pace_ms: int = strawberry.field(default=0, description="How long the bots wait before each of their commands.")
    faults: list[FaultInput] = strawberry.field(default_factory=list)


def _origin_game(root: strawberry.Parent[Origin]) -> strawberry.ID:
    return strawberry.ID(root.game)


def _origin_seat(root: strawberry.Parent[Origin]) -> int | None:
    return own_seat(root.viewer)


def _origin_kind(root: strawberry.Parent[Origin]) -> ViewerKind | None:
    if own_seat(root.viewer) is not None:
        return None
    return ViewerKind.ARBITER if root.viewer == ARBITER else ViewerKind.SPECTATOR


@strawberry.type(name="Origin", description="The step that a sandbox was forked from (GAME-FORK-01).")
class OriginNode:
    """Declares the fields only: resolvers return the domain's `Origin`."""

    game_id: strawberry.ID = resolved(_origin_game, "The game that it was forked from.")
    version: int = strawberry.field(description="The step of that game that it goes on from.")
    seat: int | None = resolved(
        _origin_seat, "The seat whose knowledge it keeps; null for a viewer that is not a seat."
    )
    kind: ViewerKind | None = resolved(_origin_kind)


@strawberry.type(name="Sandbox", description="A game that counts for nothing (GAME-SAND-01).")
class SandboxNode:
    """Declares the fields only: resolvers return the domain's `Sandbox`."""

    seeded: bool = strawberry.field(description="Whether the host chose its chance.")
    pace_ms: int = strawberry.field(description="How long the bots wait before each of their commands.")
    faults: list[FaultNode]
    origin: OriginNode | None


def _sandbox(given: SandboxInput) -> Sandbox:
    faults = tuple(Fault(each.at, _KINDS[each.kind], each.ms) for each in given.faults)
    return Sandbox(seeded=given.seed is not None, pace_ms=given.pace_ms, faults=faults)


# ---------------------------------------------------------------- take-backs


@strawberry.enum(name="TakeBackPolicy", description="What may be taken back (GAME-BACK-01).")
class TakeBackPolicyNode(enum.Enum):
    NONE = "none"
    FREE = "free"
    CONSENT = "consent"
    ARBITER = "arbiter"


@strawberry.input(description="Whether and how players may take back (GAME-BACK-01).")
class TakeBacksInput:
    policy: TakeBackPolicyNode
    revealed_max: int | None = None


@strawberry.type(name="TakeBacks", description="Whether and how players may take back (GAME-BACK-01).")
class TakeBacksNode:
    """Declares the fields only: resolvers return the domain's `TakeBacks`."""

    policy: TakeBackPolicyNode
    revealed_max: int | None


def terms_of(
    delay: DelayInput | None,
    sandbox: SandboxInput | None,
    clock: ClockInput | None = None,
    take_backs: TakeBacksInput | None = None,
) -> Terms | UnsetType:
    """The domain's terms; UNSET if none was given."""
    if delay is None and sandbox is None and clock is None and take_backs is None:
        return UNSET
    return Terms(
        delay=None if delay is None else _delay(delay),
        sandbox=None if sandbox is None else _sandbox(sandbox),
        take_backs=UNSET if take_backs is None else TakeBacks(take_backs.policy.value, take_backs.revealed_max),
        clock=clock_terms_of(clock),
    )


def seed_of(sandbox: SandboxInput | None) -> str | UnsetType:
    """The seed; UNSET if none was chosen."""
    return UNSET if sandbox is None or sandbox.seed is None else sandbox.seed
