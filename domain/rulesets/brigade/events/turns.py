"""Turns, actions and decisions (section 3)."""

from typing import Literal, TypeAlias

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import AnyTask, Decision
from domain.rulesets.brigade.events.base import BaseEvent


class TurnBase(BaseEvent, frozen=True, gc=False):
    """What happens to a turn, its actions and its decisions."""


class TurnBegan(TurnBase, frozen=True, gc=False, kw_only=True):
    """A turn of `seat`; `extra` ones belong to the round of the turn that caused them (BRI-TURN-08)."""

    seat: Seat
    round: int
    extra: bool


class ActionPhaseBegan(TurnBase, frozen=True, gc=False, kw_only=True):
    """`seat` has `actions` (BRI-TURN-04)."""

    seat: Seat
    actions: int


class ActionTaken(TurnBase, frozen=True, gc=False, kw_only=True):
    """`seat` gave a command of the action phase, for `cost` actions. `uses`: what is now used for this turn, if anything."""

    seat: Seat
    action: str
    cost: int
    uses: str = ""


class ActionPhaseEnded(TurnBase, frozen=True, gc=False, kw_only=True):
    """`seat` is done; `lost` actions were not used."""

    seat: Seat
    lost: int


class ActionsGained(TurnBase, frozen=True, gc=False, kw_only=True):
    """`seat` has more actions, now or (`banked`) in its next action phase."""

    seat: Seat
    actions: int
    banked: bool
    why: Literal["leadership", "blue_bonus", "aviary"]


class ExtraTurnEarned(TurnBase, frozen=True, gc=False, kw_only=True):
    """Brother Ben: another turn of `seat` follows."""

    seat: Seat


class DecisionAsked(TurnBase, frozen=True, gc=False, kw_only=True):
    """`seat` has to decide; `agenda` is all that waits for it, this decision last."""

    seat: Seat
    decision: Decision
    agenda: tuple[AnyTask, ...]


class DecisionMade(TurnBase, frozen=True, gc=False, kw_only=True):
    """`seat` has decided; what comes of it follows."""

    seat: Seat
    decision: Decision
    declined: bool


TurnEvent: TypeAlias = (
    TurnBegan
    | ActionPhaseBegan
    | ActionTaken
    | ActionPhaseEnded
    | ActionsGained
    | ExtraTurnEarned
    | DecisionAsked
    | DecisionMade
)
