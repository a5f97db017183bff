"""Lines word for word, each with the rules that explain it; what version 1 does not record is left open, not guessed."""

from typing import Any

import pytest

from domain.engine.viewer import SPECTATOR
from domain.rulesets.london.commands import LookAtDeck, NameOpponent, PlayForEffect, PutBack, TakeFromDisplay
from domain.rulesets.london.components import FACES, UNDERGROUND_START
from domain.rulesets.london.events import (
    ActivationEnded,
    CardSpent,
    DrawLapsed,
    EffectPlayed,
    Event,
    GameEnded,
    MoneyGained,
    PlacementAnnounced,
    PointsGained,
    PovertyComputed,
    PovertyReturned,
    PovertyTaken,
    StartDrawEnded,
    UndergroundPlaced,
)
from domain.rulesets.london.phrases import phrase
from domain.rulesets.london.state import Activation, Turn
from domain.rulesets.london.tell import tell
from domain.rulesets.london.tell.words import gain_rule
from domain.rulesets.london.view import view
from tests.lines import english
from tests.rules_report import rulebooks
from tests.rulesets.london.position import c, play, position, seat, start_of_turn

DISPLAY = ("LON-DISP-01", "LON-DISP-02")
RUN = ("LON-POV-03", "LON-POV-05", "LON-RUN-11")
PRISONS = ("LON-CARD-BRIXTON-PRISON.1", "LON-CARD-MILLBANK-PRISON.1")


def spent(card: str, purpose: Any, target: str | None = None, school: bool | None = None) -> CardSpent:
    served = None if target is None else c(target)
    return CardSpent(seat=0, card=c(card), purpose=purpose, row=0, slot=0, target=served, school=school)


def computed(hand: int, ignored: bool | None) -> PovertyComputed:
    change = 2 + hand - 1
    return PovertyComputed(
        seat=0, stacks=2, hand=hand, boroughs=1, change=change, poverty=5 + change, hand_ignored=ignored
    )


def after_a_run(change: int, poverty: int) -> PovertyComputed:
    return PovertyComputed(
        seat=0, stacks=1, hand=0, boroughs=1 - change, change=change, poverty=poverty, hand_ignored=False
    )


def ended(card: str, turned: int | None, hospital: bool | None = None) -> ActivationEnded:
    return ActivationEnded(seat=0, card=c(card), flipped_stack=turned, hospital_flipped=hospital)


def reached(borough: str, toll: int, first: bool | None) -> UndergroundPlaced:
    return UndergroundPlaced(seat=0, borough=borough, toll=toll, first=first)


