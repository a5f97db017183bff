"""All that forbids a command, by hand: several rules at once, in the order in which `decide` asks them."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.refusal import Refused
from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    Activate,
    BringIn,
    Command,
    DrawFromDeck,
    EndTurn,
    GiveUp,
    Invest,
    KeepCard,
    LookAtDeck,
    NameOpponent,
    OfferCard,
    PlaceCard,
    PlaceUnderground,
    PlayForEffect,
    Repeat,
    SpendCard,
    StopDrawing,
    TakeLoan,
    TakeThree,
    UseWren,
)
from domain.rulesets.london.components import BOROUGHS, FACE_OF, NUMBERS
from domain.rulesets.london.options import Options
from domain.rulesets.london.set_up import before_set_up
from domain.rulesets.london.state import Activation, Placement, State, Turn
from tests.lines import english
from tests.rulesets.london.position import c, no, position, seat, stack


def objections(state: State, command: Command) -> tuple[Refused, ...]:
    assert RULESET.objections is not None
    return RULESET.objections(state, command)


def forbidden(state: State, command: Command, *codes: str) -> tuple[Refused, ...]:
    """The command is refused with the first of these codes, and these are all that forbid it."""
    no(state, command, codes[0])
    found = objections(state, command)
    assert tuple(refused.code for refused in found) == codes
    return found


def at_work(card: str, **more: Any) -> Turn:
    """A turn in which the first stack's card is being activated."""
    under_way = Activation(card=c(card), stack=0, hospital=None, repeated=False, paid=False)
    return Turn(action="run", activations=(under_way,), activated=(c(card),), **more)


@pytest.mark.rules("LON-TURN-01", "LON-TURN-05", "LON-BUY-04", "LON-BUY-05")
def test_out_of_turn_at_another_time_far_away_and_too_dear() -> None:
    state = position(seat(money=20), seat(money=2), phase="running", owners={"city": 0})
    found = forbidden(state, Invest(1, "lewisham"), "not_your_turn", "wrong_phase", "not_adjacent", "money_short")
    assert found[3].facts["money"] == 2, "one's own money, not that of the seat whose turn it is"
    assert english(found[2], "london") == "Lewisham is not next to a borough with a building marker."
    forbidden(replace(state, active=1), Invest(1, "lewisham"), "wrong_phase", "not_adjacent", "money_short")
    forbidden(replace(state, phase="action"), Invest(1, "hackney"), "not_your_turn", "money_short")
    forbidden(replace(state, phase="action", active=1), Invest(1, "hackney"), "money_short")


@pytest.mark.rules("LON-BUY-02", "LON-BUY-03", "LON-BUY-05", "LON-BUY-07", "LON-MAP-01")
def test_land_that_is_taken_or_no_first_borough_or_on_no_map() -> None:
    poor = position(seat(money=0))
    forbidden(poor, Invest(0, "hackney"), "not_a_first_borough", "money_short")
    forbidden(poor, Invest(0, "atlantis"), "no_such_borough")
    forbidden(replace(poor, owners={"city": 0}), Invest(0, "city"), "borough_taken", "money_short")
    owners = dict.fromkeys(list(BOROUGHS)[: NUMBERS.building_markers], 0)
    full = replace(poor, owners=owners)
    forbidden(full, Invest(0, "city"), "no_marker_left", "borough_taken", "money_short")
    forbidden(full, Invest(0, "atlantis"), "no_such_borough", "no_marker_left")


@pytest.mark.rules("LON-PLAY-01", "LON-PLAY-04", "LON-PLAY-05", "LON-PLAY-10", "LON-INFO-12")
def test_a_card_that_is_elsewhere_too_dear_unpaid_and_upside_down() -> None:
    state = position(seat(hand=["grocers"], money=9), phase="hand_check")
    order = PlaceCard(0, c("st_pauls"), None, True)
    forbidden(state, order, "wrong_phase", "not_in_hand", "money_short", "nothing_to_spend", "new_stack_face_up")
    forbidden(
        replace(state, phase="action"),
        replace(order, face_down=False),
        "not_in_hand",
        "money_short",
        "nothing_to_spend",
    )
    held = position(seat(hand=["st_pauls"], money=10))
    forbidden(held, replace(order, face_down=False), "nothing_to_spend")
    forbidden(held, PlaceCard(0, c("paupers"), 3), "not_in_hand", "not_placeable", "no_such_stack")
    forbidden(held, PlaceCard(0, "joker", 3), "not_in_hand", "no_such_stack")


