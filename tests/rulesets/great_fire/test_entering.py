"""Rules section 8: what happens when a fire enters a district."""

import pytest

from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import COLOURS
from domain.rulesets.great_fire.options import Options
from tests.rulesets.great_fire.position import after, at, names, one, play, position, refuses, room

PL = "pudding_lane"
EAST = c.PlayFire(0, "E", PL, "billingsgate")
HOLD = {"billingsgate": 1, "pepys_house": 1, "philpott_lane": 1}
"""One band each in all that lies east of Pudding Lane, so that Billingsgate is among the best targets."""


@pytest.mark.rules("GF-ENTER-01", "GF-RULING-11", "GF-CONT-03")
def test_enter_01_as_many_bands_as_cones_hold_the_fire() -> None:
    state = position(bands=HOLD, tokens={"billingsgate": "vp"})
    state, events = play(state, EAST)
    assert names(events) == ["FireCardPlayed", "FireMoved", "FireContainedOnArrival"]
    assert (at(state.cones, "billingsgate"), at(state.houses, "billingsgate"), state.stock) == (1, 2, 40)
    assert at(state.tokens, "billingsgate") and state.supplies[0] == (0, 0, 0)


@pytest.mark.rules("GF-ENTER-01", "GF-RULING-11")
def test_enter_01_an_empty_district_holds_it_too() -> None:
    state = position(bands=HOLD, empty=["billingsgate", "pepys_house", "philpott_lane"])
    state, events = play(state, EAST)
    assert names(events)[-1] == "FireContainedOnArrival"
    assert at(state.cones, "billingsgate") == 1


@pytest.mark.rules("GF-ENTER-01")
def test_enter_01_the_new_cone_counts() -> None:
    """Two bands hold the second cone; the third breaks out."""
    hold = {"billingsgate": 2, "pepys_house": 1, "philpott_lane": 1}
    state = position(cones={"billingsgate": 1}, bands=hold)
    state, events = play(state, EAST)
    assert names(events)[-1] == "FireContainedOnArrival" and at(state.cones, "billingsgate") == 2
    state, events = play(state, c.EndActions(0), c.PlayFire(1, "E", PL, "billingsgate"))
    assert "DistrictBurnt" in names(events) and at(state.cones, "billingsgate") == 3


@pytest.mark.rules("GF-ENTER-02", "GF-RULING-17", "GF-CONT-05")
def test_enter_02_otherwise_all_burns_and_the_bands_stay() -> None:
    state = position(cones={"billingsgate": 1}, bands=HOLD)
    state, events = play(state, EAST)
    assert one(events, e.DistrictBurnt).houses == ("black", "black"), "although one cone is covered"
    assert at(state.houses, "billingsgate") == 0
    assert len(state.bands) == 3
    refuses(state, c.MoveBand(0, "billingsgate", "custom_house"), "band_pinned", "GF-CONT-01")  # each is on a cone


@pytest.mark.rules("GF-ENTER-03", "GF-SCORE-01")
def test_enter_03_every_house_goes_to_the_track_of_its_colour() -> None:
    state = position(houses={"billingsgate": ["red", "purple"]})
    state, events = play(state, EAST)
    assert one(events, e.DistrictBurnt).houses == ("red", "purple")
    assert {colour: lost for colour, lost in zip(COLOURS, state.lost, strict=True) if lost} == {"red": 1, "purple": 1}


@pytest.mark.rules("GF-ENTER-04", "GF-SUPPLY-01")
def test_enter_04_cones_are_added_up_to_the_size() -> None:
    state, events = play(position(), c.PlayFire(0, "N", PL, "pepys_house"))
    burnt = one(events, e.DistrictBurnt)
    assert (burnt.cones_added, burnt.from_stock, burnt.cones) == (2, 2, 3)
    assert at(state.cones, "pepys_house") == 3 and state.stock == 38
    state, events = play(position(), c.PlayFire(0, "N", PL, "s_mary"))
    assert one(events, e.DistrictBurnt).cones_added == 0, "size 1: the one that entered"


