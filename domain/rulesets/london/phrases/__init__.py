"""What each command of London asks, as one plain sentence in the imperative.

A stack has the name of the building on top of it, and its number, because two stacks may show the same building.
"""

from typing import assert_never

from domain.engine.sentences import counted
from domain.engine.viewer import Seat, seat_name
from domain.rulesets.london import commands as c
from domain.rulesets.london.components import CHOICE_OF, FACE_OF, NUMBERS, Card
from domain.rulesets.london.phrases.titles import (
    COFFEE_HOUSE,
    HOSPITAL,
    SCHOOL,
    UNDERGROUND,
    WREN,
    borough_title,
    card_title,
)
from domain.rulesets.london.view import View

__all__ = ["phrase"]


def phrase(view: View, command: c.Command) -> str:
    """A sentence for lists, buttons and screen readers. No two commands of one seat have the same.

    `view`: what the reader sees at the moment before the command.
    """
    return f"{_request(view, command)}."


def _request(view: View, command: c.Command) -> str:
    match command:
        case c.LookAtDeck():
            return "Look at the top of the deck"
        case c.DrawFromDeck():
            return "Draw from the deck"
        case c.TakeFromDisplay(card=card):
            return f"Take {card_title(card)} from the display"
        case c.KeepCard(card=card):
            return f"Keep {card_title(card)}"
        case c.StopDrawing():
            return "Draw no further card"
        case c.PutBack(card=card):
            return f"Put {card_title(card)} back {_depth(view)}"
        case c.TakeThree():
            return f"Take {NUMBERS.take_three} cards"
        case c.TakeLoan():
            return "Take a loan"
        case c.OfferCard(card=card):
            return f"Offer {card_title(card)} in exchange"
        case c.TakeInExchange(card=card):
            offered = f" for {card_title(view.turn.offered)}" if view.turn.offered else ""
            return f"Take {card_title(card)} in exchange{offered}"
        case c.GiveUp(card=card):
            return f"Give up {card_title(card)}"
        case c.EndTurn():
            return "End the turn"
        case c.Invest(borough=borough):
            return f"Invest in {borough_title(borough)}"
        case c.PlaceCard() | c.SpendCard() | c.UseWren() | c.PlayForEffect() | c.EndAction():
            return _playing(view, command)
        case _:
            return _running(view, command)


def _playing(view: View, command: c.PlayCommand | c.SpendCard) -> str:
    match command:
        case c.PlaceCard(seat=seat, card=card, stack=stack, face_down=face_down):
            way = " face down" if face_down else ""
            return f"Place {card_title(card)}{way} on {_place(view, seat, stack)}"
        case c.SpendCard(card=card, school=school):
            return f"Spend {card_title(card)}{_purpose(view)}" + (f" with {SCHOOL}" if school else "")
        case c.UseWren():
            return f"Use {WREN}{_purpose(view)}"
        case c.PlayForEffect(card=card):
            return f"Play {card_title(card)}{_effect(card)}"
        case c.EndAction():
            return "Play no further card"
        case _:
            assert_never(command)


def _running(
    view: View,
    command: c.RunCommand | c.ChoiceCommand,
) -> str:
    match command:
        case c.Activate(seat=seat, stack=stack, hospital=hospital):
            return f"Activate {_stack(view, seat, stack)}{_saved(hospital)}"
        case c.Repeat(seat=seat, stack=stack, hospital=hospital):
            return f"Activate {_stack(view, seat, stack)} again{_saved(hospital)}"
        case c.EndRun():
            return "End the run"
        case c.BringIn(card=card):
            return f"Put {card_title(card)} on {COFFEE_HOUSE}"
        case c.StopSpending():
            return f"Spend no further card{_purpose(view)}"
        case c.NameOpponent(opponent=opponent):
            return f"{_poverty_for(view, command.seat, opponent)}{_purpose(view)}"
        case c.PlaceUnderground(borough=borough):
            return f"Bring the {UNDERGROUND} to {borough_title(borough)}"
        case _:
            assert_never(command)


def _effect(card: Card) -> str:
    """What a card without stone base does when it is played; empty for any other card."""
    effect = FACE_OF[card].play_effect if card in FACE_OF else None
    if effect is None:
        return ""
    drawn = effect.kind == "draw_cards"
    return f" to take {counted(effect.count, 'card')}" if drawn else f" for {counted(effect.count, 'free placement')}"


def _purpose(view: View) -> str:
    """The purpose of a card spent or an opponent named: the placement or the activation under way."""
    turn = view.turn
    if view.phase == "paying" and turn.placement is not None:
        return f" to place {card_title(turn.placement.card)}"
    if view.phase == "activation_cost" and turn.activations:
        return f" to activate {card_title(turn.activations[-1].card)}"
    if view.phase in ("spending", "naming") and turn.activations:
        return f" for {card_title(turn.activations[-1].card)}"
    return ""


def _depth(view: View) -> str:
    """Where the next looked-at card goes. The cards on top that are no longer looked at have been put back."""
    looked = [at for at, card in enumerate(view.deck_top) if card in view.turn.looked]
    if not looked:
        return "on the deck, under any put back before"
    return "under the card put back before" if looked[0] else "on top of the deck"


def _poverty_for(view: View, seat: Seat, opponent: Seat) -> str:
    """What the named opponent gets. A seat without poverty points has none to give, but names an opponent."""
    choice = CHOICE_OF[view.turn.activations[-1].card] if view.phase == "naming" and view.turn.activations else None
    points = 0 if choice is None else choice.amount
    if choice is not None and choice.kind == "give_poverty":
        points = min(points, view.seats[seat].poverty) if 0 <= seat < len(view.seats) else 0
    name = seat_name(opponent)
    return f"Give {counted(points, 'poverty point')} to {name}" if points else f"Name {name}"


def _saved(hospital: int | None) -> str:
    return "" if hospital is None else f" and flip {HOSPITAL} on {_number(hospital)} instead"


def _number(stack: int) -> str:
    """Stacks are counted from 1, as in the lines of the log."""
    return f"stack {stack + 1}"


def _top(view: View, seat: Seat, stack: int) -> str | None:
    """The building on top of a stack, which is public (LON-RULING-38). None if there is no such stack."""
    stacks = view.seats[seat].stacks if 0 <= seat < len(view.seats) else ()
    return card_title(stacks[stack].cards[-1]) if 0 <= stack < len(stacks) else None


def _stack(view: View, seat: Seat, stack: int) -> str:
    top = _top(view, seat, stack)
    return _number(stack) if top is None else f"{top} on {_number(stack)}"


def _place(view: View, seat: Seat, stack: int | None) -> str:
    """Where a card is placed, with what it covers."""
    if stack is None:
        return "a new stack"
    top = _top(view, seat, stack)
    return _number(stack) if top is None else f"{_number(stack)}, over {top}"
