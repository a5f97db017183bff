"""The lines of calls, rulings and appeals. All of them are public; the words beside them are not."""

from collections.abc import Mapping
from typing import assert_never

import msgspec

from domain.engine.message import Message, Value
from domain.engine.refusal import Fact
from domain.engine.ruleset import Line
from domain.engine.viewer import Seat
from domain.game.rulings.events import (
    Amended,
    AppealDecided,
    AppealLodged,
    ArbiterCalled,
    CallWithdrawn,
    PointsAdjusted,
    RulesetChanged,
    RulingEvent,
    RulingMade,
    SeatForfeited,
    SeatHandedOver,
)


def tell_ruling(event: RulingEvent) -> Line:
    """The line of one of these events."""
    match event:
        case ArbiterCalled(call, seat, _, step, category):
            args: dict[str, Value] = {"call": call, "seat": seat, "step": step, "category": category}
            return _line(event, seat, "GAME-RULING-01", args)
        case CallWithdrawn(call, seat):
            return _line(event, seat, "GAME-RULING-01", {"call": call, "seat": seat})
        case RulingMade():
            return _tell_made(event)
        case Amended(ruling, amendment):
            what = amendment if isinstance(amendment, Mapping) else msgspec.to_builtins(amendment)
            facts: dict[str, Fact] = {"ruling": ruling, "amendment": _fact(what)}
            return _line(event, None, "GAME-RULING-05", {"ruling": ruling}, facts)
        case PointsAdjusted(ruling, seat, points):
            args = {"ruling": ruling, "seat": seat, "points": abs(points), "taken": points < 0}
            return _line(event, seat, "GAME-RULING-07", args, {"ruling": ruling, "points": points})
        case SeatForfeited(ruling, seat, bot):
            rule = "GAME-CLOCK-06" if ruling is None else "GAME-RULING-03"
            return _line(event, seat, rule, {"ruling": ruling, "seat": seat, "bot": bot or None})
        case SeatHandedOver(ruling, seat):
            return _line(event, seat, "GAME-RULING-03", {"ruling": ruling, "seat": seat})
        case RulesetChanged(ruling, to):
            return _line(event, None, "GAME-VERSION-02", {"ruling": ruling, "to": to})
        case AppealLodged(appeal, ruling, seat):
            return _line(event, seat, "GAME-APPEAL-01", {"appeal": appeal, "ruling": ruling, "seat": seat})
        case AppealDecided(appeal, _, upheld):
            return _line(event, None, "GAME-APPEAL-01", {"appeal": appeal, "upheld": upheld})
        case _:
            assert_never(event)


def _tell_made(event: RulingMade) -> Line:
    """Its sentence names the number and the kind; the rules that it rests on are cited."""
    facts: dict[str, Fact] = {
        "ruling": event.ruling,
        "kind": event.kind,
        "call": event.call,
        "steps": event.steps,
        "seats": event.seats,
        "replaces": event.replaces,
    }
    args: dict[str, Value] = {"ruling": event.ruling, "kind": event.kind}
    line = _line(event, None, "GAME-RULING-02", args, facts)
    cited = tuple(rule for rule in event.rules if rule != "GAME-RULING-02")
    return msgspec.structs.replace(line, rules=(*line.rules, *cited))


def _line(
    event: RulingEvent,
    seat: Seat | None,
    rule: str,
    args: Mapping[str, Value],
    facts: Mapping[str, Fact] | None = None,
) -> Line:
    """`facts`: where they differ from the arguments of the message."""
    name = type(event).__name__
    known = {key: value for key, value in args.items() if key != "seat"} if facts is None else facts
    return Line(f"game.{name}", Message(f"line-{name}", args), (rule,), seat, known)  # type: ignore[arg-type]


def _fact(amendment: Mapping[str, object]) -> Fact:
    return dict(amendment)  # type: ignore[arg-type]
