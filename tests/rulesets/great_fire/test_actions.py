"""Rules section 10: the action phase."""

import pytest

from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import IDS, LINKS
from tests.rulesets.great_fire.position import after, at, bands_at, names, one, play, position, refuses

PL = "pudding_lane"


@pytest.mark.rules("GF-ACT-01")
def test_act_01_four_points_in_any_order_and_mixture() -> None:
    state = position(
        cones={"holborn": 2},
        bands={"holborn": 2, "ludgate": 1},
        land={0: "lincolns_inn"},
        phase="actions",
        full=["holborn"],
    )
    state = after(state, c.MoveLandowner(0, "holborn"), c.PutOut(0), c.MoveBand(0, "ludgate", "newgate"), c.PutOut(0))
    assert state.points == 0
    for order in (c.MoveLandowner(0, "ely_house"), c.MoveBand(0, "newgate", "ludgate"), c.PutOut(0)):
        refuses(state, order, "no_points_left", "GF-ACT-01")
    walked = after(position(phase="actions"), *(c.MoveLandowner(0, id) for id in ("holborn", "lincolns_inn") * 2))
    assert walked.points == 0, "the same action may be taken several times"


@pytest.mark.rules("GF-ACT-02")
def test_act_02_his_own_landowner_moves_one_area_for_a_point() -> None:
    state = position(phase="actions", land={0: "lincolns_inn", 1: "ludgate"})
    refuses(state, c.MoveLandowner(0, "newgate"), "not_adjacent", "GF-ACT-04")
    refuses(state, c.MoveLandowner(0, "nowhere"), "no_such_area")
    state, events = play(state, c.MoveLandowner(0, "st_dunstans"))
    moved = one(events, e.LandownerMoved)
    assert (moved.origin, moved.to, moved.points_left, state.points) == ("lincolns_inn", "st_dunstans", 3, 3)
    assert [IDS[area] for area in state.landowners] == ["st_dunstans", "ludgate", "lincolns_inn", "lincolns_inn"]


@pytest.mark.rules("GF-ACT-03", "GF-RULING-52")
def test_act_03_every_band_may_be_moved_by_everybody_each_area_a_point() -> None:
    state = position(bands={"ludgate": 1, "the_tower": 1}, phase="actions")
    refuses(state, c.MoveBand(0, "newgate", "ludgate"), "no_band", "GF-ACT-03")
    refuses(state, c.MoveBand(0, "ludgate", "holborn"), "not_adjacent", "GF-ACT-04")
    state = after(
        state,
        c.MoveBand(0, "ludgate", "newgate"),
        c.MoveBand(0, "newgate", "ludgate"),
        c.MoveBand(0, "the_tower", "tower_hill"),
    )
    assert state.points == 1, "there and back is two, another band one more"
    state = after(state, c.EndActions(0), c.PlayFire(1, "N", PL, "bridgeward"), c.MoveBand(1, "ludgate", "newgate"))
    assert (bands_at(state, "newgate"), state.points) == (1, 3), "moved by another player it costs no more"


@pytest.mark.rules("GF-ACT-04", "GF-RULING-29", "GF-DEMO-09")
def test_act_04_every_link_serves_walkers() -> None:
    """Edges and corners, grass, burning, empty and demolished areas; no link more."""
    links = {(link.a, link.b) for link in LINKS} | {(link.b, link.a) for link in LINKS}
    for id in IDS:
        if id == PL:
            continue
        state = position(
            land={0: id},
            bands={id: 1},
            phase="actions",
            cones={"st_pauls": 2, "holborn": 1},
            empty=["cheapside"],
            demolished=["ludgate"],
        )
        walks = {order.to for order in RULESET.legal(state, 0) if isinstance(order, c.MoveLandowner)}
        assert walks == {b for a, b in links if a == id} - {PL}
        if not at(state.cones, id):
            assert {order.to for order in RULESET.legal(state, 0) if isinstance(order, c.MoveBand)} == walks


@pytest.mark.rules("GF-ACT-04", "GF-BOARD-05", "GF-RULING-29")
def test_act_04_over_corners_the_wall_and_past_the_corner_of_pudding_lane() -> None:
    state = position(land={0: "tallow_hall"}, bands={"sion_college": 1}, phase="actions")
    state = after(state, c.MoveLandowner(0, "s_mary"), c.MoveBand(0, "sion_college", "finsbury"))
    assert IDS[state.landowners[0]] == "s_mary" and bands_at(state, "finsbury") == 1


@pytest.mark.rules("GF-ACT-05", "GF-RULING-29")
def test_act_05_pudding_lane_is_closed_to_both() -> None:
    state = position(land={0: "bridgeward"}, bands={"bridgeward": 1}, phase="actions")
    refuses(state, c.MoveLandowner(0, PL), "pudding_lane_closed", "GF-ACT-05")
    refuses(state, c.MoveBand(0, "bridgeward", PL), "pudding_lane_closed", "GF-ACT-05")
    assert c.MoveLandowner(0, "candlewick_ward") in RULESET.legal(state, 0)


