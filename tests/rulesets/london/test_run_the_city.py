"""Action 2, Run the city, and poverty (LON-RUN, LON-POV), with Hospital and Whitehall."""

import pytest

from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    Activate,
    BringIn,
    EndRun,
    Invest,
    NameOpponent,
    OfferCard,
    PlaceUnderground,
    Repeat,
    SpendCard,
    StopSpending,
    TakeLoan,
    TakeThree,
)
from domain.rulesets.london.components import FACES
from domain.rulesets.london.events import ActivationEnded, MoneyGained, PointsGained, PovertyComputed, PovertyReturned
from tests.rulesets.london.position import (
    c,
    cards,
    happened,
    listed,
    named,
    no,
    of,
    play,
    position,
    seat,
    stack,
)

NO_ACTIVATION = [
    "st_pauls",
    "buckingham_palace",
    "nelsons_column",
    "great_fire_monument",
    "bank_of_england",
    "parliament",
    "university_of_london",
    "school_brown",
    "school_blue",
    "hospital",
]


def down(state, number: int) -> bool:
    return not state.players[0].stacks[number].face_up


@pytest.mark.rules("LON-RUN-01", "LON-RUN-02", "LON-FLOW-05")
def test_one_card_or_more_in_any_order() -> None:
    state = position(seat(stacks=["grocers", "salters", "mercers"]))
    no(state, EndRun(0), "wrong_phase", "LON-RUN-02")
    one = play(state, Activate(0, 2))
    assert {type(order) for order in RULESET.legal(one, 0)} == {Activate, EndRun, TakeLoan}
    two = play(one, Activate(0, 0))
    assert two.players[0].money == 5 + 5 + 4
    assert play(two, EndRun(0)).active == 1


@pytest.mark.rules("LON-RUN-02", "LON-RULING-06", "LON-RUN-03")
def test_without_a_card_to_activate_the_city_cannot_be_run() -> None:
    state = position(seat(stacks=NO_ACTIVATION, hand=["lords"]))
    for number in range(len(NO_ACTIVATION)):
        no(state, Activate(0, number), "not_activatable", "LON-RULING-06", "LON-RUN-03")
    without = {face.id for face in FACES.values() if face.placeable and not face.activatable}
    assert without == set(NO_ACTIVATION)


@pytest.mark.rules("LON-RUN-03", "LON-RUN-08", "LON-PLAY-13")
def test_only_visible_cards_are_activated() -> None:
    state = position(seat(stacks=[stack("grocers", down=True), stack("salters", "lords")]))
    no(state, Activate(0, 0), "face_down", "LON-RUN-03", "LON-RUN-08")
    no(state, Activate(0, 2), "no_such_stack", "LON-RUN-01", "LON-RUN-03")
    after = play(state, Activate(0, 1))  # Lord's, not the Salters below it
    assert (after.players[0].vp, after.players[0].money) == (1, 5)


@pytest.mark.rules("LON-RUN-04", "LON-FLOW-10")
def test_an_activation_may_cost_nothing_a_card_a_blue_card_or_pounds() -> None:
    stacks = ["grocers", "brewing", "great_exhibition", "street_lights"]
    no(position(seat(stacks=stacks)), Activate(0, 1), "nothing_to_spend", "LON-RUN-04")
    no(position(seat(stacks=stacks, hand=["salters"])), Activate(0, 2), "nothing_to_spend", "LON-RUN-04")
    no(position(seat(stacks=stacks, money=3)), Activate(0, 3), "money_short", "LON-RUN-04")
    state = position(seat(stacks=stacks, hand=["salters", "lords"], money=4))
    assert play(state, Activate(0, 0)).players[0].money == 8
    assert play(state, Activate(0, 1), SpendCard(0, c("lords"))).players[0].money == 13
    assert play(state, Activate(0, 2), SpendCard(0, c("lords"))).players[0].vp == 5
    assert play(state, Activate(0, 3)).players[0].money == 0


@pytest.mark.rules("LON-RUN-05", "LON-CARD-PAUPERS.1")
def test_any_card_will_do_and_goes_from_hand_to_display() -> None:
    state = position(seat(stacks=["brewing"], hand=["paupers", "salters"]))
    paying = play(state, Activate(0, 0))
    no(paying, SpendCard(0, c("mercers")), "not_in_hand", "LON-INFO-12")
    after = play(paying, SpendCard(0, c("paupers")))
    assert after.display[0][0] == c("paupers")
    assert after.players[0].hand == (c("salters"),)


