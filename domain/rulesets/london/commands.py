"""What a seat of London may ask for. Says nothing about whether it may.

A command of the rulebook that is too wide to list is several here (LON-FLOW, "a service may name them otherwise"):
    place     -> PlaceCard (card, stack), then SpendCard or UseWren to pay for it
    activate  -> Activate (stack, Hospital), then SpendCard for its cost, then the card's own choices
    swap      -> OfferCard, then TakeInExchange
    the end of a start draw after a look -> PutBack, card by card, top card first
"""

import msgspec

from domain.engine.viewer import Seat
from domain.rulesets.london.components import BoroughId, Card


class LookAtDeck(msgspec.Struct, frozen=True, tag_field="type", tag="london.LookAtDeck"):
    """University: look at the top of the deck before the start draw."""

    seat: Seat


class DrawFromDeck(msgspec.Struct, frozen=True, tag_field="type", tag="london.DrawFromDeck"):
    """Take the top card of the deck."""

    seat: Seat


class TakeFromDisplay(msgspec.Struct, frozen=True, tag_field="type", tag="london.TakeFromDisplay"):
    """Take a card of the display into hand."""

    seat: Seat
    card: Card


class KeepCard(msgspec.Struct, frozen=True, tag_field="type", tag="london.KeepCard"):
    """University: take one of the looked-at cards."""

    seat: Seat
    card: Card


class StopDrawing(msgspec.Struct, frozen=True, tag_field="type", tag="london.StopDrawing"):
    """Parliament: take no further card in this start draw."""

    seat: Seat


class PutBack(msgspec.Struct, frozen=True, tag_field="type", tag="london.PutBack"):
    """University: put a looked-at card back on the deck, under those put back before it."""

    seat: Seat
    card: Card


class PlaceCard(msgspec.Struct, frozen=True, tag_field="type", tag="london.PlaceCard"):
    """Place a card on a stack of one's own (None: a new one); what is spent for it is named next."""

    seat: Seat
    card: Card
    stack: int | None = None
    face_down: bool = False


class SpendCard(msgspec.Struct, frozen=True, tag_field="type", tag="london.SpendCard"):
    """Spend a card: for a placement (with School: of any colour), for an activation's cost, or in a prison."""

    seat: Seat
    card: Card
    school: bool = False


class UseWren(msgspec.Struct, frozen=True, tag_field="type", tag="london.UseWren"):
    """Place the announced card on one of Wren's credits, spending none."""

    seat: Seat


class PlayForEffect(msgspec.Struct, frozen=True, tag_field="type", tag="london.PlayForEffect"):
    """Play Huguenots, Jewish Immigrants or Wren."""

    seat: Seat
    card: Card


class EndAction(msgspec.Struct, frozen=True, tag_field="type", tag="london.EndAction"):
    """Play no further card."""

    seat: Seat


class Activate(msgspec.Struct, frozen=True, tag_field="type", tag="london.Activate"):
    """Activate the top card of a stack; `hospital`: the stack whose Hospital is flipped in its place."""

    seat: Seat
    stack: int
    hospital: int | None = None


class BringIn(msgspec.Struct, frozen=True, tag_field="type", tag="london.BringIn"):
    """Coffee House: put a card of the display on top of it."""

    seat: Seat
    card: Card


class StopSpending(msgspec.Struct, frozen=True, tag_field="type", tag="london.StopSpending"):
    """Spend no further card in this prison or Workhouse."""

    seat: Seat


class NameOpponent(msgspec.Struct, frozen=True, tag_field="type", tag="london.NameOpponent"):
    """Fleet Street, Police Force: whom it meets."""

    seat: Seat
    opponent: Seat


class Repeat(msgspec.Struct, frozen=True, tag_field="type", tag="london.Repeat"):
    """Whitehall: activate the top card of a stack a second time."""

    seat: Seat
    stack: int
    hospital: int | None = None


class PlaceUnderground(msgspec.Struct, frozen=True, tag_field="type", tag="london.PlaceUnderground"):
    """Put an Underground marker in a borough."""

    seat: Seat
    borough: BoroughId


class EndRun(msgspec.Struct, frozen=True, tag_field="type", tag="london.EndRun"):
    """Activate no further card; poverty is computed."""

    seat: Seat


class Invest(msgspec.Struct, frozen=True, tag_field="type", tag="london.Invest"):
    """Put a building marker in a borough."""

    seat: Seat
    borough: BoroughId


class TakeThree(msgspec.Struct, frozen=True, tag_field="type", tag="london.TakeThree"):
    """Take three cards."""

    seat: Seat


class TakeLoan(msgspec.Struct, frozen=True, tag_field="type", tag="london.TakeLoan"):
    """Take one loan from the bank."""

    seat: Seat


class OfferCard(msgspec.Struct, frozen=True, tag_field="type", tag="london.OfferCard"):
    """Stock Exchange: offer a card of the hand; what is taken for it is named next."""

    seat: Seat
    card: Card


class TakeInExchange(msgspec.Struct, frozen=True, tag_field="type", tag="london.TakeInExchange"):
    """Stock Exchange: take a card of the display for the one offered."""

    seat: Seat
    card: Card


class GiveUp(msgspec.Struct, frozen=True, tag_field="type", tag="london.GiveUp"):
    """Hand check: put a card of the hand on the display."""

    seat: Seat
    card: Card


class EndTurn(msgspec.Struct, frozen=True, tag_field="type", tag="london.EndTurn"):
    """End the turn without using the Stock Exchange."""

    seat: Seat


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
