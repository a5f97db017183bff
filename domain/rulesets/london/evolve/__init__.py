"""From one state of London to the next. Trusts every event and asserts; it never refuses and never draws.

`evolve` sends each event to its chapter.
"""

from domain.rulesets.london import events as e
from domain.rulesets.london.evolve import building, cards, money, run, scoring, turn
from domain.rulesets.london.state import State

__all__ = ["evolve"]


def evolve(state: State, event: e.Event) -> State:
    """The state after one event."""
    match event:
        case e.CardDrawn() | e.CardTaken() | e.CardKept() | e.DrawLapsed() | e.DeckLookedAt() | e.CardPutBack():
            return cards.drawn(state, event)
        case e.CardSpent() | e.CardGivenUp() | e.TopRowDiscarded() | e.CardOffered() | e.CardsExchanged():
            return cards.displayed(state, event)
        case (
            e.TurnBegan()
            | e.StartDrawEnded()
            | e.ActionBegan()
            | e.ActionEnded()
            | e.TurnEnded()
            | e.EndTriggered()
            | e.FirstPlayerDrawn()
            | e.DecksShuffled()
            | e.HandDealt()
        ):
            return turn.passed(state, event)
        case (
            e.LoanTaken()
            | e.BankPaid()
            | e.MoneyGained()
            | e.PointsGained()
            | e.PovertyReturned()
            | e.PovertyTaken()
            | e.PovertyGiven()
            | e.OpponentPaid()
            | e.MoneyStored()
            | e.StoredMoneyTaken()
        ):
            return money.moved(state, event)
        case e.PlacementAnnounced() | e.CardPlaced() | e.EffectPlayed() | e.BoroughBought() | e.CreditUsed():
            return building.built(state, event)
        case e.LoansRepaid() | e.HandRevealed() | e.PovertyReduced() | e.GameEnded():
            return scoring.settled(state, event)
        case _:
            return run.ran(state, event)
