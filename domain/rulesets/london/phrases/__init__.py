"""What each command of London asks, as a message: one plain sentence in the imperative.

A stack has the name of the building on top of it, and its number, because two stacks may show the same building.
Cards of one name have the letter of their deck and a number (`Paupers B3`), which the catalogues add.
"""

from collections.abc import Mapping
from typing import assert_never

from domain.engine.message import Message, Value
from domain.engine.viewer import Seat
from domain.rulesets.london import commands as c
from domain.rulesets.london.components import CHOICE_OF, FACE_OF, NUMBERS, Card
from domain.rulesets.london.view import View

__all__ = ["phrase"]

Args = Mapping[str, Value]


def phrase(view: View, command: c.Command) -> Message:
    """A sentence for lists, buttons and screen readers. No two commands of one seat have the same.

    `view`: what the reader sees at the moment before the command.
    """
    match command:
        case c.OfDraw():
            return _drawing(view, command)
        case c.TakeLoan():
            return Message("command-TakeLoan")
        case c.OfHandCheck():
            return _checking(view, command)
        case c.Invest(borough=borough):
            return Message("command-Invest", {"borough": borough})
        case c.PlaceCard() | c.SpendCard() | c.UseWren() | c.PlayForEffect() | c.EndAction():
            return _playing(view, command)
        case _:
            return _running(view, command)


def _drawing(view: View, command: c.DrawCommand) -> Message:
    match command:
        case c.LookAtDeck():
            return Message("command-LookAtDeck")
        case c.DrawFromDeck():
            return Message("command-DrawFromDeck")
        case c.TakeFromDisplay(card=card):
            return Message("command-TakeFromDisplay", {"card": card})
        case c.KeepCard(card=card):
            return Message("command-KeepCard", {"card": card})
        case c.StopDrawing():
            return Message("command-StopDrawing")
        case c.PutBack(card=card):
            return Message("command-PutBack", {"card": card, "depth": _depth(view)})
        case c.TakeThree():
            return Message("command-TakeThree", {"cards": NUMBERS.take_three})
        case _:
            assert_never(command)


def _checking(view: View, command: c.HandCheckCommand) -> Message:
    match command:
        case c.OfferCard(card=card):
            return Message("command-OfferCard", {"card": card})
        case c.TakeInExchange(card=card):
            return Message("command-TakeInExchange", {"card": card, "offered": view.turn.offered})
        case c.GiveUp(card=card):
            return Message("command-GiveUp", {"card": card})
        case c.EndTurn():
            return Message("command-EndTurn")
        case _:
            assert_never(command)


def _playing(view: View, command: c.PlayCommand | c.SpendCard) -> Message:
    match command:
        case c.PlaceCard(card=card, face_down=face_down):
            place = _place(view, command.seat, command.stack)
            return Message("command-PlaceCard", {"card": card, "face_down": face_down, **place})
        case c.SpendCard(card=card, school=school):
            return Message("command-SpendCard", {"card": card, "school": school, **_purpose(view)})
        case c.UseWren():
            return Message("command-UseWren", _purpose(view))
        case c.PlayForEffect(card=card):
            return Message("command-PlayForEffect", {"card": card, **_effect(card)})
        case c.EndAction():
            return Message("command-EndAction")
        case _:
            assert_never(command)


def _running(view: View, command: c.RunCommand | c.ChoiceCommand) -> Message:
    match command:
        case c.Activate(seat=seat, stack=stack, hospital=hospital):
            return Message("command-Activate", {**_place(view, seat, stack), **_saved(hospital)})
        case c.Repeat(seat=seat, stack=stack, hospital=hospital):
            return Message("command-Repeat", {**_place(view, seat, stack), **_saved(hospital)})
        case c.EndRun():
            return Message("command-EndRun")
        case c.BringIn(card=card):
            return Message("command-BringIn", {"card": card})
        case c.StopSpending():
            return Message("command-StopSpending", _purpose(view))
        case c.NameOpponent(seat=seat, opponent=opponent):
            points = _poverty_for(view, seat)
            return Message("command-NameOpponent", {"opponent": opponent, "points": points, **_purpose(view)})
        case c.PlaceUnderground(borough=borough):
            return Message("command-PlaceUnderground", {"borough": borough})
        case _:
            assert_never(command)


def _effect(card: Card) -> Args:
    """What a card without stone base does when it is played; None for any other card."""
    effect = FACE_OF[card].play_effect if card in FACE_OF else None
    return {"effect": effect and effect.kind, "count": effect.count if effect else 0}


def _purpose(view: View) -> Args:
    """The purpose of a card spent or an opponent named: the placement or the activation under way."""
    turn = view.turn
    if view.phase == "paying" and turn.placement is not None:
        return {"purpose": "placement", "target": turn.placement.card}
    if view.phase == "activation_cost" and turn.activations:
        return {"purpose": "activation", "target": turn.activations[-1].card}
    if view.phase in ("spending", "naming") and turn.activations:
        return {"purpose": "effect", "target": turn.activations[-1].card}
    return {"purpose": None, "target": None}


def _depth(view: View) -> str:
    """Where the next looked-at card goes. The cards on top that are no longer looked at have been put back."""
    looked = [at for at, card in enumerate(view.deck_top) if card in view.turn.looked]
    if not looked:
        return "unknown"
    return "under" if looked[0] else "top"


def _poverty_for(view: View, seat: Seat) -> int:
    """What a named opponent gets. A seat without poverty points has none to give, but names an opponent."""
    choice = CHOICE_OF[view.turn.activations[-1].card] if view.phase == "naming" and view.turn.activations else None
    points = 0 if choice is None else choice.amount
    if choice is not None and choice.kind == "give_poverty":
        points = min(points, view.seats[seat].poverty) if 0 <= seat < len(view.seats) else 0
    return points


def _saved(hospital: int | None) -> Args:
    return {"hospital": None if hospital is None else hospital + 1}


def _place(view: View, seat: Seat, stack: int | None) -> Args:
    """A stack, counted from 1 as in the lines of the log, and the building on top of it, which is public
    (LON-RULING-38). `stack`: None for a new one; `top`: None if there is no such stack."""
    if stack is None:
        return {"stack": None, "top": None}
    stacks = view.seats[seat].stacks if 0 <= seat < len(view.seats) else ()
    return {"stack": stack + 1, "top": stacks[stack].cards[-1] if 0 <= stack < len(stacks) else None}
