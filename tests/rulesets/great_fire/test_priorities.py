"""Rules section 7: which target comes first."""

import pytest

from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.state import State
from tests.rulesets.great_fire.position import final_steps, one, play, position, refuses, targets

PL = "pudding_lane"
NORTH = {"s_bennet", "s_mary", "bridgeward", "candlewick_ward", "pepys_house"}
"""What lies north of Pudding Lane."""


def ranked(state: State, target: str) -> int:
    return one(play(state, c.PlayFire(0, "N", PL, target))[1], e.FireMoved).rank  # type: ignore[no-any-return]


@pytest.mark.rules("GF-PRIO-01")
def test_prio_01_houses_without_a_band_come_first() -> None:
    state = position(bands={"s_mary": 1, "s_bennet": 1}, empty=["bridgeward", "s_bennet"], hands={0: "NNNNN"})
    assert targets(state, "N", PL) == {"candlewick_ward", "pepys_house"}
    for lower in ("s_mary", "bridgeward", "s_bennet"):
        refuses(state, c.PlayFire(0, "N", PL, lower), "better_target", "GF-PRIO-01")
    assert ranked(state, "pepys_house") == 1


@pytest.mark.rules("GF-PRIO-02")
def test_prio_02_then_houses_with_a_band_pinned_or_free() -> None:
    state = position(
        cones={"s_mary": 1},
        bands={"s_mary": 1, "candlewick_ward": 2},
        empty=list(NORTH - {"s_mary", "candlewick_ward"}),
    )
    assert targets(state, "N", PL) == {"s_mary", "candlewick_ward"}
    refuses(state, c.PlayFire(0, "N", PL, "bridgeward"), "better_target", "GF-PRIO-02")
    assert ranked(state, "s_mary") == ranked(state, "candlewick_ward") == 2


@pytest.mark.rules("GF-PRIO-03", "GF-RULING-10")
def test_prio_03_then_empty_districts_without_a_band() -> None:
    state = position(bands={"s_mary": 1}, empty=list(NORTH))
    assert targets(state, "N", PL) == NORTH - {"s_mary"}
    refuses(state, c.PlayFire(0, "N", PL, "s_mary"), "better_target", "GF-PRIO-03")
    assert ranked(state, "bridgeward") == 3


@pytest.mark.rules("GF-PRIO-04")
def test_prio_04_last_empty_districts_with_a_band() -> None:
    state = position(bands=dict.fromkeys(NORTH, 1), empty=list(NORTH))
    assert targets(state, "N", PL) == NORTH
    assert ranked(state, "s_mary") == 4
    assert targets(position(bands=dict.fromkeys(NORTH, 1), empty=list(NORTH - {"s_mary"})), "N", PL) == {"s_mary"}


@pytest.mark.rules("GF-PRIO-05", "GF-RULING-01")
def test_prio_05_the_whole_patch_counts_other_patches_and_cards_do_not() -> None:
    """North of Pudding Lane all is empty; a fire in Ludgate could burn houses in Newgate by the same card."""
    state = position(cones={"ludgate": 2}, empty=list(NORTH))
    assert targets(state, "N", PL) == NORTH, "rank 3, although the other patch has rank 1 and other cards too"
    assert targets(state, "N", "ludgate") == {"newgate"}
    joined = position(cones={"s_bennet": 2}, empty=list(NORTH))
    assert targets(joined, "N", PL) == {"guild_hall", "coleman_street"}, "rank 1 beyond the patch's other end"
    assert targets(joined, "N", "s_bennet") == targets(joined, "N", PL), "whoever gives the cone"


@pytest.mark.rules("GF-PRIO-06")
def test_prio_06_landowners_do_not_matter() -> None:
    state = position(land=dict.fromkeys(range(4), "s_mary"))
    assert targets(state, "N", PL) == NORTH
    assert ranked(state, "s_mary") == 1


@pytest.mark.rules("GF-PRIO-07", "GF-DEMO-05")
def test_prio_07_demolished_burning_and_grassed_areas_are_never_targets() -> None:
    state = position(cones={"s_bennet": 1}, demolished=["bridgeward"], hands={0: "NNNNN"})
    assert final_steps(state, "N", PL) == {"s_mary", "candlewick_ward", "pepys_house", "guild_hall", "coleman_street"}
    refuses(state, c.PlayFire(0, "N", PL, "bridgeward"), "fire_break", "GF-PRIO-07", "GF-DEMO-05")
    refuses(state, c.PlayFire(0, "N", PL, "s_bennet"), "burns_already", "GF-PRIO-07")
    refuses(state, c.PlayFire(0, "N", PL, "moor_fields"), "never_burns", "GF-PRIO-07")
    refuses(state, c.PlayFire(0, "N", PL, PL), "never_burns", "GF-PRIO-07")
