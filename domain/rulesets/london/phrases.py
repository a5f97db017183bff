"""What each command of London asks, in one plain sentence. Knows a view, and says nothing about what is allowed.

Cards of which there are several are told apart by what is printed on them and a running number: `Paupers B3` is the third
Paupers of deck B. A stack is called by the building on top of it, with its number: two stacks may show the same building.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, assert_never

from domain.engine.viewer import Seat, seat_name
from domain.rulesets.london.commands import (
    Activate,
    BringIn,
    Command,
    DrawFromDeck,
    EndAction,
    EndRun,
    EndTurn,
    GiveUp,
    Invest,
    KeepCard,
    LookAtDeck,
    NameOpponent,
    OfferCard,
    PlaceCard,
    PlaceUnderground,
    PlayForEffect,
    PutBack,
    Repeat,
    SpendCard,
    StopDrawing,
    StopSpending,
    TakeFromDisplay,
    TakeInExchange,
    TakeLoan,
    TakeThree,
    UseWren,
)
from domain.rulesets.london.components import (
    BOROUGHS,
    CARDS,
    COLOUR_OF,
    FACES,
    NUMBERS,
    BoroughId,
    Card,
    Face,
    name_of,
)
from domain.rulesets.london.view import View


def _titles() -> Iterator[tuple[Card, str]]:
    """Each card with the shortest title that no other card has; cards of one printed name are titled alike."""
    namesakes: dict[str, list[Card]] = {}
    for card in CARDS:
        namesakes.setdefault(name_of(card), []).append(card)
    for name, cards in namesakes.items():
        numbers = [card.partition("#")[2] for card in cards]
        numbered = [f"{name} {number}" for number in numbers]
        coloured = [f"{COLOUR_OF[card]} {title}" for card, title in zip(cards, numbered, strict=True)]
        yield from zip(cards, next(_distinct(([name] * len(cards), numbered, coloured))), strict=True)


def _distinct(choices: Iterable[list[str]]) -> Iterator[list[str]]:
    return (titles for titles in choices if len(set(titles)) == len(titles))


_TITLE: Final[Mapping[Card, str]] = dict(_titles())


def _face(power: str) -> str:
    """The name of the card with this power, play effect or choice."""

    def has(face: Face) -> bool:
        can = (
            face.power and face.power.id,
            face.play_effect and face.play_effect.kind,
            face.choice and face.choice.kind,
        )
        return power in can

    return next(face.name for face in FACES.values() if has(face))


_COFFEE_HOUSE: Final = _face("place_from_display_on_self")
_HOSPITAL: Final = _face("flip_instead")
_SCHOOL: Final = _face("recolour_spent_card")
_UNDERGROUND: Final = _face("place_underground")
_WREN: Final = _face("free_placements")


def phrase(view: View, command: Command) -> str:
    """The sentence for lists, buttons and screen readers; `view`: what the reader sees at the moment before the command.
    No two commands of one seat have the same."""
    return f"{_said(view, command)}."


def _said(view: View, command: Command) -> str:
    match command:
        case LookAtDeck():
            return "Look at the top of the deck"
        case DrawFromDeck():
            return "Draw from the deck"
        case TakeFromDisplay(card=card):
            return f"Take {_card(card)} from the display"
        case KeepCard(card=card):
            return f"Keep {_card(card)}"
        case StopDrawing():
            return "Draw no further card"
        case PutBack(card=card):
            return f"Put {_card(card)} back on the deck"
        case TakeThree():
            return f"Take {NUMBERS.take_three} cards"
        case TakeLoan():
            return "Take a loan"
        case OfferCard(card=card):
            return f"Offer {_card(card)} in exchange"
        case TakeInExchange(card=card):
            offered = f" for {_card(view.turn.offered)}" if view.turn.offered else ""
            return f"Take {_card(card)} in exchange{offered}"
        case GiveUp(card=card):
            return f"Give up {_card(card)}"
        case EndTurn():
            return "End the turn"
        case Invest(borough=borough):
            return f"Invest in {_borough(borough)}"
        case PlaceCard() | SpendCard() | UseWren() | PlayForEffect() | EndAction():
            return _playing(view, command)
        case _:
            return _running(view, command)


def _playing(view: View, command: PlaceCard | SpendCard | UseWren | PlayForEffect | EndAction) -> str:
    match command:
        case PlaceCard(seat=seat, card=card, stack=stack, face_down=face_down):
            way = " face down" if face_down else ""
            return f"Place {_card(card)}{way} on {_place(view, seat, stack)}"
        case SpendCard(card=card, school=school):
            return f"Spend {_card(card)}{_purpose(view)}" + (f" with {_SCHOOL}" if school else "")
        case UseWren():
            return f"Use {_WREN}{_purpose(view)}"
        case PlayForEffect(card=card):
            return f"Play {_card(card)}"
        case EndAction():
            return "Play no further card"
        case _:
            assert_never(command)


def _running(
    view: View,
    command: Activate | Repeat | EndRun | BringIn | StopSpending | NameOpponent | PlaceUnderground,
) -> str:
    match command:
        case Activate(seat=seat, stack=stack, hospital=hospital):
            return f"Activate {_stack(view, seat, stack)}{_saved(hospital)}"
        case Repeat(seat=seat, stack=stack, hospital=hospital):
            return f"Activate {_stack(view, seat, stack)} again{_saved(hospital)}"
        case EndRun():
            return "End the run"
        case BringIn(card=card):
            return f"Put {_card(card)} on {_COFFEE_HOUSE}"
        case StopSpending():
            return f"Spend no further card{_purpose(view)}"
        case NameOpponent(opponent=opponent):
            return f"Name {seat_name(opponent)}{_purpose(view)}"
        case PlaceUnderground(borough=borough):
            return f"Bring the {_UNDERGROUND} to {_borough(borough)}"
        case _:
            assert_never(command)


def _purpose(view: View) -> str:
    """What a card is spent, or somebody named, for: the placement or the activation under way."""
    turn = view.turn
    if view.phase == "paying" and turn.placement is not None:
        return f" to place {_card(turn.placement.card)}"
    if view.phase == "activation_cost" and turn.activations:
        return f" to activate {_card(turn.activations[-1].card)}"
    if view.phase in ("spending", "naming") and turn.activations:
        return f" for {_card(turn.activations[-1].card)}"
    return ""


def _saved(hospital: int | None) -> str:
    return "" if hospital is None else f" and flip {_HOSPITAL} on {_number(hospital)} instead"


def _number(stack: int) -> str:
    """Stacks are counted from 1, as in the lines."""
    return f"stack {stack + 1}"


def _top(view: View, seat: Seat, stack: int) -> str | None:
    """The building on top of a stack: all of a stack is public (LON-RULING-38). None where no such stack stands."""
    stacks = view.seats[seat].stacks if 0 <= seat < len(view.seats) else ()
    return _card(stacks[stack].cards[-1]) if 0 <= stack < len(stacks) else None


def _stack(view: View, seat: Seat, stack: int) -> str:
    top = _top(view, seat, stack)
    return _number(stack) if top is None else f"{top} on {_number(stack)}"


def _place(view: View, seat: Seat, stack: int | None) -> str:
    """Where a card is placed, with what it covers."""
    if stack is None:
        return "a new stack"
    top = _top(view, seat, stack)
    return _number(stack) if top is None else f"{_number(stack)}, over {top}"


def _card(card: Card) -> str:
    """A card's title; what is no card of the box stays as it was said."""
    return _TITLE.get(card, card)


def _borough(borough: BoroughId) -> str:
    return BOROUGHS[borough].name if borough in BOROUGHS else borough
