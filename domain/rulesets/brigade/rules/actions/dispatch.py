"""Leads each command of the action phase to its own rules."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, get_args

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
from domain.rulesets.brigade.rules.actions.moves import is_open, kinds_of_move, move_brigade, moves, must_leave
from domain.rulesets.brigade.rules.actions.payment import can_pay_one, cost, use
from domain.rulesets.brigade.rules.ready import WAGON_MOVES
from domain.rulesets.brigade.rules.turns import end_actions
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State


class _Rules(NamedTuple):
    """What forbids a command besides its price, and what it does."""

    objections: Callable[..., Iterator[Refused]]
    carry_out: Callable[..., None]


def _objections_discard(state: State, command: c.DiscardSirPrecious) -> Iterator[Refused]:
    if (refused := boards.why_not_discard_precious(state, command)) is not None:
        yield refused


def _objections_end_turn(state: State, command: c.EndTurn) -> Iterator[Refused]:
    if (refused := why_not_end_turn(state, command)) is not None:
        yield refused


def _end_turn(working: Working, _: c.EndTurn) -> None:
    end_actions(working)


_RULES: Final[Mapping[type[c.Action], _Rules]] = {
    c.MoveBrigade: _Rules(objections_move, move_brigade),
    c.MoveWagon: _Rules(wagon.objections_move_wagon, wagon.move_wagon),
    c.Extinguish: _Rules(objections_extinguish, extinguish),
    c.Refill: _Rules(boards.objections_refill, boards.refill),
    c.Recruit: _Rules(boards.objections_recruit, boards.recruit),
    c.Transfer: _Rules(boards.objections_transfer, boards.transfer),
    c.Upgrade: _Rules(boards.objections_upgrade, boards.upgrade),
    c.DiscardSirPrecious: _Rules(_objections_discard, boards.discard_precious),
    c.EndTurn: _Rules(_objections_end_turn, _end_turn),
    **dict.fromkeys(get_args(c.ChiefAction), _Rules(chiefs.objections_chief_action, chiefs.take_chief_action)),
}
"""Command -> its rules."""
assert set(_RULES) == set(get_args(c.Action)), "every action has its rules"


_AFTER: Final = AfterAction()


def first_objection(state: State, command: c.Action) -> Refused | None:
    """The first rule that forbids a command, besides its price. For most a plain question says that none does."""
    if type(command) is c.MoveWagon:
        legal = wagon.may_move_paid(state, command)
    elif type(command) is c.MoveBrigade:
        legal = command.kind == "paid" and is_open(state, command)
    else:
        legal = type(command) is c.EndTurn and not must_leave(state, command.seat)
    return None if legal else next(objections_action(state, command), None)


def objections_action(state: State, command: c.Action) -> Iterator[Refused]:
    """Every rule that forbids a command, besides its price."""
    return _RULES[type(command)].objections(state, command)


def act(working: Working, command: c.Action) -> None:
    """Carries out a command. Its price is paid first; Ester and the last fire come last."""
    kind = type(command)
    if kind is not c.EndTurn:
        if kind is not c.DiscardSirPrecious:
            working.agenda.append(_AFTER)
        uses = use(working.state, command)
        working.emit(ActionTaken(seat=command.seat, action=kind.__name__, cost=cost(command), uses=uses))
    _RULES[kind].carry_out(working, command)


def legal_actions(state: State, seat: Seat) -> tuple[c.Action, ...]:
    """Every command of the active seat that nothing forbids."""
    b = state.brigades[seat]
    commands: list[c.Action] = []
    for kind in kinds_of_move(state, seat):
        commands += moves(state, seat, kind)
    paid, wagon_cells = can_pay_one(state, seat), wagon.wagon_cells(state, seat)
    if paid:
        commands += WAGON_MOVES["paid"][seat][wagon_cells]
    for wagon_kind in wagon.free_kinds(state, seat) if state.ride or b.crew or b.mimic else ():
        commands += WAGON_MOVES[wagon_kind][seat][wagon_cells]
    if paid:
        if state.fire[b.at] or b.crew or b.mimic:
            commands += extinguishings(state, seat)
        commands += boards.refills(state, seat)
        if can_recruit(state, seat):
            commands.append(c.Recruit(seat))
        if b.at == b.wagon_at:
            commands += boards.transfers(state, seat)
        commands += boards.upgrades(state, seat)
        if state.options.advanced:
            commands += chiefs.chief_actions(state, seat)
    if boards.may_discard_precious(b):
        commands.append(c.DiscardSirPrecious(seat))
    if not must_leave(state, seat):
        commands.append(c.EndTurn(seat))
    return tuple(commands)
