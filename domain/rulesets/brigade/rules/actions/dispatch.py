"""Leads each command of the action phase to its own rules."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar, assert_never

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import AfterAction
from domain.rulesets.brigade.components import TRACK_NAMES, bits
from domain.rulesets.brigade.events import ActionTaken
from domain.rulesets.brigade.rules.actions import boards, chiefs, wagon
from domain.rulesets.brigade.rules.actions.extinguish import (
    extinguish,
    extinguish_candidates,
    objections_extinguish,
)
from domain.rulesets.brigade.rules.actions.move_objections import objections_move, why_not_end_turn
from domain.rulesets.brigade.rules.actions.moves import KINDS_OF_MOVE, move_brigade, moves, why_not_kind
from domain.rulesets.brigade.rules.actions.payment import can_pay_one, cost, use
from domain.rulesets.brigade.rules.turns import end_actions
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State

A = TypeVar("A", bound=c.Action)


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


def legal_actions(state: State, seat: Seat) -> Iterator[c.Action]:
    """Every command of the active seat that nothing forbids."""
    for kind in KINDS_OF_MOVE:
        if why_not_kind(state, seat, kind) is None:
            yield from moves(state, seat, kind)
    paid = can_pay_one(state, seat)
    yield from _wagon_moves(state, seat, paid=paid)
    if paid:
        yield from _paid(state, seat)
    precious, end = c.DiscardSirPrecious(seat), c.EndTurn(seat)
    if boards.why_not_discard_precious(state, precious) is None:
        yield precious
    if why_not_end_turn(state, end) is None:
        yield end


def _wagon_moves(state: State, seat: Seat, *, paid: bool) -> Iterator[c.MoveWagon]:
    cells = wagon.wagon_cells(state, seat)
    for kind in wagon.KINDS_OF_WAGON_MOVE:
        if wagon.why_not_wagon_kind(state, seat, kind) is None and (paid or kind != "paid"):
            yield from (c.MoveWagon(seat, kind=kind, to=cell) for cell in bits(cells))


def _paid(state: State, seat: Seat) -> Iterator[c.Action]:
    yield from _unopposed(state, objections_extinguish, extinguish_candidates(state, seat))
    yield from _unopposed(state, boards.objections_refill, boards.refill_candidates(state, seat))
    yield from _unopposed(state, boards.objections_recruit, (c.Recruit(seat),))
    yield from _unopposed(state, boards.objections_transfer, boards.transfer_candidates(state, seat))
    yield from _unopposed(state, boards.objections_upgrade, (c.Upgrade(seat, track) for track in TRACK_NAMES))
    if state.options.advanced:
        yield from _unopposed(state, chiefs.objections_chief_action, chiefs.chief_candidates(state, seat))


def _unopposed(state: State, against: Callable[[State, A], Iterator[Refused]], candidates: Iterable[A]) -> Iterator[A]:
    return (candidate for candidate in candidates if next(against(state, candidate), None) is None)
