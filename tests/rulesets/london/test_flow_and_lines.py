"""How phases lead to one another (LON-FLOW), and what the lines say in plain English."""

import re

import pytest

from domain.engine.viewer import SPECTATOR
from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    Activate,
    DrawFromDeck,
    EndAction,
    Invest,
    NameOpponent,
    PlaceCard,
    PlayForEffect,
    SpendCard,
    TakeFromDisplay,
    TakeLoan,
    TakeThree,
)
from domain.rulesets.london.events import (
    ActionBegan,
    ActivationEnded,
    BankPaid,
    BoroughBought,
    CardGivenUp,
    CardKept,
    CardPlaced,
    CardPutBack,
    EndTriggered,
    FirstPlayerDrawn,
    GameEnded,
    HandRevealed,
    LoanTaken,
    OpponentPaid,
    PlacementAnnounced,
    PovertyComputed,
    PovertyGiven,
    PovertyReduced,
    TopRowDiscarded,
)
from domain.rulesets.london.tell import tell
from tests.lines import english
from tests.rulesets.london.position import c, cards, happened, named, no, of, play, position, seat


@pytest.mark.rules("LON-FLOW-04")
def test_drawing_owes_a_number_of_cards_and_ends_by_itself() -> None:
    state = position(seat(hand=["huguenots"], money=9), deck=["grocers", "salters", "mercers"], top=["lords"])
    playing = play(state, PlayForEffect(0, c("huguenots")))
    kinds = {type(order) for order in RULESET.legal(playing, 0)}
    assert kinds == {DrawFromDeck, TakeFromDisplay, TakeLoan}
    no(playing, EndAction(0), "wrong_phase", "LON-PLAY-01")
    assert play(playing, DrawFromDeck(0), DrawFromDeck(0)).phase == "playing"  # back to the action it came from
    for order, owed in ((TakeThree(0), 3), (Invest(0, "city"), 4)):
        drawing = play(state, order)
        assert (drawing.phase, drawing.turn.owed) == ("drawing", owed)
        done = play(drawing, TakeFromDisplay(0, c("lords")), *[DrawFromDeck(0)] * (owed - 1))
        assert done.active == 1


@pytest.mark.rules("LON-FLOW-11", "LON-FLOW-12")
def test_loans_come_before_the_payment_they_serve_as_events_of_their_own() -> None:
    state = position(seat(stacks=["lloyds_of_london"]), seat(money=0), seat(money=0))
    assert named(happened(state, Activate(0, 0))) == [
        "ActionBegan",
        "CardActivated",
        "LoanTaken",
        "OpponentPaid",
        "LoanTaken",
        "OpponentPaid",
        "ActivationEnded",
    ]


@pytest.mark.rules("LON-FLOW-02")
def test_the_first_command_of_an_action_chooses_it() -> None:
    state = position(seat(hand=["grocers", "salters", "wren"], stacks=["mercers"], money=9))
    leads = {
        PlaceCard(0, c("grocers")): ("paying", "play"),
        PlayForEffect(0, c("wren")): ("playing", "play"),
        Activate(0, 0): ("running", "run"),
        Invest(0, "city"): ("drawing", "invest"),
        TakeThree(0): ("drawing", "take"),
    }
    for order, (phase, action) in leads.items():
        after = play(state, order)
        assert (after.phase, after.turn.action) == (phase, action)
        assert (after.turn.owed > 0) == (phase == "drawing")
        cards_due = of(happened(state, order), ActionBegan)[0].cards
        assert cards_due == (3 if action == "take" else 0)


