"""A ruling as an arbiter sends it."""

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec
import strawberry

from api.graphql.command import Malformed, chosen_field
from api.graphql.structs.convert import Yes, builtins_of, one_of
from api.graphql.structs.position import CONVERTER, RULESETS_IN_ORDER
from api.names import snake
from domain.engine.step import Step
from domain.engine.viewer import seat_of
from domain.game.rulings.ruling import Adjustment, Kind, Ruling, TimeGiven

STEPS_MAX: Final = 100
RULES_MAX: Final = 20

_KINDS_OF: Final = {
    ruleset.id: ruleset.amendments.kinds for ruleset in RULESETS_IN_ORDER if ruleset.amendments is not None
}
_BY_FIELD: Final = {(id, snake(kind.__name__)): kind for id, kinds in _KINDS_OF.items() for kind in kinds}

if TYPE_CHECKING:
    AmendmentInput: TypeAlias = Any
else:
    AmendmentInput = one_of(
        "AmendmentInput",
        {
            ruleset.id: (CONVERTER.amendment_input(ruleset), f"If the game's ruleset is {ruleset.title}.")
            for ruleset in RULESETS_IN_ORDER
            if ruleset.amendments is not None
        },
        "One change of a position, in the way that its ruleset names (GAME-RULING-05).",
    )


@strawberry.enum(name="CallCategory", description="What a call is about.")
class CallCategory(enum.Enum):
    RULES = "rules"
    TIME = "time"
    CONDUCT = "conduct"
    MISTAKE = "mistake"
    OTHER = "other"


@strawberry.input(description="Points that a ruling gives to a seat, or takes when they are below 0.")
class AdjustmentInput:
    seat: int
    points: int


@strawberry.input(description="Who plays a seat from now on.")
class SubstituteInput:
    seat: int
    principal: strawberry.ID


@strawberry.input(description="Time that a ruling gives to a seat, or takes when it is below 0 (GAME-CLOCK-07).")
class TimeInput:
    seat: int
    seconds: int


@strawberry.input(one_of=True, description="What a ruling does (GAME-RULING-03, GAME-RULING-04).")
class RulingInput:
    play_on: Yes | None = strawberry.UNSET
    fix: AmendmentInput | None = strawberry.UNSET
    points: list[AdjustmentInput] | None = strawberry.UNSET
    forfeit: int | None = strawberry.UNSET
    substitute: SubstituteInput | None = strawberry.UNSET
    rewind: int | None = strawberry.UNSET
    places: list[int] | None = strawberry.UNSET
    annul: Yes | None = strawberry.UNSET
    time: list[TimeInput] | None = strawberry.UNSET
    ruleset_version: int | None = strawberry.UNSET


def ruling_of(
    given: RulingInput, call: int | None = None, steps: Sequence[int] = (), rules: Sequence[str] = ()
) -> Ruling:
    """The domain's ruling. Raises Malformed."""
    if len(steps) > STEPS_MAX or len(rules) > RULES_MAX:
        raise Malformed(f"A ruling names at most {STEPS_MAX} steps and {RULES_MAX} rules.")
    kind, value = chosen_field(given)
    ruling = Ruling(_KINDS[kind], call, tuple(Step(each) for each in steps), tuple(rules))
    return msgspec.structs.replace(ruling, **_of_kind(kind, value))


_KINDS: Final[dict[str, Kind]] = {
    "play_on": "play_on",
    "fix": "fix",
    "points": "points",
    "forfeit": "forfeit",
    "substitute": "substitute",
    "rewind": "rewind",
    "places": "places",
    "annul": "annul",
    "time": "time",
    "ruleset_version": "ruleset",
}


def _of_kind(kind: str, value: Any) -> dict[str, object]:  # noqa: ANN401
    """What a ruling of this kind has beside what all have."""
    match kind:
        case "fix":
            return {"amendment": amendment_of(value)}
        case "points":
            return {"points": tuple(Adjustment(seat_of(each.seat), each.points) for each in value)}
        case "forfeit":
            return {"seat": seat_of(value)}
        case "substitute":
            return {"seat": seat_of(value.seat), "principal": str(value.principal)}
        case "time":
            return {"time": tuple(TimeGiven(seat_of(each.seat), each.seconds * 1_000_000) for each in value)}
        case "rewind":
            return {"to": Step(value)}
        case "places":
            return {"places": tuple(value)}
        case "ruleset_version":
            return {"version": value}
        case _:
            return {}


def amendment_of(given: object) -> msgspec.Struct:
    """The amendment that a typed input stands for. Raises Malformed."""
    ruleset, kinds = chosen_field(given)
    name, fields = chosen_field(kinds)
    struct, values = _BY_FIELD[ruleset, name], builtins_of(fields)
    try:
        read: msgspec.Struct = msgspec.convert({**values, "type": struct.__struct_config__.tag}, struct)
    except msgspec.ValidationError as error:
        raise Malformed(f"{str(error).partition(' - at ')[0]}.") from error
    return read
