"""The events of turns, actions and decisions (section 3)."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve.change import swapped, with_brigade
from domain.rulesets.brigade.state import State


def evolve_turn(state: State, event: e.TurnEvent) -> State:
    """The state after an event of a turn."""
    match event:
        case e.ActionTaken():
            assert state.actions >= event.cost, "an action that was not there"
            used = (*state.used, event.uses) if event.uses else state.used
            return replace(state, actions=state.actions - event.cost, used=used, ride=False)
        case e.DecisionRequested(agenda=agenda):
            return replace(state, agenda=agenda)
        case e.DecisionMade():
            return replace(state, agenda=())
        case e.TurnBegan():
            return _begun(state, event)
        case e.ActionPhaseBegan(seat=seat, actions=actions):
            b = state.brigades[seat]
            brigades = swapped(state.brigades, seat, replace(b, banked=0)) if b.banked else state.brigades
            return replace(state, brigades=brigades, phase="action", actions=actions)
        case e.ActionPhaseEnded():
            return replace(state, phase="end", actions=0, free_moves=0, ride=False)
        case e.ActionsGained():
            return _with_actions(state, event)
        case e.ExtraTurnEarned():
            return replace(state, extra_due=True)
        case _:
            assert_never(event)


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
