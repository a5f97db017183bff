"""The commands of calls, rulings and appeals. The service fills in `by`, `seat` and `authority`."""

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.authority import Authority
from domain.game.rulings.ruling import Category, Ruling


class CallArbiter(msgspec.Struct, frozen=True, tag_field="type", tag="game.CallArbiter"):
    """Ask for an arbiter about a step (GAME-RULING-01)."""

    by: str
    seat: Seat
    step: Step
    category: Category
    note_hash: str = ""


class WithdrawCall(msgspec.Struct, frozen=True, tag_field="type", tag="game.WithdrawCall"):
    """Take one's own call back before it is answered (GAME-RULING-01)."""

    by: str
    seat: Seat
    call: int


class MakeRuling(msgspec.Struct, frozen=True, tag_field="type", tag="game.MakeRuling"):
    """Rule on the game, as an arbiter of it (GAME-RULING-02)."""

    by: str
    ruling: Ruling
    authority: Authority | None = None


class LodgeAppeal(msgspec.Struct, frozen=True, tag_field="type", tag="game.LodgeAppeal"):
    """Appeal against a ruling that touches one's seat, also one that was lost by it (GAME-APPEAL-01)."""

    by: str
    ruling: int
    note_hash: str = ""


class DecideAppeal(msgspec.Struct, frozen=True, tag_field="type", tag="game.DecideAppeal"):
    """Uphold a ruling, or replace it by `ruling` (GAME-APPEAL-01)."""

    by: str
    appeal: int
    ruling: Ruling | None = None
    note_hash: str = ""
    authority: Authority | None = None


RulingCommand = CallArbiter | WithdrawCall | MakeRuling | LodgeAppeal | DecideAppeal
RULING_COMMANDS = (CallArbiter, WithdrawCall, MakeRuling, LodgeAppeal, DecideAppeal)
