"""The state after an event of set-up: rules section 4."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import (
    COLOURS,
    CONSTANTS,
    COUNT,
    FIRST_HOUSE,
    HOUSES,
    INDEX,
    KINDS,
    SIZES,
    SUPPLY,
    AreaId,
    Kind,
)
from domain.rulesets.great_fire.evolve.parts import hand_of, next_seat, with_entry
from domain.rulesets.great_fire.state import NOWHERE, Phase, State


def after_set_up(state: State, event: e.SetUpEvent) -> State:
    """Returns the state after an event of set-up."""
    match event:
        case e.GameCreated(seats=seats, options=options, start=start):
            assert seats == state.seats and options == state.deal.options
            return replace(state, phase="confirm_hand", active=start, deal=replace(state.deal, start=start))
        case e.HandDealt(seat=seat, cards=cards):
            return replace(state, hands=with_entry(state.hands, seat, hand_of(cards)))
        case e.HandExchanged(seat=seat, drawn=cards):
            return replace(state, hands=with_entry(state.hands, seat, hand_of(cards)))
        case e.HandConfirmed():
            return _hand_confirmed(state, event)
        case e.BandPlaced():
            return _band_placed(state, event)
        case e.LandownerPlaced():
            return _landowner_placed(state, event)
        case _:
            return _dealt(state, event)


def _dealt(
    state: State, event: e.FireDeckBuilt | e.HousesPlaced | e.ColourDealt | e.TokensPlaced | e.ObjectivesDealt
) -> State:
    """Returns the state after one of the deals that follow the last confirmed hand."""
    deal = state.deal
    match event:
        case e.FireDeckBuilt(stack_cards=letters, sizes=sizes, order=order, leftover=leftover):
            boxed = replace(deal, leftover=hand_of(leftover))
            return replace(state, deck="".join(order), stacks="".join(letters), on_stack=sizes[0], deal=boxed)
        case e.HousesPlaced(houses=houses):
            row = _house_row(houses)
            return replace(state, houses=bytes(SIZES), deal=replace(deal, colours_of_houses=row))
        case e.ColourDealt(seat=seat, colour=colour, pawn=pawn):
            colours, pawns = with_entry(deal.colours, seat, colour), with_entry(deal.pawns, seat, pawn)
            return replace(state, deal=replace(deal, colours=colours, pawns=pawns))
        case e.TokensPlaced(tokens=tokens):
            return replace(state, tokens=_token_row(tokens))
        case e.ObjectivesDealt(seat=seat, cards=cards):
            objectives = with_entry(deal.objectives, seat, cards)
            phase: Phase = "place_band" if all(objectives) else "dealing"
            return replace(state, phase=phase, deal=replace(deal, objectives=objectives))
        case _:
            assert_never(event)


def _hand_confirmed(state: State, event: e.HandConfirmed) -> State:
    """Everything else is dealt after the last hand (GF-SETUP-05)."""
    follower = next_seat(state, event.seat)
    return replace(state, active=follower, phase="dealing" if follower == state.deal.start else state.phase)


def _band_placed(state: State, event: e.BandPlaced) -> State:
    """The landowners follow after the sixth band (GF-SETUP-18)."""
    bands = tuple(sorted((*state.bands, INDEX[event.area])))
    active = state.active if event.seat is None else next_seat(state, event.seat)
    phase = "place_landowner" if len(bands) == SUPPLY.trained_bands else state.phase
    return replace(state, bands=bands, active=active, phase=phase)


def _landowner_placed(state: State, event: e.LandownerPlaced) -> State:
    """The start player begins the first turn after the last landowner (GF-SETUP-19)."""
    landowners = with_entry(state.landowners, event.seat, INDEX[event.area])
    if NOWHERE in landowners:
        return replace(state, landowners=landowners, active=next_seat(state, event.seat))
    points = CONSTANTS.action_points
    return replace(state, landowners=landowners, phase="fire", turn=1, active=state.deal.start, points=points)


def _house_row(houses: Mapping[AreaId, tuple[str, ...]]) -> bytes:
    """Returns the colours of all houses, one byte each, in board order (`Deal.colours_of_houses`)."""
    row = bytearray(HOUSES)
    for id, colours in houses.items():
        at = INDEX[id]
        assert len(colours) == SIZES[at]
        row[FIRST_HOUSE[at] : FIRST_HOUSE[at + 1]] = bytes(COLOURS.index(colour) for colour in colours)
    return bytes(row)


def _token_row(tokens: Mapping[AreaId, Kind]) -> bytes:
    """Returns the kinds of the tokens on the board, one byte an area (`State.tokens`)."""
    row = bytearray(COUNT)
    for id, kind in tokens.items():
        row[INDEX[id]] = 1 + KINDS.index(kind)
    return bytes(row)
