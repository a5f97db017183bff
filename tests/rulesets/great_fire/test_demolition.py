"""Rules section 13: demolition."""

import pytest
from msgspec.structs import replace

from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import AREAS, COLOURS, IDS
from domain.rulesets.great_fire.state import State
from tests.lines import english
from tests.rulesets.great_fire.position import after, at, bands_at, final_steps, one, play, position, refuses, targets

PL = "pudding_lane"


def mined(*areas: str, **words: object) -> State:
    """Seat 0 holds a charge and a band stands in each of the areas."""
    words = {"held": {0: ["charge"]}, "bands": dict.fromkeys(areas, 1), "phase": "actions", **words}
    return position(**words)  # type: ignore[arg-type]


@pytest.mark.rules("GF-DEMO-01", "GF-RULING-32")
def test_demo_01_a_charge_of_his_own_and_any_band_in_the_district() -> None:
    refuses(
        mined("bridgeward", held={1: ["charge"], 0: ["vp"]}), c.Demolish(0, "bridgeward"), "no_charge", "GF-DEMO-01"
    )
    refuses(mined("s_mary"), c.Demolish(0, "bridgeward"), "no_band", "GF-DEMO-01")
    refuses(mined(land={0: "bridgeward"}), c.Demolish(0, "bridgeward"), "no_band", "GF-DEMO-01")
    refuses(mined("bridgeward"), c.Demolish(1, "bridgeward"), "not_your_turn", "GF-TURN-01")
    state = after(mined("bridgeward"), c.Demolish(0, "bridgeward"))
    assert state.supplies[0] == (0, 0, 0)
    assert bands_at(state, "bridgeward") == 1, "the band is not used up"
    assert IDS[state.landowners[0]] == "lincolns_inn", "a landowner need not be there"


@pytest.mark.rules("GF-DEMO-01", "GF-RULING-32")
def test_demo_01_one_band_does_several_by_walking_on() -> None:
    state = mined("bridgeward", held={0: ["charge"] * 2})
    state = after(state, c.Demolish(0, "bridgeward"), c.MoveBand(0, "bridgeward", "s_mary"), c.Demolish(0, "s_mary"))
    assert at(state.demolished, "s_mary") and state.points == 3


@pytest.mark.rules("GF-DEMO-01", "GF-RULING-32", "GF-HID-07")
def test_demo_01_it_needs_no_points_and_ends_the_fire_phase() -> None:
    state = after(mined("bridgeward", points=0), c.Demolish(0, "bridgeward"))
    assert (state.points, state.phase) == (0, "actions")
    first = mined("bridgeward", phase="fire_second", card="N", held={0: ["charge", "double_move"]})
    first = after(first, c.Demolish(0, "bridgeward"))
    assert (first.points, first.phase) == (4, "actions")


@pytest.mark.rules("GF-DEMO-02", "GF-RULING-32")
def test_demo_02_burnable_without_a_cone_and_not_demolished_already() -> None:
    refuses(mined("lincolns_inn"), c.Demolish(0, "lincolns_inn"), "not_a_district", "GF-DEMO-02")
    refuses(mined(PL), c.Demolish(0, PL), "not_a_district", "GF-DEMO-02")
    refuses(mined("bridgeward", cones={"bridgeward": 1}), c.Demolish(0, "bridgeward"), "burning", "GF-DEMO-02")
    refuses(
        mined("bridgeward", demolished=["bridgeward"]), c.Demolish(0, "bridgeward"), "demolished_already", "GF-DEMO-02"
    )
    refuses(mined("bridgeward"), c.Demolish(0, "the_bridge"), "no_such_area")


@pytest.mark.rules("GF-DEMO-03", "GF-RULING-31")
def test_demo_03_beside_a_burning_district_contained_or_not_also_at_a_corner() -> None:
    refuses(mined("newgate"), c.Demolish(0, "newgate"), "no_fire_beside", "GF-DEMO-03")
    loose = mined("newgate", cones={"ludgate": 1})
    held = mined("newgate", "ludgate", cones={"ludgate": 1})
    corner = mined("watlin_street", cones={"ludgate": 1})
    assert c.Demolish(0, "newgate") in RULESET.legal(loose, 0)
    assert c.Demolish(0, "newgate") in RULESET.legal(held, 0)
    assert c.Demolish(0, "watlin_street") in RULESET.legal(corner, 0)
    assert c.Demolish(0, "s_bennet") in RULESET.legal(mined("s_bennet"), 0), "Pudding Lane counts, at its corner too"


