"""The commands of clocks and stops. The service fills in `by`, `seat` of one's own, and `authority`."""

import msgspec

from domain.engine.viewer import Seat
from domain.game.authority import Authority


class StopGame(msgspec.Struct, frozen=True, tag_field="type", tag="game.StopGame"):
    """Stop a game, as an arbiter of it (GAME-STOP-01). `until_us`: when it goes on by itself; None: when resumed."""

    by: str
    until_us: int | None = None
    note_hash: str = ""
    authority: Authority | None = None


class ResumeGame(msgspec.Struct, frozen=True, tag_field="type", tag="game.ResumeGame"):
    """Let a stopped game go on, as an arbiter of it (GAME-STOP-01)."""

    by: str
    authority: Authority | None = None


class AdjustTime(msgspec.Struct, frozen=True, tag_field="type", tag="game.AdjustTime"):
    """Give time to a seat, or take it when `us` is below 0, as an arbiter (GAME-CLOCK-07)."""

    by: str
    seat: Seat
    us: int
    note_hash: str = ""
    authority: Authority | None = None


class CallFlag(msgspec.Struct, frozen=True, tag_field="type", tag="game.CallFlag"):
    """Call the fallen flag of a seat: as another seat, as an arbiter, or as the service (GAME-CLOCK-06)."""

    by: str
    seat: Seat
    authority: Authority | None = None


class SetSleep(msgspec.Struct, frozen=True, tag_field="type", tag="game.SetSleep"):
    """Name one's own daily hours of sleep (GAME-CLOCK-08). `minutes` 0: none."""

    by: str
    seat: Seat
    from_minute: int
    minutes: int
    offset_minutes: int


class TakeRest(msgspec.Struct, frozen=True, tag_field="type", tag="game.TakeRest"):
    """Take rest from one's own stock, before the next stint counts (GAME-CLOCK-08)."""

    by: str
    seat: Seat
    us: int


ClockCommand = StopGame | ResumeGame | AdjustTime | CallFlag | SetSleep | TakeRest
CLOCK_COMMANDS = (StopGame, ResumeGame, AdjustTime, CallFlag, SetSleep, TakeRest)