@pytest.mark.rules("LON-PLAY-05", "LON-PLAY-09", "LON-CARD-SCHOOL.1")
def test_money_that_school_would_need_is_missed_once() -> None:
    """Short of the price itself, or of School's pound alone: one objection either way."""
    stacks = ["school_blue", "salters"]
    table = position(seat(hand=["st_pauls", "grocers"], stacks=stacks, money=9), turn=Turn(placed=(c("salters"),)))
    found = forbidden(table, PlaceCard(0, c("st_pauls"), 1), "money_short", "placed_this_turn")
    assert found[0].facts["needed"] == 10
    table = position(seat(hand=["st_pauls", "grocers"], stacks=stacks, money=10))
    found = forbidden(table, PlaceCard(0, c("st_pauls"), 1), "money_short")
    assert found[0].facts["needed"] == 11


@pytest.mark.rules("LON-TURN-01", "LON-CARD-WREN.1")
def test_out_of_turn_ones_own_things_count() -> None:
    """Neither the hand, nor the money, nor Wren's credits of the seat whose turn it is."""
    rich = seat(hand=["grocers", "salters"], money=20)
    state = position(seat(), rich, turn=Turn(credits=2))
    forbidden(state, PlaceCard(1, c("grocers")), "not_your_turn")
    forbidden(state, PlaceCard(1, c("st_pauls")), "not_your_turn", "not_in_hand", "nothing_to_spend")
    forbidden(state, UseWren(1), "not_your_turn", "wrong_phase", "no_credit")
    forbidden(state, UseWren(0), "wrong_phase")
    forbidden(state, TakeLoan(1), "not_your_turn")
    forbidden(state, TakeLoan(7), "not_your_turn")
    forbidden(replace(state, phase="naming"), TakeLoan(7), "not_your_turn", "wrong_phase")


@pytest.mark.rules("LON-RUN-03", "LON-RUN-04", "LON-RUN-09", "LON-RULING-02", "LON-CARD-HOSPITAL.1")
def test_a_card_face_down_used_too_dear_and_no_hospital_to_save_it() -> None:
    lights = stack("street_lights", down=True)
    state = position(
        seat(stacks=[lights, "grocers"], money=3), phase="running", turn=Turn(activated=(c("street_lights"),))
    )
    codes = ("face_down", "activated_already", "money_short")
    forbidden(state, Activate(0, 0), *codes)
    forbidden(state, Activate(0, 0, 1), *codes, "no_hospital", "no_flip_to_save")
    forbidden(state, Activate(0, 0, 8), *codes, "no_such_stack")
    forbidden(state, Activate(0, 8, 8), "no_such_stack")
    forbidden(replace(state, phase="playing", active=1), Activate(0, 0), "not_your_turn", "wrong_phase", *codes)
    forbidden(position(seat(stacks=[stack("hospital", down=True)])), Activate(0, 0), "face_down", "not_activatable")


@pytest.mark.rules("LON-RULING-03", "LON-RULING-07", "LON-CARD-WHITEHALL.1")
def test_whitehall_without_a_target_a_cost_or_a_saviour() -> None:
    state = position(seat(stacks=["whitehall", "grocers", "coffee_house"], money=0), top=["st_pauls"])
    assert [each.code for each in objections(state, Activate(0, 0))][-1] == "no_target"
    forbidden(state, Activate(0, 2), "no_target")
    forbidden(state, Repeat(0, 1, 2), "wrong_phase", "not_repeatable", "no_hospital")
    repeating = replace(state, phase="repeating", turn=at_work("whitehall"))
    forbidden(repeating, Repeat(0, 1, 0), "not_repeatable", "no_hospital")
    forbidden(repeating, Repeat(0, 9, 0), "no_such_stack")
    forbidden(repeating, Repeat(1, 1), "not_your_turn", "no_such_stack")


