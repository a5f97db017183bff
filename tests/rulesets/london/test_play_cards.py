"""Action 1, Play cards, and what belongs to it: School, Wren, Huguenots, Shops (LON-PLAY)."""

import pytest

from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    DrawFromDeck,
    EndAction,
    OfferCard,
    PlaceCard,
    PlayForEffect,
    SpendCard,
    TakeLoan,
    UseWren,
)
from domain.rulesets.london.events import BankPaid, CardPlaced, CardSpent, LoanTaken, MoneyStored
from domain.rulesets.london.score import best_card, tracks
from domain.rulesets.london.state import Stack
from domain.rulesets.london.view import view
from tests.rulesets.london.position import c, cards, happened, listed, named, no, of, play, position, row, seat, stack


def placed(state, name: str, spent: str | None = None, on: int | None = None, down: bool = False):
    state = play(state, PlaceCard(state.active, c(name), on, down))
    return state if spent is None else play(state, SpendCard(state.active, c(spent)))


@pytest.mark.rules("LON-PLAY-01", "LON-FLOW-03")
def test_as_many_cards_as_the_player_likes_but_at_least_one() -> None:
    state = position(seat(hand=["grocers", "salters", "mercers", "vintners", "paupers"]))
    no(state, EndAction(0), "wrong_phase", "LON-PLAY-01")
    one = placed(state, "grocers", "salters")
    assert EndAction(0) in RULESET.legal(one, 0)
    two = placed(one, "mercers", "vintners")
    done = play(two, EndAction(0))
    assert (done.active, len(done.players[0].stacks)) == (1, 2)


@pytest.mark.rules("LON-PLAY-02", "LON-PLAY-17", "LON-CARD-PAUPERS.1")
@pytest.mark.parametrize("name", ["paupers", "huguenots", "jewish_immigrants", "wren"])
def test_only_cards_with_stone_base_are_placed(name: str) -> None:
    state = position(seat(hand=[name, "grocers", "lords", "paupers/2"], stacks=["school_blue"], money=20))
    rules = ("LON-PLAY-17", "LON-CARD-PAUPERS.1") if name == "paupers" else ("LON-PLAY-02",)
    no(state, PlaceCard(0, c(name)), "not_placeable", *rules)


@pytest.mark.rules("LON-PLAY-03")
def test_cards_are_placed_on_ones_own_display() -> None:
    state = position(seat(hand=["grocers", "salters"]), seat(stacks=["mercers"]))
    no(state, PlaceCard(0, c("grocers"), 0), "no_such_stack", "LON-PLAY-03")
    no(state, PlaceCard(0, c("grocers"), -1), "no_such_stack", "LON-PLAY-07")
    assert placed(state, "grocers", "salters").players[0].stacks == (stack("grocers"),)


@pytest.mark.rules("LON-PLAY-04")
def test_one_other_card_of_the_same_colour_is_spent() -> None:
    none = position(seat(hand=["grocers", "lords"]))
    no(none, PlaceCard(0, c("grocers")), "nothing_to_spend", "LON-PLAY-04")
    state = play(position(seat(hand=["grocers", "lords", "salters"])), PlaceCard(0, c("grocers")))
    no(state, SpendCard(0, c("lords")), "wrong_colour", "LON-PLAY-04")
    no(state, SpendCard(0, c("grocers")), "spends_itself", "LON-PLAY-04")
    no(state, SpendCard(0, c("mercers")), "not_in_hand", "LON-INFO-12")
    after = play(state, SpendCard(0, c("salters")))
    assert after.players[0].hand == (c("lords"),)


@pytest.mark.rules("LON-PLAY-05", "LON-LOAN-05")
def test_the_placement_cost_goes_to_the_bank() -> None:
    hand = ["st_pauls", "lords"]
    no(position(seat(hand=hand, money=9)), PlaceCard(0, c("st_pauls")), "money_short", "LON-PLAY-05", "LON-LOAN-05")
    after = placed(position(seat(hand=hand, money=10)), "st_pauls", "lords")
    assert after.players[0].money == 0