@pytest.mark.rules("GF-ENTER-04", "GF-RULING-17", "GF-RULING-24")
def test_enter_04_cones_that_were_there_count_and_there_may_be_more_than_the_size() -> None:
    state = position(cones={"pepys_house": 1}, bands={"pepys_house": 1, "billingsgate": 1, "philpott_lane": 1})
    state, events = play(state, c.PlayFire(0, "E", PL, "pepys_house"))
    assert one(events, e.DistrictBurnt).cones_added == 1
    many = {"billingsgate": 4, "pepys_house": 1, "philpott_lane": 1}
    state = position(cones={"billingsgate": 4}, bands=many)
    state, events = play(state, EAST)
    assert one(events, e.DistrictBurnt).cones_added == 0
    assert at(state.cones, "billingsgate") == 5, "past size and two: movement has no limit"
    assert room(state, "billingsgate") == 0


@pytest.mark.rules("GF-ENTER-05", "GF-RULING-09", "GF-RULING-10", "GF-OPT-04")
@pytest.mark.parametrize(("reburn", "cones"), [("size", 3), ("one", 1)])
def test_enter_05_an_empty_district_burns_again(reburn: str, cones: int) -> None:
    east = ["pepys_house", "philpott_lane", "billingsgate"]
    state = position(empty=east, options=Options(reburn_cones=reburn))  # type: ignore[arg-type]
    lost = state.lost
    state, events = play(state, c.PlayFire(0, "E", PL, "pepys_house"))
    assert at(state.cones, "pepys_house") == cones
    assert one(events, e.DistrictBurnt).houses == () and state.lost == lost
    assert room(state, "pepys_house") == 5 - cones, "it takes intensify cones while it burns"


@pytest.mark.rules("GF-OPT-04", "GF-ENTER-05")
def test_enter_05_the_option_changes_nothing_where_houses_stand() -> None:
    state = position(options=Options(reburn_cones="one"))
    assert at(after(state, c.PlayFire(0, "E", PL, "pepys_house")).cones, "pepys_house") == 3


@pytest.mark.rules("GF-ENTER-06", "GF-RULING-13", "GF-RULING-12")
def test_enter_06_the_active_player_takes_the_token_of_burnt_houses() -> None:
    state = position(tokens={"billingsgate": "charge"})
    state, events = play(state, EAST)
    taken = one(events, e.TokenTaken)
    assert (taken.seat, taken.district, taken.kind) == (0, "billingsgate", "charge")
    assert state.supplies[0] == (1, 0, 0) and not at(state.tokens, "billingsgate")


@pytest.mark.rules("GF-ENTER-06", "GF-RULING-12")
def test_enter_06_who_breaks_the_containment_takes_the_token() -> None:
    state = position(bands=HOLD, tokens={"billingsgate": "vp"})
    state = after(state, EAST, c.EndActions(0))
    state, events = play(state, c.PlayFire(1, "E", PL, "billingsgate"))
    assert one(events, e.TokenTaken).seat == 1
    assert state.supplies[:2] == ((0, 0, 0), (0, 0, 1))


@pytest.mark.rules("GF-ENTER-07", "GF-RULING-08")
def test_enter_07_pudding_lane_is_refilled_after_the_damage() -> None:
    """The district takes its two cones first; what is left of six refills Pudding Lane."""
    state = position(cones={PL: 1}, stock=6, tokens={"pepys_house": "vp"})
    state, events = play(state, c.PlayFire(0, "N", PL, "pepys_house"))
    assert names(events)[-3:] == ["DistrictBurnt", "TokenTaken", "PuddingLaneRefilled"]
    assert (at(state.cones, PL), at(state.cones, "pepys_house"), state.stock) == (4, 3, 0)


@pytest.mark.rules("GF-ENTER-07", "GF-RULING-08")
def test_enter_07_a_contained_arrival_refills_too() -> None:
    events = play(position(cones={PL: 1}, bands=HOLD), EAST)[1]
    assert names(events)[-2:] == ["FireContainedOnArrival", "PuddingLaneRefilled"]
