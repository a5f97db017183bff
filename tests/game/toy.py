"""A ruleset small enough to hold in the head, for tests of what lies round any ruleset. Not on the shelf.

Everybody gets a card, 1 to 52, unseen by the others. In turn each shows it. The highest wins.
"""

from typing import Literal

import msgspec

from domain.engine.bots import random_bot
from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset, Line, Ruleset
from domain.engine.score import Outcome, Place, Source, Track
from domain.engine.viewer import ARBITER, Seat, Viewer, seat_name, sees

CARDS = tuple(range(1, 53))


class Options(msgspec.Struct, frozen=True):
    best: Literal["high", "low"] = "high"


class State(msgspec.Struct, frozen=True):
    seats: int
    best: str
    cards: tuple[int, ...] = ()
    shown: int = 0


class Show(msgspec.Struct, frozen=True, tag_field="type", tag="toy.Show"):
    seat: Seat


class CardsDealt(msgspec.Struct, frozen=True, tag_field="type", tag="toy.CardsDealt"):
    cards: tuple[int, ...]


class CardShown(msgspec.Struct, frozen=True, tag_field="type", tag="toy.CardShown"):
    seat: Seat
    card: int


class View(msgspec.Struct, frozen=True):
    cards: tuple[int | None, ...]


def initial(seats: int, options: Options) -> State:
    return State(seats, options.best)


def set_up(state: State, chance: Chance) -> tuple[CardsDealt, ...]:
    return (CardsDealt(chance.shuffled(CARDS)[: state.seats]),)


def objections(state: State, command: Show) -> tuple[Refused, ...]:
    if command.seat in to_act(state):
        return ()
    return (Refused("not_your_turn", f"It is not {seat_name(command.seat)}'s turn.", rules=("TOY-01",)),)


def decide(state: State, command: Show, chance: Chance) -> tuple[CardShown, ...]:
    for refused in objections(state, command):
        raise refused
    return (CardShown(command.seat, state.cards[command.seat]),)


def evolve(state: State, event: CardsDealt | CardShown) -> State:
    match event:
        case CardsDealt(cards):
            return msgspec.structs.replace(state, cards=cards)
        case CardShown(seat, card):
            assert seat == state.shown and state.cards[seat] == card
            return msgspec.structs.replace(state, shown=seat + 1)


def to_act(state: State) -> tuple[Seat, ...]:
    return (state.shown,) if state.cards and state.shown < state.seats else ()


def legal(state: State, seat: Seat) -> tuple[Show, ...]:
    return (Show(seat),) if seat in to_act(state) else ()


def view(state: State, viewer: Viewer) -> View:
    known = tuple(card if seat < state.shown or sees(viewer, seat) else None for seat, card in enumerate(state.cards))
    return View(known)


def tell(event: CardsDealt | CardShown, viewer: Viewer) -> Line | None:
    match event:
        case CardsDealt(cards):
            known = cards if viewer == ARBITER else (cards[viewer],) if viewer >= 0 else ()
            return Line("toy.CardsDealt", "The cards were dealt.", ("TOY-02",), None, {"cards": known})
        case CardShown(seat, card):
            return Line("toy.CardShown", f"{seat_name(seat)} showed {card}.", ("TOY-01",), seat, {"card": card})


def phrase(view: View, command: Show) -> str:
    card = view.cards[command.seat] if 0 <= command.seat < len(view.cards) else None
    return "Show your card." if card is None else f"Show your {card}."


def tracks(state: State) -> tuple[Track, ...]:
    return tuple(
        Track(seat, "card", card if seat < state.shown else 0, card, None if seat < state.shown else (seat,))
        for seat, card in enumerate(state.cards)
    )


def outcome(state: State) -> Outcome | None:
    if not state.cards or state.shown < state.seats:
        return None
    sign = 1 if state.best == "high" else -1
    places = tuple(
        Place(seat, 1 + sum(sign * other > sign * card for other in state.cards), card, (Source("card", card),))
        for seat, card in enumerate(state.cards)
    )
    return Outcome("shown", places, ("TOY-03",))


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    known = view(state, viewer).cards
    rest = iter(chance.shuffled(card for card in CARDS if card not in known))
    return msgspec.structs.replace(state, cards=tuple(next(rest) if card is None else card for card in known))


TOY: AnyRuleset = Ruleset(
    id="toy",
    title="Highest card",
    version=1,
    seats_min=2,
    seats_max=4,
    options=Options,
    state=State,
    commands=(Show,),
    events=(CardsDealt, CardShown),
    view_type=View,
    initial=initial,
    set_up=set_up,
    decide=decide,
    evolve=evolve,
    legal=legal,
    to_act=to_act,
    view=view,
    tell=tell,
    tracks=tracks,
    outcome=outcome,
    turn=lambda state: min(state.shown + 1, state.seats) if state.cards else 0,
    phrase=phrase,
    objections=objections,
    redeal=redeal,
    bots={"random": random_bot, "keen": random_bot},
    printed=dict,
)
