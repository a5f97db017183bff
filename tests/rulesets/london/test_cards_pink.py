"""The special texts of the pink cards (LON-CARD)."""

import pytest

from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    Activate,
    DrawFromDeck,
    NameOpponent,
    SpendCard,
    StopDrawing,
    StopSpending,
    TakeFromDisplay,
)
from domain.rulesets.london.events import (
    BankPaid,
    MoneyGained,
    PointsGained,
    PovertyGiven,
    PovertyTaken,
)
from tests.rulesets.london.position import (
    c,
    cards,
    happened,
    listed,
    no,
    of,
    play,
    position,
    seat,
    stack,
    start_of_turn,
)


@pytest.mark.rules("LON-CARD-BRIDGE.1", "LON-CARD-TOWER-BRIDGE.1", "LON-RULING-05")
def test_bridges_count_visible_brown_cards_each_for_itself() -> None:
    stacks = ["bridge", "tower_bridge", "grocers", stack("lords", "salters"), stack("mercers", down=True)]
    state = position(seat(stacks=[*stacks, stack("vintners", "sewers")]))
    events = happened(state, Activate(0, 0), Activate(0, 1))
    assert [event.pounds for event in of(events, MoneyGained)] == [2, 2]
    assert play(state, Activate(0, 0), Activate(0, 1)).players[0].stacks[0].face_up


@pytest.mark.rules("LON-CARD-BRIXTON-PRISON.1")
def test_brixton_prison_takes_up_to_three_cards_for_a_poverty_point_each() -> None:
    state = position(seat(stacks=["brixton_prison"], hand=["lords", "paupers", "grocers", "bridge"]))
    none = play(state, Activate(0, 0), StopSpending(0))
    assert (none.players[0].poverty, none.players[0].stacks[0].face_up) == (5, False)
    three = play(state, Activate(0, 0), *[SpendCard(0, c(name)) for name in ("lords", "paupers", "bridge")])
    assert (three.phase, three.players[0].poverty, three.players[0].vp) == ("running", 2, 0)
    assert three.display[0] == cards(["lords", "paupers", "bridge"])


@pytest.mark.rules("LON-CARD-MILLBANK-PRISON.1", "LON-RULING-20")
def test_millbank_prison_gives_a_point_a_card_even_without_poverty() -> None:
    state = position(seat(stacks=["millbank_prison"], hand=["lords", "paupers", "grocers"], poverty=1))
    after = play(state, Activate(0, 0), *[SpendCard(0, c(name)) for name in ("lords", "paupers", "grocers")])
    assert (after.players[0].poverty, after.players[0].vp, after.phase) == (0, 3, "running")


@pytest.mark.rules("LON-CARD-WORKHOUSE.1", "LON-CARD-PAUPERS.1")
def test_workhouse_takes_any_number_of_paupers() -> None:
    paupers = [f"paupers/{number}" for number in range(1, 6)]
    state = play(position(seat(stacks=["workhouse"], hand=["lords", *paupers])), Activate(0, 0))
    no(state, SpendCard(0, c("lords")), "not_paupers", "LON-CARD-WORKHOUSE.1")
    no(state, SpendCard(0, c("paupers"), True), "no_school_here", "LON-RULING-11")
    after = play(state, *[SpendCard(0, c(name)) for name in paupers[:4]], StopSpending(0))
    assert (after.players[0].money, after.players[0].poverty) == (9, 1)


@pytest.mark.rules("LON-CARD-WORKHOUSE.1", "LON-INFO-01")
def test_the_workhouse_asks_also_those_without_paupers_so_that_no_pause_tells() -> None:
    state = play(position(seat(stacks=["workhouse"], hand=["lords"])), Activate(0, 0))
    assert RULESET.legal(state, 0) == (StopSpending(0),)
    assert play(position(seat(stacks=["workhouse"])), Activate(0, 0)).phase == "running"