@pytest.mark.rules("GF-DEMO-03", "GF-RULING-29")
def test_demo_03_a_link_that_is_closed_to_fire_does_not_make_grass_burn() -> None:
    refuses(mined("finsbury", cones={"barbican": 1}), c.Demolish(0, "finsbury"), "no_fire_beside", "GF-DEMO-03")


@pytest.mark.rules("GF-DEMO-04", "GF-DEMO-08", "GF-BOARD-08")
def test_demo_04_three_houses_and_more_only_when_empty() -> None:
    refuses(mined("pepys_house"), c.Demolish(0, "pepys_house"), "too_big", "GF-DEMO-04")
    assert c.Demolish(0, "billingsgate") in RULESET.legal(mined("billingsgate"), 0), "two houses"
    state = after(mined("pepys_house", empty=["pepys_house"]), c.Demolish(0, "pepys_house"))
    assert at(state.demolished, "pepys_house")
    for area in AREAS:  # every size, empty
        if area.burnable:
            anywhere = mined(
                area.id, empty=[area.id], cones={id.id: 1 for id in AREAS if id.burnable and id.id != area.id}
            )
            assert c.Demolish(0, area.id) in RULESET.legal(anywhere, 0), area.id


@pytest.mark.rules("GF-DEMO-05", "GF-PRIO-07")
def test_demo_05_no_fire_enters_or_passes_to_the_end_of_the_game() -> None:
    open_way = mined(cones={"guild_hall": 4}, hands={0: "NNNNN"})
    assert "coleman_street" in final_steps(open_way, "N", PL) or "s_bennet" in targets(open_way, "N", PL)
    state = after(mined("s_bennet", cones={"guild_hall": 4}), c.Demolish(0, "s_bennet"))
    assert "s_bennet" not in final_steps(state, "N", PL)
    assert "s_bennet" not in final_steps(state, "S", "guild_hall")
    assert "cheapside" not in final_steps(state, "W", PL), "nor through it"
    state = replace(state, phase="fire", hands=("NNNNN", *state.hands[1:]))
    refuses(state, c.PlayFire(0, "N", PL, "s_bennet"), "fire_break", "GF-DEMO-05")
    assert RULESET.view(state, SPECTATOR).areas[IDS.index("s_bennet")].demolished


@pytest.mark.rules("GF-DEMO-06", "GF-SCORE-01")
def test_demo_06_its_houses_are_lost_like_burnt_ones() -> None:
    state, events = play(mined("billingsgate", houses={"billingsgate": ["red", "blue"]}), c.Demolish(0, "billingsgate"))
    assert one(events, e.DistrictDemolished).houses == ("red", "blue")
    assert {colour: lost for colour, lost in zip(COLOURS, state.lost, strict=True) if lost} == {"red": 1, "blue": 1}
    assert at(state.houses, "billingsgate") == 0


@pytest.mark.rules("GF-DEMO-07", "GF-RULING-46")
def test_demo_07_a_token_there_is_destroyed_unseen() -> None:
    state, events = play(mined("bridgeward", tokens={"bridgeward": "vp"}), c.Demolish(0, "bridgeward"))
    assert at(state.tokens, "bridgeward") == 0 and state.supplies == ((0, 0, 0),) * 4
    broken = one(events, e.DistrictDemolished)
    for viewer in (*range(4), SPECTATOR):
        line = RULESET.tell(broken, viewer)
        assert line is not None and line.facts["token_destroyed"] is True
        assert "vp" not in str(line) and "victory" not in english(line)


@pytest.mark.rules("GF-DEMO-08")
def test_demo_08_an_empty_district_costs_no_house() -> None:
    before = mined("bridgeward", empty=["bridgeward"])
    state, events = play(before, c.Demolish(0, "bridgeward"))
    assert one(events, e.DistrictDemolished).houses == () and state.lost == before.lost


@pytest.mark.rules("GF-DEMO-09")
def test_demo_09_bands_and_landowners_stay_enter_and_cross() -> None:
    state = after(mined("bridgeward", "royal_exchange", land={0: "s_mary"}), c.Demolish(0, "bridgeward"))
    assert bands_at(state, "bridgeward") == 1
    state = after(
        state,
        c.MoveBand(0, "royal_exchange", "bridgeward"),
        c.MoveBand(0, "bridgeward", "s_mary"),
        c.MoveLandowner(0, "bridgeward"),
    )
    assert bands_at(state, "bridgeward") == 1 and bands_at(state, "s_mary") == 1
    assert IDS[after(state, c.MoveLandowner(0, "candlewick_ward")).landowners[0]] == "candlewick_ward"
