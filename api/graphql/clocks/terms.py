"""The terms of clocks: as an input of `openGame`, and as a type of the answer."""

import enum
from typing import Any, Final

import strawberry
from msgspec import UNSET, UnsetType

from api.graphql.fields import resolved
from api.graphql.scalars import MS_MAX, Milliseconds
from domain.game.clocks.terms import ClockKind, ClockTerms, Flagged, FlagPolicy

US: Final = 1_000
"""Microseconds in a millisecond."""


@strawberry.enum(name="ClockKind", description="How time is given (GAME-CLOCK-01).")
class ClockKindNode(enum.Enum):
    BANK = strawberry.enum_value("bank", description="A bank, with a credit for each turn up to a cap.")
    FREE = strawberry.enum_value("free", description="Free time at each stint, and behind it a bank without credit.")
    EACH = strawberry.enum_value("each", description="Fresh time for each stint, and no bank.")


@strawberry.enum(name="CalledFlag", description="What happens to a seat whose flag is called (GAME-CLOCK-06).")
class CalledFlagNode(enum.Enum):
    RULES = strawberry.enum_value(
        "rules", description="The ruleset's default, and from then on at least the overtime for each decision."
    )
    BOT = strawberry.enum_value("bot", description="A bot plays the seat for good.")
    FORFEIT = strawberry.enum_value("forfeit", description="The seat loses the game.")


@strawberry.enum(name="FlagPolicy", description="Who calls a fallen flag, and what happens then (GAME-CLOCK-06).")
class FlagPolicyNode(enum.Enum):
    RULES = strawberry.enum_value("rules", description="The service calls it; then as `CalledFlag.RULES`.")
    BOT = strawberry.enum_value("bot", description="The service calls it; then as `CalledFlag.BOT`.")
    FORFEIT = strawberry.enum_value("forfeit", description="The service calls it; then as `CalledFlag.FORFEIT`.")
    CLAIM = strawberry.enum_value(
        "claim", description="Somebody must claim it, and until then the seat plays on; then what `claimed` says."
    )


@strawberry.input(description="The clocks of a game (GAME-CLOCK-01). A time that its kind does not have stays 0.")
class ClockInput:
    kind: ClockKindNode
    bank_ms: Milliseconds = strawberry.field(default=0, description="What every seat begins with.")
    add_ms: Milliseconds = strawberry.field(default=0, description="The credit for each turn.")
    cap_ms: Milliseconds = strawberry.field(default=0, description="No credit lifts a bank above it; 0: no cap.")
    free_ms: Milliseconds = strawberry.field(default=0, description="The free time of each stint.")
    each_ms: Milliseconds = strawberry.field(default=0, description="The time of each stint.")
    lag_ms: Milliseconds = strawberry.field(
        default=0, description="The allowance for the way of each command, at most 1,000."
    )
    lag_max_ms: Milliseconds = strawberry.field(
        default=0, description="The most of that allowance in one stint, at most 5,000."
    )
    overtime_ms: Milliseconds = strawberry.field(
        default=60_000, description="What a seat has at least for a decision after its flag was called; from 10,000 on."
    )
    flag: FlagPolicyNode = FlagPolicyNode.RULES
    claimed: CalledFlagNode = CalledFlagNode.RULES
    sleep_minutes_max: int = strawberry.field(
        default=0, description="How many minutes a seat may sleep each day, at most 600; 0: no sleep."
    )
    rest_ms: Milliseconds = strawberry.field(default=0, description="The stock of rest of every seat.")


_KINDS: Final[dict[ClockKindNode, ClockKind]] = {
    ClockKindNode.BANK: "bank",
    ClockKindNode.FREE: "free",
    ClockKindNode.EACH: "each",
}
_CALLED: Final[dict[CalledFlagNode, Flagged]] = {
    CalledFlagNode.RULES: "rules",
    CalledFlagNode.BOT: "bot",
    CalledFlagNode.FORFEIT: "forfeit",
}
_POLICIES: Final[dict[FlagPolicyNode, FlagPolicy]] = {
    FlagPolicyNode.RULES: "rules",
    FlagPolicyNode.BOT: "bot",
    FlagPolicyNode.FORFEIT: "forfeit",
    FlagPolicyNode.CLAIM: "claim",
}


def clock_terms_of(given: ClockInput | None) -> ClockTerms | UnsetType:
    """The domain's terms; UNSET for a game without clocks."""
    if given is None:
        return UNSET
    return ClockTerms(
        kind=_KINDS[given.kind],
        bank_us=given.bank_ms * US,
        add_us=given.add_ms * US,
        cap_us=given.cap_ms * US,
        free_us=given.free_ms * US,
        each_us=given.each_ms * US,
        lag_us=given.lag_ms * US,
        lag_max_us=given.lag_max_ms * US,
        overtime_us=given.overtime_ms * US,
        flag=_POLICIES[given.flag],
        claimed=_CALLED[given.claimed],
        sleep_minutes_max=given.sleep_minutes_max,
        rest_us=given.rest_ms * US,
    )


def _ms_of(field: str, description: str) -> Any:  # noqa: ANN401
    def read(root: strawberry.Parent[ClockTerms]) -> Milliseconds:
        value: int = getattr(root, field)
        return min(value // US, MS_MAX)

    return resolved(read, description)


@strawberry.type(name="ClockTerms", description="The clocks that a game was opened with (GAME-CLOCK-01).")
class ClockTermsNode:
    """Declares the fields only: resolvers return the domain's `ClockTerms`."""

    kind: ClockKindNode = strawberry.field(description="How time is given.")
    bank_ms: Milliseconds = _ms_of("bank_us", "What every seat began with.")
    add_ms: Milliseconds = _ms_of("add_us", "The credit for each turn (GAME-CLOCK-04).")
    cap_ms: Milliseconds = _ms_of("cap_us", "No credit lifts a bank above it; 0: no cap.")
    free_ms: Milliseconds = _ms_of("free_us", "The free time of each stint.")
    each_ms: Milliseconds = _ms_of("each_us", "The time of each stint.")
    lag_ms: Milliseconds = _ms_of("lag_us", "The allowance for the way of each command (GAME-CLOCK-03).")
    lag_max_ms: Milliseconds = _ms_of("lag_max_us", "The most of that allowance in one stint.")
    overtime_ms: Milliseconds = _ms_of("overtime_us", "What a seat has at least after its flag was called.")
    flag: FlagPolicyNode = strawberry.field(description="Who calls a fallen flag, and what happens then.")
    claimed: CalledFlagNode = strawberry.field(description="What happens once a flag is claimed, for `CLAIM`.")
    sleep_minutes_max: int = strawberry.field(description="How many minutes a seat may sleep each day.")
    rest_ms: Milliseconds = _ms_of("rest_us", "The stock of rest that every seat began with.")