@pytest.mark.rules("LON-PLAY-06")
def test_the_spent_card_is_on_the_display_before_the_placed_one_is_down() -> None:
    state = position(seat(hand=["grocers", "salters", "brewing", "mercers"]))
    events = happened(state, PlaceCard(0, c("brewing")), SpendCard(0, c("salters")))
    assert named(events) == ["ActionBegan", "PlacementAnnounced", "CardSpent", "BankPaid", "CardPlaced"]


@pytest.mark.rules("LON-PLAY-07")
def test_a_card_starts_a_stack_or_covers_one() -> None:
    state = position(seat(hand=["grocers", "salters"], stacks=["mercers", "lords"]))
    assert placed(state, "grocers", "salters").players[0].stacks[2] == stack("grocers")
    assert placed(state, "grocers", "salters", on=1).players[0].stacks[1] == stack("lords", "grocers")


@pytest.mark.rules("LON-PLAY-08", "LON-RULING-08")
def test_the_covered_card_may_lie_face_up_or_down() -> None:
    state = position(seat(hand=["grocers", "salters"], stacks=[stack("mercers", down=True), "lords"]))
    assert {order.stack for order in listed(state, PlaceCard)} == {None, 0, 1}
    assert placed(state, "grocers", "salters", on=0).players[0].stacks[0] == stack("mercers", "grocers")


@pytest.mark.rules("LON-PLAY-09")
def test_a_card_placed_in_this_turn_is_not_covered() -> None:
    state = placed(
        position(seat(hand=["grocers", "salters", "mercers", "vintners"], stacks=["lords"])), "grocers", "salters"
    )
    no(state, PlaceCard(0, c("mercers"), 1), "placed_this_turn", "LON-PLAY-09")
    no(state, PlaceCard(0, c("mercers"), 1, True), "placed_this_turn", "LON-PLAY-09")
    assert PlaceCard(0, c("mercers"), 0) in RULESET.legal(state, 0)


@pytest.mark.rules("LON-PLAY-10", "LON-RULING-08")
def test_only_a_covering_card_may_lie_face_down() -> None:
    state = position(seat(hand=["school_blue", "lords"], stacks=["mercers"]))
    no(state, PlaceCard(0, c("school_blue"), None, True), "new_stack_face_up", "LON-PLAY-10")
    after = placed(state, "school_blue", "lords", on=0, down=True)
    assert after.players[0].stacks == (stack("mercers", "school_blue", down=True),)
    assert after.players[0].money == 3  # at full price
    assert {track.banked for track in tracks(after) if (track.seat, track.source) == (0, "cards")} == {2}
    assert view(after, 1).seats[0].stacks[0].cards[-1] == c("school_blue")  # its name is public


@pytest.mark.rules("LON-PLAY-11")
def test_there_is_no_limit_to_stacks() -> None:
    names = ["grocers", "salters", "mercers", "vintners", "lords", "sewers", "sewers/2", "bridge", "brewing", "shops"]
    state = position(seat(hand=["fishmongers", "haberdashers"], stacks=names))
    assert len(placed(state, "fishmongers", "haberdashers").players[0].stacks) == 11


@pytest.mark.rules("LON-PLAY-12")
def test_the_same_card_may_be_present_more_than_once() -> None:
    state = position(seat(hand=["sewers/2", "lords"], stacks=["sewers"]))
    assert placed(state, "sewers/2", "lords").players[0].stacks == (stack("sewers"), stack("sewers/2"))


@pytest.mark.rules("LON-PLAY-13")
def test_a_covered_card_keeps_its_points_and_loses_its_use() -> None:
    state = position(seat(hand=["lords", "paupers", "grocers"], stacks=[stack("school_blue", "mercers")]))
    no(state, PlaceCard(0, c("lords")), "nothing_to_spend", "LON-PLAY-04")  # the covered School helps no more
    assert best_card(state.players[0]) == 2


