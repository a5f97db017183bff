"""What a game remembers of calls, rulings and appeals. Each is counted from 1 within the game."""

from typing import Literal

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.rulings.ruling import Adjustment, Category, Kind


class Call(msgspec.Struct, frozen=True):
    """A request for an arbiter. `version`: the step that made it. `ruling`: the one that answered it."""

    number: int
    version: Step
    seat: Seat
    by: str
    step: Step
    category: Category
    note_hash: str
    status: Literal["open", "withdrawn", "answered"] = "open"
    ruling: int | None = None


class RulingRecord(msgspec.Struct, frozen=True):
    """A ruling that was made. `valid`: no appeal has replaced it. `points`: those it adjusted.

    `appeal_until_us`: the last moment for an appeal, where the terms set a time.
    """

    number: int
    version: Step
    kind: Kind
    call: int | None
    steps: tuple[Step, ...]
    rules: tuple[str, ...]
    seats: tuple[Seat, ...]
    by: str
    note_hash: str
    replaces: int | None
    valid: bool = True
    points: tuple[Adjustment, ...] = ()
    appeal_until_us: int | msgspec.UnsetType = msgspec.UNSET

    def may_be_appealed(self, at_us: int) -> bool:
        """Whether the time for appeals, if there is one, lasts still at this moment."""
        return not isinstance(self.appeal_until_us, int) or at_us <= self.appeal_until_us


class Appeal(msgspec.Struct, frozen=True):
    """An appeal against a ruling. `upheld`: what became of it; None until then. `answer`: the note of who decided."""

    number: int
    version: Step
    ruling: int
    seat: Seat
    by: str
    note_hash: str
    upheld: bool | None = None
    decided_by: str = ""
    answer: str = ""


class Bench(msgspec.Struct, frozen=True):
    """All of them, in the order of their numbers."""

    calls: tuple[Call, ...] = ()
    rulings: tuple[RulingRecord, ...] = ()
    appeals: tuple[Appeal, ...] = ()

    def points_of(self, seat: Seat) -> int:
        """What rulings that stand have given to a seat, less what they took."""
        each = (given for ruling in self.rulings if ruling.valid for given in ruling.points)
        return sum(given.points for given in each if given.seat == seat)


EMPTY = Bench()
"""Of a game in which nobody has called or ruled."""
