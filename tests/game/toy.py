"""A whole ruleset in one file: the example to copy for a new one, and the ruleset of tests that need any ruleset.

Every seat gets a card, 1 to 52, which the others cannot see. In turn each seat shows its card; with an option the first
two seats do so in any order. The best card wins.

A real ruleset is a folder with a module or a package for each part below, in this order, and its printed numbers are in
`components.toml`. Its rules are numbered (here TOY-01 to TOY-03), and every refusal and line cites them.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, assert_never

import msgspec

from domain.engine.bots import random_bot
from domain.engine.chance import Chance
from domain.engine.message import Message, plain_text
from domain.engine.options import describe
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset, Informed, Line, Ruleset
from domain.engine.score import Outcome, Place, Source, Track
from domain.engine.viewer import ALL_SEATS, SPECTATOR, Seat, Viewer, seat_name, seat_of, seats_of, sees

# ---- components, options, state

CARDS: Final = tuple(range(1, 53))


class Options(msgspec.Struct, frozen=True):
    """The options, fixed when a game is opened."""

    best: Annotated[
        Literal["high", "low"],
        describe(
            "Best card",
            "Which card wins once all are face up.",
            "TOY-03",
            values={"high": "The highest", "low": "The lowest"},
        ),
    ] = "high"
    together: Annotated[
        bool, describe("Together", "Whether the first two seats may show their cards in any order.", "TOY-01")
    ] = False


class State(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a game. `cards`: one a seat, empty before the deal. `face_up`: how many are shown, seat 0 first.

    `together`: the first two seats act in any order. `second_first`: seat 1 has shown its card, and seat 0 has not.
    """

    seats: int
    best: str
    cards: tuple[int, ...] = ()
    face_up: int = 0
    together: bool = False
    second_first: bool = False
    ruleset_version: int = 1


# ---- commands, events


class Show(msgspec.Struct, frozen=True, tag_field="type", tag="toy.Show"):
    """Show your card (TOY-01). Every command has the tag `<ruleset>.<Name>` and the field `seat` first."""

    seat: Seat


class CardsDealt(msgspec.Struct, frozen=True, tag_field="type", tag="toy.CardsDealt"):
    """Every seat got a card (TOY-02). An event has every outcome of chance in it. Secret to each seat: its card."""

    cards: tuple[int, ...]


class CardRevealed(msgspec.Struct, frozen=True, tag_field="type", tag="toy.CardRevealed"):
    """A seat showed its card to everybody."""

    seat: Seat
    card: int


Event: TypeAlias = CardsDealt | CardRevealed


# ---- set-up


def initial(seats: int, options: Options) -> State:
    """Returns the state before set-up. It would raise Refused for options that the rules do not allow."""
    return State(seats=seats, best=options.best, together=options.together)


def set_up(state: State, chance: Chance) -> tuple[CardsDealt, ...]:
    """Returns everything up to the first choice of a seat (TOY-02)."""
    return (CardsDealt(chance.shuffled(CARDS)[: state.seats]),)


# ---- rules

REFUSALS: Final[Mapping[str, str]] = {"not_your_turn": "Another seat must act now, or none."}
"""Code -> its meaning, for client developers."""


def to_act(state: State) -> tuple[Seat, ...]:
    """Returns the seats that may act now; none before set-up and after the end."""
    if not state.cards or state.face_up >= state.seats:
        return ()
    if state.together and state.face_up == 0 and not state.second_first:
        return (seat_of(0), seat_of(1))
    return (seat_of(state.face_up),)


def is_face_up(state: State, seat: Seat) -> bool:
    """Returns whether the card of a seat is shown."""
    return seat < state.face_up or (state.second_first and seat == 1)


def objections(state: State, command: Show) -> tuple[Refused, ...]:
    """Returns every rule that forbids a command. It is the only source of what is legal."""
    if command.seat in to_act(state):
        return ()
    return (Refused("not_your_turn", f"It is not {seat_name(command.seat)}'s turn.", rules=("TOY-01",)),)


def decide(state: State, command: Show, chance: Chance) -> tuple[CardRevealed, ...]:
    """Returns the events of a command. Raises Refused with the first objection."""
    for refused in objections(state, command):
        raise refused
    return (CardRevealed(command.seat, state.cards[command.seat]),)


def legal(state: State, seat: Seat) -> tuple[Show, ...]:
    """Returns every command that `seat` may give now."""
    return (Show(seat),) if seat in to_act(state) else ()


