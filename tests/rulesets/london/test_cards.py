"""What each card does: the printed line of every face, and every special text (LON-CARD)."""

import re
from pathlib import Path
from typing import Any

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
    KeepCard,
    LookAtDeck,
    NameOpponent,
    OfferCard,
    PlaceCard,
    PutBack,
    SpendCard,
    StopDrawing,
    StopSpending,
    TakeFromDisplay,
    TakeInExchange,
    TakeLoan,
    TakeThree,
)
from domain.rulesets.london.components import FACES, Effect, Face
from domain.rulesets.london.events import (
    BankPaid,
    CardPutBack,
    CardsExchanged,
    LoanTaken,
    MoneyGained,
    MoneyStored,
    OpponentPaid,
    PointsGained,
    PovertyGiven,
    PovertyReturned,
    PovertyTaken,
    StoredMoneyTaken,
)
from domain.rulesets.london.events_run import CardBroughtIn
from domain.rulesets.london.state import Turn
from tests.rulesets.london.position import (
    c,
    cards,
    happened,
    listed,
    no,
    of,
    play,
    position,
    row,
    seat,
    stack,
    start_of_turn,
)

PAGE = (Path(__file__).parents[3] / "docs/rules/london.md").read_text(encoding="utf-8")
LINES = [
    [cell.strip() for cell in line.strip("| \n").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| **LON-CARD-")
]


def said(effect: Effect) -> str:
    """An effect as the table of the rules writes it, where it does so in numbers."""
    match effect.kind:
        case "gain_money":
            return f"+£{effect.amount}"
        case "gain_vp":
            return f"+{effect.amount} VP"
        case "lose_poverty":
            return f"−{effect.amount} PP"
        case "gain_poverty":
            return f"+{effect.amount} PP"
        case _:
            return ""


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0].strip("*"))
def test_the_printed_line_of_every_face(line: list[str]) -> None:
    rule, name, colour, decks, cost, vp, act, effect, flip = line[:9]
    face = next(face for face in FACES.values() if f"**{face.rule}**" == rule)
    assert name.startswith(face.name)
    assert (face.colour, "/".join(str(face.decks[deck]) for deck in "ABC")) == (colour, decks)
    assert (f"£{face.place_cost}" if face.place_cost else "0") == (cost if face.placeable else "0")
    assert str(face.vp) == vp
    assert _cost(face) == act
    assert (flip == "yes") == face.flips
    assert all(said(each) in effect for each in face.effects)
    plain = re.sub(r"[+−]£?\d+(?: VP)? per |opponent [+]\d+", "", effect)
    assert len(re.findall(r"[+−]£?\d+", plain)) == sum(bool(said(each)) for each in face.effects)


def _cost(face: Face) -> str:
    if not face.activatable:
        return "–"
    if face.activation.spend != "none":
        return face.activation.spend
    return f"£{face.activation.pay}" if face.activation.pay else "free"


def test_the_table_of_the_rules_has_every_face() -> None:
    assert len(LINES) == len(FACES) == 72


SIMPLE = [face for face in FACES.values() if face.activatable and all(said(effect) for effect in face.effects)]


@pytest.mark.parametrize("face", SIMPLE, ids=lambda face: face.id)
def test_every_plain_card_gives_what_is_printed_and_flips_or_not(face: Face) -> None:
    given = position(seat(stacks=[face.id], hand=["lords", "paupers"] if face.id != "lords" else [], money=20))
    order = [Activate(0, 0)]
    if face.activation.spend != "none":
        order.append(SpendCard(0, c("lords")))
    after = play(given, *order).players[0]
    amount = {effect.kind: effect.amount for effect in face.effects}
    assert after.money == 20 - face.activation.pay + amount.get("gain_money", 0)
    assert after.vp == amount.get("gain_vp", 0)
    assert after.poverty == 5 - amount.get("lose_poverty", 0) + amount.get("gain_poverty", 0)
    assert after.stacks[0].face_up != face.flips


@pytest.mark.rules("LON-CARD-BANK-OF-ENGLAND.1", "LON-LOAN-08")
def test_bank_of_england_makes_loans_bigger_voluntary_or_forced() -> None:
    given = position(seat(stacks=["lloyds_of_london"]), seat(stacks=["bank_of_england"], money=0))
    assert of(happened(given, Activate(0, 0)), LoanTaken) == [LoanTaken(seat=1, pounds=12, forced=True)]
    own = position(seat(stacks=["bank_of_england"]))
    assert play(own, TakeLoan(0)).players[0].loans == 1
    covered = position(seat(stacks=[stack("bank_of_england", "grocers")]))
    assert play(covered, TakeLoan(0)).players[0].money == 15


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
    no(state, EndRun(0), "not_now", "LON-RUN-02")
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


