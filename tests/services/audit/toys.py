"""The toy ruleset with a second version, whose errata are planted: so a test knows which games they touch."""

from dataclasses import replace
from typing import Any, Final

import msgspec

from domain.engine.errata import Erratum
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset, corrected
from domain.engine.score import Outcome, Place, Source, Track
from domain.engine.viewer import Seat, seat_of
from tests.game import toy

UNLUCKY: Final = 7
E01: Final = Erratum(id="TOY-E01", since=2, rule="TOY-01", before="Any card is shown.", after="A seven is never shown.")
E02: Final = Erratum(
    id="TOY-E02", since=2, rule="TOY-03", before="The best card wins.", after="A card above 40 counts as 40."
)


def decide(state: toy.State, command: toy.Show, chance) -> tuple[toy.CardRevealed, ...]:
    (event,) = toy.decide(state, command, chance)
    if E01.holds(state) and event.card == UNLUCKY:
        raise Refused("unlucky", rules=("TOY-01",))
    return (event,)


def outcome(state: toy.State) -> Outcome | None:
    if not E02.holds(state) or not state.cards or state.face_up < state.seats:
        return toy.outcome(state)
    cards = [min(card, 40) for card in state.cards]
    places = tuple(
        Place(seat, 1 + sum(other > card for other in cards), card, (Source("card", card),))
        for seat, card in zip(toy.seats_of(state.seats), cards, strict=True)
    )
    return Outcome("shown", places, ("TOY-03",))


TOY_2: Final[AnyRuleset] = corrected(toy.TOY, (E01, E02), decide=decide, outcome=outcome)


# ---- a frozen generation


class State0(msgspec.Struct, frozen=True, kw_only=True):
    """How an earlier generation held the same game."""

    hands: tuple[int, ...] = ()
    seats: int
    revealed: int = 0
    ruleset_version: int = 1


class Dealt0(msgspec.Struct, frozen=True, tag_field="type", tag="toy.CardsDealt"):
    cards: tuple[int, ...]


class Revealed0(msgspec.Struct, frozen=True, tag_field="type", tag="toy.CardRevealed"):
    seat: Seat
    card: int


def evolve_0(state: State0, event: Dealt0 | Revealed0) -> State0:
    if isinstance(event, Dealt0):
        return msgspec.structs.replace(state, hands=event.cards)
    assert event.seat == state.revealed
    return msgspec.structs.replace(state, revealed=state.revealed + 1)


def to_act_0(state: State0) -> tuple[Seat, ...]:
    return (seat_of(state.revealed),) if state.hands and state.revealed < state.seats else ()


def tracks_0(state: State0) -> tuple[Track, ...]:
    return tuple(
        Track(seat, "hand", 0, min(hand, 40))
        for seat, hand in zip(toy.seats_of(state.seats), state.hands or (0,) * state.seats, strict=True)
    )


def outcome_0(state: State0) -> Outcome | None:
    if not state.hands or state.revealed < state.seats:
        return None
    cards = [min(hand, 40) for hand in state.hands]
    places = tuple(
        Place(seat, 1 + sum(other > card for other in cards), card, (Source("card", card),))
        for seat, card in zip(toy.seats_of(state.seats), cards, strict=True)
    )
    return Outcome("shown", places, ("TOY-03",))


def initial_0(seats: int, options: Any) -> State0:
    return State0(seats=seats)


TOY_0: Final[AnyRuleset] = replace(
    toy.TOY, version=0, state=State0, events=(Dealt0, Revealed0), initial=initial_0, evolve=evolve_0, to_act=to_act_0,
    tracks=tracks_0, outcome=outcome_0,
)  # fmt: skip
"""An older generation, frozen: it reads the same events into states of its own."""
