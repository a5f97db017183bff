"""The events of clocks and stops. Time alone makes no event: what it does follows from the times of the steps."""

import msgspec

from domain.engine.viewer import Seat
from domain.game.clocks.state import StopReason
from domain.game.clocks.terms import Flagged


class GameStopped(msgspec.Struct, frozen=True, tag_field="type", tag="game.GameStopped"):
    """The game was stopped. `until_us`: when it goes on by itself, in microseconds since 1970; None: when resumed."""

    by: str
    why: StopReason
    until_us: int | None
    note_hash: str


class GameResumed(msgspec.Struct, frozen=True, tag_field="type", tag="game.GameResumed"):
    """A stopped game went on."""

    by: str
    why: StopReason


class TimeAdjusted(msgspec.Struct, frozen=True, tag_field="type", tag="game.TimeAdjusted"):
    """A seat got time, or lost it when `us` is below 0. `ruling`: the one that did it, if any."""

    seat: Seat
    us: int
    by: str
    note_hash: str
    ruling: int | None


class FlagFell(msgspec.Struct, frozen=True, tag_field="type", tag="game.FlagFell"):
    """The flag of a seat had fallen at `due_us`, and was called. What `policy` says comes next in the same command."""

    seat: Seat
    due_us: int
    policy: Flagged


class SleepSet(msgspec.Struct, frozen=True, tag_field="type", tag="game.SleepSet"):
    """A seat named its daily hours of sleep, from its next stint on."""

    seat: Seat
    from_minute: int
    minutes: int
    offset_minutes: int


class RestTaken(msgspec.Struct, frozen=True, tag_field="type", tag="game.RestTaken"):
    """A seat took rest from its stock: so much later its clock starts in its next stint."""

    seat: Seat
    us: int


ClockEvent = GameStopped | GameResumed | TimeAdjusted | FlagFell | SleepSet | RestTaken
CLOCK_EVENTS = (GameStopped, GameResumed, TimeAdjusted, FlagFell, SleepSet, RestTaken)