@pytest.mark.rules("LON-RUN-06", "LON-RULING-42", "LON-RUN-07")
def test_cost_then_effects_in_their_order_then_the_flip() -> None:
    state = position(seat(stacks=["vauxhall_gardens"]))
    kinds = named(happened(state, Activate(0, 0)))
    assert kinds == [
        "ActionBegan",
        "CardActivated",
        "MoneyGained",
        "PointsGained",
        "PovertyReturned",
        "ActivationEnded",
    ]
    woolwich = position(seat(stacks=["woolwich_arsenal"], money=7))
    assert named(happened(woolwich, Activate(0, 0)))[1:4] == ["CardActivated", "BankPaid", "PointsGained"]


@pytest.mark.rules("LON-RUN-07", "LON-RULING-01")
def test_a_card_with_the_flip_symbol_is_turned_at_once_and_others_stay() -> None:
    state = position(seat(stacks=["grocers", "grand_hotel"]))
    after = play(state, Activate(0, 0), Activate(0, 1))
    assert (down(after, 0), down(after, 1)) == (True, False)


@pytest.mark.rules("LON-RUN-08")
def test_a_card_face_down_has_no_power_any_more() -> None:
    flipped = position(seat(stacks=[stack("stock_exchange", down=True)], hand=["lords"]), top=["grocers"])
    no(flipped, OfferCard(0, c("lords")), "no_stock_exchange", "LON-CARD-STOCK-EXCHANGE.1")
    bank = position(seat(stacks=[stack("bank_of_england", down=True)], money=0))
    assert play(bank, TakeLoan(0)).players[0].money == 10


@pytest.mark.rules("LON-RUN-09")
def test_each_card_is_activated_once_in_a_run_and_again_in_a_later_one() -> None:
    state = position(seat(stacks=["grand_hotel"]))
    once = play(state, Activate(0, 0))
    no(once, Activate(0, 0), "activated_already", "LON-RUN-09")
    later = position(seat(stacks=once.players[0].stacks))
    assert Activate(0, 0) in listed(later, Activate)


@pytest.mark.rules("LON-RUN-10", "LON-RULING-07")
@pytest.mark.parametrize("name", ["omnibus", "steamboats", "bridge", "almshouses", "shops"])
def test_an_effect_of_nothing_is_activated_all_the_same(name: str) -> None:
    state = position(seat(stacks=[name], poverty=0, money=0))
    after = play(state, Activate(0, 0))
    assert after.players[0].money == 0
    assert after.players[0].poverty == 0
    assert down(after, 0) == FACES[name].flips


@pytest.mark.rules("LON-RUN-11", "LON-POV-03")
def test_poverty_is_computed_when_the_run_stops() -> None:
    state = position(seat(stacks=["grocers", "salters"], hand=["lords"]), owners={"city": 0})
    running = play(state, Activate(0, 0))
    assert running.players[0].poverty == 5
    events = happened(running, EndRun(0))
    assert named(events)[:2] == ["PovertyComputed", "ActionEnded"]
    assert of(events, PovertyComputed)[0] == PovertyComputed(
        seat=0, stacks=2, hand=1, boroughs=1, change=2, poverty=7, hand_ignored=False
    )


@pytest.mark.rules("LON-RUN-12", "LON-CARD-COFFEE-HOUSE.3")
def test_a_card_brought_in_may_be_activated_in_the_same_run_or_not() -> None:
    state = position(seat(stacks=["coffee_house"], hand=["lords"]), top=["brewing"])
    brought = play(state, Activate(0, 0), BringIn(0, c("brewing")))
    assert brought.phase == "running"
    assert EndRun(0) in RULESET.legal(brought, 0)
    later = play(brought, Activate(0, 0), SpendCard(0, c("lords")))  # at its normal cost
    assert later.players[0].money == 5 - 2 + 9


# Poverty


@pytest.mark.rules("LON-POV-01", "LON-POV-05")
def test_poverty_is_never_below_zero_and_the_surplus_is_lost() -> None:
    state = position(seat(stacks=["sewers", "workers_houses"], poverty=2), owners=dict.fromkeys(["city", "hackney"], 0))
    events = happened(state, Activate(0, 0))
    assert of(events, PovertyReturned) == [PovertyReturned(seat=0, points=2, card=c("sewers"))]
    none = play(state, Activate(0, 0), Activate(0, 1))
    assert none.players[0].poverty == 0