@pytest.mark.rules("LON-PLAY-04", "LON-CARD-SCHOOL.1")
def test_a_card_that_cannot_pay_for_a_placement() -> None:
    turn = Turn(action="play", placement=Placement(card=c("grocers"), stack=None, face_down=False))
    state = position(seat(hand=["grocers", "salters"]), phase="paying", turn=turn)
    forbidden(state, SpendCard(0, c("lords")), "not_in_hand", "wrong_colour")
    forbidden(state, SpendCard(0, c("mercers"), school=True), "not_in_hand", "school_not_needed", "no_school")
    forbidden(state, SpendCard(0, c("salters"), school=True), "school_not_needed", "no_school")
    forbidden(state, SpendCard(0, c("grocers"), school=True), "spends_itself")
    forbidden(state, SpendCard(0, "joker", school=True), "not_in_hand")
    with_school = position(seat(hand=["grocers"], stacks=["school_blue"], money=0), phase="paying", turn=turn)
    forbidden(with_school, SpendCard(0, c("lords"), school=True), "not_in_hand", "money_short")
    forbidden(replace(state, phase="action"), SpendCard(0, c("lords"), school=True), "wrong_phase", "not_in_hand")
    forbidden(state, SpendCard(1, c("salters"), school=True), "not_your_turn", "not_in_hand")


@pytest.mark.rules("LON-RUN-04", "LON-RULING-11", "LON-CARD-PAUPERS.1")
def test_a_card_that_cannot_pay_for_an_activation_or_go_to_the_workhouse() -> None:
    blue = next(face.id for face in FACE_OF.values() if face.activation.spend == "blue")
    state = position(seat(hand=["lords"], stacks=[blue]), phase="activation_cost", turn=at_work(blue))
    forbidden(state, SpendCard(0, c("grocers"), school=True), "not_in_hand", "no_school_here", "wrong_colour")
    forbidden(state, SpendCard(0, "joker", school=True), "not_in_hand", "no_school_here")
    work = position(seat(hand=["lords", "paupers"], stacks=["workhouse"]), phase="spending", turn=at_work("workhouse"))
    forbidden(work, SpendCard(0, c("grocers"), school=True), "not_in_hand", "no_school_here", "not_paupers")
    forbidden(work, SpendCard(0, c("lords"), school=True), "no_school_here", "not_paupers")
    bare = position(seat(stacks=[blue]))
    forbidden(bare, Activate(0, 0, 0), "nothing_to_spend", "no_hospital")


@pytest.mark.rules("LON-CARD-COFFEE-HOUSE.2", "LON-RULING-17", "LON-RULING-19")
def test_what_coffee_house_cannot_bring_and_whom_nobody_can_name() -> None:
    state = position(
        seat(stacks=["coffee_house"], money=0), top=["grocers"], phase="bringing_in", turn=at_work("coffee_house")
    )
    forbidden(state, BringIn(0, c("st_pauls")), "not_on_display", "money_short")
    forbidden(state, BringIn(0, c("paupers")), "not_on_display", "not_placeable")
    forbidden(state, BringIn(0, "joker"), "not_on_display")
    forbidden(state, NameOpponent(0, 0), "wrong_phase", "not_an_opponent")
    forbidden(replace(state, phase="naming"), NameOpponent(1, 5), "not_your_turn", "not_an_opponent")


@pytest.mark.rules("LON-UG-02", "LON-UG-03", "LON-UG-04", "LON-UG-05", "LON-UG-08")
def test_where_the_underground_cannot_go() -> None:
    state = position(seat(), phase="underground", turn=at_work("underground"))
    forbidden(state, PlaceUnderground(0, "lewisham"), "no_building_marker", "not_near_city")
    one = replace(state, owners={"city": 0}, underground=("city",))
    forbidden(one, PlaceUnderground(0, "city"), "underground_there")
    forbidden(one, PlaceUnderground(0, "lewisham"), "no_building_marker", "not_adjacent")
    names = tuple(BOROUGHS)[: NUMBERS.underground_markers]
    full = replace(state, owners=dict.fromkeys(names, 0), underground=names)
    forbidden(full, PlaceUnderground(0, "lewisham"), "no_marker_left", "no_building_marker", "not_adjacent")
    forbidden(full, PlaceUnderground(0, "city"), "no_marker_left", "underground_there")
    forbidden(full, PlaceUnderground(0, "atlantis"), "no_such_borough", "no_marker_left")


