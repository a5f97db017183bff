"""What a viewer may be told of an event of London, in a plain sentence with the rules behind it (LON-INFO-11).

Decides nothing. Hidden cards are named to those who may know them; the others are told how many.
"""

from typing import assert_never

from msgspec.structs import asdict

from domain.engine.refusal import Fact
from domain.engine.ruleset import Line
from domain.engine.viewer import ARBITER, Seat, Viewer, seat_name, sees
from domain.rulesets.london.components import BOROUGHS, FACE_OF, NUMBERS, Card, name_of
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
    StartDrawEnded,
    StoredMoneyTaken,
    TopRowDiscarded,
    TurnBegan,
    TurnEnded,
)
from domain.rulesets.london.tell_run import counted, points_of_poverty, tell_run

Told = tuple[str, tuple[str, ...]]
"""A sentence, and the ids of its rules."""

_UNIVERSITY = "LON-CARD-UNIVERSITY-OF-LONDON"
_ACTIONS = {
    "play": ("plays cards", "LON-PLAY-01"),
    "run": ("runs the city", "LON-RUN-01"),
    "invest": ("invests", "LON-BUY-01"),
    "take": ("takes three cards", "LON-TAKE-01"),
}


def tell(event: Event, viewer: Viewer) -> Line:
    """The line of `event` for `viewer`. Every event of London leaves a trace that all may see, so it is never None."""
    match event:
        case DecksShuffled() | HandDealt() | CardDrawn() | CardKept() | CardPutBack() | DeckLookedAt():
            return _secret(event, viewer)
        case _:
            text, rules = _public(event)
            facts = {name: fact for name, fact in asdict(event).items() if name != "seat"}
            return _line(event, text, rules, facts)


def _line(event: Event, text: str, rules: tuple[str, ...], facts: dict[str, Fact]) -> Line:
    seat: Seat | None = getattr(event, "seat", None)
    return Line(type=f"london.{type(event).__name__}", text=text, rules=rules, seat=seat, facts=facts)


def _secret(
    event: DecksShuffled | HandDealt | CardDrawn | CardKept | CardPutBack | DeckLookedAt, viewer: Viewer
) -> Line:
    """Events that name hidden cards: in full for who may know them, in numbers for the others (LON-INFO-03, 06)."""
    if isinstance(event, DecksShuffled):
        text = "The decks are shuffled and stacked: A on top, then B, then C."
        order: dict[str, Fact] = {"deck": event.deck} if viewer == ARBITER else {}
        return _line(event, text, ("LON-SETUP-05", "LON-INFO-02"), {"cards": len(event.deck), **order})
    who, knows = seat_name(event.seat), sees(viewer, event.seat)
    match event:
        case HandDealt(cards=cards):
            text = f"{who} is dealt {_cards(cards) if knows else counted(len(cards), 'card')}."
            return _line(event, text, ("LON-SETUP-06", "LON-INFO-01"), _named_or_counted(cards, knows))
        case DeckLookedAt(cards=cards):
            text = f"{who} looks at the top of the deck: {_cards(cards) if knows else counted(len(cards), 'card')}."
            return _line(event, text, (f"{_UNIVERSITY}.1", "LON-INFO-06"), _named_or_counted(cards, knows))
        case CardDrawn(card=card):
            text = f"{who} draws {name_of(card) if knows else 'a card'} from the deck."
            return _line(event, text, ("LON-DRAW-01", "LON-INFO-03"), {"card": card} if knows else {})
        case CardKept(card=card):
            text = f"{who} keeps {name_of(card) if knows else 'one'} of the looked-at cards."
            return _line(event, text, (f"{_UNIVERSITY}.2", "LON-INFO-06"), {"card": card} if knows else {})
        case CardPutBack(card=card):
            text = f"{who} puts {name_of(card) if knows else 'a looked-at card'} back on the deck."
            return _line(event, text, (f"{_UNIVERSITY}.2", "LON-INFO-06"), {"card": card} if knows else {})


def _named_or_counted(cards: tuple[Card, ...], knows: bool) -> dict[str, Fact]:
    return {"count": len(cards), **({"cards": cards} if knows else {})}


def _cards(cards: tuple[Card, ...]) -> str:
    return ", ".join(name_of(card) for card in cards) if cards else "no card"


def _public(event: Event) -> Told:
    match event:
        case TurnBegan() | StartDrawEnded() | ActionBegan() | ActionEnded() | TurnEnded() | EndTriggered():
            return _turn(event)
        case CardTaken() | DrawLapsed() | TopRowDiscarded() | CardSpent() | CardGivenUp():
            return _card(event)
        case CardOffered() | CardsExchanged() | FirstPlayerDrawn():
            return _rare(event)
        case LoanTaken() | BankPaid() | OpponentPaid() | MoneyGained() | MoneyStored() | StoredMoneyTaken():
            return _money(event)
        case PointsGained() | PovertyReturned() | PovertyTaken() | PovertyGiven():
            return _points(event)
        case PlacementAnnounced() | CreditUsed() | CardPlaced() | EffectPlayed() | BoroughBought():
            return _build(event)
        case LoansRepaid() | HandRevealed() | PovertyReduced() | GameEnded():
            return _scoring(event)
        case DecksShuffled() | HandDealt() | CardDrawn() | CardKept() | CardPutBack() | DeckLookedAt():
            raise AssertionError("a secret is told by `_secret`")
        case _:
            return tell_run(event)