@pytest.mark.rules("LON-POV-02", "LON-RULING-42")
def test_effects_on_poverty_come_before_the_computation() -> None:
    state = position(seat(stacks=["sewers"], poverty=1))
    after = play(state, Activate(0, 0), EndRun(0))
    assert after.players[0].poverty == 1  # 1 - 1 (the rest lost) + 1 stack; not 1 + 1 - 3
    leather = play(position(seat(stacks=["leather_industry"], poverty=1)), Activate(0, 0))
    assert leather.players[0].poverty == 2


@pytest.mark.rules("LON-POV-03", "LON-POV-04")
def test_a_stack_counts_one_however_high_and_however_it_lies() -> None:
    stacks = [stack("grocers", "salters", "mercers"), stack("lords", down=True), "sewers"]
    after = play(position(seat(stacks=stacks, poverty=0)), Activate(0, 0), EndRun(0))
    assert after.players[0].poverty == 3


@pytest.mark.rules("LON-POV-05")
@pytest.mark.parametrize(("owned", "poverty"), [(0, 7), (1, 6), (2, 5), (3, 4)])
def test_more_boroughs_less_poverty(owned: int, poverty: int) -> None:
    owners = dict.fromkeys(["city", "hackney", "islington"][:owned], 0)
    state = position(seat(stacks=["grocers"], hand=["lords"]), owners={**owners, "westminster": 1})
    assert play(state, Activate(0, 0), EndRun(0)).players[0].poverty == poverty


@pytest.mark.rules("LON-POV-06")
def test_spent_cards_no_longer_count_in_the_hand() -> None:
    state = position(seat(stacks=["brewing"], hand=["lords", "paupers"]))
    after = play(state, Activate(0, 0), SpendCard(0, c("paupers")), EndRun(0))
    assert after.players[0].poverty == 5 + 1 + 1


@pytest.mark.rules("LON-POV-07", "LON-CARD-PUBLIC-HOUSES.1", "LON-RULING-27")
def test_with_public_houses_activated_the_hand_counts_nothing_in_this_run() -> None:
    state = position(seat(stacks=["public_houses", "grocers"], hand=["lords", "paupers"]))
    assert play(state, Activate(0, 0), EndRun(0)).players[0].poverty == 5 + 2
    assert play(state, Activate(0, 1), EndRun(0)).players[0].poverty == 5 + 2 + 2  # visible alone does not help
    assert not down(play(state, Activate(0, 0)), 0)


@pytest.mark.rules("LON-POV-08")
def test_no_other_action_computes_poverty() -> None:
    state = position(seat(stacks=["grocers"], hand=["lords"], money=9), deck=[])
    for order in (TakeThree(0), Invest(0, "city")):
        assert not of(happened(state, order), PovertyComputed)


# Hospital


@pytest.mark.rules("LON-CARD-HOSPITAL.1", "LON-RULING-02")
def test_hospital_is_flipped_instead_and_the_card_serves_again_later() -> None:
    state = position(seat(stacks=["grocers", "hospital"]))
    events = happened(state, Activate(0, 0, 1))
    assert of(events, ActivationEnded) == [
        ActivationEnded(seat=0, card=c("grocers"), flipped_stack=1, hospital_flipped=True)
    ]
    after = play(state, Activate(0, 0, 1))
    assert (down(after, 0), down(after, 1)) == (False, True)
    later = position(seat(stacks=after.players[0].stacks))
    assert listed(later, Activate) == [Activate(0, 0)]


@pytest.mark.rules("LON-CARD-HOSPITAL.2")
def test_a_saved_card_is_not_activated_again_in_the_same_run() -> None:
    state = position(seat(stacks=["grocers", "hospital", "hospital/2"]))
    no(play(state, Activate(0, 0, 1)), Activate(0, 0, 2), "activated_already", "LON-CARD-HOSPITAL.2")


@pytest.mark.rules("LON-CARD-HOSPITAL.3", "LON-RULING-02")
def test_each_hospital_saves_one_card_and_is_not_activated_itself() -> None:
    state = position(seat(stacks=["grocers", "salters", "hospital", "hospital/2"]))
    no(state, Activate(0, 2), "not_activatable", "LON-RULING-06")
    one = play(state, Activate(0, 0, 2))
    no(one, Activate(0, 1, 2), "no_hospital", "LON-CARD-HOSPITAL.1")
    two = play(one, Activate(0, 1, 3))
    assert [down(two, number) for number in range(4)] == [False, False, True, True]