@pytest.mark.rules("LON-PLAY-14", "LON-CARD-SCHOOL.1")
def test_a_power_works_from_the_moment_its_card_is_visible() -> None:
    state = position(seat(hand=["school_blue", "lords", "grocers", "paupers"], money=3))
    no(state, PlaceCard(0, c("grocers")), "nothing_to_spend", "LON-CARD-SCHOOL.1")
    after = placed(state, "school_blue", "lords")
    paid = play(after, PlaceCard(0, c("grocers")), SpendCard(0, c("paupers"), True))
    assert paid.players[0].money == 0


@pytest.mark.rules("LON-PLAY-15", "LON-CARD-HUGUENOTS.1", "LON-CARD-JEWISH-IMMIGRANTS.1")
@pytest.mark.parametrize("name", ["huguenots", "jewish_immigrants"])
def test_huguenots_and_jewish_immigrants_bring_two_cards_for_nothing(name: str) -> None:
    state = position(seat(hand=[name], money=0), top_of_deck=["grocers", "salters"])
    drawing = play(state, PlayForEffect(0, c(name)))
    assert (drawing.phase, drawing.turn.owed, drawing.players[0].hand) == ("drawing", 2, ())
    after = play(drawing, DrawFromDeck(0), DrawFromDeck(0))
    assert after.phase == "playing"
    assert after.players[0].hand == cards(["grocers", "salters"])


@pytest.mark.rules("LON-PLAY-16")
@pytest.mark.parametrize(
    ("name", "other"), [("huguenots", "grocers"), ("jewish_immigrants", "salters"), ("wren", "lords")]
)
def test_they_may_be_spent_like_any_card_of_their_colour(name: str, other: str) -> None:
    after = placed(position(seat(hand=[other, name])), other, name)
    assert after.display[0][0] == c(name)
    assert after.discard == ()


@pytest.mark.rules("LON-PLAY-17", "LON-CARD-PAUPERS.1")
def test_paupers_pay_for_no_placement_without_school() -> None:
    state = play(position(seat(hand=["grocers", "paupers", "salters"])), PlaceCard(0, c("grocers")))
    no(state, SpendCard(0, c("paupers")), "wrong_colour", "LON-PLAY-17")
    no(state, SpendCard(0, c("paupers"), True), "no_school", "LON-CARD-SCHOOL.1")


@pytest.mark.rules("LON-PLAY-18")
def test_a_card_in_hand_does_nothing_by_itself() -> None:
    state = position(seat(hand=["bank_of_england", "school_blue", "stock_exchange", "grocers"]), top=["lords"])
    no(state, PlayForEffect(0, c("grocers")), "no_play_effect", "LON-PLAY-18")
    assert play(state, TakeLoan(0)).players[0].money == 15
    no(state, OfferCard(0, c("grocers")), "no_stock_exchange", "LON-CARD-STOCK-EXCHANGE.1")


@pytest.mark.rules("LON-PLAY-19")
def test_placing_brings_neither_income_nor_points_nor_poverty() -> None:
    before = position(seat(hand=["covent_garden", "grocers", "leather_industry", "salters"]))
    after = placed(placed(before, "covent_garden", "grocers"), "leather_industry", "salters")
    player = after.players[0]
    assert (player.money, player.vp, player.poverty) == (5, 0, 5)


@pytest.mark.rules("LON-PLAY-20")
def test_a_stack_keeps_its_place_whatever_is_put_on_it() -> None:
    state = position(seat(hand=["grocers", "salters"], stacks=["mercers", "lords", "sewers"]))
    after = placed(state, "grocers", "salters", on=1)
    assert [each.cards[0] for each in after.players[0].stacks] == list(cards(["mercers", "lords", "sewers"]))


# School


@pytest.mark.rules("LON-CARD-SCHOOL.1")
def test_school_recolours_a_spent_card_for_a_pound_as_often_as_one_likes() -> None:
    hand = ["grocers", "salters", "lords", "paupers", "mercers", "bridge"]
    state = position(seat(hand=hand, stacks=["bank_of_england", "school_blue"], money=2))
    paying = play(state, PlaceCard(0, c("grocers")))
    no(paying, SpendCard(0, c("salters"), True), "school_not_needed", "LON-CARD-SCHOOL.1")
    no(paying, SpendCard(0, c("paupers")), "wrong_colour", "LON-PLAY-04")
    events = happened(paying, SpendCard(0, c("paupers"), True))
    assert of(events, BankPaid) == [BankPaid(seat=0, pounds=1, purpose="school", card=c("school_blue"))]
    twice = play(paying, SpendCard(0, c("paupers"), True), PlaceCard(0, c("mercers")), SpendCard(0, c("bridge"), True))
    assert twice.players[0].money == 0