@pytest.mark.rules("LON-CARD-FIRE-BRIGADE.1", "LON-RULING-41")
def test_fire_brigade_makes_the_others_pay_the_bank_for_their_boroughs() -> None:
    owners = {"city": 1, "hackney": 1, "westminster": 2, "islington": 0}
    state = position(seat(stacks=["fire_brigade"]), seat(money=1), seat(), seat(), owners=owners)
    events = happened(state, Activate(0, 0))
    assert [(event.seat, event.pounds) for event in of(events, BankPaid)] == [(1, 2), (2, 1)]
    after = play(state, Activate(0, 0))
    assert [player.money for player in after.players] == [5, 9, 4, 5]
    assert [player.loans for player in after.players] == [0, 1, 0, 0]
    assert after.players[0].vp == 2


@pytest.mark.rules("LON-CARD-FLEET-STREET.1", "LON-RULING-19")
def test_fleet_street_brings_two_poverty_points_to_an_opponent() -> None:
    state = play(position(seat(stacks=["fleet_street"]), seat(), seat()), Activate(0, 0))
    for wrong in (0, 3, -1):
        no(state, NameOpponent(0, wrong), "not_an_opponent", "LON-RULING-19")
    assert of(happened(state, NameOpponent(0, 2)), PovertyTaken) == [
        PovertyTaken(seat=2, points=2, card=c("fleet_street"))
    ]
    after = play(state, NameOpponent(0, 2))
    assert [player.poverty for player in after.players] == [5, 5, 7]
    assert after.players[0].money == 10
    third = play(position(seat(), seat(), seat(stacks=["fleet_street"]), active=2), Activate(2, 0))
    assert listed(third, NameOpponent) == [NameOpponent(2, 0), NameOpponent(2, 1)]


@pytest.mark.rules("LON-CARD-POLICE-FORCE.1", "LON-RULING-19")
def test_police_force_moves_a_poverty_point_if_there_is_one() -> None:
    state = play(position(seat(stacks=["police_force"]), seat()), Activate(0, 0), NameOpponent(0, 1))
    assert ([player.poverty for player in state.players], state.players[0].vp) == ([4, 6], 2)
    none = position(seat(stacks=["police_force"], poverty=0), seat())
    events = happened(none, Activate(0, 0), NameOpponent(0, 1))
    assert not of(events, PovertyGiven)
    assert of(events, PointsGained)


@pytest.mark.rules("LON-CARD-PARLIAMENT.1", "LON-RULING-25")
def test_parliament_lets_its_owner_draw_none_one_or_two() -> None:
    state = start_of_turn(position(seat(stacks=["parliament"]), top=["lords"]), 0)
    assert play(state, StopDrawing(0)).players[0].hand == ()
    one = play(state, DrawFromDeck(0))
    assert one.phase == "start_draw"
    assert len(play(one, StopDrawing(0)).players[0].hand) == 1
    two = play(one, TakeFromDisplay(0, c("lords")))
    assert (two.phase, len(two.players[0].hand)) == ("action", 2)


@pytest.mark.rules("LON-RULING-25", "LON-CARD-PARLIAMENT.1")
def test_parliament_must_be_visible_when_the_start_draw_begins() -> None:
    covered = start_of_turn(position(seat(stacks=[stack("parliament", "lords")])), 0)
    no(covered, StopDrawing(0), "must_draw", "LON-TURN-03")
    assert not listed(start_of_turn(position(seat(), seat(stacks=["parliament"])), 0), StopDrawing)


@pytest.mark.rules("LON-CARD-GREAT-EXHIBITION.1", "LON-RULING-11")
def test_great_exhibition_costs_a_blue_card_whatever_school_says() -> None:
    given = position(seat(stacks=["great_exhibition", "school_blue"], hand=["lords", "paupers"]))
    state = play(given, Activate(0, 0))
    no(state, SpendCard(0, c("paupers")), "wrong_colour", "LON-CARD-GREAT-EXHIBITION.1")
    no(state, SpendCard(0, c("paupers"), True), "no_school_here", "LON-RULING-11")
    assert play(state, SpendCard(0, c("lords"))).players[0].vp == 5
    without = position(seat(stacks=["great_exhibition", "school_blue"], hand=["paupers"]))
    no(without, Activate(0, 0), "nothing_to_spend", "LON-RULING-11")