@pytest.mark.rules("LON-RULING-02", "LON-CARD-HOSPITAL.1")
def test_hospital_saves_only_what_would_be_flipped_and_must_be_visible() -> None:
    stacks = ["grand_hotel", "hospital", "grocers", stack("hospital/2", down=True)]
    state = position(seat(stacks=stacks))
    no(state, Activate(0, 0, 1), "no_flip_to_save", "LON-RULING-02")
    no(state, Activate(0, 2, 3), "no_hospital", "LON-CARD-HOSPITAL.1")
    no(state, Activate(0, 2, 0), "no_hospital", "LON-CARD-HOSPITAL.1")
    no(state, Activate(0, 2, 9), "no_such_stack", "LON-CARD-HOSPITAL.1")


@pytest.mark.rules("LON-RULING-02")
def test_hospital_saves_a_card_brought_by_coffee_house_and_whitehall() -> None:
    state = position(seat(stacks=["coffee_house", "hospital", "hospital/2", "whitehall"]), top=["grocers"])
    brought = play(state, Activate(0, 0), BringIn(0, c("grocers")), Activate(0, 0, 1))
    assert not down(brought, 0)
    after = play(brought, Activate(0, 3, 2), Repeat(0, 0))
    assert [down(after, number) for number in range(4)] == [True, True, True, False]


# Whitehall


@pytest.mark.rules("LON-CARD-WHITEHALL.1", "LON-RULING-03", "LON-RULING-07")
def test_whitehall_repeats_another_card_activated_in_this_run() -> None:
    state = position(seat(stacks=["whitehall", "grocers", "salters"]))
    no(state, Activate(0, 0), "no_target", "LON-CARD-WHITEHALL.1", "LON-RULING-03")
    one = play(state, Activate(0, 1), Activate(0, 0))
    assert listed(one, Repeat) == [Repeat(0, 1)]
    no(one, Repeat(0, 2), "not_repeatable", "LON-RULING-03")
    no(one, Repeat(0, 0), "not_repeatable", "LON-RULING-03")
    no(one, TakeLoan(0), "wrong_phase", "LON-FLOW-08")
    events = happened(one, Repeat(0, 1))
    assert of(events, MoneyGained) == [MoneyGained(seat=0, pounds=4, card=c("grocers"))]
    after = play(one, Repeat(0, 1))
    assert [down(after, number) for number in range(3)] == [True, True, False]


@pytest.mark.rules("LON-CARD-WHITEHALL.2", "LON-RULING-03")
def test_the_second_activation_costs_neither_card_nor_money() -> None:
    state = position(seat(stacks=["whitehall", "woolwich_arsenal", "brewing"], hand=["lords"], money=7))
    paid = play(state, Activate(0, 1), Activate(0, 0), Repeat(0, 1))
    assert (paid.players[0].money, paid.players[0].vp) == (0, 10)
    spent = play(state, Activate(0, 2), SpendCard(0, c("lords")), Activate(0, 0), Repeat(0, 2))
    assert (spent.players[0].money, spent.players[0].hand) == (7 + 18, ())


@pytest.mark.rules("LON-CARD-WHITEHALL.3", "LON-RULING-03")
def test_a_card_flipped_in_an_earlier_turn_or_covered_is_not_repeated() -> None:
    stacks = ["whitehall", stack("grocers", down=True), "coffee_house", "salters", "hospital"]
    state = play(position(seat(stacks=stacks), top=["lords"]), Activate(0, 2), BringIn(0, c("lords")))
    no(state, Activate(0, 0), "no_target", "LON-RULING-03")  # Coffee House is covered now
    ready = play(state, Activate(0, 3), Activate(0, 0))
    no(ready, Repeat(0, 1), "not_repeatable", "LON-CARD-WHITEHALL.3")
    no(ready, Repeat(0, 2), "not_repeatable", "LON-RULING-03")  # Lord's has not been activated
    no(ready, Repeat(0, 4), "not_repeatable", "LON-RULING-03")