@pytest.mark.rules("LON-CARD-SCHOOL.1", "LON-LOAN-03")
def test_the_pound_for_school_must_be_there_or_borrowed_in_the_middle_of_the_payment() -> None:
    state = position(seat(hand=["brewing", "salters", "paupers"], stacks=["school_blue"], money=2))
    paying = play(state, PlaceCard(0, c("brewing")))
    no(paying, SpendCard(0, c("paupers"), True), "money_short", "LON-CARD-SCHOOL.1")
    assert play(paying, TakeLoan(0), SpendCard(0, c("paupers"), True)).players[0].money == 9
    only = position(seat(hand=["brewing", "paupers"], stacks=["school_blue"], money=2))
    no(only, PlaceCard(0, c("brewing")), "money_short", "LON-CARD-SCHOOL.1")


@pytest.mark.rules("LON-CARD-SCHOOL.1", "LON-PLAY-06")
def test_school_serves_for_the_card_that_covers_it_not_for_its_own_placement() -> None:
    covering = position(seat(hand=["grocers", "paupers"], stacks=["school_blue"], money=1))
    after = play(covering, PlaceCard(0, c("grocers"), 0), SpendCard(0, c("paupers"), True))
    assert after.players[0].stacks == (stack("school_blue", "grocers"),)
    own = position(seat(hand=["school_blue", "paupers"], money=9))
    no(own, PlaceCard(0, c("school_blue")), "nothing_to_spend", "LON-CARD-SCHOOL.1")


@pytest.mark.rules("LON-CARD-SCHOOL.1")
def test_a_school_face_down_helps_nobody() -> None:
    state = position(seat(hand=["grocers", "paupers"], stacks=[stack("mercers", "school_blue", down=True)]))
    no(state, PlaceCard(0, c("grocers")), "nothing_to_spend", "LON-CARD-SCHOOL.1")


# Wren


@pytest.mark.rules("LON-CARD-WREN.1", "LON-RULING-10")
def test_wren_gives_two_placements_without_spending_but_not_without_paying() -> None:
    hand = ["wren", "grocers", "brewing", "bridge", "salters"]
    state = position(seat(hand=hand, money=4))
    no(play(state, PlaceCard(0, c("grocers"))), UseWren(0), "no_credit", "LON-CARD-WREN.1")
    wren = play(state, PlayForEffect(0, c("wren")))
    between = placed(wren, "grocers", "salters")  # others may be placed normally
    once = play(between, PlaceCard(0, c("brewing")), UseWren(0))
    twice = play(once, PlaceCard(0, c("bridge")), UseWren(0))
    assert (twice.players[0].money, twice.turn.credits, twice.players[0].hand) == (0, 0, ())


@pytest.mark.rules("LON-RULING-10", "LON-RULING-09", "LON-CARD-WREN.1")
def test_wren_may_be_played_for_nothing_and_his_credits_end_with_the_action() -> None:
    state = position(seat(hand=["wren", "grocers"], money=0))
    after = play(state, PlayForEffect(0, c("wren")), EndAction(0))
    assert after.active == 1
    assert after.turn.credits == 0


@pytest.mark.rules("LON-RULING-10", "LON-CARD-COFFEE-HOUSE.1")
def test_wren_is_not_used_for_coffee_house() -> None:
    state = position(seat(hand=["wren", "coffee_house"]))
    after = play(state, PlayForEffect(0, c("wren")), PlaceCard(0, c("coffee_house")))
    assert (after.phase, after.turn.credits) == ("playing", 2)


