"""What happens in a game of London, as facts in the past tense. Decides nothing; `view.tell` says who may know what."""

from typing import Literal

import msgspec

from domain.engine.viewer import Seat
from domain.rulesets.london.components import BoroughId, Card
from domain.rulesets.london.events_run import RunEvent
from domain.rulesets.london.state import Action, Ending

Purpose = Literal["placement", "school", "activation", "effect", "bringing_in", "fire_brigade", "toll"]
"""What a card or money was spent for."""


class FirstPlayerDrawn(msgspec.Struct, frozen=True, tag_field="type", tag="london.FirstPlayerDrawn"):
    """Chance has named the first player."""

    seat: Seat


class DecksShuffled(msgspec.Struct, frozen=True, tag_field="type", tag="london.DecksShuffled"):
    """Decks A, B and C are shuffled and stacked; `deck`: top card first. Hidden from everybody."""

    deck: tuple[Card, ...]


class HandDealt(msgspec.Struct, frozen=True, tag_field="type", tag="london.HandDealt"):
    """A seat has its first cards. Hidden from the others."""

    seat: Seat
    cards: tuple[Card, ...]


class TurnBegan(msgspec.Struct, frozen=True, tag_field="type", tag="london.TurnBegan"):
    """A turn begins; its start draw is `draw_min` to `draw_max` cards."""

    seat: Seat
    number: int
    draw_min: int
    draw_max: int


class StartDrawEnded(msgspec.Struct, frozen=True, tag_field="type", tag="london.StartDrawEnded"):
    """The start draw is over; looked-at cards are still to be put back."""

    seat: Seat


class ActionBegan(msgspec.Struct, frozen=True, tag_field="type", tag="london.ActionBegan"):
    """The seat has chosen its action; so many cards are due for it at once."""

    seat: Seat
    action: Action
    cards: int


class ActionEnded(msgspec.Struct, frozen=True, tag_field="type", tag="london.ActionEnded"):
    """The action is over; the hand check follows."""

    seat: Seat


class EndTriggered(msgspec.Struct, frozen=True, tag_field="type", tag="london.EndTriggered"):
    """The end of the game is near: the others have one more turn each."""

    seat: Seat
    by: Ending


class TurnEnded(msgspec.Struct, frozen=True, tag_field="type", tag="london.TurnEnded"):
    """The turn is over. `idle`: no card came from the deck and none was placed."""

    seat: Seat
    idle: bool


class DeckLookedAt(msgspec.Struct, frozen=True, tag_field="type", tag="london.DeckLookedAt"):
    """University: the top cards of the deck were looked at. Their names are hidden from the others."""

    seat: Seat
    cards: tuple[Card, ...]


