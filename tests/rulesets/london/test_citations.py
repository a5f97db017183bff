"""Which rules a refusal cites: first the one that says no to this command."""

from typing import get_args

import pytest
from msgspec.structs import replace

from domain.engine.refusal import Refused
from domain.rulesets.london.commands import (
    Activate,
    BringIn,
    Command,
    GiveUp,
    OfferCard,
    PlaceCard,
    PlayForEffect,
    Repeat,
    SpendCard,
    TakeFromDisplay,
    TakeInExchange,
    TakeThree,
)
from domain.rulesets.london.state import Activation, Phase, Placement, State, Turn
from tests.lines import english
from tests.rulesets.london.position import c, no, play, position, seat

MINE = position(seat(hand=["paupers"], stacks=["stock_exchange", "hospital"], money=9), top=["grocers"])


def in_phase(phase: Phase, under_way: str = "brewing") -> State:
    """Seat 0 in this phase, with a placement announced or this card being activated."""
    activation = Activation(card=c(under_way), stack=0, hospital=None, repeated=False, paid=False)
    placement = Placement(card=c("salters"), stack=None, face_down=False)
    return replace(MINE, phase=phase, turn=Turn(activations=(activation,), placement=placement, offered=c("paupers")))


@pytest.mark.parametrize(
    ("state", "command", "rule"),
    [
        (MINE, PlaceCard(0, c("lords")), "LON-PLAY-01"),
        (MINE, PlayForEffect(0, c("wren")), "LON-PLAY-01"),
        (MINE, OfferCard(0, c("lords")), "LON-CARD-STOCK-EXCHANGE.1"),
        (in_phase("paying"), SpendCard(0, c("mercers")), "LON-PLAY-04"),
        (in_phase("activation_cost"), SpendCard(0, c("lords")), "LON-RUN-05"),
        (in_phase("spending", "workhouse"), SpendCard(0, c("paupers/2")), "LON-CARD-WORKHOUSE.1"),
        (in_phase("spending", "brixton_prison"), SpendCard(0, c("lords")), "LON-CARD-BRIXTON-PRISON.1"),
    ],
)
def test_a_card_that_is_not_in_hand_is_refused_by_the_rule_that_asks_for_one(
    state: State, command: Command, rule: str
) -> None:
    assert no(state, command, "not_in_hand").rules == (rule, "LON-INFO-12")


@pytest.mark.rules("LON-TURN-06")
def test_a_card_given_up_comes_from_the_hand() -> None:
    full = position(seat(hand=[f"paupers/{n}" for n in range(1, 11)]), phase="hand_check")
    assert no(full, GiveUp(0, c("lords")), "not_in_hand").rules == ("LON-TURN-06", "LON-INFO-12")


@pytest.mark.parametrize(
    ("state", "command", "rules"),
    [
        (MINE, PlaceCard(0, c("grocers"), 5), ("LON-PLAY-03", "LON-PLAY-07")),
        (MINE, Activate(0, 5), ("LON-RUN-01", "LON-RUN-03")),
        (MINE, Activate(0, 0, 5), ("LON-CARD-HOSPITAL.1", "LON-RULING-02")),
        (in_phase("repeating", "whitehall"), Repeat(0, 5), ("LON-CARD-WHITEHALL.1", "LON-RUN-01")),
    ],
)
def test_a_stack_that_is_not_there_is_refused_by_the_rule_that_asks_for_it(
    state: State, command: Command, rules: tuple[str, ...]
) -> None:
    with_hand = replace(state, players=(replace(state.players[0], hand=(c("grocers"), c("salters"))), state.players[1]))
    assert no(with_hand, command, "no_such_stack").rules == rules


@pytest.mark.parametrize(
    ("state", "command", "rule"),
    [
        (play(MINE, TakeThree(0)), TakeFromDisplay(0, c("lords")), "LON-DRAW-01"),
        (in_phase("bringing_in", "coffee_house"), BringIn(0, c("lords")), "LON-CARD-COFFEE-HOUSE.2"),
        (in_phase("exchanging"), TakeInExchange(0, c("lords")), "LON-CARD-STOCK-EXCHANGE.1"),
    ],
)
def test_a_card_that_is_not_on_the_display_is_refused_by_one_rule(state: State, command: Command, rule: str) -> None:
    assert no(state, command, "not_on_display").rules == (rule,)


def test_a_command_of_another_phase_is_refused_with_what_is_due() -> None:
    due = no(in_phase("paying"), TakeThree(0), "wrong_phase")
    assert english(due, "london") == "This is not possible now: «0» must pay for the card to be placed."
    assert due.rules == ("LON-TURN-05", "LON-TURN-02")
    facts = ({"phase": phase, "active": 0} for phase in get_args(Phase) if phase != "over")
    told = {english(Refused("wrong_phase", rules=due.rules, **each), "london") for each in facts}
    assert len(told) == len(get_args(Phase)) - 1, "each phase says what is due"


@pytest.mark.rules("LON-PLAY-04", "LON-PLAY-17")
def test_a_card_of_the_wrong_colour_cites_paupers_only_for_paupers() -> None:
    hand = position(seat(hand=["paupers", "lords", "salters"], money=9))
    announced = Placement(card=c("salters"), stack=None, face_down=False)
    placing = replace(hand, phase="paying", turn=Turn(placement=announced))
    blue = no(placing, SpendCard(0, c("lords")), "wrong_colour")
    assert english(blue, "london") == "Lord's is blue, and a brown card must be spent for Salters."
    assert blue.rules == ("LON-PLAY-04", "LON-CARD-SCHOOL.1")
    grey = no(placing, SpendCard(0, c("paupers")), "wrong_colour")
    assert grey.rules == ("LON-PLAY-04", "LON-PLAY-17", "LON-CARD-SCHOOL.1")


@pytest.mark.rules("LON-RUN-09", "LON-CARD-HOSPITAL.2")
def test_a_second_activation_cites_hospital_only_for_a_card_that_hospital_saved() -> None:
    state = position(seat(stacks=["grocers", "hospital", "omnibus"]))
    saved = play(state, Activate(0, 0, 1), Activate(0, 2))
    assert no(saved, Activate(0, 0), "activated_already").rules == ("LON-RUN-09", "LON-CARD-HOSPITAL.2")
    assert no(saved, Activate(0, 2), "activated_already").rules == ("LON-RUN-09",)