@pytest.mark.rules("LON-RULING-09")
def test_a_card_played_for_its_effect_is_a_played_card() -> None:
    state = position(seat(hand=["huguenots"]), deck=[])
    assert play(state, PlayForEffect(0, c("huguenots")), EndAction(0)).active == 1


# Coffee House, Shops and loans in the action


@pytest.mark.rules("LON-CARD-COFFEE-HOUSE.1", "LON-FLOW-09")
def test_coffee_house_is_placed_without_spending_or_paying() -> None:
    events = happened(position(seat(hand=["coffee_house"], money=0)), PlaceCard(0, c("coffee_house")))
    assert not of(events, CardSpent)
    assert not of(events, BankPaid)
    placed_event = CardPlaced(seat=0, card=c("coffee_house"), stack=0, face_down=False, pounds_returned=0)
    assert of(events, CardPlaced) == [placed_event]


@pytest.mark.rules("LON-CARD-SHOPS.1", "LON-RULING-18")
def test_each_visible_shops_gets_a_pound_for_each_other_card_placed() -> None:
    hand = ["shops", "grocers", "salters", "mercers", "coffee_house"]
    state = position(seat(hand=hand, stacks=["shops/2", "lords"]))
    own = happened(state, PlaceCard(0, c("shops")), SpendCard(0, c("grocers")))
    assert [(event.stack, event.card) for event in of(own, MoneyStored)] == [(0, c("shops/2"))]
    after = placed(placed(state, "shops", "grocers"), "coffee_house")
    down = placed(after, "salters", "mercers", on=1, down=True)
    assert [each.money for each in down.players[0].stacks] == [3, 0, 2, 0]
    assert down.players[0].money == 5  # it is not the player's yet


@pytest.mark.rules("LON-CARD-SHOPS.1", "LON-RULING-18")
def test_money_on_a_covered_shops_goes_back_to_the_bank() -> None:
    state = position(seat(hand=["grocers", "salters"], stacks=[stack("shops", money=3)]))
    events = happened(state, PlaceCard(0, c("grocers"), 0), SpendCard(0, c("salters")))
    assert of(events, CardPlaced)[0].pounds_returned == 3
    assert not of(events, MoneyStored)  # the covering card brings nothing for it
    after = placed(state, "grocers", "salters", on=0)
    assert after.players[0].stacks == (Stack(cards=cards(["shops", "grocers"])),)
    assert after.players[0].money == 5


@pytest.mark.rules("LON-RULING-18")
def test_a_shops_face_down_or_covered_gets_nothing() -> None:
    stacks = [stack("shops", down=True), stack("shops/2", "lords")]
    state = position(seat(hand=["grocers", "salters"], stacks=stacks))
    assert [each.money for each in placed(state, "grocers", "salters").players[0].stacks] == [0, 0, 0]


@pytest.mark.rules("LON-RULING-16", "LON-CARD-BANK-OF-ENGLAND.1", "LON-LOAN-08")
def test_bank_of_england_counts_from_its_placement_on() -> None:
    state = position(seat(hand=["bank_of_england", "grocers"]))
    before = happened(state, TakeLoan(0))
    after = happened(placed(state, "bank_of_england", "grocers"), TakeLoan(0))
    assert [event.pounds for event in (*of(before, LoanTaken), *of(after, LoanTaken))] == [10, 12]


@pytest.mark.rules("LON-FLOW-09", "LON-FLOW-11")
def test_a_placement_names_card_target_and_payment_and_a_refusal_changes_nothing() -> None:
    state = position(seat(hand=["grocers", "salters", "mercers"], stacks=["lords"], money=0), top=["sewers"])
    paying = play(state, PlaceCard(0, c("grocers"), 0, True))
    kinds = {(type(order).__name__, getattr(order, "card", None)) for order in RULESET.legal(paying, 0)}
    assert kinds == {("SpendCard", c("salters")), ("SpendCard", c("mercers")), ("TakeLoan", None)}
    no(paying, PlaceCard(0, c("salters")), "wrong_phase", "LON-PLAY-01")
    assert play(paying, SpendCard(0, c("salters"))).display[0] == row(["sewers", "salters"], 3)