@pytest.mark.rules("LON-CARD-TOWN-HOUSES.1", "LON-RULING-05")
def test_town_houses_count_visible_cards_that_are_not_brown_this_one_too() -> None:
    stacks = ["town_houses", "lords", "bridge", "grocers", stack("sewers", down=True), stack("whitehall", "salters")]
    after = play(position(seat(stacks=stacks)), Activate(0, 0)).players[0]
    assert (after.vp, after.stacks[0].face_up) == (3, False)


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


TOP = ["grocers", "salters", "mercers", "vintners"]


def studying(*stacks: str, top: tuple[str, ...] = ("lords",), deck: list[str] | None = None):
    given = position(
        seat(stacks=["university_of_london", *stacks]), top=top, top_of_deck=TOP, deck=deck, turns_left=None
    )
    return start_of_turn(given, 0)


@pytest.mark.rules("LON-CARD-UNIVERSITY-OF-LONDON.1", "LON-FLOW-01")
def test_university_may_look_at_three_cards_once_before_the_first() -> None:
    no(start_of_turn(position(seat(stacks=["parliament"])), 0), LookAtDeck(0), "no_university")
    state = studying("parliament")
    drawn = play(state, DrawFromDeck(0))
    no(drawn, LookAtDeck(0), "too_late_to_look", "LON-FLOW-01")
    looking = play(state, LookAtDeck(0))
    no(looking, LookAtDeck(0), "too_late_to_look", "LON-CARD-UNIVERSITY-OF-LONDON.1")
    assert looking.turn.looked == cards(TOP[:3])
    two = play(studying(deck=["grocers", "salters"]), LookAtDeck(0))
    assert two.turn.looked == cards(["grocers", "salters"])
    no(studying(deck=[]), LookAtDeck(0), "deck_empty", "LON-FLOW-01")


@pytest.mark.rules("LON-RULING-24")
def test_looking_is_optional_and_serves_the_start_draw_only() -> None:
    state = studying()
    normal = play(state, DrawFromDeck(0))
    assert (normal.phase, normal.players[0].hand) == ("action", (c("grocers"),))
    no(play(normal, TakeThree(0)), LookAtDeck(0), "not_now", "LON-CARD-UNIVERSITY-OF-LONDON.1")


@pytest.mark.rules("LON-CARD-UNIVERSITY-OF-LONDON.2", "LON-RULING-24", "LON-FLOW-01")
def test_one_card_is_kept_and_the_others_go_back_in_any_order() -> None:
    looking = play(studying(), LookAtDeck(0))
    no(looking, DrawFromDeck(0), "looked_already", "LON-RULING-24")
    no(looking, KeepCard(0, c("vintners")), "not_looked_at", "LON-CARD-UNIVERSITY-OF-LONDON.2")
    kept = play(looking, KeepCard(0, c("salters")))
    assert kept.phase == "put_back"
    no(kept, PutBack(0, c("salters")), "not_looked_at", "LON-CARD-UNIVERSITY-OF-LONDON.2")
    assert {order.card for order in listed(kept, PutBack)} == set(cards(["grocers", "mercers"]))
    done = play(kept, PutBack(0, c("mercers")))  # the last one goes back by itself
    assert done.phase == "action"
    assert done.deck[:3] == cards(["mercers", "grocers", "vintners"])
    assert done.players[0].hand == (c("salters"),)


@pytest.mark.rules("LON-CARD-UNIVERSITY-OF-LONDON.2", "LON-RULING-24")
def test_after_the_look_a_card_of_the_display_may_be_taken_instead() -> None:
    taken = play(studying(), LookAtDeck(0), TakeFromDisplay(0, c("lords")))
    assert len(listed(taken, PutBack)) == 3
    done = play(taken, PutBack(0, c("mercers")), PutBack(0, c("salters")))
    assert done.deck[:4] == cards(["mercers", "salters", "grocers", "vintners"])


@pytest.mark.rules("LON-CARD-UNIVERSITY-OF-LONDON.3", "LON-RULING-24")
def test_with_parliament_none_one_or_two_in_any_mix_are_kept() -> None:
    looking = play(studying("parliament"), LookAtDeck(0))
    both = play(looking, KeepCard(0, c("grocers")), KeepCard(0, c("mercers")))
    assert (both.phase, both.deck[:2]) == ("action", cards(["salters", "vintners"]))
    mixed = play(looking, KeepCard(0, c("grocers")), TakeFromDisplay(0, c("lords")))
    assert (mixed.phase, len(mixed.players[0].hand)) == ("put_back", 2)
    none = play(looking, StopDrawing(0))
    assert (none.phase, len(listed(none, PutBack))) == ("put_back", 3)


