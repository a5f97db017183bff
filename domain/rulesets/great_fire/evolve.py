"""The state after an event. Trusts what happened: asserts, never refuses, never draws."""

from collections.abc import Iterable
from typing import TypeVar, assert_never

from msgspec.structs import replace

from domain.engine.viewer import Seat
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import (
    COLOURS,
    CONSTANTS,
    INDEX,
    KINDS,
    PUDDING_LANE,
    SET_UP,
    SIZES,
    SUPPLY,
)
from domain.rulesets.great_fire.opening import house_row, token_row
from domain.rulesets.great_fire.state import NOWHERE, Held, Phase, State

T = TypeVar("T")


def _with(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """`row` with another value in one place."""
    return (*row[:at], value, *row[at + 1 :])


def _count(counts: bytes, at: int, value: int) -> bytes:
    """`counts` with another number in one place."""
    row = bytearray(counts)
    row[at] = value
    return bytes(row)


def _without(cards: str, card: str) -> str:
    """`cards` with one `card` fewer, if there is one."""
    return cards.replace(card, "", 1)


def _hand(cards: Iterable[str]) -> str:
    return "".join(sorted(cards))


def evolve(state: State, event: e.Event) -> State:
    """The state after `event`."""
    match event:
        case e.LandownerMoved(seat=seat, to=to, points_left=points):
            landowners = _with(state.landowners, seat, INDEX[to])
            return replace(state, phase="actions", points=points, landowners=landowners)
        case e.BandMoved(origin=origin, to=to, points_left=points):
            row = list(state.bands)
            row[row.index(INDEX[origin])] = INDEX[to]
            row.sort()
            return replace(state, phase="actions", points=points, bands=tuple(row))
        case e.ConePutOut(seat=seat, district=district, cones=cones, pile=pile, points_left=points):
            left = _count(state.cones, INDEX[district], cones)
            return replace(state, phase="actions", points=points, cones=left, piles=_with(state.piles, seat, pile))
        case e.HeroTaken(seat=seat):
            return replace(state, hero=seat)
        case e.DistrictDemolished():
            return _demolished(state, event)
        case e.ActionsEnded():
            return _actions_ended(state)
        case _:
            return _after_fire(state, event)


def _after_fire(state: State, event: e.FirePhaseEvent | e.EndEvent | e.SetUpEvent) -> State:
    match event:
        case e.FireCardPlayed(seat=seat, card=card):
            return replace(
                state,
                card=card,
                hands=_with(state.hands, seat, _without(state.hands[seat], card)),
                shown=_with(state.shown, seat, _without(state.shown[seat], card)),
                played=state.played + card,
            )
        case e.FireMoved():
            return _moved(state, event)
        case e.DistrictBurnt():
            return _burnt(state, event)
        case e.TokenTaken(seat=seat, district=district, kind=kind):
            tokens = _count(state.tokens, INDEX[district], 0)
            return replace(state, tokens=tokens, held=_hold(state, seat, kind, 1))
        case e.FireContainedOnArrival():
            return state  # the cone has moved already, and which bands cover it is never a choice (GF-CONT-01)
        case e.PuddingLaneRefilled(cones=cones):
            filled = _count(state.cones, PUDDING_LANE, state.cones[PUDDING_LANE] + cones)
            return replace(state, cones=filled, stock=state.stock - cones)
        case e.ConesReturned(cones=given):
            piles = tuple(pile - cones for pile, cones in zip(state.piles, given, strict=True))
            assert min(piles) >= 0, "a pile gave more than it had"
            return replace(state, piles=piles, stock=state.stock + sum(given))
        case e.DoubleMovePlayed(seat=seat):
            return replace(state, phase="actions", held=_hold(state, seat, "double_move", -1))
        case e.NoMoveDeclared():
            return _no_move(state, event)
        case _:
            return _after_end(state, event)


def _after_end(state: State, event: e.EndEvent | e.SetUpEvent) -> State:
    match event:
        case e.FireCardDrawn():
            return _card_drawn(state, event)
        case e.StackCardRevealed():
            return _stack_card(state, event)
        case e.FireIntensified():
            return _intensified(state, event)
        case e.FinalRoundStarted(turns_left=turns):
            return replace(state, final_turns=turns)
        case e.GameScored(outcome=outcome):
            assert state.phase == "scoring"
            return replace(state, phase="over", outcome=outcome)
        case _:
            return _after_set_up(state, event)


def _after_set_up(state: State, event: e.SetUpEvent) -> State:
    deal = state.deal
    match event:
        case e.GameCreated(seats=seats, options=options, start=start):
            assert seats == state.seats and options == deal.options
            return replace(state, phase="confirm_hand", active=start, deal=replace(deal, start=start))
        case e.HandDealt(seat=seat, cards=cards):
            return replace(state, hands=_with(state.hands, seat, _hand(cards)))
        case e.HandExchanged(seat=seat, drawn=cards):
            return replace(state, hands=_with(state.hands, seat, _hand(cards)))
        case e.HandConfirmed(seat=seat):
            follower = (seat + 1) % state.seats
            return replace(state, active=follower, phase="dealing" if follower == deal.start else state.phase)
        case e.FireDeckBuilt(stack_cards=letters, sizes=sizes, order=order, leftover=leftover):
            boxed = replace(deal, leftover=_hand(leftover))
            return replace(state, deck="".join(order), stacks="".join(letters), on_stack=sizes[0], deal=boxed)
        case e.HousesPlaced(houses=houses):
            row = house_row(houses)
            return replace(state, houses=bytes(SIZES), deal=replace(deal, colours_of_houses=row))
        case e.ColourDealt(seat=seat, colour=colour, pawn=pawn):
            colours, pawns = _with(deal.colours, seat, colour), _with(deal.pawns, seat, pawn)
            return replace(state, deal=replace(deal, colours=colours, pawns=pawns))
        case e.TokensPlaced(tokens=tokens):
            return replace(state, tokens=token_row(tokens))
        case e.ObjectivesDealt(seat=seat, cards=cards):
            dealt = _with(deal.objectives, seat, cards)
            phase: Phase = "place_band" if all(dealt) else "dealing"
            return replace(state, phase=phase, deal=replace(deal, objectives=dealt))
        case e.BandPlaced():
            return _band_placed(state, event)
        case e.LandownerPlaced(seat=seat, area=area):
            landowners = _with(state.landowners, seat, INDEX[area])
            placed = replace(state, landowners=landowners, active=(seat + 1) % state.seats)
            return placed if NOWHERE in landowners else _begin(placed)
        case _:
            assert_never(event)


# ---- set-up


def _band_placed(state: State, event: e.BandPlaced) -> State:
    """After the sixth band the landowners follow (GF-SETUP-18)."""
    bands = tuple(sorted((*state.bands, INDEX[event.area])))
    active = state.active if event.seat is None else (event.seat + 1) % state.seats
    phase = "place_landowner" if len(bands) == SUPPLY.trained_bands else state.phase
    return replace(state, bands=bands, active=active, phase=phase)


def _begin(state: State) -> State:
    """The first turn is the start player's (GF-SETUP-19)."""
    return replace(state, phase="fire", turn=1, active=state.deal.start, points=CONSTANTS.action_points)


def _next_turn(state: State) -> State:
    """Clockwise (GF-TURN-01)."""
    return replace(
        state,
        phase="fire",
        turn=state.turn + 1,
        active=(state.active + 1) % state.seats,
        points=CONSTANTS.action_points,
        card=None,
        owed=0,
    )


def _lose(state: State, houses: tuple[str, ...]) -> tuple[int, ...]:
    """The houses lost of each colour after `houses` went to the score tracks (GF-ENTER-03, GF-DEMO-06)."""
    lost = list(state.lost)
    for colour in houses:
        lost[COLOURS.index(colour)] += 1
    return tuple(lost)


def _hold(state: State, seat: Seat, kind: e.Kind, change: int) -> tuple[Held, ...]:
    """The tokens of all seats after `seat` got (1) or used (-1) one of `kind`."""
    return _with(state.held, seat, _tally(state.held[seat], kind, change))


def _tally(held: Held, kind: e.Kind, change: int) -> Held:
    row = list(held)
    row[KINDS.index(kind)] += change
    assert min(row) >= 0, "no such token is held"
    return row[0], row[1], row[2]


def _moved(state: State, event: e.FireMoved) -> State:
    cones = bytearray(state.cones)
    cones[INDEX[event.source]] = event.source_cones
    cones[INDEX[event.target]] = event.target_cones
    return replace(state, phase="fire_second" if state.phase == "fire" else state.phase, cones=bytes(cones))


def _no_move(state: State, event: e.NoMoveDeclared) -> State:
    left = _without(state.hands[event.seat], event.discard)
    return replace(
        state,
        phase="no_move" if event.owed else "actions",
        owed=event.owed,
        hands=_with(state.hands, event.seat, left),
        shown=_with(state.shown, event.seat, left),
        played=state.played + event.discard,
    )


def _burnt(state: State, event: e.DistrictBurnt) -> State:
    at = INDEX[event.district]
    cones = bytearray(state.cones)
    cones[at] = event.cones
    cones[PUDDING_LANE] -= event.from_pudding_lane  # a bytearray raises below zero
    stock = state.stock - event.from_stock
    assert stock >= 0
    if not event.houses:
        return replace(state, cones=bytes(cones), stock=stock)
    houses = _count(state.houses, at, 0)
    return replace(state, cones=bytes(cones), stock=stock, houses=houses, lost=_lose(state, event.houses))


def _demolished(state: State, event: e.DistrictDemolished) -> State:
    at = INDEX[event.district]
    return replace(
        state,
        phase="actions",
        demolished=_count(state.demolished, at, 1),
        houses=_count(state.houses, at, 0),
        tokens=_count(state.tokens, at, 0),
        destroyed=state.destroyed if event.token is None else _tally(state.destroyed, event.token, 1),
        lost=_lose(state, event.houses),
        held=_hold(state, event.seat, "charge", -1),
    )


def _actions_ended(state: State) -> State:
    """A draw follows while there is a deck; after that turns are only counted down (GF-DRAW-03, GF-END-01)."""
    if state.stacks:
        return replace(state, phase="draw", points=0)
    left = state.final_turns - 1
    ended = replace(state, points=0, final_turns=left)
    return _next_turn(ended) if left else replace(ended, phase="scoring")


def _card_drawn(state: State, event: e.FireCardDrawn) -> State:
    assert state.deck[0] == event.card
    hand = _hand(state.hands[event.seat] + event.card)
    drawn = replace(state, deck=state.deck[1:], on_stack=event.left, hands=_with(state.hands, event.seat, hand))
    return _next_turn(drawn) if event.left else drawn


def _stack_card(state: State, event: e.StackCardRevealed) -> State:
    """The card leaves the game, and the next one's stack is on top (GF-DRAW-02)."""
    assert state.stacks[0] == event.letter
    under = state.stacks[1:]
    on_stack = dict(SET_UP[state.seats].stacks)[under[0]] if under else 0
    revealed = replace(state, phase="intensify", owed=event.owed, stacks=under, on_stack=on_stack)
    return revealed if event.owed else _next_turn(revealed)


def _intensified(state: State, event: e.FireIntensified) -> State:
    cones = bytearray(state.cones)
    cones[INDEX[event.district]] = event.cones
    stock = state.stock
    if event.from_stock:
        stock -= 1
    else:
        cones[PUDDING_LANE] -= 1
    added = replace(state, cones=bytes(cones), stock=stock, owed=event.owed)
    if event.owed:
        return added
    return replace(added, phase="actions") if state.phase == "no_move" else _next_turn(added)