@pytest.mark.rules("GF-ACT-06", "GF-ACT-07", "GF-RULING-19", "GF-CONT-01")
def test_act_06_07_a_band_that_meets_an_uncovered_cone_is_pinned() -> None:
    state = position(cones={"guild_hall": 4}, bands={"brewers_hall": 1}, phase="actions")
    state, events = play(state, c.MoveBand(0, "brewers_hall", "guild_hall"))
    assert one(events, e.BandMoved).pinned and state.points == 3
    refuses(state, c.MoveBand(0, "guild_hall", "cheapside"), "band_pinned", "GF-ACT-07", "GF-RULING-19")
    free = position(bands={"brewers_hall": 1}, phase="actions")
    free, events = play(free, c.MoveBand(0, "brewers_hall", "guild_hall"))
    assert not one(events, e.BandMoved).pinned
    assert bands_at(after(free, c.MoveBand(0, "guild_hall", "cheapside")), "cheapside") == 1


@pytest.mark.rules("GF-ACT-06")
def test_act_06_the_last_uncovered_cone_pins_and_the_next_band_stays_free() -> None:
    state = position(cones={"guild_hall": 2}, bands={"guild_hall": 1, "brewers_hall": 2}, phase="actions")
    state, events = play(state, c.MoveBand(0, "brewers_hall", "guild_hall"))
    assert one(events, e.BandMoved).pinned, "the second cone was uncovered"
    state, events = play(state, c.MoveBand(0, "brewers_hall", "guild_hall"))
    assert not one(events, e.BandMoved).pinned
    assert c.MoveBand(0, "guild_hall", "cheapside") in RULESET.legal(state, 0)


@pytest.mark.rules("GF-ACT-07")
def test_act_07_landowners_are_never_pinned() -> None:
    state = position(cones={"guild_hall": 4}, land={0: "brewers_hall"}, phase="actions")
    state = after(state, c.MoveLandowner(0, "guild_hall"), c.MoveLandowner(0, "cheapside"))
    assert IDS[state.landowners[0]] == "cheapside"


@pytest.mark.rules("GF-ACT-08", "GF-RULING-18")
def test_act_08_a_band_walks_through_a_contained_fire() -> None:
    state = position(cones={"s_bennet": 1}, bands={"s_bennet": 1, "guild_hall": 1}, phase="actions")
    state, events = play(state, c.MoveBand(0, "guild_hall", "s_bennet"))
    assert not one(events, e.BandMoved).pinned
    state = after(state, c.MoveBand(0, "s_bennet", "tallow_hall"))
    assert (bands_at(state, "s_bennet"), bands_at(state, "tallow_hall")) == (1, 1)
    refuses(state, c.MoveBand(0, "s_bennet", "cheapside"), "band_pinned", "GF-ACT-07")


@pytest.mark.rules("GF-ACT-09")
def test_act_09_putting_out_a_cone_costs_a_point() -> None:
    state = position(cones={"st_pauls": 5}, bands={"st_pauls": 5}, land={0: "st_pauls"}, phase="actions")
    state = after(state, *[c.PutOut(0)] * 4)
    assert (state.points, at(state.cones, "st_pauls"), state.piles[0]) == (0, 1, 4)
    refuses(state, c.PutOut(0), "no_points_left", "GF-ACT-01")


@pytest.mark.rules("GF-ACT-10", "GF-TURN-02", "GF-RULING-32")
def test_act_10_the_phase_ends_only_by_the_word_and_a_charge_needs_no_point() -> None:
    """The phase is the same with and without a charge, so that nothing reveals whether a seat has one."""
    for held in ([], ["charge"]):
        state = position(bands={"bridgeward": 1}, held={0: held}, phase="actions", points=1)
        state, events = play(state, c.MoveLandowner(0, "holborn"))
        assert (state.points, state.phase, state.active) == (0, "actions", 0)
        assert names(events) == ["LandownerMoved"]
        assert c.EndActions(0) in RULESET.legal(state, 0)
        assert (c.Demolish(0, "bridgeward") in RULESET.legal(state, 0)) == bool(held)
    state = after(state, c.Demolish(0, "bridgeward"))
    assert (state.points, state.phase) == (0, "actions")


@pytest.mark.rules("GF-ACT-10")
def test_act_10_a_charge_may_go_off_before_the_first_point_is_spent() -> None:
    state = position(bands={"bridgeward": 1}, held={0: ["charge"]}, phase="actions")
    assert after(state, c.Demolish(0, "bridgeward")).points == 4


@pytest.mark.rules("GF-ACT-11")
def test_act_11_any_number_share_an_area() -> None:
    state = position(bands={"holborn": 5, "ely_house": 1}, land=dict.fromkeys(range(1, 4), "holborn"), phase="actions")
    state = after(state, c.MoveBand(0, "ely_house", "holborn"), c.MoveLandowner(0, "holborn"))
    assert bands_at(state, "holborn") == 6
    assert {IDS[area] for area in state.landowners} == {"holborn"}