@pytest.mark.parametrize(
    ("event", "text", "rules"),
    [
        (spent("paupers", "placement", "grocers", True), "«0» spent Paupers to place Grocers with School.",
         ("LON-CARD-SCHOOL.1", "LON-PLAY-17", *DISPLAY)),
        (spent("lords", "placement", "grocers", True), "«0» spent Lord's to place Grocers with School.",
         ("LON-CARD-SCHOOL.1", *DISPLAY)),
        (spent("salters", "placement", "grocers", False), "«0» spent Salters to place Grocers.",
         ("LON-PLAY-04", "LON-PLAY-06", *DISPLAY)),
        (spent("paupers", "placement"), "«0» spent Paupers.", ("LON-CARD-SCHOOL.1", "LON-PLAY-17", *DISPLAY)),
        (spent("salters", "placement"), "«0» spent Salters.", ("LON-PLAY-04", "LON-PLAY-06", *DISPLAY)),
        (spent("paupers", "activation", "brewing"), "«0» spent Paupers to activate Brewing.",
         ("LON-RUN-04", "LON-RUN-05", *DISPLAY)),
        (spent("paupers", "effect", "workhouse"), "«0» spent Paupers for Workhouse.",
         ("LON-CARD-WORKHOUSE.1", *DISPLAY)),
        (spent("lords", "effect", "millbank_prison"), "«0» spent Lord's for Millbank Prison.",
         ("LON-CARD-MILLBANK-PRISON.1", *DISPLAY)),
        (spent("lords", "effect"), "«0» spent Lord's.", (*PRISONS, *DISPLAY)),
        (spent("paupers", "effect"), "«0» spent Paupers.", ("LON-CARD-WORKHOUSE.1", *PRISONS, *DISPLAY)),
        (computed(0, True), "«0» counted 2 stacks and, because of Public Houses, no card of the hand against 1 building "
         "marker, took 1 poverty point and then had 6.", ("LON-POV-07", "LON-RULING-27", *RUN)),
        (computed(0, None), "«0» counted 2 stacks and no card of the hand against 1 building marker, took 1 poverty "
         "point and then had 6.", ("LON-POV-07", "LON-RULING-27", *RUN)),
        (computed(0, False), "«0» counted 2 stacks and no card in hand against 1 building marker, took 1 poverty point "
         "and then had 6.", RUN),
        (computed(3, False), "«0» counted 2 stacks and 3 cards in hand against 1 building marker, took 4 poverty points "
         "and then had 9.", RUN),
        (after_a_run(0, 4), "«0» counted 1 stack and no card in hand against 1 building marker and still had 4 poverty "
         "points.", RUN),
        (after_a_run(-2, 3), "«0» counted 1 stack and no card in hand against 3 building markers, returned 2 poverty "
         "points and then had 3.", RUN),
        (after_a_run(-2, 0), "«0» counted 1 stack and no card in hand against 3 building markers, could return up to 2 "
         "poverty points and then had none.", ("LON-POV-03", "LON-POV-05", "LON-POV-01", "LON-RUN-11")),
        (PlacementAnnounced(seat=0, card=c("lords"), stack=1, face_down=True),
         "«0» chose to place Lord's face down on stack 2.",
         ("LON-PLAY-01", "LON-PLAY-07", "LON-PLAY-10", "LON-RULING-08", "LON-CARD-LORDS")),
        (EffectPlayed(seat=0, card=c("huguenots"), cards=2, credits=0), "«0» played Huguenots and had 2 cards to take.",
         ("LON-CARD-HUGUENOTS.1", "LON-PLAY-15", "LON-DISP-08")),
        (EffectPlayed(seat=0, card=c("wren"), cards=0, credits=2), "«0» played Wren and had 2 free placements.",
         ("LON-CARD-WREN.1", "LON-PLAY-15", "LON-DISP-08")),
        (ended("grocers", 1, True), "«0» turned Hospital on stack 2 face down instead of Grocers.",
         ("LON-CARD-HOSPITAL.1", "LON-RULING-02", "LON-RUN-07")),
        (ended("grocers", 1, False), "«0» turned Grocers on stack 2 face down.", ("LON-RUN-07", "LON-RULING-01")),
        (ended("grocers", 1), "«0» turned stack 2 face down after Grocers.",
         ("LON-RUN-07", "LON-RULING-01", "LON-CARD-HOSPITAL.1")),
        (ended("grocers", None), "«0»'s Grocers lay face down already.", ("LON-RULING-04", "LON-RUN-07")),
        (ended("omnibus", None), "«0»'s Omnibus stayed face up.", ("LON-RUN-07",)),
        (StartDrawEnded(seat=0, skipped=True), "«0» skipped the start draw, because no card was left.",
         ("LON-TURN-04", "LON-FLOW-01")),
        (StartDrawEnded(seat=0, skipped=False), "«0»'s start draw ended.", ("LON-TURN-03", "LON-FLOW-01")),
        (StartDrawEnded(seat=0), "«0»'s start draw ended.", ("LON-TURN-03", "LON-TURN-04", "LON-FLOW-01")),
        (DrawLapsed(seat=0, cards=2, action="take"), "No card was left to take; «0» went without 2 cards.",
         ("LON-TAKE-02", "LON-DRAW-04", "LON-RULING-29")),
        (DrawLapsed(seat=0, cards=2, action="invest"), "No card was left to take; «0» went without 2 cards.",
         ("LON-DRAW-04", "LON-RULING-29")),
        (DrawLapsed(seat=0, cards=1), "No card was left to take; «0» went without 1 card.",
         ("LON-DRAW-04", "LON-RULING-29")),
        (GameEnded(points=(14, 27, -3), places=(2, 1, 3)), "The game ended: «1» won with 27 VP, «0» had 14 VP, «2» had -3 VP.",
         ("LON-SCORE-10", "LON-END-05")),
        (GameEnded(points=(27, 27), places=(2, 1), decided_by="markers"),
         "The game ended: «1» won with 27 VP, ahead with more building markers, «0» had 27 VP.",
         ("LON-SCORE-11", "LON-RULING-30", "LON-SCORE-10", "LON-END-05")),
        (GameEnded(points=(27, 27), places=(2, 1)), "The game ended: «1» won with 27 VP, ahead on the tie-break, «0» had 27 VP.",
         ("LON-SCORE-11", "LON-RULING-30", "LON-SCORE-10", "LON-END-05")),
        (GameEnded(points=(5, 5), places=(1, 1)), "The game ended: «0» and «1» shared the victory with 5 VP each.",
         ("LON-SCORE-11", "LON-RULING-30", "LON-SCORE-10", "LON-END-05")),
        (MoneyGained(seat=0, pounds=1, card=c("workhouse")), "«0» gained £1 from Workhouse.",
         ("LON-CARD-WORKHOUSE.1", "LON-RUN-06")),
        (MoneyGained(seat=0, pounds=4, card=c("grocers")), "«0» gained £4 from Grocers.",
         ("LON-CARD-GROCERS", "LON-RUN-06")),
        (PointsGained(seat=0, points=1, card=c("millbank_prison")), "«0» gained 1 VP from Millbank Prison.",
         ("LON-CARD-MILLBANK-PRISON.1", "LON-RUN-06")),
        (PointsGained(seat=0, points=2, card=c("shops")), "«0» gained 2 VP from Shops.",
         ("LON-CARD-SHOPS.2", "LON-RUN-06")),
        (PovertyReturned(seat=0, points=1, card=c("brixton_prison")), "«0» returned 1 poverty point, thanks to Brixton Prison.",
         ("LON-CARD-BRIXTON-PRISON.1", "LON-POV-02")),
        (PovertyTaken(seat=1, points=2, card=c("fleet_street")), "«1» took 2 poverty points because of Fleet Street.",
         ("LON-CARD-FLEET-STREET.1", "LON-RULING-19", "LON-POV-02")),
        (PovertyTaken(seat=1, points=1, card=c("leather_industry")), "«1» took 1 poverty point because of Leather Industry.",
         ("LON-CARD-LEATHER-INDUSTRY.1", "LON-POV-02")),
        (reached("city", 0, True), "«0» brought the Underground to City.", ("LON-UG-01", "LON-UG-04", "LON-UG-07")),
        (reached("city", 3, False), "«0» brought the Underground to City.", ("LON-UG-01", "LON-UG-05", "LON-UG-06")),
        (reached("city", 0, False), "«0» brought the Underground to City.", ("LON-UG-01", "LON-UG-05")),
        (reached("city", 0, None), "«0» brought the Underground to City.", ("LON-UG-01", "LON-UG-05", "LON-UG-04")),
        (reached("deptford", 0, None), "«0» brought the Underground to Deptford.", ("LON-UG-01", "LON-UG-05")),
    ],
)  # fmt: skip
def test_a_line_says_what_happened_and_cites_the_rules_behind_it(
    event: Event, text: str, rules: tuple[str, ...]
) -> None:
    line = tell(event, SPECTATOR)
    assert (english(line), line.rules) == (text, rules)
    assert set(rules) <= rulebooks()["london"].known


