"""The map, Invest and the Underground (LON-MAP, LON-BUY, LON-UG)."""

import pytest

from domain.rulesets.london.commands import (
    Activate,
    DrawFromDeck,
    EndRun,
    Invest,
    PlaceUnderground,
    SpendCard,
    TakeFromDisplay,
    TakeLoan,
)
from domain.rulesets.london.components import ADJACENT, BOROUGHS, NUMBERS, UNDERGROUND_START
from domain.rulesets.london.events import (
    ActivationEnded,
    BankPaid,
    BoroughBought,
    CardDrawn,
    CardTaken,
    LoanTaken,
    PointsGained,
    UndergroundPlaced,
)
from domain.rulesets.london.score import tracks
from tests.rulesets.london.position import c, happened, listed, named, no, of, play, position, seat

SOUTH_BANK = ("wandsworth", "battersea", "lambeth", "southwark_bermondsey", "deptford", "greenwich")
NORTH_BANK = ("hammersmith", "fulham_chelsea", "westminster", "city", "bethnal_green")


@pytest.mark.rules("LON-MAP-01")
def test_twenty_boroughs_each_with_price_cards_points_and_bank() -> None:
    assert len(BOROUGHS) == 20
    assert all(b.cost > 0 and b.cards > 0 and b.vp > 0 and b.bank in ("north", "south") for b in BOROUGHS.values())


@pytest.mark.rules("LON-MAP-02", "LON-MAP-03")
def test_adjacent_is_a_border_on_the_same_bank_or_one_of_four_bridges() -> None:
    for borough in BOROUGHS.values():
        assert all(BOROUGHS[near].bank == borough.bank for near in borough.neighbours)
        assert all(BOROUGHS[near].bank != borough.bank for near in borough.bridges)
        assert all(borough.id in ADJACENT[near] for near in ADJACENT[borough.id])
    bridges = {frozenset((b.id, far)) for b in BOROUGHS.values() for far in b.bridges}
    assert bridges == {
        frozenset(("city", "southwark_bermondsey")),
        frozenset(("westminster", "lambeth")),
        frozenset(("fulham_chelsea", "battersea")),
        frozenset(("fulham_chelsea", "wandsworth")),
    }


@pytest.mark.rules("LON-MAP-02", "LON-BUY-04")
def test_the_thames_separates_where_no_bridge_is() -> None:
    given = position(seat(money=30), owners={"bethnal_green": 1})
    no(given, Invest(0, "deptford"), "not_adjacent", "LON-BUY-04", "LON-MAP-02")
    assert {order.borough for order in listed(given, Invest)} == {"city", "hackney"}


@pytest.mark.rules("LON-MAP-04")
def test_eleven_boroughs_touch_the_thames() -> None:
    assert {b.id for b in BOROUGHS.values() if b.touches_thames} == {*SOUTH_BANK, *NORTH_BANK}


@pytest.mark.rules("LON-MAP-05", "LON-RULING-32")
def test_bethnal_green_stepney_and_poplar_are_one_borough() -> None:
    assert BOROUGHS["bethnal_green"].name == "Bethnal Green, Stepney & Poplar"
    assert not {"stepney", "poplar"} & set(BOROUGHS)
    no(position(seat(money=30)), Invest(0, "stepney"), "no_such_borough", "LON-MAP-01")


@pytest.mark.rules("LON-MAP-06", "LON-BUY-03")
def test_the_first_building_marker_goes_to_a_red_name() -> None:
    given = position(seat(money=30))
    no(given, Invest(0, "st_pancras"), "not_a_first_borough", "LON-BUY-03", "LON-MAP-06")
    assert {order.borough for order in listed(given, Invest)} == {"city", "southwark_bermondsey", "westminster"}
    assert [b.id for b in BOROUGHS.values() if b.underground_symbol] == ["city"]