def turn(state: State) -> int:
    """Returns how many turns have begun; 0 in set-up."""
    return min(state.face_up + state.second_first + 1, state.seats) if state.cards else 0


# ---- evolve


def evolve(state: State, event: Event) -> State:
    """Returns the state after an event. It asserts, and never refuses or draws."""
    match event:
        case CardsDealt(cards=cards):
            return msgspec.structs.replace(state, cards=cards)
        case CardRevealed(seat=seat, card=card):
            assert seat in to_act(state) and state.cards[seat] == card
            if seat > state.face_up:
                return msgspec.structs.replace(state, second_first=True)
            face_up = seat + 2 if state.second_first else seat + 1
            return msgspec.structs.replace(state, face_up=face_up, second_first=False)
        case _:
            assert_never(event)


# ---- view, tell, phrases


class View(msgspec.Struct, frozen=True):
    """What a viewer may know of a state. `cards`: one entry a seat, None for a card that the viewer may not know."""

    cards: tuple[int | None, ...]


def view(state: State, viewer: Viewer) -> View:
    """Returns what `viewer` may know, chosen field by field."""
    seats = zip(seats_of(state.seats), state.cards, strict=False)
    return View(tuple(card if is_face_up(state, seat) or sees(viewer, seat) else None for seat, card in seats))


def tell(event: Event, viewer: Viewer) -> Line | None:
    """Returns what `viewer` may know of an event, in the past tense, with its rules."""
    match event:
        case CardsDealt(cards=cards):
            known = {f"seat_{seat}": cards[seat] for seat in seats_of(len(cards)) if sees(viewer, seat)}
            return Line("toy.CardsDealt", plain_text("The cards were dealt."), ("TOY-02",), None, known)
        case CardRevealed(seat=seat, card=card):
            message = plain_text(f"{seat_name(seat)} showed {card}.")
            return Line("toy.CardRevealed", message, ("TOY-01",), seat, {"card": card})
        case _:
            assert_never(event)


def phrase(view: View, command: Show) -> Message:
    """Returns what a command asks, as an order. It works for every view and every command, also refused ones."""
    card = view.cards[command.seat] if 0 <= command.seat < len(view.cards) else None
    return plain_text("Show your card." if card is None else f"Show your {card}.")


# ---- score, redeal


def tracks(state: State) -> tuple[Track, ...]:
    """Returns the points of every seat now. A card that is face down is visible only to its own seat."""
    rows = zip(seats_of(state.seats), state.cards or (0,) * state.seats, strict=True)
    return tuple(
        Track(seat, "card", card if is_face_up(state, seat) else 0, card, None if is_face_up(state, seat) else (seat,))
        for seat, card in rows
    )


def outcome(state: State) -> Outcome | None:
    """Returns how the game ended, None until every card is face up (TOY-03)."""
    if not state.cards or state.face_up < state.seats:
        return None
    sign = 1 if state.best == "high" else -1
    places = tuple(
        Place(seat, 1 + sum(sign * other > sign * card for other in state.cards), card, (Source("card", card),))
        for seat, card in zip(seats_of(state.seats), state.cards, strict=True)
    )
    return Outcome("shown", places, ("TOY-03",))


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """Returns the same view for `viewer`, with every card that the viewer cannot know dealt again."""
    if viewer == ALL_SEATS:
        return state  # the seats together know every card
    known = view(state, viewer).cards
    rest = iter(chance.shuffled(card for card in CARDS if card not in known))
    return msgspec.structs.replace(state, cards=tuple(next(rest) if card is None else card for card in known))


def informs(event: Event) -> Informed:
    """Returns who learns from an event what was hidden from them. A seat that shows its own card learns nothing."""
    match event:
        case CardsDealt(cards=cards):
            return Informed(seats_of(len(cards)))
        case CardRevealed(seat=seat):
            return Informed((SPECTATOR,), seat)
        case _:
            assert_never(event)


# ---- the entry

TOY: AnyRuleset = Ruleset(
    id="toy",
    title="Highest card",
    version=1,
    seats_min=2,
    seats_max=4,
    options=Options,
    state=State,
    commands=(Show,),
    events=(CardsDealt, CardRevealed),
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
    redeal=redeal,
    informs=informs,
    bots={"random": random_bot, "keen": random_bot},
    substitute="keen",
    printed=dict,
    turn=turn,
    phrase=phrase,
    objections=objections,
    refusals=REFUSALS,
)
