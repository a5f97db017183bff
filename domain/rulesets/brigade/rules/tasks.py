"""Carries out the tasks of the agenda until a seat has to decide."""

from collections.abc import Callable, Mapping
from typing import Final, get_args

from domain.rulesets.brigade import agenda as a
from domain.rulesets.brigade.events import DecisionRequested, EventDiscarded
from domain.rulesets.brigade.rules.crew import draw_recruits, poach
from domain.rulesets.brigade.rules.decisions import default_answer, has_answer, resolve
from domain.rulesets.brigade.rules.event_cards import for_each, place_pyro_cubes, pyro_cubes
from domain.rulesets.brigade.rules.fire import addition, blaze, flips, thaw, turn_over
from domain.rulesets.brigade.rules.loyalty import gain, lay_on, second_cube, trigger
from domain.rulesets.brigade.rules.tracks import advance
from domain.rulesets.brigade.rules.turns import after_action, begin_actions, pass_turn, starting_events
from domain.rulesets.brigade.rules.water import steal
from domain.rulesets.brigade.rules.working import Working

TASKS_MAX: Final = 10_000
"""Far more than one command can cause; a loop that reaches it is a bug."""


def run(working: Working) -> None:
    """Works through the agenda until it is empty, a seat has to decide, or the game is over."""
    agenda = working.agenda
    for _ in range(TASKS_MAX):
        if not agenda:  # the end of the game drops all tasks, too
            return
        task = agenda[-1]
        if type(task) is not a.Ask:
            agenda.pop()
            _CARRY_OUT[type(task)](working, task)
        elif not has_answer(working.state, task):
            agenda.pop()
        elif working.state.brigades[task.seat].gone:
            # BRI-RULING-89: the player has left, so the default answer holds
            resolve(working, default_answer(working.state, task))
        else:
            working.emit(DecisionRequested(seat=task.seat, decision=task.kind, agenda=tuple(agenda)))
            return
    raise AssertionError("the agenda has no end")


def _advance(working: Working, task: a.Advance) -> None:
    if not working.forfeits(task.seat):
        advance(working, task.seat, task.track, "extra_upgrade")


def _discard(working: Working, _: a.DiscardEvent) -> None:
    working.emit(EventDiscarded(card=working.state.event))


_CARRY_OUT: Final[Mapping[type[a.Task], Callable[..., None]]] = {
    a.StartingEvents: starting_events,
    a.Blaze: blaze,
    a.Addition: addition,
    a.ForEach: for_each,
    a.PyroCubes: pyro_cubes,
    a.PlacePyroCubes: place_pyro_cubes,
    a.Flips: flips,
    a.TurnOver: turn_over,
    a.Thaw: thaw,
    a.DiscardEvent: _discard,
    a.BeginActions: begin_actions,
    a.AfterAction: after_action,
    a.PassTurn: pass_turn,
    a.Trigger: trigger,
    a.Gain: gain,
    a.LayOn: lay_on,
    a.SecondCube: second_cube,
    a.DrawRecruits: draw_recruits,
    a.Steal: steal,
    a.Poaching: poach,
    a.Advance: _advance,
}
"""Type of a task -> what carries it out. A decision is asked, not carried out."""
assert set(_CARRY_OUT) == set(get_args(a.AnyTask)) - {a.Ask}, "every task is carried out by one function"
