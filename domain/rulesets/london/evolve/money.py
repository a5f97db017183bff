"""Pounds, victory points and poverty points."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.london import events as e
from domain.rulesets.london.evolve.changes import earned, paid, poorer, with_seat, with_stack
from domain.rulesets.london.state import State


def moved(state: State, event: e.MoneyEvent) -> State:
    """Pounds, victory points and poverty points change hands."""
    match event:
        case e.LoanTaken():
            player = state.players[event.seat]
            player = replace(player, money=player.money + event.pounds, loans=player.loans + 1)
            return with_seat(state, event.seat, player)
        case e.BankPaid():
            return with_seat(state, event.seat, paid(state.players[event.seat], event.pounds))
        case e.OpponentPaid():
            state = with_seat(state, event.seat, paid(state.players[event.seat], event.pounds))
            return with_seat(state, event.to, earned(state.players[event.to], event.pounds))
        case e.MoneyGained():
            return with_seat(state, event.seat, earned(state.players[event.seat], event.pounds))
        case e.MoneyStored():
            stack = state.players[event.seat].stacks[event.stack]
            return with_stack(state, event.seat, event.stack, replace(stack, money=stack.money + event.pounds))
        case e.StoredMoneyTaken():
            stack = state.players[event.seat].stacks[event.stack]
            assert stack.money == event.pounds, "another sum lies on the card"
            state = with_stack(state, event.seat, event.stack, replace(stack, money=0))
            return with_seat(state, event.seat, earned(state.players[event.seat], event.pounds))
        case e.PointsGained():
            player = state.players[event.seat]
            return with_seat(state, event.seat, replace(player, vp=player.vp + event.points))
        case e.PovertyReturned():
            return with_seat(state, event.seat, poorer(state.players[event.seat], -event.points))
        case e.PovertyTaken():
            return with_seat(state, event.seat, poorer(state.players[event.seat], event.points))
        case e.PovertyGiven():
            state = with_seat(state, event.seat, poorer(state.players[event.seat], -event.points))
            return with_seat(state, event.to, poorer(state.players[event.to], event.points))
        case _:
            assert_never(event)