def _turn(event: TurnBegan | StartDrawEnded | ActionBegan | ActionEnded | TurnEnded | EndTriggered) -> Told:
    who = seat_name(event.seat)
    match event:
        case TurnBegan(number=number, draw_min=least, draw_max=most):
            if most == least:
                return f"{who} begins turn {number}.", ("LON-TURN-01", "LON-TURN-03")
            text = f"{who} begins turn {number}; with Parliament the start draw is {least} to {most} cards."
            return text, ("LON-TURN-01", "LON-CARD-PARLIAMENT.1", "LON-RULING-25")
        case StartDrawEnded():
            return f"{who} has finished the start draw.", ("LON-TURN-02", "LON-TURN-04", "LON-FLOW-01")
        case ActionBegan(action=action):
            verb, rule = _ACTIONS[action]
            return f"{who} {verb}.", (rule, "LON-TURN-05")
        case ActionEnded():
            return f"{who} has finished the action.", ("LON-TURN-02", "LON-TURN-06")
        case TurnEnded():
            return f"{who}'s turn is over.", ("LON-TURN-01", "LON-FLOW-07")
        case EndTriggered(by=by):
            if by == "deck":
                text = f"{who} has taken the last card of the deck; each other player has one more turn."
                return text, ("LON-END-01", "LON-END-03", "LON-RULING-28")
            text = f"Nothing was drawn or placed for too long; after {who}'s turn each other player has one more."
            return text, ("LON-RULING-45", "LON-END-03")
        case _:
            assert_never(event)


def _card(event: CardTaken | DrawLapsed | TopRowDiscarded | CardSpent | CardGivenUp) -> Told:
    who = seat_name(event.seat)
    match event:
        case CardTaken(card=card):
            return f"{who} takes {name_of(card)} from the display.", ("LON-DRAW-01", "LON-DRAW-05", "LON-INFO-04")
        case DrawLapsed(cards=cards):
            text = f"No card is left to take; {who} goes without {counted(cards, 'card')}."
            return text, ("LON-DRAW-04", "LON-RULING-29", "LON-TAKE-02")
        case TopRowDiscarded(cards=cards):
            text = f"The display is full: {_cards(cards)} are discarded and the bottom row moves up."
            return text, ("LON-DISP-03", "LON-RULING-13", "LON-DISP-07")
        case CardSpent(card=card, purpose=purpose):
            rules = {"placement": "LON-PLAY-04", "activation": "LON-RUN-05"}.get(purpose, "LON-INFO-07")
            return f"{who} spends {name_of(card)}.", (rules, "LON-DISP-01", "LON-DISP-02")
        case CardGivenUp(card=card):
            return f"{who} gives up {name_of(card)}.", ("LON-TURN-06", "LON-DISP-01", "LON-DISP-02")
        case _:
            assert_never(event)


def _rare(event: CardOffered | CardsExchanged | FirstPlayerDrawn) -> Told:
    who = seat_name(event.seat)
    match event:
        case CardOffered(card=card):
            return f"{who} offers {name_of(card)} at the Stock Exchange.", ("LON-CARD-STOCK-EXCHANGE.1",)
        case CardsExchanged(given=given, taken=taken):
            text = f"{who} exchanges {name_of(given)} with {name_of(taken)} from the display."
            return text, ("LON-CARD-STOCK-EXCHANGE.1", "LON-RULING-26")
        case FirstPlayerDrawn():
            return f"{who} is drawn as first player.", ("LON-SETUP-09",)
        case _:
            assert_never(event)


