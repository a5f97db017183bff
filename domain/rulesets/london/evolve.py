"""From one state of London to the next. Trusts every event and asserts; never refuses, never draws, never decides.

`evolve` sends an event to its chapter: the turn (here), cards on the move (evolve_cards), money and points, the building
display and the run (evolve_city).
"""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.london import evolve_cards, evolve_city
from domain.rulesets.london.events import (
    ActionBegan,
    ActionEnded,
    BankPaid,
    BoroughBought,
    CardDrawn,
    CardGivenUp,
    CardKept,
    CardOffered,
    CardPlaced,
    CardPutBack,
    CardsExchanged,
    CardSpent,
    CardTaken,
    CreditUsed,
    DeckLookedAt,
    DecksShuffled,
    DrawLapsed,
    EffectPlayed,
    EndTriggered,
    Event,
    FirstPlayerDrawn,
    GameEnded,
    HandDealt,
    HandRevealed,
    LoansRepaid,
    LoanTaken,
    MoneyGained,
    MoneyStored,
    OpponentPaid,
    PlacementAnnounced,
    PointsGained,
    PovertyGiven,
    PovertyReduced,
    PovertyReturned,
    PovertyTaken,
    ScoringEvent,
    StartDrawEnded,
    StoredMoneyTaken,
    TopRowDiscarded,
    TurnBegan,
    TurnEnded,
    TurnEvent,
)
from domain.rulesets.london.events_run import (
    ActivationEnded,
    CardActivated,
    CardBroughtIn,
    HandIgnored,
    PovertyComputed,
    UndergroundPlaced,
)
from domain.rulesets.london.state import Phase, State, Turn, with_player

_BEGINS: dict[str, Phase] = {"play": "playing", "run": "running", "invest": "drawing", "take": "drawing"}


def evolve(state: State, event: Event) -> State:
    """The state after one event."""
    match event:
        case CardDrawn() | CardTaken() | CardKept() | DrawLapsed() | DeckLookedAt() | CardPutBack():
            return evolve_cards.draw(state, event)
        case CardSpent() | CardGivenUp() | TopRowDiscarded() | CardOffered() | CardsExchanged():
            return evolve_cards.display(state, event)
        case (
            TurnBegan()
            | StartDrawEnded()
            | ActionBegan()
            | ActionEnded()
            | TurnEnded()
            | EndTriggered()
            | FirstPlayerDrawn()
            | DecksShuffled()
            | HandDealt()
        ):
            return _turn(state, event)
        case (
            LoanTaken()
            | BankPaid()
            | MoneyGained()
            | PointsGained()
            | PovertyReturned()
            | PovertyTaken()
            | PovertyGiven()
            | OpponentPaid()
            | MoneyStored()
            | StoredMoneyTaken()
        ):
            return evolve_city.money(state, event)
        case PlacementAnnounced() | CardPlaced() | EffectPlayed() | BoroughBought() | CreditUsed():
            return evolve_city.build(state, event)
        case (
            CardActivated()
            | ActivationEnded()
            | PovertyComputed()
            | UndergroundPlaced()
            | CardBroughtIn()
            | HandIgnored()
        ):
            return evolve_city.run(state, event)
        case LoansRepaid() | HandRevealed() | PovertyReduced() | GameEnded():
            return _scoring(state, event)
        case _:
            assert_never(event)


def _turn(state: State, event: TurnEvent) -> State:
    match event:
        case TurnBegan():
            turn = Turn(draw_min=event.draw_min, draw_max=event.draw_max)
            return replace(state, phase="start_draw", active=event.seat, turn_number=event.number, turn=turn)
        case StartDrawEnded():
            if state.turn.looked:
                return replace(state, phase="put_back")
            return replace(state, phase="action", turn=replace(state.turn, looking=False))
        case ActionBegan():
            turn = replace(state.turn, action=event.action, owed=event.cards)
            return replace(state, phase=_BEGINS[event.action], turn=turn)
        case ActionEnded():
            return replace(state, phase="hand_check")
        case TurnEnded():
            left = None if state.turns_left is None else state.turns_left - 1
            return replace(state, turns_left=left, idle_turns=state.idle_turns + 1 if event.idle else 0)
        case EndTriggered():
            assert state.turns_left is None, "the end is triggered once"
            return replace(state, turns_left=len(state.players), ending=event.by)
        case FirstPlayerDrawn():
            return replace(state, first=event.seat)
        case DecksShuffled():
            return replace(state, deck=event.deck)
        case HandDealt():
            dealt = frozenset(event.cards)
            player = replace(state.players[event.seat], hand=event.cards)
            deck = tuple(card for card in state.deck if card not in dealt)
            return replace(state, players=with_player(state.players, event.seat, player), deck=deck)
        case _:
            assert_never(event)


def _scoring(state: State, event: ScoringEvent) -> State:
    match event:
        case LoansRepaid():
            player = state.players[event.seat]
            player = replace(player, loans=player.loans - event.loans, money=player.money - event.pounds)
            assert player.loans >= 0, "more loans repaid than taken"
            assert player.money >= 0, "loans repaid with money that is not there"
            return replace(state, players=with_player(state.players, event.seat, player))
        case HandRevealed():
            player = state.players[event.seat]
            assert player.hand == event.cards, "another hand was revealed"
            player = replace(player, hand=(), known=(), poverty=player.poverty + event.poverty)
            players = with_player(state.players, event.seat, player)
            return replace(state, players=players, discard=state.discard + event.cards)
        case PovertyReduced():
            players = tuple(replace(player, poverty=player.poverty - event.points) for player in state.players)
            return replace(state, players=players)
        case GameEnded():
            return replace(state, phase="over", turn=Turn())
        case _:
            assert_never(event)
