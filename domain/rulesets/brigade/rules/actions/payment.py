"""What the commands of the action phase cost, and what they use up for the turn."""

from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.rules.actions.extinguish import extinguish_use
from domain.rulesets.brigade.rules.actions.moves import on_ruin
from domain.rulesets.brigade.rules.actions.wagon import wagon_use
from domain.rulesets.brigade.state import State

_FREE_KINDS: Final = frozenset(("pink", "ride", "morgana"))


def cost(command: c.Action) -> int:
    """How many actions a command takes (BRI-ACT-01, BRI-ADV-03, BRI-CREW-04)."""
    if isinstance(command, (c.MoveWagon, c.MoveBrigade)):
        return 0 if command.kind in _FREE_KINDS else 1
    return 0 if isinstance(command, (c.EndTurn, c.DiscardSirPrecious)) else 1


def use(state: State, command: c.Action) -> str:
    """What a command adds to the things used this turn; empty for nothing."""
    if isinstance(command, c.MoveWagon):
        return wagon_use(state, command)
    if isinstance(command, c.MoveBrigade):
        return "chief" if command.kind == "ethereal" else ""
    if isinstance(command, c.Extinguish):
        return extinguish_use(state, command)
    return "chief" if isinstance(command, c.ChiefActionBase) else ""


def why_not_pay(state: State, command: c.Action) -> Refused | None:
    """Why a command cannot be paid: no action is left, or the last one is needed to leave the ruins."""
    if state.actions > 1:
        return None  # nothing costs more than one action, and one is left
    price = cost(command)
    if price > state.actions:
        return Refused("no_actions_left", rules=("BRI-TURN-03", "BRI-ACT-01"), actions=state.actions)
    return None if isinstance(command, c.MoveBrigade) else why_not_stay(state, command.seat, price)


def why_not_stay(state: State, seat: Seat, price: int) -> Refused | None:
    """Why a seat on the ruins cannot pay for anything but leaving them (BRI-ACT-MOVE-07b)."""
    if price == state.actions == 1 and on_ruin(state, seat):
        return Refused(
            "must_move",
            rules=("BRI-ACT-MOVE-07", "BRI-ACT-MOVE-06"),
            reason="last_action",
            actions=state.actions,
        )
    return None


def can_pay_one(state: State, seat: Seat) -> bool:
    """Whether a seat can pay for an action that does not move its brigade."""
    return state.actions >= 1 and why_not_stay(state, seat, 1) is None