@pytest.mark.rules("LON-FLOW-01", "LON-FLOW-08", "LON-RULING-24", "LON-RULING-26")
def test_looks_draws_and_exchanges_for_several_reasons_impossible() -> None:
    bare = position(seat(hand=["grocers"]), deck=[], turn=Turn(draw_min=1, draw_max=1, drawn=1))
    forbidden(bare, LookAtDeck(0), "wrong_phase", "no_university", "too_late_to_look", "deck_empty")
    forbidden(bare, LookAtDeck(1), "not_your_turn", "wrong_phase", "no_university", "deck_empty")
    kept = replace(bare, phase="start_draw", turn=Turn(draw_min=0, draw_max=3, drawn=1, looking=True))
    forbidden(kept, DrawFromDeck(0), "looked_already", "deck_empty")
    forbidden(kept, DrawFromDeck(1), "not_your_turn", "deck_empty")
    forbidden(bare, OfferCard(0, c("salters")), "no_stock_exchange", "display_empty", "not_in_hand")
    broker = position(
        seat(hand=["grocers"], stacks=["stock_exchange"]),
        phase="put_back",
        turn=Turn(exchanges=1, looking=True, looked=(c("lords"),)),
    )
    forbidden(broker, OfferCard(0, c("lords")), "wrong_phase", "exchanged_already", "display_empty", "not_in_hand")


@pytest.mark.rules("LON-INFO-06", "LON-CARD-UNIVERSITY-OF-LONDON.2", "LON-CARD-PARLIAMENT.1")
def test_nobody_learns_from_an_objection_which_cards_were_looked_at() -> None:
    turn = Turn(draw_min=1, draw_max=1, looking=True, looked=(c("lords"), c("grocers")))
    state = position(
        seat(stacks=["university_of_london"]), phase="start_draw", top_of_deck=["lords", "grocers"], turn=turn
    )
    for card in ("lords", "salters"):
        forbidden(state, KeepCard(1, c(card)), "not_your_turn", "not_looked_at")
    forbidden(state, KeepCard(0, c("salters")), "not_looked_at")
    forbidden(state, StopDrawing(0), "must_draw")
    forbidden(state, StopDrawing(1), "not_your_turn")


@pytest.mark.rules("LON-TURN-06", "LON-FLOW-07", "LON-PLAY-18")
def test_the_hand_check_before_its_time() -> None:
    small = position(seat(hand=["grocers"]))
    forbidden(small, GiveUp(0, c("lords")), "wrong_phase", "hand_small_enough", "not_in_hand")
    forbidden(
        replace(small, phase="hand_check"), GiveUp(1, c("lords")), "not_your_turn", "hand_small_enough", "not_in_hand"
    )
    forbidden(small, EndTurn(0), "wrong_phase")
    large = position(seat(hand=[f"paupers/{n}" for n in range(1, NUMBERS.hand_limit + 2)]))
    forbidden(large, EndTurn(0), "wrong_phase", "hand_too_large")
    forbidden(small, PlayForEffect(0, c("lords")), "not_in_hand", "no_play_effect")


@pytest.mark.rules("LON-SETUP-05")
def test_before_the_box_is_opened_nothing_else_is_said() -> None:
    state = before_set_up(3, Options())
    for command in (Invest(1, "atlantis"), PlaceCard(2, "joker", 9), SpendCard(0, "joker"), TakeThree(8)):
        assert [each.code for each in objections(state, command)] == ["wrong_phase"]


@pytest.mark.rules("LON-CARD-STOCK-EXCHANGE.1", "LON-RULING-02", "LON-CARD-HOSPITAL.3", "LON-CARD-COFFEE-HOUSE.2")
def test_what_the_seat_whose_turn_it_is_has_used_up_is_nothing_to_the_others() -> None:
    broker = seat(hand=["lords"], stacks=["stock_exchange"], money=20)
    state = position(seat(money=0), broker, top=["grocers"], turn=Turn(exchanges=1))
    forbidden(state, OfferCard(1, c("lords")), "not_your_turn")
    forbidden(replace(state, active=1), OfferCard(1, c("lords")), "exchanged_already")
    forbidden(replace(state, phase="bringing_in"), BringIn(1, c("grocers")), "not_your_turn")
    city = seat(stacks=["whitehall", "hospital", "grocers"])
    waiting = Activation(card=c("whitehall"), stack=0, hospital=1, repeated=False, paid=True)
    turn = Turn(action="run", activations=(waiting,), activated=(c("grocers"), c("whitehall")))
    state = position(city, seat(stacks=["sewers", "hospital/2"]), phase="repeating", turn=turn)
    forbidden(state, Repeat(0, 2, 1), "hospital_taken")
    forbidden(state, Repeat(1, 0, 1), "not_your_turn", "not_repeatable")
    forbidden(state, Activate(1, 0, 1), "not_your_turn", "wrong_phase")