class CardDrawn(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardDrawn"):
    """The top card of the deck was taken. Its name is hidden from the others."""

    seat: Seat
    card: Card


class CardKept(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardKept"):
    """University: a looked-at card was taken. Its name is hidden from the others."""

    seat: Seat
    card: Card


class CardPutBack(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardPutBack"):
    """University: a looked-at card lies on the deck again, under those put back before it. Hidden from the others."""

    seat: Seat
    card: Card


class CardTaken(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardTaken"):
    """A card of the display was taken into hand."""

    seat: Seat
    card: Card
    row: int
    slot: int


class DrawLapsed(msgspec.Struct, frozen=True, tag_field="type", tag="london.DrawLapsed"):
    """No card is left to take; so many were still due."""

    seat: Seat
    cards: int


class TopRowDiscarded(msgspec.Struct, frozen=True, tag_field="type", tag="london.TopRowDiscarded"):
    """The display was full: its top row went to the discard pile, the bottom row moved up."""

    seat: Seat
    cards: tuple[Card, ...]


class CardSpent(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardSpent"):
    """A card of the hand was spent and lies on the display."""

    seat: Seat
    card: Card
    purpose: Purpose
    row: int
    slot: int


class CardGivenUp(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardGivenUp"):
    """A card too many was put on the display."""

    seat: Seat
    card: Card
    row: int
    slot: int


class CardOffered(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardOffered"):
    """Stock Exchange: a card of the hand is offered."""

    seat: Seat
    card: Card


class CardsExchanged(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardsExchanged"):
    """Stock Exchange: the offered card lies where the one taken lay."""

    seat: Seat
    given: Card
    taken: Card
    row: int
    slot: int


class LoanTaken(msgspec.Struct, frozen=True, tag_field="type", tag="london.LoanTaken"):
    """The bank has lent money. `forced`: a compulsory payment could not be met otherwise."""

    seat: Seat
    pounds: int
    forced: bool


class BankPaid(msgspec.Struct, frozen=True, tag_field="type", tag="london.BankPaid"):
    """The bank was paid; `card`: the card placed, activated or used."""

    seat: Seat
    pounds: int
    purpose: Purpose
    card: Card


class OpponentPaid(msgspec.Struct, frozen=True, tag_field="type", tag="london.OpponentPaid"):
    """Lloyds: a seat has paid another."""

    seat: Seat
    to: Seat
    pounds: int
    card: Card


class MoneyGained(msgspec.Struct, frozen=True, tag_field="type", tag="london.MoneyGained"):
    """A card has brought money."""

    seat: Seat
    pounds: int
    card: Card


class MoneyStored(msgspec.Struct, frozen=True, tag_field="type", tag="london.MoneyStored"):
    """A visible Shops was given money for a placement."""

    seat: Seat
    stack: int
    pounds: int
    card: Card


class StoredMoneyTaken(msgspec.Struct, frozen=True, tag_field="type", tag="london.StoredMoneyTaken"):
    """The money on a card was taken."""

    seat: Seat
    stack: int
    pounds: int
    card: Card


class PointsGained(msgspec.Struct, frozen=True, tag_field="type", tag="london.PointsGained"):
    """A card has brought victory points."""

    seat: Seat
    points: int
    card: Card


class PovertyReturned(msgspec.Struct, frozen=True, tag_field="type", tag="london.PovertyReturned"):
    """A card has taken poverty points away."""

    seat: Seat
    points: int
    card: Card


class PovertyTaken(msgspec.Struct, frozen=True, tag_field="type", tag="london.PovertyTaken"):
    """A card has brought poverty points; `seat`: who has them now."""

    seat: Seat
    points: int
    card: Card


class PovertyGiven(msgspec.Struct, frozen=True, tag_field="type", tag="london.PovertyGiven"):
    """Police Force: poverty points went to another seat."""

    seat: Seat
    to: Seat
    points: int
    card: Card


class PlacementAnnounced(msgspec.Struct, frozen=True, tag_field="type", tag="london.PlacementAnnounced"):
    """A card is to be placed; it is still to be paid for."""

    seat: Seat
    card: Card
    stack: int | None
    face_down: bool


class CreditUsed(msgspec.Struct, frozen=True, tag_field="type", tag="london.CreditUsed"):
    """One of Wren's credits paid for a placement."""

    seat: Seat
    card: Card


class CardPlaced(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardPlaced"):
    """A card was placed. `returned`: pounds that lay on the card it covers and went back to the bank."""

    seat: Seat
    card: Card
    stack: int
    face_down: bool
    returned: int


class EffectPlayed(msgspec.Struct, frozen=True, tag_field="type", tag="london.EffectPlayed"):
    """A card without stone base was played and discarded: so many cards are due, so many placements are free."""

    seat: Seat
    card: Card
    cards: int
    credits: int


class BoroughBought(msgspec.Struct, frozen=True, tag_field="type", tag="london.BoroughBought"):
    """A building marker was put in a borough; so many cards are due."""

    seat: Seat
    borough: BoroughId
    pounds: int
    cards: int


class LoansRepaid(msgspec.Struct, frozen=True, tag_field="type", tag="london.LoansRepaid"):
    """Loans were repaid at the end."""

    seat: Seat
    loans: int
    pounds: int


class HandRevealed(msgspec.Struct, frozen=True, tag_field="type", tag="london.HandRevealed"):
    """A hand was shown at the end, its poverty taken, its cards discarded."""

    seat: Seat
    cards: tuple[Card, ...]
    poverty: int


class PovertyReduced(msgspec.Struct, frozen=True, tag_field="type", tag="london.PovertyReduced"):
    """The smallest poverty was taken from everybody's."""

    points: int


class GameEnded(msgspec.Struct, frozen=True, tag_field="type", tag="london.GameEnded"):
    """The scores, by seat, and the places."""

    points: tuple[int, ...]
    places: tuple[int, ...]


TurnEvent = (
    FirstPlayerDrawn
    | DecksShuffled
    | HandDealt
    | TurnBegan
    | StartDrawEnded
    | ActionBegan
    | ActionEnded
    | EndTriggered
    | TurnEnded
)
DrawEvent = DeckLookedAt | CardDrawn | CardKept | CardPutBack | CardTaken | DrawLapsed
DisplayEvent = TopRowDiscarded | CardSpent | CardGivenUp | CardOffered | CardsExchanged
MoneyEvent = (
    LoanTaken
    | BankPaid
    | OpponentPaid
    | MoneyGained
    | MoneyStored
    | StoredMoneyTaken
    | PointsGained
    | PovertyReturned
    | PovertyTaken
    | PovertyGiven
)
BuildEvent = PlacementAnnounced | CreditUsed | CardPlaced | EffectPlayed | BoroughBought
ScoringEvent = LoansRepaid | HandRevealed | PovertyReduced | GameEnded
Event = TurnEvent | DrawEvent | DisplayEvent | MoneyEvent | BuildEvent | RunEvent | ScoringEvent
