"""The special texts of the brown cards (LON-CARD)."""

import pytest

from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    Activate,
    BringIn,
    DrawFromDeck,
    EndAction,
    EndRun,
    EndTurn,
    GiveUp,
    OfferCard,
    PlaceCard,
    SpendCard,
    TakeInExchange,
    TakeLoan,
    TakeThree,
)
from domain.rulesets.london.events import (
    CardBroughtIn,
    CardsExchanged,
    LoanTaken,
    MoneyStored,
    OpponentPaid,
    PovertyReturned,
    StoredMoneyTaken,
)
from domain.rulesets.london.state import Turn
from tests.rulesets.london.position import (
    c,
    cards,
    happened,
    no,
    of,
    play,
    position,
    row,
    seat,
    stack,
    start_of_turn,
)


@pytest.mark.rules("LON-CARD-BANK-OF-ENGLAND.1", "LON-LOAN-08")
def test_bank_of_england_makes_loans_bigger_voluntary_or_forced() -> None:
    given = position(seat(stacks=["lloyds_of_london"]), seat(stacks=["bank_of_england"], money=0))
    assert of(happened(given, Activate(0, 0)), LoanTaken) == [LoanTaken(seat=1, pounds=12, forced=True)]
    own = position(seat(stacks=["bank_of_england"]))
    assert play(own, TakeLoan(0)).players[0].loans == 1
    covered = position(seat(stacks=[stack("bank_of_england", "grocers")]))
    assert play(covered, TakeLoan(0)).players[0].money == 15


@pytest.mark.rules("LON-CARD-COFFEE-HOUSE.2", "LON-RULING-17", "LON-RULING-07")
def test_coffee_house_must_take_a_card_with_stone_base_that_can_be_paid() -> None:
    coffee = seat(stacks=["coffee_house"], money=3)
    no(position(coffee), Activate(0, 0), "no_target", "LON-RULING-07", "LON-CARD-COFFEE-HOUSE.2")
    bare = position(coffee, top=["paupers", "wren"], bottom=["huguenots", "jewish_immigrants", "st_pauls"])
    no(bare, Activate(0, 0), "no_target", "LON-RULING-17")
    assert Activate(0, 0) in RULESET.legal(play(bare, TakeLoan(0)), 0)  # borrow first
    state = play(position(coffee, top=["paupers", "st_pauls", "great_exhibition"]), Activate(0, 0))
    no(state, BringIn(0, c("paupers")), "not_placeable", "LON-RULING-17")
    no(state, BringIn(0, c("st_pauls")), "money_short", "LON-CARD-COFFEE-HOUSE.2")
    no(state, BringIn(0, c("grocers")), "not_on_display", "LON-CARD-COFFEE-HOUSE.2")
    no(state, EndRun(0), "wrong_phase", "LON-RUN-02")
    events = happened(state, BringIn(0, c("great_exhibition")))
    brought = CardBroughtIn(seat=0, card=c("great_exhibition"), stack=0, row=0, slot=2)
    assert of(events, CardBroughtIn) == [brought]
    after = play(state, BringIn(0, c("great_exhibition")))
    assert after.players[0].stacks == (stack("coffee_house", "great_exhibition"),)
    assert (after.players[0].money, after.display[0]) == (0, row(["paupers", "st_pauls", None], 3))


@pytest.mark.rules("LON-CARD-COFFEE-HOUSE.3", "LON-RULING-17")
def test_coffee_house_on_coffee_house_may_be_activated_in_turn() -> None:
    state = position(seat(stacks=["coffee_house"]), top=["coffee_house/2", "grocers"])
    after = play(state, Activate(0, 0), BringIn(0, c("coffee_house/2")), Activate(0, 0), BringIn(0, c("grocers")))
    assert after.players[0].stacks == (stack("coffee_house", "coffee_house/2", "grocers"),)
    assert Activate(0, 0) in RULESET.legal(after, 0)


@pytest.mark.rules("LON-RULING-17", "LON-RULING-18", "LON-CARD-SHOPS.1")
def test_a_card_brought_in_counts_for_shops_and_has_its_power_at_once() -> None:
    state = position(seat(stacks=["coffee_house", "shops"], hand=["lords"]), top=["stock_exchange", "sewers"])
    after = play(state, Activate(0, 0), BringIn(0, c("stock_exchange")))
    assert after.players[0].stacks[1].money == 1
    assert OfferCard(0, c("lords")) in RULESET.legal(after, 0)


@pytest.mark.rules("LON-CARD-LLOYDS-OF-LONDON.1", "LON-RULING-41")
def test_lloyds_is_paid_by_the_others_clockwise_from_the_active_player() -> None:
    state = position(seat(), seat(), seat(stacks=["lloyds_of_london"]), seat(money=0), active=2)
    events = happened(state, Activate(2, 0))
    assert [(event.seat, event.to, event.pounds) for event in of(events, OpponentPaid)] == [
        (3, 2, 2),
        (0, 2, 2),
        (1, 2, 2),
    ]
    after = play(state, Activate(2, 0))
    assert [player.money for player in after.players] == [3, 3, 11, 8]


@pytest.mark.rules("LON-CARD-OMNIBUS.1")
def test_omnibus_brings_a_pound_a_borough_and_stays() -> None:
    state = position(seat(stacks=["omnibus"]), owners={"city": 0, "hackney": 0, "lambeth": 1})
    after = play(state, Activate(0, 0)).players[0]
    assert (after.money, after.stacks[0].face_up) == (7, True)