@pytest.mark.rules("LON-MAP-07", "LON-RULING-39")
def test_boroughs_that_meet_in_a_point_are_not_adjacent() -> None:
    given = position(seat(money=30), owners={"hampstead": 1})
    no(given, Invest(0, "paddington"), "not_adjacent", "LON-MAP-02")
    assert "st_marylebone" in ADJACENT["city"]


@pytest.mark.rules("LON-BUY-01", "LON-BUY-05", "LON-BUY-06")
def test_investing_puts_a_marker_pays_the_bank_and_takes_cards_at_once() -> None:
    given = position(seat(money=9), top_of_deck=["grocers", "salters"], top=["paupers"])
    events = happened(given, Invest(0, "city"))
    assert of(events, BoroughBought) == [BoroughBought(seat=0, borough="city", pounds=8, cards=4)]
    bought = play(given, Invest(0, "city"))
    assert bought.players[0].money == 1
    assert dict(bought.owners) == {"city": 0}
    assert (bought.phase, bought.turn.owed) == ("drawing", 4)
    no(bought, Invest(0, "westminster"), "wrong_phase", "LON-TURN-05")
    after = play(bought, DrawFromDeck(0), TakeFromDisplay(0, c("paupers")), DrawFromDeck(0), DrawFromDeck(0))
    assert len(after.players[0].hand) == 4
    assert after.active == 1


@pytest.mark.rules("LON-BUY-01")
def test_only_one_borough_a_turn() -> None:
    drawing = play(position(seat(money=30), owners={"city": 1}), Invest(0, "westminster"))
    for phase_after in (drawing, play(drawing, DrawFromDeck(0))):
        assert not listed(phase_after, Invest)


@pytest.mark.rules("LON-BUY-02")
def test_a_borough_holds_one_building_marker() -> None:
    given = position(seat(money=30), owners={"city": 1, "hackney": 0})
    no(given, Invest(0, "city"), "borough_taken", "LON-BUY-02")
    no(given, Invest(0, "hackney"), "borough_taken", "LON-BUY-02")


@pytest.mark.rules("LON-BUY-04")
def test_later_markers_go_next_to_a_marker_of_any_player() -> None:
    given = position(seat(money=30), seat(), owners={"city": 1})
    no(given, Invest(0, "greenwich"), "not_adjacent", "LON-BUY-04")
    assert Invest(0, "hackney") in listed(given, Invest)


@pytest.mark.rules("LON-BUY-05", "LON-LOAN-04")
def test_a_borough_must_be_paid_and_one_pound_short_is_refused() -> None:
    short = position(seat(money=7))
    refused = no(short, Invest(0, "city"), "money_short", "LON-BUY-05", "LON-LOAN-04")
    assert (refused.facts["needed"], refused.facts["money"]) == (8, 7)
    assert Invest(0, "city") in listed(position(seat(money=8)), Invest)
    assert play(short, TakeLoan(0), Invest(0, "city")).players[0].money == 9


@pytest.mark.rules("LON-BUY-07", "LON-RULING-22")
def test_eleven_building_markers_are_a_limit() -> None:
    eleven = dict.fromkeys(list(BOROUGHS)[: NUMBERS.building_markers], 0)
    full = position(seat(money=40), owners=eleven)
    assert len(eleven) == 11
    no(full, Invest(0, "lambeth"), "no_marker_left", "LON-BUY-07", "LON-RULING-22")
    assert not listed(full, Invest)
    ten = dict(list(eleven.items())[:10])
    assert listed(position(seat(money=40), owners=ten), Invest)


@pytest.mark.rules("LON-BUY-07")
def test_without_a_legal_borough_there_is_no_invest() -> None:
    assert not listed(position(seat(money=40), owners=dict.fromkeys(BOROUGHS, 1)), Invest)


