"""Turns, actions and decisions (section 3)."""

from typing import Literal, TypeAlias

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import AnyTask, Decision
from domain.rulesets.brigade.events.base import BaseEvent


class TurnBase(BaseEvent, frozen=True, gc=False):
    """What happens to a turn, its actions and its decisions."""


class TurnBegan(TurnBase, frozen=True, gc=False, kw_only=True):
    """A turn of `seat` began. An `extra` turn belongs to the round of the turn that caused it (BRI-TURN-08)."""

    seat: Seat
    round: int
    extra: bool


class ActionPhaseBegan(TurnBase, frozen=True, gc=False, kw_only=True):
    """The action phase of `seat` began, with `actions` (BRI-TURN-04)."""

    seat: Seat
    actions: int


class ActionTaken(TurnBase, frozen=True, gc=False, kw_only=True):
    """`seat` gave a command of the action phase, for `cost` actions. `uses`: what it added to the things used this
    turn."""

    seat: Seat
    action: str
    cost: int
    uses: str = ""


class ActionPhaseEnded(TurnBase, frozen=True, gc=False, kw_only=True):
    """The action phase of `seat` ended; `actions_lost` were not used."""

    seat: Seat
    actions_lost: int


class ActionsGained(TurnBase, frozen=True, gc=False, kw_only=True):
    """`seat` got more actions, now or (`banked`) in its next action phase."""

    seat: Seat
    actions: int
    banked: bool
    why: Literal["leadership", "blue_bonus", "aviary"]


class ExtraTurnEarned(TurnBase, frozen=True, gc=False, kw_only=True):
    """Brother Ben earned `seat` another turn after this one."""

    seat: Seat


class DecisionRequested(TurnBase, frozen=True, gc=False, kw_only=True):
    """`seat` was asked to decide. `agenda`: all tasks that wait for it, this decision last."""

    seat: Seat
    decision: Decision
    agenda: tuple[AnyTask, ...]


class DecisionMade(TurnBase, frozen=True, gc=False, kw_only=True):
    """`seat` decided; the next events say what came of it."""

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
    | DecisionRequested
    | DecisionMade
)
