"""Cards placed or played, and land bought."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.london import events as e
from domain.rulesets.london.evolve.changes import named, paid, with_seat, with_stack, without_card
from domain.rulesets.london.state import Phase, Placement, Stack, State


def built(state: State, event: e.BuildEvent) -> State:
    """LON-PLAY, LON-BUY: a card is placed or played, or land is bought."""
    match event:
        case e.PlacementAnnounced():
            placement = Placement(card=event.card, stack=event.stack, face_down=event.face_down)
            state = with_seat(state, event.seat, named(state.players[event.seat], event.card))
            return replace(state, phase="paying", turn=replace(state.turn, placement=placement))
        case e.CreditUsed():
            return replace(state, turn=replace(state.turn, credits=state.turn.credits - 1))
        case e.CardPlaced():
            return _placed(state, event)
        case e.EffectPlayed():
            player = without_card(state.players[event.seat], event.card)
            turn = replace(state.turn, credits=state.turn.credits + event.credits, owed=event.cards)
            phase: Phase = "drawing" if event.cards else "playing"
            state = replace(state, phase=phase, turn=turn, discard=(*state.discard, event.card))
            return with_seat(state, event.seat, player)
        case e.BoroughBought():
            assert event.borough not in state.owners, "the borough is taken"
            state = with_seat(state, event.seat, paid(state.players[event.seat], event.pounds))
            owners = {**state.owners, event.borough: event.seat}
            return replace(state, owners=owners, turn=replace(state.turn, owed=event.cards))
        case _:
            assert_never(event)


def _placed(state: State, event: e.CardPlaced) -> State:
    player = without_card(state.players[event.seat], event.card)
    turn = replace(state.turn, placement=None, placed=(*state.turn.placed, event.card), idle=False)
    state = replace(state, phase="playing", turn=turn)
    if event.stack == len(player.stacks):
        return with_seat(state, event.seat, replace(player, stacks=(*player.stacks, Stack(cards=(event.card,)))))
    covered = player.stacks[event.stack]
    assert covered.money == event.pounds_returned, "another sum lies on the covered card"
    stack = Stack(cards=(*covered.cards, event.card), face_up=not event.face_down)
    return with_stack(with_seat(state, event.seat, player), event.seat, event.stack, stack)
