"""Carries out the tasks of the agenda until a seat has to decide."""

from typing import Final, assert_never

from domain.rulesets.brigade import agenda as a
from domain.rulesets.brigade.events import DecisionRequested, EventDiscarded
from domain.rulesets.brigade.rules.crew import draw_recruits, poach
from domain.rulesets.brigade.rules.decisions import answers, default_answer, resolve
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
    for _ in range(TASKS_MAX):
        if not working.agenda or working.over:
            working.agenda.clear()
            return
        task = working.agenda[-1]
        if not isinstance(task, a.Ask):
            working.agenda.pop()
            _carry_out(working, task)
        elif not answers(working.state, task):
            working.agenda.pop()
        elif working.state.brigades[task.seat].gone:
            # BRI-RULING-89: the player has left, so the default answer holds
            resolve(working, default_answer(working.state, task))
        else:
            working.emit(DecisionRequested(seat=task.seat, decision=task.kind, agenda=tuple(working.agenda)))
            return
    raise AssertionError("the agenda has no end")


def _carry_out(working: Working, task: a.AnyTask) -> None:
    match task:
        case a.TurnTask():
            _carry_out_turn(working, task)
        case a.Blaze():
            blaze(working, task)
        case a.Addition():
            addition(working, task)
        case a.ForEach():
            for_each(working, task)
        case a.PlacePyroCubes():
            place_pyro_cubes(working, task)
        case a.TurnOver():
            turn_over(working, task)
        case a.Thaw():
            thaw(working, task)
        case a.Trigger():
            trigger(working, task)
        case a.Gain():
            gain(working, task)
        case a.LayOn():
            lay_on(working, task)
        case a.SecondCube():
            second_cube(working, task)
        case a.DrawRecruits():
            draw_recruits(working, task)
        case a.Poaching():
            poach(working, task)
        case a.Steal():
            steal(working, task)
        case a.Advance(seat, track):
            if not working.forfeits(seat):
                advance(working, seat, track, "extra_upgrade")
        case a.Ask():
            raise AssertionError("a decision is asked, not carried out")
        case _:
            assert_never(task)


def _carry_out_turn(working: Working, task: a.AnyTurnTask) -> None:
    match task:
        case a.StartingEvents():
            starting_events(working, task)
        case a.PyroCubes():
            pyro_cubes(working)
        case a.Flips():
            flips(working)
        case a.DiscardEvent():
            working.emit(EventDiscarded(card=working.state.event))
        case a.BeginActions():
            begin_actions(working)
        case a.AfterAction():
            after_action(working)
        case a.PassTurn():
            pass_turn(working)
        case _:
            assert_never(task)