def test_sentences_name_seats_by_placeholders_and_things_by_their_printed_names() -> None:
    sentences = {
        CardPlaced(
            seat=0, card=c("st_pauls"), stack=1, face_down=False, pounds_returned=0
        ): "«0» placed St. Paul's on stack 2.",
        CardPlaced(
            seat=0, card=c("lords"), stack=0, face_down=True, pounds_returned=3
        ): "«0» placed Lord's face down on stack 1; the £3 that lay there went back to the bank.",
        LoanTaken(seat=2, pounds=12, forced=True): "«2» had to take a loan of £12.",
        OpponentPaid(
            seat=1, to=0, pounds=2, card=c("lloyds_of_london")
        ): "«1» paid «0» £2 because of Lloyds of London.",
        BankPaid(seat=1, pounds=3, purpose="toll", card=c("underground")): "«1» paid the bank £3 to cross the Thames.",
        BankPaid(seat=1, pounds=1, purpose="school", card=c("school_blue")): "«1» paid the bank £1 to use School.",
        BoroughBought(
            seat=3, borough="bethnal_green", pounds=3, cards=5
        ): "«3» invested £3 in Bethnal Green, Stepney & Poplar and had 5 cards to take.",
        TopRowDiscarded(
            seat=0, cards=cards(["lords", "paupers"])
        ): "The display was full: Lord's and Paupers were discarded and the bottom row moved up.",
        TopRowDiscarded(
            seat=0, cards=cards(["lords"])
        ): "The display was full: Lord's was discarded and the bottom row moved up.",
        BankPaid(seat=1, pounds=4, purpose="placement", card=c("sewers")): "«1» paid the bank £4 to place Sewers.",
        BankPaid(
            seat=1, pounds=1, purpose="bringing_in", card=c("waterworks")
        ): "«1» paid the bank £1 to place Waterworks.",
        BankPaid(
            seat=1, pounds=4, purpose="activation", card=c("street_lights")
        ): "«1» paid the bank £4 to activate Street Lights.",
        BankPaid(
            seat=1, pounds=2, purpose="fire_brigade", card=c("fire_brigade")
        ): "«1» paid the bank £2 because of Fire Brigade.",
        CardGivenUp(seat=1, card=c("lords"), row=0, slot=0): "«1» gave up Lord's, because the hand was larger than 9.",
        EndTriggered(
            seat=1, ending="idle"
        ): "For too long nobody had placed a card or taken one from the deck; after «1»'s turn each other player had one more turn.",
        PovertyGiven(
            seat=1, to=0, points=1, card=c("police_force")
        ): "«1» gave 1 poverty point to «0» with Police Force.",
        FirstPlayerDrawn(seat=1): "«1» was drawn as the first player.",
        CardKept(seat=1, card=c("lords")): "«1» kept one of the cards looked at.",
        CardPutBack(seat=1, card=c("lords")): "«1» put a card looked at back on the deck, under any put back before.",
        ActivationEnded(seat=0, card=c("grocers"), flipped_stack=1): "«0» turned stack 2 face down after Grocers.",
        PovertyComputed(
            seat=0, stacks=1, hand=2, boroughs=1, change=2, poverty=7
        ): "«0» counted 1 stack and 2 cards in hand against 1 building marker, took 2 poverty points and then had 7.",
        EndTriggered(seat=1, ending="deck"): "«1» took the last card of the deck; each other player had one more turn.",
        GameEnded(points=(12, -3), places=(1, 2)): "The game ended: «0» won with 12 VP, «1» had -3 VP.",
        GameEnded(
            points=(9, 12, 12), places=(3, 1, 1)
        ): "The game ended: «1» and «2» shared the victory with 12 VP each, «0» had 9 VP.",
        PlacementAnnounced(
            seat=1, card=c("lords"), stack=4, face_down=True
        ): "«1» chose to place Lord's face down on stack 5.",
        HandRevealed(seat=2, cards=(), poverty=0): "«2» had no card left to show.",
        HandRevealed(
            seat=2, cards=cards(["lords", "paupers", "grocers"]), poverty=6
        ): "«2» showed Lord's, Paupers and Grocers and took 6 poverty points.",
        PovertyReduced(points=0): "Nobody returned poverty points, because somebody had none.",
        PovertyReduced(points=1): "Everybody returned 1 poverty point.",
    }
    for event, text in sentences.items():
        line = tell(event, SPECTATOR)
        assert english(line) == text
        assert all(re.fullmatch(r"LON-[A-Z0-9-]+(\.\d)?", rule) for rule in line.rules)


def test_lines_cite_the_rule_that_decided() -> None:
    toll = tell(BankPaid(seat=1, pounds=3, purpose="toll", card=c("underground")), 0)
    assert toll.rules[0] == "LON-UG-06"
    assert toll.facts == {"pounds": 3, "purpose": "toll", "card": c("underground")}
    forced = tell(LoanTaken(seat=2, pounds=12, forced=True), 0)
    assert forced.rules == ("LON-LOAN-04", "LON-LOAN-01", "LON-LOAN-08", "LON-CARD-BANK-OF-ENGLAND.1")
    state = position(seat(stacks=["fleet_street"]), seat(), seat())
    (taken, *_) = happened(play(state, Activate(0, 0)), NameOpponent(0, 1))
    line = tell(taken, 2)
    assert (english(line), line.seat) == ("«1» took 2 poverty points because of Fleet Street.", 1)


def test_nothing_is_possible_before_set_up_or_after_the_end() -> None:
    start = RULESET.initial(2, RULESET.options())
    assert RULESET.to_act(start) == ()
    assert RULESET.outcome(start) is None
    no(start, TakeThree(0), "wrong_phase", "LON-SETUP-05")
    over = play(position(seat(), deck=[], turns_left=1, ending="deck"), TakeThree(0))
    no(over, SpendCard(0, c("lords")), "game_over", "LON-END-05")
