"""What a viewer may know of an event of London: one sentence in the past tense, with the rules behind it (LON-INFO-11).

Hidden cards are named to those who may know them. The others learn their number.
"""

from msgspec.structs import asdict

from domain.engine.ruleset import Line
from domain.engine.viewer import Viewer
from domain.rulesets.london import events as e
from domain.rulesets.london.tell import building, cards, money, run, scoring, secrets, turn
from domain.rulesets.london.tell.words import Sentence

__all__ = ["tell"]


def tell(event: e.Event, viewer: Viewer) -> Line:
    """The line of `event` for `viewer`. It is never None, because every event of London leaves a public trace."""
    match event:
        case e.DecksShuffled() | e.HandDealt() | e.CardDrawn() | e.CardKept() | e.CardPutBack() | e.DeckLookedAt():
            return secrets.line(event, viewer)
        case _:
            text, rules = _public(event)
            facts = {name: fact for name, fact in asdict(event).items() if name != "seat"}
            return Line(
                type=f"london.{type(event).__name__}",
                text=text,
                rules=rules,
                seat=getattr(event, "seat", None),
                facts=facts,
            )


def _public(event: e.Event) -> Sentence:
    match event:
        case (
            e.FirstPlayerDrawn()
            | e.TurnBegan()
            | e.StartDrawEnded()
            | e.ActionBegan()
            | e.ActionEnded()
            | e.TurnEnded()
            | e.EndTriggered()
        ):
            return turn.sentence_of(event)
        case e.CardTaken() | e.DrawLapsed() | e.TopRowDiscarded() | e.CardSpent() | e.CardGivenUp():
            return cards.sentence_of(event)
        case e.CardOffered() | e.CardsExchanged():
            return cards.exchange(event)
        case e.LoanTaken() | e.BankPaid() | e.OpponentPaid():
            return money.payment(event)
        case e.MoneyGained() | e.MoneyStored() | e.StoredMoneyTaken():
            return money.gain(event)
        case e.PointsGained() | e.PovertyReturned() | e.PovertyTaken() | e.PovertyGiven():
            return money.points(event)
        case e.PlacementAnnounced() | e.CreditUsed() | e.CardPlaced() | e.EffectPlayed() | e.BoroughBought():
            return building.sentence_of(event)
        case e.LoansRepaid() | e.HandRevealed() | e.PovertyReduced() | e.GameEnded():
            return scoring.sentence_of(event)
        case e.DecksShuffled() | e.HandDealt() | e.CardDrawn() | e.CardKept() | e.CardPutBack() | e.DeckLookedAt():
            raise AssertionError("a secret has a line for each viewer")
        case _:
            return run.sentence_of(event)