def _money(event: LoanTaken | BankPaid | OpponentPaid | MoneyGained | MoneyStored | StoredMoneyTaken) -> Told:
    who, pounds = seat_name(event.seat), event.pounds
    match event:
        case LoanTaken(forced=forced):
            bank = ("LON-LOAN-08", "LON-CARD-BANK-OF-ENGLAND.1") if pounds != NUMBERS.loan_principal else ()
            if forced:
                return f"{who} must take a loan of £{pounds}.", ("LON-LOAN-04", "LON-LOAN-01", *bank)
            return f"{who} takes a loan of £{pounds}.", ("LON-LOAN-03", "LON-LOAN-01", *bank)
        case BankPaid(purpose=purpose, card=card):
            rule = {
                "placement": "LON-PLAY-05",
                "school": "LON-CARD-SCHOOL.1",
                "activation": "LON-RUN-04",
                "bringing_in": "LON-CARD-COFFEE-HOUSE.2",
                "fire_brigade": "LON-CARD-FIRE-BRIGADE.1",
                "toll": "LON-UG-06",
            }.get(purpose, "LON-INFO-07")
            what = "to cross the Thames" if purpose == "toll" else f"for {name_of(card)}"
            return f"{who} pays £{pounds} {what}.", (rule, FACE_OF[card].rule)
        case OpponentPaid(to=to, card=card):
            text = f"{who} pays {seat_name(to)} £{pounds} for {name_of(card)}."
            return text, (f"{FACE_OF[card].rule}.1", "LON-RULING-41")
        case MoneyGained(card=card):
            return f"{who} gains £{pounds} from {name_of(card)}.", (FACE_OF[card].rule, "LON-RUN-06")
        case MoneyStored(card=card):
            return f"£{pounds} is put on {who}'s {name_of(card)}.", (f"{FACE_OF[card].rule}.1", "LON-RULING-18")
        case StoredMoneyTaken(card=card):
            return f"{who} takes the £{pounds} lying on {name_of(card)}.", (f"{FACE_OF[card].rule}.2", "LON-RULING-18")
        case _:
            assert_never(event)


def _points(event: PointsGained | PovertyReturned | PovertyTaken | PovertyGiven) -> Told:
    who, card = seat_name(event.seat), event.card
    rule = FACE_OF[card].rule
    match event:
        case PointsGained(points=points):
            return f"{who} gains {points} VP from {name_of(card)}.", (rule, "LON-RUN-06")
        case PovertyReturned(points=points):
            return f"{who} returns {points_of_poverty(points)} for {name_of(card)}.", (rule, "LON-POV-02")
        case PovertyTaken(points=points):
            return f"{who} takes {points_of_poverty(points)} for {name_of(card)}.", (rule, "LON-POV-02")
        case PovertyGiven(to=to, points=points):
            text = f"{who} gives {points_of_poverty(points)} to {seat_name(to)} for {name_of(card)}."
            return text, (f"{rule}.1", "LON-RULING-19", "LON-POV-02")
        case _:
            assert_never(event)


def _build(event: PlacementAnnounced | CreditUsed | CardPlaced | EffectPlayed | BoroughBought) -> Told:
    who = seat_name(event.seat)
    match event:
        case PlacementAnnounced(card=card, stack=stack):
            where = "on a new stack" if stack is None else f"on stack {stack + 1}"
            return f"{who} is to place {name_of(card)} {where}.", ("LON-PLAY-01", "LON-PLAY-07", FACE_OF[card].rule)
        case CreditUsed(card=card):
            return f"{who} spends no card for {name_of(card)}, thanks to Wren.", ("LON-CARD-WREN.1", "LON-RULING-10")
        case CardPlaced(card=card, stack=stack, face_down=face_down, returned=returned):
            lost = f"; £{returned} that lay there goes back to the bank" if returned else ""
            rules = ("LON-PLAY-07", *(("LON-RULING-18",) if returned else ()))
            if face_down:
                text = f"{who} places {name_of(card)} face down on stack {stack + 1}{lost}."
                return text, (*rules, "LON-PLAY-10", "LON-RULING-08")
            return f"{who} places {name_of(card)} on stack {stack + 1}{lost}.", (*rules, "LON-PLAY-10")
        case EffectPlayed(card=card):
            return f"{who} plays {name_of(card)}.", ("LON-PLAY-15", "LON-DISP-08", FACE_OF[card].rule)
        case BoroughBought(borough=borough, pounds=pounds, cards=cards):
            text = f"{who} invests £{pounds} in {BOROUGHS[borough].name} and takes {counted(cards, 'card')}."
            return text, ("LON-BUY-01", "LON-BUY-05", "LON-BUY-06")
        case _:
            assert_never(event)


def _scoring(event: LoansRepaid | HandRevealed | PovertyReduced | GameEnded) -> Told:
    match event:
        case LoansRepaid(seat=seat, loans=loans, pounds=pounds):
            return f"{seat_name(seat)} repays {counted(loans, 'loan')} for £{pounds}.", (
                "LON-SCORE-01",
                "LON-RULING-15",
            )
        case HandRevealed(seat=seat, cards=cards, poverty=poverty):
            text = f"{seat_name(seat)} shows {_cards(cards)} and takes {points_of_poverty(poverty)}."
            return text, ("LON-SCORE-02", "LON-INFO-09")
        case PovertyReduced(points=points):
            return f"Everybody returns {points_of_poverty(points)}.", ("LON-SCORE-08",)
        case GameEnded(points=points):
            sums = ", ".join(f"{seat_name(seat)} {score}" for seat, score in enumerate(points))
            return f"The game is over: {sums}.", ("LON-SCORE-10", "LON-SCORE-11", "LON-END-05")
        case _:
            assert_never(event)
