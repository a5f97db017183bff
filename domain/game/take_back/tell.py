"""The lines of take-backs and motions. All of them are public; the position that a take-back holds is not."""

from collections.abc import Mapping
from typing import Final, assert_never

from domain.engine.message import Message, Value
from domain.engine.refusal import Fact
from domain.engine.ruleset import Line
from domain.engine.viewer import Seat
from domain.game.take_back.events import (
    MotionAnswered,
    MotionMade,
    MotionWithdrawn,
    Right,
    StepsTakenBack,
    TakeBackEvent,
)
from domain.game.take_back.motion import Crossing

_RULE_OF: Final[Mapping[Right, str]] = {
    "free": "GAME-BACK-02",
    "consent": "GAME-BACK-04",
    "ruling": "GAME-RULING-06",
}


def tell_take_back(event: TakeBackEvent) -> Line:
    """The line of one of these events."""
    match event:
        case StepsTakenBack():
            return _tell_taken_back(event)
        case MotionMade(motion, seat, kind, to, crossed):
            facts: dict[str, Fact] = {"motion": motion, "kind": kind, "to": to, "crossed": crossed_facts(crossed)}
            args: dict[str, Value] = {"seat": seat, "kind": kind, "to": to}
            return _line(event, seat, ("GAME-MOTION-01",), args, facts)
        case MotionAnswered(motion, seat, yes):
            return _line(event, seat, ("GAME-MOTION-01",), {"seat": seat, "yes": yes}, {"motion": motion, "yes": yes})
        case MotionWithdrawn(motion, seat):
            return _line(event, seat, ("GAME-MOTION-01",), {"seat": seat}, {"motion": motion})
        case _:
            assert_never(event)


def _tell_taken_back(event: StepsTakenBack) -> Line:
    """What was crossed decides what the sentence says of it."""
    facts: dict[str, Fact] = {
        "to": event.to,
        "named": event.named,
        "steps": event.steps,
        "why": event.why,
        "motion": event.motion,
        "ruling": event.ruling,
        "crossed": crossed_facts(event.crossed),
        "redealt": event.redealt,
    }
    what = "redealt" if event.redealt else "revealed" if event.crossed else "nothing"
    args: dict[str, Value] = {
        "seat": event.seat,
        "steps": event.steps,
        "to": event.to,
        "what": what,
        "inside": event.named != event.to,
        "named": event.named,
        "ruling": event.ruling,
    }
    revealed = ("GAME-BACK-03",) if any(each.kind == "revealed" for each in event.crossed) else ()
    dealt = ("GAME-BACK-06",) if event.redealt else ()
    return _line(event, event.seat, (_RULE_OF[event.why], *dealt, *revealed, "GAME-BACK-05"), args, facts)


def crossed_facts(crossed: tuple[Crossing, ...]) -> Fact:
    """What was crossed, for programs."""
    return tuple({"version": each.version, "kind": each.kind, "seats": each.seats} for each in crossed)


def _line(
    event: TakeBackEvent,
    seat: Seat | None,
    rules: tuple[str, ...],
    args: Mapping[str, Value],
    facts: Mapping[str, Fact],
) -> Line:
    name = type(event).__name__
    return Line(f"game.{name}", Message(f"line-{name}", args), rules, seat, facts)
