"""What the refusals of this ruleset cite, case by case (P7 and P9 of the hard reading)."""

import pytest

from domain.engine.refusal import Refused
from domain.rulesets.great_fire import commands as c
from tests.lines import english
from tests.rulesets.great_fire.openings import dealt
from tests.rulesets.great_fire.position import no, position

PL = "pudding_lane"


@pytest.mark.rules("GF-FIRE-05", "GF-RULING-05", "GF-BOARD-06")
def test_an_area_that_never_burns_is_refused_for_its_own_reason() -> None:
    state = position(cones={"charterhouse": 3, "s_bennet": 2}, hands={0: "SSSSS"})
    lane = no(state, c.PlayFire(0, "S", "s_bennet", PL))
    assert english(lane, "great_fire") == "Fire never moves into Pudding Lane, which always burns uncontained."
    assert lane.rules == ("GF-FIRE-05", "GF-RULING-05", "GF-PRIO-07")
    grass = no(state, c.PlayFire(0, "S", "charterhouse", "west_smithfield"))
    assert english(grass, "great_fire") == "Fire never moves into West Smithfield."
    assert grass.rules == ("GF-FIRE-05", "GF-BOARD-06", "GF-PRIO-07")


@pytest.mark.rules("GF-SETUP-17", "GF-SETUP-18")
def test_an_area_closed_at_set_up_cites_no_ruling_about_grass() -> None:
    state = dealt(4)[0]
    assert no(state, c.PlaceBand(state.active, PL)).rules == ("GF-SETUP-17",)


@pytest.mark.rules("GF-BOARD-03", "GF-RULING-45", "GF-FIRE-06")
def test_a_target_out_of_reach_cites_the_direction_or_the_distance() -> None:
    state = position(cones={"finsbury": 2}, hands={0: "S"})
    beside = no(state, c.PlayFire(0, "S", "finsbury", "cripplegate"))
    assert beside.code == "out_of_reach" and "GF-RULING-45" in beside.rules and "GF-BOARD-03" in beside.rules
    far = no(state, c.PlayFire(0, "S", "finsbury", "ludgate"))
    assert far.code == "out_of_reach" and far.rules == ("GF-FIRE-04", "GF-FIRE-03", "GF-FIRE-06", "GF-RULING-03")


@pytest.mark.rules("GF-HID-07", "GF-FIRE-11")
def test_a_double_move_after_an_action_is_refused_with_the_end_of_the_fire_phase() -> None:
    state = position(phase="actions", card="N", held={0: ["double_move"]})
    refused: Refused = no(state, c.PlayDoubleMove(0, PL, "pepys_house"))
    assert refused.code == "wrong_phase" and "GF-HID-07" in refused.rules