def test_every_gain_is_explained_by_a_rule_that_exists() -> None:
    assert {gain_rule(c(face)) for face in FACES} <= rulebooks()["london"].known
    assert "city" in UNDERGROUND_START


@pytest.mark.parametrize(
    ("card", "words"), [("huguenots", "Play Huguenots to take 2 cards."), ("wren", "Play Wren for 2 free placements.")]
)
def test_a_card_played_for_its_effect_says_what_it_brings(card: str, words: str) -> None:
    state = position(seat(hand=[card]))
    assert english(phrase(view(state, 0), PlayForEffect(0, c(card))), "london") == words


def test_cards_go_back_on_the_deck_one_under_the_other() -> None:
    given = position(
        seat(stacks=["university_of_london"]), top_of_deck=["grocers", "salters", "mercers"], top=["vintners"]
    )
    state = play(start_of_turn(given, 0), LookAtDeck(0), TakeFromDisplay(0, c("vintners")))
    back = PutBack(0, c("salters"))
    assert english(phrase(view(state, 0), back), "london") == "Put Salters back on top of the deck."
    assert (
        english(phrase(view(state, SPECTATOR), back), "london")
        == "Put Salters back on the deck, under any put back before."
    )
    after = play(state, back)
    assert (
        english(phrase(view(after, 0), PutBack(0, c("grocers"))), "london")
        == "Put Grocers back under the card put back before."
    )


@pytest.mark.parametrize(
    ("card", "poverty", "text"),
    [
        ("police_force", 5, "Give 1 poverty point to «1» for Police Force."),
        ("police_force", 0, "Name «1» for Police Force."),
        ("fleet_street", 0, "Give 2 poverty points to «1» for Fleet Street."),
    ],
)
def test_to_name_an_opponent_is_to_give_them_poverty(card: str, poverty: int, text: str) -> None:
    under_way = Activation(card=c(card), stack=0, hospital=None, repeated=False, paid=True)
    naming = position(seat(poverty=poverty, stacks=[card]), phase="naming", turn=Turn(activations=(under_way,)))
    assert english(phrase(view(naming, 0), NameOpponent(0, 1)), "london") == text
