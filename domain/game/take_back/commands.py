"""The commands of take-backs and motions. The service fills in `by` and `seat`."""

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.take_back.motion import MotionKind


class TakeBack(msgspec.Struct, frozen=True, tag_field="type", tag="game.TakeBack"):
    """Take back freely, to after step `to`; None: to before the seat's last decision (GAME-BACK-02)."""

    by: str
    seat: Seat
    to: Step | None = None


class MakeMotion(msgspec.Struct, frozen=True, tag_field="type", tag="game.MakeMotion"):
    """Ask the others to agree to something (GAME-MOTION-01). `to`: of a take-back, as in `TakeBack`."""

    by: str
    seat: Seat
    kind: MotionKind
    to: Step | None = None


class AnswerMotion(msgspec.Struct, frozen=True, tag_field="type", tag="game.AnswerMotion"):
    """Agree to the motion that step `motion` made, or not. The last yes carries it out (GAME-BACK-04)."""

    by: str
    seat: Seat
    motion: Step
    yes: bool


class WithdrawMotion(msgspec.Struct, frozen=True, tag_field="type", tag="game.WithdrawMotion"):
    """Withdraw one's own motion (GAME-MOTION-01)."""

    by: str
    seat: Seat
    motion: Step


TakeBackCommand = TakeBack | MakeMotion | AnswerMotion | WithdrawMotion
TAKE_BACK_COMMANDS = (TakeBack, MakeMotion, AnswerMotion, WithdrawMotion)