@pytest.mark.rules("LON-BUY-08", "LON-UG-10")
def test_markers_stay_where_they_are() -> None:
    given = position(seat(money=40), owners={"city": 1}, underground=["city"])
    after = play(given, Invest(0, "hackney"), DrawFromDeck(0), DrawFromDeck(0))
    assert dict(after.owners) == {"city": 1, "hackney": 0}
    assert after.underground == ("city",)


# The Underground


def digging(owners: dict[str, int], underground: tuple[str, ...] = (), money: int = 5, hand: int = 1):
    """A visible Underground, just paid for: its first marker is due."""
    names = ["paupers", "paupers/2", "paupers/3"][:hand]
    given = position(seat(hand=names, stacks=["underground"], money=money), owners=owners, underground=underground)
    return play(given, Activate(0, 0), SpendCard(0, c("paupers")))


def places(state) -> set[str]:
    return {order.borough for order in listed(state, PlaceUnderground)}


@pytest.mark.rules("LON-UG-01", "LON-CARD-UNDERGROUND.1", "LON-FLOW-06")
def test_two_markers_must_be_placed_one_after_the_other() -> None:
    first = digging({"city": 0, "hackney": 1, "islington": 1})
    assert first.phase == "underground"
    no(first, EndRun(0), "wrong_phase", "LON-RUN-02")
    second = play(first, PlaceUnderground(0, "city"))
    assert second.phase == "underground"
    assert second.players[0].vp == 0
    events = happened(second, PlaceUnderground(0, "hackney"))
    assert named(events) == ["UndergroundPlaced", "PointsGained", "ActivationEnded"]
    done = play(second, PlaceUnderground(0, "hackney"))
    assert (done.phase, done.players[0].vp, done.players[0].stacks[0].face_up) == ("running", 4, False)
    assert done.underground == ("city", "hackney")


@pytest.mark.rules("LON-UG-02")
def test_a_borough_holds_one_underground_marker() -> None:
    given = digging({"city": 0, "hackney": 0}, underground=("city",))
    no(given, PlaceUnderground(0, "city"), "underground_there", "LON-UG-02")
    assert places(given) == {"hackney"}


@pytest.mark.rules("LON-UG-03")
def test_an_underground_marker_needs_a_building_marker_of_any_player() -> None:
    given = digging({"city": 1})
    no(given, PlaceUnderground(0, "hackney"), "no_building_marker", "LON-UG-03")
    assert places(given) == {"city"}


@pytest.mark.rules("LON-UG-04")
def test_the_first_marker_goes_to_city_or_next_to_it() -> None:
    given = digging({"city": 1, "hackney": 0, "southwark_bermondsey": 1, "lambeth": 0})
    no(given, PlaceUnderground(0, "lambeth"), "not_near_city", "LON-UG-04")
    assert places(given) == {"city", "hackney", "southwark_bermondsey"}
    assert set(UNDERGROUND_START) == {"city", *ADJACENT["city"]}


@pytest.mark.rules("LON-UG-05")
def test_later_markers_go_next_to_a_marker_whoever_placed_it() -> None:
    given = digging({"city": 1, "hackney": 0, "lambeth": 0, "westminster": 1}, underground=("hackney",))
    no(given, PlaceUnderground(0, "lambeth"), "not_adjacent", "LON-UG-05")
    assert places(given) == {"city"}
    assert places(play(given, PlaceUnderground(0, "city"))) == {"westminster"}


@pytest.mark.rules("LON-UG-06", "LON-RULING-21")
def test_a_marker_that_crosses_the_thames_costs_a_toll() -> None:
    given = digging({"city": 0, "southwark_bermondsey": 1, "lambeth": 1}, underground=("city",))
    events = happened(given, PlaceUnderground(0, "southwark_bermondsey"), PlaceUnderground(0, "lambeth"))
    assert of(events, BankPaid) == [BankPaid(seat=0, pounds=3, purpose="toll", card=c("underground"))]
    assert [event.toll for event in of(events, UndergroundPlaced)] == [3, 0]


