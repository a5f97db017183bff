"""Money, points, building displays and the run. Part of `evolve`: trusts and asserts."""

from typing import assert_never

from msgspec.structs import replace

from domain.engine.viewer import Seat
from domain.rulesets.london.events import (
    BankPaid,
    BoroughBought,
    BuildEvent,
    CardPlaced,
    CreditUsed,
    EffectPlayed,
    LoanTaken,
    MoneyEvent,
    MoneyGained,
    MoneyStored,
    OpponentPaid,
    PlacementAnnounced,
    PointsGained,
    PovertyGiven,
    PovertyReturned,
    PovertyTaken,
    StoredMoneyTaken,
)
from domain.rulesets.london.events_run import (
    ActivationEnded,
    CardActivated,
    CardBroughtIn,
    HandIgnored,
    PovertyComputed,
    RunEvent,
    UndergroundPlaced,
)
from domain.rulesets.london.evolve_cards import choice_phase, named, with_slot, without_card
from domain.rulesets.london.state import Activation, Phase, Placement, Player, Stack, State, with_player


def money(state: State, event: MoneyEvent) -> State:
    """Pounds, victory points and poverty points change hands."""
    match event:
        case LoanTaken():
            player = state.players[event.seat]
            player = replace(player, money=player.money + event.pounds, loans=player.loans + 1)
            return _seated(state, event.seat, player)
        case BankPaid():
            return _seated(state, event.seat, _paid(state.players[event.seat], event.pounds))
        case OpponentPaid():
            state = _seated(state, event.seat, _paid(state.players[event.seat], event.pounds))
            return _seated(state, event.to, _earned(state.players[event.to], event.pounds))
        case MoneyGained():
            return _seated(state, event.seat, _earned(state.players[event.seat], event.pounds))
        case MoneyStored():
            stack = state.players[event.seat].stacks[event.stack]
            return _stacked(state, event.seat, event.stack, replace(stack, money=stack.money + event.pounds))
        case StoredMoneyTaken():
            stack = state.players[event.seat].stacks[event.stack]
            assert stack.money == event.pounds, "another sum lies on the card"
            state = _stacked(state, event.seat, event.stack, replace(stack, money=0))
            return _seated(state, event.seat, _earned(state.players[event.seat], event.pounds))
        case PointsGained():
            player = state.players[event.seat]
            return _seated(state, event.seat, replace(player, vp=player.vp + event.points))
        case PovertyReturned():
            return _seated(state, event.seat, _poorer(state.players[event.seat], -event.points))
        case PovertyTaken():
            return _seated(state, event.seat, _poorer(state.players[event.seat], event.points))
        case PovertyGiven():
            state = _seated(state, event.seat, _poorer(state.players[event.seat], -event.points))
            return _seated(state, event.to, _poorer(state.players[event.to], event.points))
        case _:
            assert_never(event)


def _seated(state: State, seat: Seat, player: Player) -> State:
    return replace(state, players=with_player(state.players, seat, player))


def _paid(player: Player, pounds: int) -> Player:
    assert player.money >= pounds, "money is never below zero (LON-LOAN-05)"
    return replace(player, money=player.money - pounds)


def _earned(player: Player, pounds: int) -> Player:
    return replace(player, money=player.money + pounds)


def _poorer(player: Player, points: int) -> Player:
    assert player.poverty + points >= 0, "poverty is never below zero (LON-POV-01)"
    return replace(player, poverty=player.poverty + points)


def _stacked(state: State, seat: Seat, index: int, stack: Stack) -> State:
    player = state.players[seat]
    stacks = (*player.stacks[:index], stack, *player.stacks[index + 1 :])
    return _seated(state, seat, replace(player, stacks=stacks))


def build(state: State, event: BuildEvent) -> State:
    """Cards are placed or played, land is bought."""
    match event:
        case PlacementAnnounced():
            placement = Placement(card=event.card, stack=event.stack, face_down=event.face_down)
            state = _seated(state, event.seat, named(state.players[event.seat], event.card))
            return replace(state, phase="paying", turn=replace(state.turn, placement=placement))
        case CreditUsed():
            return replace(state, turn=replace(state.turn, credits=state.turn.credits - 1))
        case CardPlaced():
            return _placed(state, event)
        case EffectPlayed():
            player = without_card(state.players[event.seat], event.card)
            turn = replace(state.turn, credits=state.turn.credits + event.credits, owed=event.cards)
            phase: Phase = "drawing" if event.cards else "playing"
            state = replace(state, phase=phase, turn=turn, discard=(*state.discard, event.card))
            return _seated(state, event.seat, player)
        case BoroughBought():
            assert event.borough not in state.owners, "the borough is taken"
            state = _seated(state, event.seat, _paid(state.players[event.seat], event.pounds))
            owners = {**state.owners, event.borough: event.seat}
            return replace(state, owners=owners, turn=replace(state.turn, owed=event.cards))
        case _:
            assert_never(event)


def _placed(state: State, event: CardPlaced) -> State:
    player = without_card(state.players[event.seat], event.card)
    turn = replace(state.turn, placement=None, placed=(*state.turn.placed, event.card), idle=False)
    state = replace(state, phase="playing", turn=turn)
    if event.stack == len(player.stacks):
        return _seated(state, event.seat, replace(player, stacks=(*player.stacks, Stack(cards=(event.card,)))))
    covered = player.stacks[event.stack]
    assert covered.money == event.returned, "another sum lies on the covered card"
    stack = Stack(cards=(*covered.cards, event.card), face_up=not event.face_down)
    return _stacked(_seated(state, event.seat, player), event.seat, event.stack, stack)


def run(state: State, event: RunEvent) -> State:
    """The city is run: activations, from cost to flip, and the poverty that follows."""
    match event:
        case CardActivated():
            return _activated(state, event)
        case ActivationEnded():
            turn = replace(state.turn, activations=state.turn.activations[:-1])
            state = replace(state, phase="running", turn=turn)
            if event.turned is None:
                return state
            stack = state.players[event.seat].stacks[event.turned]
            assert stack.face_up, "a card is turned face down once (LON-INV-10)"
            return _stacked(state, event.seat, event.turned, replace(stack, face_up=False))
        case PovertyComputed():
            return _seated(state, event.seat, replace(state.players[event.seat], poverty=event.poverty))
        case UndergroundPlaced():
            assert event.borough not in state.underground, "a borough holds one Underground marker"
            *outer, last = state.turn.activations
            turn = replace(state.turn, activations=(*outer, replace(last, done=last.done + 1)))
            return replace(state, turn=turn, underground=(*state.underground, event.borough))
        case CardBroughtIn():
            stack = state.players[event.seat].stacks[event.stack]
            display = with_slot(state.display, event.row, event.slot, None)
            state = replace(state, display=display, turn=replace(state.turn, idle=False))
            return _stacked(state, event.seat, event.stack, replace(stack, cards=(*stack.cards, event.card)))
        case HandIgnored():
            return replace(state, turn=replace(state.turn, hand_ignored=True))
        case _:
            assert_never(event)


def _activated(state: State, event: CardActivated) -> State:
    activation = Activation(
        card=event.card,
        stack=event.stack,
        hospital=event.hospital,
        repeated=event.repeated,
        paid=event.paid,
    )
    turn = replace(
        state.turn,
        activations=(*state.turn.activations, activation),
        activated=state.turn.activated if event.repeated else (*state.turn.activated, event.card),
    )
    return replace(state, phase=choice_phase(activation) if event.paid else "activation_cost", turn=turn)