@pytest.mark.rules("LON-RULING-24", "LON-END-01")
def test_looking_does_not_trigger_the_end_but_taking_the_last_card_does() -> None:
    looking = play(studying(deck=["grocers"]), LookAtDeck(0))
    assert looking.turns_left is None
    events = happened(looking, TakeFromDisplay(0, c("lords")))
    assert of(events, CardPutBack) == [CardPutBack(seat=0, card=c("grocers"))]
    assert play(looking, TakeFromDisplay(0, c("lords"))).turns_left is None
    assert play(looking, KeepCard(0, c("grocers"))).turns_left == 2


@pytest.mark.rules("LON-CARD-PAUPERS.1")
def test_paupers_serve_in_every_other_way() -> None:
    school = position(seat(hand=["grocers", "paupers"], stacks=["school_blue"]))
    assert play(school, PlaceCard(0, c("grocers")), SpendCard(0, c("paupers"), True)).display[0][0] == c("paupers")
    prison = play(position(seat(stacks=["brixton_prison"], hand=["paupers"])), Activate(0, 0))
    assert play(prison, SpendCard(0, c("paupers"))).players[0].poverty == 4
    exchange = position(seat(stacks=["stock_exchange"], hand=["paupers"]), top=["lords"])
    assert play(exchange, OfferCard(0, c("paupers")), TakeInExchange(0, c("lords"))).display[0][0] == c("paupers")
    held = [f"paupers/{number}" for number in range(1, 11)]
    check = position(seat(hand=held), phase="hand_check", turn=Turn())
    assert play(check, GiveUp(0, c("paupers/4"))).display[0][0] == c("paupers/4")


@pytest.mark.rules("LON-CARD-SCHOOL.2")
def test_of_the_three_schools_only_the_late_one_is_activated() -> None:
    faces = {face.id: (face.colour, face.activatable) for face in FACES.values() if face.name == "School"}
    assert faces == {
        "school_brown": ("brown", False),
        "school_blue": ("blue", False),
        "school_blue_late": ("blue", True),
    }
    assert [FACES[name].decks["C"] for name in faces] == [0, 0, 1]
    after = play(position(seat(stacks=["school_blue_late"])), Activate(0, 0)).players[0]
    assert (after.poverty, after.stacks[0].face_up) == (4, True)
    fee = position(seat(stacks=["school_brown"], hand=["grocers", "paupers"], money=1))
    assert play(fee, PlaceCard(0, c("grocers")), SpendCard(0, c("paupers"), True)).players[0].money == 0


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
    no(state, TakeInExchange(0, c("lords")), "not_now", "LON-CARD-STOCK-EXCHANGE.1")
    no(state, OfferCard(0, c("lords")), "not_in_hand", "LON-INFO-12")
    offered = play(state, OfferCard(0, c("paupers")))
    no(offered, TakeInExchange(0, state.deck[0]), "not_on_display", "LON-CARD-STOCK-EXCHANGE.1")
    no(offered, TakeLoan(0), "not_now", "LON-FLOW-08")
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


@pytest.mark.rules("LON-CARD-GREAT-EXHIBITION.1", "LON-RULING-11")
def test_great_exhibition_costs_a_blue_card_whatever_school_says() -> None:
    given = position(seat(stacks=["great_exhibition", "school_blue"], hand=["lords", "paupers"]))
    state = play(given, Activate(0, 0))
    no(state, SpendCard(0, c("paupers")), "wrong_colour", "LON-CARD-GREAT-EXHIBITION.1")
    no(state, SpendCard(0, c("paupers"), True), "no_school_here", "LON-RULING-11")
    assert play(state, SpendCard(0, c("lords"))).players[0].vp == 5
    without = position(seat(stacks=["great_exhibition", "school_blue"], hand=["paupers"]))
    no(without, Activate(0, 0), "nothing_to_spend", "LON-RULING-11")


@pytest.mark.rules("LON-CARD-LEATHER-INDUSTRY.1", "LON-CARD-STREET-LIGHTS.1", "LON-CARD-WOOLWICH-ARSENAL.1")
@pytest.mark.parametrize(
    ("name", "money", "vp", "poverty", "face_up"),
    [
        ("leather_industry", 17, 0, 6, False),
        ("street_lights", 6, 1, 3, True),
        ("woolwich_arsenal", 3, 5, 5, False),
    ],
)
def test_leather_street_lights_and_arsenal(name: str, money: int, vp: int, poverty: int, face_up: bool) -> None:
    after: Any = play(position(seat(stacks=[name], money=10)), Activate(0, 0)).players[0]
    assert (after.money, after.vp, after.poverty, after.stacks[0].face_up) == (money, vp, poverty, face_up)


@pytest.mark.rules("LON-CARD-COFFEE-HOUSE.1")
def test_coffee_house_may_be_the_only_card_played() -> None:
    assert play(position(seat(hand=["coffee_house"])), PlaceCard(0, c("coffee_house")), EndAction(0)).active == 1