@pytest.mark.rules("LON-UG-06", "LON-RULING-21")
def test_no_toll_where_any_marked_neighbour_lies_on_the_same_bank() -> None:
    owners = {"city": 0, "southwark_bermondsey": 1, "lambeth": 1}
    given = digging(owners, underground=("city", "lambeth"))
    assert play(given, PlaceUnderground(0, "southwark_bermondsey")).players[0].money == 5


@pytest.mark.rules("LON-UG-07", "LON-RULING-21")
def test_the_first_marker_of_the_game_is_free_even_in_the_south() -> None:
    given = digging({"southwark_bermondsey": 0, "lambeth": 0}, money=0)
    after = play(given, PlaceUnderground(0, "southwark_bermondsey"), PlaceUnderground(0, "lambeth"))
    assert (after.players[0].money, after.players[0].loans) == (0, 0)


@pytest.mark.rules("LON-UG-06", "LON-LOAN-04", "LON-RULING-21", "LON-FLOW-12", "LON-RULING-14")
def test_a_toll_that_cannot_be_met_forces_just_enough_loans() -> None:
    given = digging({"city": 0, "southwark_bermondsey": 1}, underground=("city",), money=2)
    assert places(given) == {"southwark_bermondsey"}  # compulsory, although it is charged
    events = happened(given, PlaceUnderground(0, "southwark_bermondsey"))
    assert named(events)[:3] == ["LoanTaken", "BankPaid", "UndergroundPlaced"]
    assert of(events, LoanTaken) == [LoanTaken(seat=0, pounds=10, forced=True)]
    assert play(given, PlaceUnderground(0, "southwark_bermondsey")).players[0].money == 9


@pytest.mark.rules("LON-UG-08", "LON-RULING-07", "LON-FLOW-06")
def test_without_a_legal_borough_the_points_are_gained_all_the_same() -> None:
    given = position(seat(hand=["paupers"], stacks=["underground"]))
    events = happened(given, Activate(0, 0), SpendCard(0, c("paupers")))
    assert not of(events, UndergroundPlaced)
    assert of(events, PointsGained) == [PointsGained(seat=0, points=4, card=c("underground"))]
    assert of(events, ActivationEnded)[0].flipped_stack == 0


@pytest.mark.rules("LON-UG-08", "LON-FLOW-06")
def test_one_marker_is_placed_where_only_one_fits() -> None:
    after = play(digging({"city": 0}), PlaceUnderground(0, "city"))
    assert (after.phase, after.players[0].vp) == ("running", 4)


@pytest.mark.rules("LON-UG-08", "LON-RULING-21")
def test_ten_underground_markers_are_a_limit() -> None:
    names = list(BOROUGHS)
    owners = dict.fromkeys(names, 1)
    nine = ("city", *ADJACENT["city"][:6], "hampstead", "paddington")
    assert len(nine) == 9
    after = play(digging(owners, underground=nine), PlaceUnderground(0, "kensington"))
    assert (len(after.underground), after.phase, after.players[0].vp) == (10, "running", 4)


@pytest.mark.rules("LON-UG-09", "LON-SCORE-04")
def test_an_underground_marker_is_worth_two_points_to_the_owner_of_the_borough() -> None:
    given = position(owners={"city": 1, "hackney": 0}, underground=["city"])
    found = {(track.seat, track.source): track.banked for track in tracks(given)}
    assert (found[1, "underground"], found[0, "underground"]) == (2, 0)
    assert (found[1, "boroughs"], found[0, "boroughs"]) == (6, 2)


@pytest.mark.rules("LON-BUY-06", "LON-DRAW-01")
def test_the_cards_of_a_borough_come_from_deck_or_display() -> None:
    given = play(position(seat(money=8), top=["paupers"]), Invest(0, "westminster"))
    events = happened(given, TakeFromDisplay(0, c("paupers")), DrawFromDeck(0))
    assert len(of(events, CardTaken)) == len(of(events, CardDrawn)) == 1
