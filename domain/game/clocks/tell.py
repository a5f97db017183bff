"""The lines of clocks and stops. All of them are public; the words beside them are not."""

from collections.abc import Mapping
from typing import assert_never

from domain.engine.message import Message, Value
from domain.engine.ruleset import Line
from domain.engine.viewer import Seat
from domain.game.clocks.events import (
    ClockEvent,
    FlagFell,
    GameResumed,
    GameStopped,
    RestTaken,
    SleepSet,
    TimeAdjusted,
)
from domain.game.clocks.rules import moment_text
from domain.game.clocks.sleep import MINUTE_US
from domain.game.clocks.terms import SECOND_US


def tell_clock(event: ClockEvent) -> Line:
    """The line of one of these events."""
    match event:
        case GameStopped(_, why, until_us):
            until = None if until_us is None else moment_text(until_us)
            return _line(event, None, "GAME-STOP-01", {"why": why, "until": until})
        case GameResumed(_, why):
            return _line(event, None, "GAME-STOP-01", {"why": why})
        case TimeAdjusted(seat, us, _, _, ruling):
            args = {"seconds": abs(us) // SECOND_US, "taken": us < 0, "ruling": ruling}
            return _line(event, seat, "GAME-CLOCK-07", args)
        case FlagFell(seat, due_us, policy):
            return _line(event, seat, "GAME-CLOCK-06", {"when": moment_text(due_us), "policy": policy}, "GAME-CLOCK-05")
        case SleepSet(seat, from_minute, minutes, offset_minutes):
            args = {"from_minute": from_minute, "minutes": minutes, "offset_minutes": offset_minutes}
            return _line(event, seat, "GAME-CLOCK-08", args)
        case RestTaken(seat, us):
            return _line(event, seat, "GAME-CLOCK-08", {"minutes": us // MINUTE_US})
        case _:
            assert_never(event)


def _line(event: ClockEvent, seat: Seat | None, rule: str, facts: Mapping[str, Value], *rules: str) -> Line:
    name = type(event).__name__
    args = facts if seat is None else {"seat": seat, **facts}
    return Line(f"game.{name}", Message(f"line-{name}", args), (rule, *rules), seat, dict(facts))  # type: ignore[arg-type]
