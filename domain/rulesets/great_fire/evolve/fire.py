"""The state after an event of the fire phase: rules sections 6 to 9 and 15."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import INDEX, PUDDING_LANE
from domain.rulesets.great_fire.evolve.parts import lost_with, supplies_with, with_count, with_entry, without_card
from domain.rulesets.great_fire.state import State


def after_fire(state: State, event: e.FireEvent) -> State:
    """Returns the state after an event of the fire phase."""
    match event:
        case e.FireCardPlayed():
            return _card_played(state, event)
        case e.FireMoved():
            return _moved(state, event)
        case e.DistrictBurnt():
            return _burnt(state, event)
        case e.TokenTaken(seat=seat, district=district, kind=kind):
            tokens = with_count(state.tokens, INDEX[district], 0)
            return replace(state, tokens=tokens, supplies=supplies_with(state, seat, kind, 1))
        case e.FireContainedOnArrival():
            return state  # the cone has moved already, and which bands cover it is never a choice (GF-CONT-01)
        case e.PuddingLaneRefilled(cones=cones):
            filled = with_count(state.cones, PUDDING_LANE, state.cones[PUDDING_LANE] + cones)
            return replace(state, cones=filled, stock=state.stock - cones)
        case e.ConesReturned(cones=returned):
            piles = tuple(pile - cones for pile, cones in zip(state.piles, returned, strict=True))
            assert min(piles) >= 0, "a pile gave more than it had"
            return replace(state, piles=piles, stock=state.stock + sum(returned))
        case e.DoubleMovePlayed(seat=seat):
            return replace(state, phase="actions", supplies=supplies_with(state, seat, "double_move", -1))
        case e.NoMoveDeclared():
            return _no_move(state, event)
        case _:
            assert_never(event)


def _card_played(state: State, event: e.FireCardPlayed) -> State:
    seat, card = event.seat, event.card
    return replace(
        state,
        card=card,
        hands=with_entry(state.hands, seat, without_card(state.hands[seat], card)),
        public_cards=with_entry(state.public_cards, seat, without_card(state.public_cards[seat], card)),
        played=state.played + card,
    )


def _moved(state: State, event: e.FireMoved) -> State:
    cones = bytearray(state.cones)
    cones[INDEX[event.source]] = event.source_cones
    cones[INDEX[event.target]] = event.target_cones
    return replace(state, phase="fire_second" if state.phase == "fire" else state.phase, cones=bytes(cones))


def _burnt(state: State, event: e.DistrictBurnt) -> State:
    at = INDEX[event.district]
    cones = bytearray(state.cones)
    cones[at] = event.cones
    cones[PUDDING_LANE] -= event.from_pudding_lane  # a bytearray raises below zero
    stock = state.stock - event.from_stock
    assert stock >= 0
    if not event.houses:
        return replace(state, cones=bytes(cones), stock=stock)
    houses = with_count(state.houses, at, 0)
    return replace(state, cones=bytes(cones), stock=stock, houses=houses, lost=lost_with(state, event.houses))


def _no_move(state: State, event: e.NoMoveDeclared) -> State:
    """The whole hand was shown, so the rest of it is public (GF-HID-04)."""
    left = without_card(state.hands[event.seat], event.discard)
    return replace(
        state,
        phase="no_move" if event.cones_to_place else "actions",
        cones_to_place=event.cones_to_place,
        hands=with_entry(state.hands, event.seat, left),
        public_cards=with_entry(state.public_cards, event.seat, left),
        played=state.played + event.discard,
    )