@pytest.mark.rules("LON-RULING-03")
def test_what_belongs_to_the_effect_is_not_waived() -> None:
    owners = {"city": 0, "southwark_bermondsey": 1, "lambeth": 1, "hackney": 1}
    given = position(seat(stacks=["underground", "whitehall"], hand=["lords"]), owners=owners, underground=["hackney"])
    dug = play(given, Activate(0, 0), SpendCard(0, c("lords")), PlaceUnderground(0, "city"))
    tolled = play(dug, PlaceUnderground(0, "southwark_bermondsey"), Activate(0, 1), Repeat(0, 0))
    assert tolled.phase == "underground"
    prison = position(seat(stacks=["brixton_prison", "whitehall"], hand=["lords", "paupers"]))
    once = play(prison, Activate(0, 0), SpendCard(0, c("lords")), StopSpending(0))
    again = play(once, Activate(0, 1), Repeat(0, 0))
    assert again.phase == "spending"
    assert play(again, SpendCard(0, c("paupers"))).players[0].hand == ()


@pytest.mark.rules("LON-RULING-04", "LON-RULING-02")
def test_whitehall_may_repeat_what_a_hospital_saved() -> None:
    state = position(seat(stacks=["grocers", "hospital", "hospital/2", "whitehall"]))
    saved = play(state, Activate(0, 0, 1), Activate(0, 3))
    flipped = play(saved, Repeat(0, 0))
    assert [down(flipped, number) for number in range(4)] == [True, True, False, True]
    second = play(saved, Repeat(0, 0, 2))
    assert [down(second, number) for number in range(4)] == [False, True, True, True]


@pytest.mark.rules("LON-RULING-04", "LON-RULING-02")
def test_a_card_face_down_stays_so_and_one_hospital_is_not_named_twice() -> None:
    state = position(seat(stacks=["grocers", "salters", "hospital", "hospital/2", "whitehall"]))
    ran = play(state, Activate(0, 0), Activate(0, 1, 2))
    named_once = play(ran, Activate(0, 4, 3))
    no(named_once, Repeat(0, 0, 3), "no_flip_to_save", "LON-RULING-04")
    no(named_once, Repeat(0, 1, 3), "hospital_taken", "LON-RULING-02")
    events = happened(named_once, Repeat(0, 0))
    assert [event.flipped_stack for event in of(events, ActivationEnded)] == [None, 3]


@pytest.mark.rules("LON-RULING-05", "LON-CARD-TOWN-HOUSES.1")
def test_town_houses_repeated_face_down_do_not_count_themselves() -> None:
    state = position(seat(stacks=["town_houses", "whitehall", "lords"]))
    events = happened(state, Activate(0, 0), Activate(0, 1), Repeat(0, 0))
    assert [event.points for event in of(events, PointsGained)] == [3, 2]


# What interrupts what


@pytest.mark.rules("LON-FLOW-08", "LON-LOAN-03")
def test_an_activation_is_not_interrupted_but_the_underground_is() -> None:
    stacks = ["brewing", "coffee_house", "brixton_prison", "fleet_street", "stock_exchange", "underground"]
    state = position(seat(stacks=stacks, hand=["lords", "paupers"]), top=["grocers"], owners={"city": 1, "hackney": 1})
    for number, phase in enumerate(["activation_cost", "bringing_in", "spending", "naming"]):
        inside = play(state, Activate(0, number))
        assert inside.phase == phase
        no(inside, TakeLoan(0), "wrong_phase", "LON-FLOW-08")
        no(inside, OfferCard(0, c("lords")), "wrong_phase", "LON-FLOW-08")
    digging = play(state, Activate(0, 5), SpendCard(0, c("lords")))
    kinds = {type(order) for order in RULESET.legal(digging, 0)}
    assert kinds == {PlaceUnderground, TakeLoan, OfferCard}


@pytest.mark.rules("LON-FLOW-10")
def test_an_activation_asks_what_its_card_needs() -> None:
    stacks = ["brewing", "coffee_house", "brixton_prison", "fleet_street", "underground", "grocers"]
    state = position(seat(stacks=stacks, hand=cards(["lords", "paupers"])), top=["salters"], owners={"city": 1})
    asked = {}
    for number, name in enumerate(stacks):
        inside = play(state, Activate(0, number))
        asked[name] = {type(order) for order in RULESET.legal(inside, 0)}
    assert asked["brewing"] == asked["underground"] == {SpendCard}
    assert asked["coffee_house"] == {BringIn}
    assert asked["brixton_prison"] == {SpendCard, StopSpending}
    assert asked["fleet_street"] == {NameOpponent}
    assert EndRun in asked["grocers"]