@pytest.mark.rules("LON-CARD-STEAMBOATS.1", "LON-MAP-04")
def test_steamboats_count_boroughs_on_the_thames() -> None:
    owners = {"city": 0, "hackney": 0, "lambeth": 0, "greenwich": 1, "camberwell": 0}
    assert play(position(seat(stacks=["steamboats"]), owners=owners), Activate(0, 0)).players[0].money == 5 + 2 * 2


@pytest.mark.rules("LON-CARD-TRAIN-STATION.1")
def test_train_station_counts_boroughs_north_of_the_thames() -> None:
    owners = {"city": 0, "hackney": 0, "lambeth": 0, "islington": 1, "hammersmith": 0}
    state = position(seat(stacks=["train_station"], hand=["lords"]), owners=owners)
    after = play(state, Activate(0, 0), SpendCard(0, c("lords"))).players[0]
    assert (after.money, after.poverty) == (5 + 3 * 2, 4)


@pytest.mark.rules("LON-CARD-SHOPS.1")
def test_shops_is_filled_while_visible_by_placements_of_its_owner() -> None:
    state = position(seat(stacks=["shops"], hand=["grocers", "salters"]), seat(stacks=["shops/2"]))
    events = happened(state, PlaceCard(0, c("grocers")), SpendCard(0, c("salters")))
    assert of(events, MoneyStored) == [MoneyStored(seat=0, stack=0, pounds=1, card=c("shops"))]


@pytest.mark.rules("LON-CARD-SHOPS.2", "LON-RULING-18")
def test_shops_activated_gives_its_money_points_and_relief() -> None:
    state = position(seat(stacks=[stack("shops", money=4), "hospital"]))
    events = happened(state, Activate(0, 0, 1))
    assert of(events, StoredMoneyTaken) == [StoredMoneyTaken(seat=0, stack=0, pounds=4, card=c("shops"))]
    assert of(events, PovertyReturned)[0].points == 1
    after = play(state, Activate(0, 0, 1)).players[0]
    assert (after.money, after.vp, after.stacks[0].money, after.stacks[0].face_up) == (9, 2, 0, True)


@pytest.mark.rules("LON-CARD-STOCK-EXCHANGE.1", "LON-RULING-26")
def test_stock_exchange_changes_one_card_with_the_display_once_a_turn() -> None:
    given = position(seat(stacks=["stock_exchange"], hand=["paupers", "grocers"]), top=["lords", "sewers"])
    state = start_of_turn(given, 0)  # before the start draw, too
    no(state, TakeInExchange(0, c("lords")), "wrong_phase", "LON-CARD-STOCK-EXCHANGE.1")
    no(state, OfferCard(0, c("lords")), "not_in_hand", "LON-INFO-12")
    offered = play(state, OfferCard(0, c("paupers")))
    no(offered, TakeInExchange(0, state.deck[0]), "not_on_display", "LON-CARD-STOCK-EXCHANGE.1")
    no(offered, TakeLoan(0), "wrong_phase", "LON-FLOW-08")
    after = play(offered, TakeInExchange(0, c("sewers")))
    assert after.phase == "start_draw"
    assert after.display[0] == row(["lords", "paupers"], 3)  # the very slot
    assert after.players[0].hand == cards(["grocers", "sewers"])
    no(after, OfferCard(0, c("grocers")), "exchanged_already", "LON-RULING-26")


@pytest.mark.rules("LON-RULING-26")
def test_an_exchange_needs_a_visible_stock_exchange_and_a_card_on_the_display() -> None:
    no(position(seat(stacks=["stock_exchange"], hand=["lords"])), OfferCard(0, c("lords")), "display_empty")
    covered = position(seat(stacks=[stack("stock_exchange", "sewers")], hand=["lords"]), top=["grocers"])
    no(covered, OfferCard(0, c("lords")), "no_stock_exchange", "LON-RULING-26")


@pytest.mark.rules("LON-RULING-26")
def test_a_full_display_stays_full_and_a_fresh_stock_exchange_serves_at_once() -> None:
    hand = ["stock_exchange", "grocers", "paupers"]
    full = {"top": ["lords", "sewers", "bridge"], "bottom": ["mercers", "salters"]}
    state = play(position(seat(hand=hand), **full), PlaceCard(0, c("stock_exchange")), SpendCard(0, c("grocers")))
    after = play(state, OfferCard(0, c("paupers")), TakeInExchange(0, c("lords")))
    assert after.display[0] == row(["paupers", "sewers", "bridge"], 3)
    assert after.discard == ()


@pytest.mark.rules("LON-FLOW-07", "LON-RULING-26")
def test_the_turn_waits_for_an_exchange_that_is_still_possible() -> None:
    given = position(seat(stacks=["stock_exchange"], hand=["lords"]), top=["grocers"], turn=Turn(action="play"))
    playing = play(given, TakeThree(0), *[DrawFromDeck(0)] * 3)
    assert (playing.active, playing.phase) == (0, "hand_check")
    no(playing, GiveUp(0, c("lords")), "hand_small_enough", "LON-TURN-06")
    assert play(playing, EndTurn(0)).active == 1
    exchanged = happened(playing, OfferCard(0, c("lords")), TakeInExchange(0, c("grocers")))
    assert of(exchanged, CardsExchanged)
    assert play(playing, OfferCard(0, c("lords")), TakeInExchange(0, c("grocers"))).active == 1


@pytest.mark.rules("LON-CARD-COFFEE-HOUSE.1")
def test_coffee_house_may_be_the_only_card_played() -> None:
    assert play(position(seat(hand=["coffee_house"])), PlaceCard(0, c("coffee_house")), EndAction(0)).active == 1
