"""The events of turns, actions and decisions (section 3)."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve.change import swapped, with_brigade
from domain.rulesets.brigade.state import State


def _action_taken(state: State, event: e.ActionTaken) -> State:
    assert state.actions >= event.cost, "an action that was not there"
    used = (*state.used, event.uses) if event.uses else state.used
    return replace(state, actions=state.actions - event.cost, used=used, ride=False)


def _decision_requested(state: State, event: e.DecisionRequested) -> State:
    return replace(state, agenda=event.agenda)


def _decision_made(state: State, _: e.DecisionMade) -> State:
    return replace(state, agenda=())


def _action_phase_began(state: State, event: e.ActionPhaseBegan) -> State:
    b = state.brigades[event.seat]
    brigades = swapped(state.brigades, event.seat, replace(b, banked=0)) if b.banked else state.brigades
    return replace(state, brigades=brigades, phase="action", actions=event.actions)


def _action_phase_ended(state: State, _: e.ActionPhaseEnded) -> State:
    return replace(state, phase="end", actions=0, free_moves=0, ride=False)


def _extra_turn_earned(state: State, _: e.ExtraTurnEarned) -> State:
    return replace(state, extra_due=True)


def _begun(state: State, event: e.TurnBegan) -> State:
    """The turn of a seat, with the counters of a turn at their start (BRI-TURN-07, BRI-RULING-53)."""
    b = state.brigades[event.seat]
    brigades = swapped(state.brigades, event.seat, replace(b, allegiance=False)) if b.allegiance else state.brigades
    return replace(
        state,
        brigades=brigades,
        active=event.seat,
        round=event.round,
        phase="event",
        extra=event.extra,
        extra_due=False,
        turns=state.turns + 1,
        used=(),
        free_moves=0,
        nobles=0,
        ride=False,
        actions=0,
    )


def _with_actions(state: State, event: e.ActionsGained) -> State:
    if not event.banked:
        return replace(state, actions=state.actions + event.actions)
    brigade = state.brigades[event.seat]
    return with_brigade(state, event.seat, replace(brigade, banked=brigade.banked + event.actions))


TURNS: Final[Mapping[type, Callable[..., State]]] = {
    e.ActionTaken: _action_taken,
    e.DecisionRequested: _decision_requested,
    e.DecisionMade: _decision_made,
    e.TurnBegan: _begun,
    e.ActionPhaseBegan: _action_phase_began,
    e.ActionPhaseEnded: _action_phase_ended,
    e.ActionsGained: _with_actions,
    e.ExtraTurnEarned: _extra_turn_earned,
}
"""Type of an event of a turn -> the state after it."""
