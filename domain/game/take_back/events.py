"""The events of take-backs and motions."""

from typing import Any, Literal

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.take_back.motion import Crossing, MotionKind

Right = Literal["free", "consent", "ruling"]
"""By what right something was taken back (GAME-BACK-05)."""


class StepsTakenBack(msgspec.Struct, frozen=True, tag_field="type", tag="game.StepsTakenBack"):
    """The game went back to the position after step `to`.

    `seat`: who took back; None for a ruling. `by`: the principal. `named`: the step that they named; it differs from
    `to` where it lay inside a command. `steps`: how many are taken back. `motion`, `ruling`: the right by which.
    `crossed`: what was drawn and learned since. `position`: the ruleset's state there; where something was crossed,
    all that no seat knew is dealt again (GAME-BACK-06).
    """

    seat: Seat | None
    by: str
    to: Step
    named: Step
    steps: int
    why: Right
    motion: Step | None
    ruling: int | None
    crossed: tuple[Crossing, ...]
    position: Any

    @property
    def redealt(self) -> bool:
        """Whether what no seat knew was dealt again."""
        return redeals(self.crossed)


def redeals(crossed: tuple[Crossing, ...]) -> bool:
    """Whether going back over all this deals again what no seat knows (GAME-BACK-06)."""
    return any(each.kind in ("chance", "knowledge") for each in crossed)


class MotionMade(msgspec.Struct, frozen=True, tag_field="type", tag="game.MotionMade"):
    """A seat asked the others to agree. `to`, `crossed`: of a take-back, as in `StepsTakenBack`."""

    motion: Step
    seat: Seat
    kind: MotionKind
    to: Step | None
    crossed: tuple[Crossing, ...]


class MotionAnswered(msgspec.Struct, frozen=True, tag_field="type", tag="game.MotionAnswered"):
    """A seat agreed to a motion, or did not. One no ends it."""

    motion: Step
    seat: Seat
    yes: bool


class MotionWithdrawn(msgspec.Struct, frozen=True, tag_field="type", tag="game.MotionWithdrawn"):
    """A seat withdrew its motion."""

    motion: Step
    seat: Seat


TakeBackEvent = StepsTakenBack | MotionMade | MotionAnswered | MotionWithdrawn
TAKE_BACK_EVENTS = (StepsTakenBack, MotionMade, MotionAnswered, MotionWithdrawn)
