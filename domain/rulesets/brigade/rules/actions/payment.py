"""What the commands of the action phase cost, and what they use up for the turn."""

from collections.abc import Callable, Mapping
from typing import Final, get_args

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.rules.actions.extinguish import extinguish_use
from domain.rulesets.brigade.rules.actions.moves import on_ruin
from domain.rulesets.brigade.rules.actions.wagon import wagon_use
from domain.rulesets.brigade.state import State

_FREE: Final[frozenset[type]] = frozenset((c.EndTurn, c.DiscardSirPrecious))
_FREE_KINDS: Final = frozenset(("pink", "ride", "morgana"))


def cost(command: c.Action) -> int:
    """How many actions a command takes (BRI-ACT-01, BRI-ADV-03, BRI-CREW-04)."""
    if isinstance(command, c.MoveWagon) or type(command) is c.MoveBrigade:
        return 0 if command.kind in _FREE_KINDS else 1
    return 0 if type(command) in _FREE else 1


def use(state: State, command: c.Action) -> str:
    """What a command adds to the things used this turn; empty for nothing."""
    uses = _USES.get(type(command))
    return "" if uses is None else uses(state, command)


def _move_use(_: State, command: c.MoveBrigade) -> str:
    return "chief" if command.kind == "ethereal" else ""


def _chief_use(_: State, __: c.ChiefAction) -> str:
    return "chief"


_USES: Final[Mapping[type, Callable[..., str]]] = {
    c.MoveWagon: wagon_use,
    c.MoveBrigade: _move_use,
    c.Extinguish: extinguish_use,
    **dict.fromkeys(get_args(c.ChiefAction), _chief_use),
}


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
