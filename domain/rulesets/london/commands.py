"""What a seat of London may order. `rules` says whether it may.

A wide command of the rulebook is several commands here (LON-FLOW: "a service may name them otherwise"):
    place     -> PlaceCard (card, stack), then SpendCard or UseWren to pay for it
    activate  -> Activate (stack, Hospital), then SpendCard for its cost, then the card's own choices
    swap      -> OfferCard, then TakeInExchange
    the end of a start draw after a look -> PutBack, card by card, top card first
"""

import msgspec

from domain.engine.viewer import Seat
from domain.rulesets.london.components import BoroughId, Card


class Order(msgspec.Struct, frozen=True, tag_field="type", tag=lambda name: f"london.{name}"):
    """A command of London, with the tag `london.<its name>` and the seat that gives it.

    Most chapters have a base class of their own (`OfDraw`), by which `decide` finds the chapter of a command.
    """

    seat: Seat


class OfDraw(Order, frozen=True):
    """A command that takes cards or puts them back."""


class OfPlay(Order, frozen=True):
    """A command of action 1, except SpendCard."""


class OfRun(Order, frozen=True):
    """A command of a run, except the choices of activated cards and SpendCard."""


class OfChoice(Order, frozen=True):
    """A choice of an activated card, except SpendCard."""


class OfHandCheck(Order, frozen=True):
    """A command of the Stock Exchange or the hand check."""


class LookAtDeck(OfDraw, frozen=True):
    """University: look at the top of the deck before the start draw."""


class DrawFromDeck(OfDraw, frozen=True):
    """Take the top card of the deck."""


class TakeFromDisplay(OfDraw, frozen=True):
    """Take a card of the display into hand."""

    card: Card


class KeepCard(OfDraw, frozen=True):
    """University: take one of the looked-at cards."""

    card: Card


class StopDrawing(OfDraw, frozen=True):
    """Parliament: take no further card in this start draw."""


class PutBack(OfDraw, frozen=True):
    """University: put a looked-at card back on the deck, under those put back before it."""

    card: Card


class PlaceCard(OfPlay, frozen=True):
    """Place a card on a stack of one's own (None: a new one); what is spent for it is named next."""

    card: Card
    stack: int | None = None
    face_down: bool = False


class SpendCard(Order, frozen=True):
    """Spend a card: for a placement (with School: of any colour), for an activation's cost, or in a prison."""

    card: Card
    school: bool = False


class UseWren(OfPlay, frozen=True):
    """Place the announced card on one of Wren's credits, spending none."""


class PlayForEffect(OfPlay, frozen=True):
    """Play Huguenots, Jewish Immigrants or Wren."""

    card: Card


class EndAction(OfPlay, frozen=True):
    """Play no further card."""


class Activate(OfRun, frozen=True):
    """Activate the top card of a stack; `hospital`: the stack whose Hospital is flipped in its place."""

    stack: int
    hospital: int | None = None


class BringIn(OfChoice, frozen=True):
    """Coffee House: put a card of the display on top of it."""

    card: Card


class StopSpending(OfChoice, frozen=True):
    """Spend no further card in this prison or Workhouse."""


class NameOpponent(OfChoice, frozen=True):
    """Fleet Street, Police Force: whom it meets."""

    opponent: Seat


class Repeat(OfRun, frozen=True):
    """Whitehall: activate the top card of a stack a second time."""

    stack: int
    hospital: int | None = None


class PlaceUnderground(OfChoice, frozen=True):
    """Put an Underground marker in a borough."""

    borough: BoroughId


class EndRun(OfRun, frozen=True):
    """Activate no further card; poverty is computed."""


class Invest(Order, frozen=True):
    """Put a building marker in a borough."""

    borough: BoroughId


class TakeThree(OfDraw, frozen=True):
    """Take three cards as the action of the turn."""


class TakeLoan(Order, frozen=True):
    """Take one loan from the bank."""


class OfferCard(OfHandCheck, frozen=True):
    """Stock Exchange: offer a card of the hand; what is taken for it is named next."""

    card: Card


class TakeInExchange(OfHandCheck, frozen=True):
    """Stock Exchange: take a card of the display for the one offered."""

    card: Card


class GiveUp(OfHandCheck, frozen=True):
    """Hand check: put a card of the hand on the display."""

    card: Card


class EndTurn(OfHandCheck, frozen=True):
    """End the turn without using the Stock Exchange."""


DrawCommand = LookAtDeck | DrawFromDeck | TakeFromDisplay | KeepCard | StopDrawing | PutBack | TakeThree
PlayCommand = PlaceCard | UseWren | PlayForEffect | EndAction
RunCommand = Activate | Repeat | EndRun
ChoiceCommand = BringIn | StopSpending | NameOpponent | PlaceUnderground
HandCheckCommand = OfferCard | TakeInExchange | GiveUp | EndTurn
Command = (
    LookAtDeck
    | DrawFromDeck
    | TakeFromDisplay
    | KeepCard
    | StopDrawing
    | PutBack
    | PlaceCard
    | SpendCard
    | UseWren
    | PlayForEffect
    | EndAction
    | Activate
    | BringIn
    | StopSpending
    | NameOpponent
    | Repeat
    | PlaceUnderground
    | EndRun
    | Invest
    | TakeThree
    | TakeLoan
    | OfferCard
    | TakeInExchange
    | GiveUp
    | EndTurn
)
