"""Carries out what is still to be done until somebody has to decide. One `match` over the tasks; the rules are elsewhere."""

from typing import Final, assert_never

from domain.rulesets.brigade import agenda as a
from domain.rulesets.brigade.boards import advance, draw_recruits, steal
from domain.rulesets.brigade.components import TRACK_NAMES
from domain.rulesets.brigade.decisions import answers, default_answer
from domain.rulesets.brigade.events import DecisionAsked, EventDiscarded
from domain.rulesets.brigade.events_boards import CrewPoached
from domain.rulesets.brigade.fire import addition, blaze, flips, for_each, pyro_cubes, serve_pyro, thaw, turn_over
from domain.rulesets.brigade.loyalty import gain, lay_on, second_cube, trigger
from domain.rulesets.brigade.queries import member_ids
from domain.rulesets.brigade.resolve import resolve
from domain.rulesets.brigade.table import Table
from domain.rulesets.brigade.turns import after_action, begin_actions, pass_turn, starting_events

TASKS_MAX: Final = 10_000
"""Far beyond what one command can set off; a loop that gets there is a bug."""


def run(table: Table) -> None:
    """Works through the agenda until it is empty, a seat is asked, or the game is over."""
    for _ in range(TASKS_MAX):
        if not table.agenda or table.over:
            table.agenda.clear()
            return
        task = table.agenda[-1]
        if not isinstance(task, a.Ask):
            table.agenda.pop()
            _carry_out(table, task)
        elif not answers(table.state, task):
            table.agenda.pop()
        elif table.state.brigades[task.seat].gone:
            # BRI-RULING-89: nobody is there to be asked
            resolve(table, default_answer(table.state, task))
        else:
            table.emit(DecisionAsked(seat=task.seat, decision=task.kind, agenda=tuple(table.agenda)))
            return
    raise AssertionError("the agenda does not end")


def _carry_out(table: Table, task: a.AnyTask) -> None:
    match task:
        case a.Addition():
            addition(table, task)
        case a.Advance(seat, track):
            advance(table, seat, next(name for name in TRACK_NAMES if name == track), "extra_upgrade")
        case a.AfterAction():
            after_action(table)
        case a.BeginActions():
            begin_actions(table)
        case a.Blaze():
            blaze(table, task)
        case a.DiscardEvent():
            table.emit(EventDiscarded(card=table.state.event))
        case a.DrawRecruits():
            draw_recruits(table, task)
        case a.Flips():
            flips(table)
        case a.ForEach():
            for_each(table, task)
        case a.Gain():
            gain(table, task)
        case a.LayOn():
            lay_on(table, task)
        case a.PassTurn():
            pass_turn(table)
        case a.Poaching():
            _poach(table, task)
        case a.PyroCubes():
            pyro_cubes(table)
        case a.SecondCube():
            second_cube(table, task)
        case a.ServePyro():
            serve_pyro(table, task)
        case a.StartingEvents():
            starting_events(table, task)
        case a.Steal():
            steal(table, task)
        case a.Thaw():
            thaw(table, task)
        case a.Trigger():
            trigger(table, task)
        case a.TurnOver():
            turn_over(table, task)
        case a.Ask():
            raise AssertionError("decisions are asked, not carried out")
        case _:
            assert_never(task)


def _poach(table: Table, task: a.Poaching) -> None:
    """The cube is gone, the card comes (BRI-RULING-51)."""
    brigades = table.state.brigades
    rival = next(seat for seat, b in enumerate(brigades) if task.card in member_ids(b))
    table.emit(CrewPoached(seat=task.seat, rival=rival, card=task.card, replaced=task.replaced))
    table.return_mimic()
