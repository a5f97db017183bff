"""Leads each command of the action phase to its own rules."""

from collections.abc import Iterator
from typing import assert_never

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import AfterAction
from domain.rulesets.brigade.events import ActionTaken
from domain.rulesets.brigade.queries import can_recruit
from domain.rulesets.brigade.rules.actions import boards, chiefs, wagon
from domain.rulesets.brigade.rules.actions.extinguish import (
    extinguish,
    extinguishings,
    objections_extinguish,
)
from domain.rulesets.brigade.rules.actions.move_objections import objections_move, why_not_end_turn
from domain.rulesets.brigade.rules.actions.moves import KINDS_OF_MOVE, has_kind, move_brigade, moves, must_leave
from domain.rulesets.brigade.rules.actions.payment import can_pay_one, cost, use
from domain.rulesets.brigade.rules.ready import WAGON_MOVES
from domain.rulesets.brigade.rules.turns import end_actions
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State

def objections_action(state: State, command: c.Action) -> Iterator[Refused]:
    """Every rule that forbids a command, besides its price."""
    match command:
        case c.MoveBrigade():
            return objections_move(state, command)
        case c.MoveWagon():
            return wagon.objections_move_wagon(state, command)
        case c.Extinguish():
            return objections_extinguish(state, command)
        case c.Refill():
            return boards.objections_refill(state, command)
        case c.Recruit():
            return boards.objections_recruit(state, command)
        case c.Transfer():
            return boards.objections_transfer(state, command)
        case c.Upgrade():
            return boards.objections_upgrade(state, command)
        case c.DiscardSirPrecious():
            return _only(boards.why_not_discard_precious(state, command))
        case c.EndTurn():
            return _only(why_not_end_turn(state, command))
        case c.ChiefActionBase():
            return chiefs.objections_chief_action(state, command)
        case _:
            assert_never(command)


def _only(refused: Refused | None) -> Iterator[Refused]:
    return iter(() if refused is None else (refused,))


def act(working: Working, command: c.Action) -> None:
    """Carries out a command. Its price is paid first; Ester and the last fire come last."""
    if isinstance(command, c.EndTurn):
        end_actions(working)
        return
    if not isinstance(command, c.DiscardSirPrecious):
        working.push(AfterAction())
    name, uses = type(command).__name__, use(working.state, command)
    working.emit(ActionTaken(seat=command.seat, action=name, cost=cost(command), uses=uses))
    _carry_out(working, command)


def _carry_out(working: Working, command: c.Action) -> None:
    match command:
        case c.MoveBrigade():
            move_brigade(working, command)
        case c.MoveWagon():
            wagon.move_wagon(working, command)
        case c.Extinguish():
            extinguish(working, command)
        case c.Refill():
            boards.refill(working, command)
        case c.Recruit():
            boards.recruit(working, command)
        case c.Transfer():
            boards.transfer(working, command)
        case c.Upgrade():
            boards.upgrade(working, command)
        case c.DiscardSirPrecious():
            boards.discard_precious(working, command)
        case c.ChiefActionBase():
            chiefs.take_chief_action(working, command)
        case c.EndTurn():
            raise AssertionError("the end of a turn is not an action")
        case _:
            assert_never(command)


def legal_actions(state: State, seat: Seat) -> tuple[c.Action, ...]:
    """Every command of the active seat that nothing forbids."""
    commands: list[c.Action] = []
    for kind in KINDS_OF_MOVE:
        if has_kind(state, seat, kind):
            commands += moves(state, seat, kind)
    paid = can_pay_one(state, seat)
    for wagon_kind in wagon.KINDS_OF_WAGON_MOVE:
        if wagon.has_wagon_kind(state, seat, wagon_kind) and (paid or wagon_kind != "paid"):
            commands += WAGON_MOVES[wagon_kind][seat][wagon.wagon_cells(state, seat)]
    if paid:
        commands += extinguishings(state, seat)
        commands += boards.refills(state, seat)
        if can_recruit(state, seat):
            commands.append(c.Recruit(seat))
        commands += boards.transfers(state, seat)
        commands += boards.upgrades(state, seat)
        commands += chiefs.chief_actions(state, seat)
    if boards.may_discard_precious(state.brigades[seat]):
        commands.append(c.DiscardSirPrecious(seat))
    if not must_leave(state, seat):
        commands.append(c.EndTurn(seat))
    return tuple(commands)
