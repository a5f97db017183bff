"""Rules section 11: containment."""

import pytest

from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.components import INDEX
from domain.rulesets.great_fire.state import State
from tests.rulesets.great_fire.openings import going_on, opened, setting_up
from tests.rulesets.great_fire.position import after, final_steps, names, play, position, refuses, targets

PL = "pudding_lane"


def free(state: State, id: str) -> int:
    return RULESET.view(state, SPECTATOR).areas[INDEX[id]].free_bands


@pytest.mark.rules("GF-CONT-01", "GF-RULING-14")
@pytest.mark.parametrize(("cones", "bands", "spare"), [(0, 2, 2), (1, 2, 1), (2, 2, 0), (3, 2, 0)])
def test_cont_01_as_many_bands_are_pinned_as_there_are_cones(cones: int, bands: int, spare: int) -> None:
    state = position(cones={"cheapside": cones}, bands={"cheapside": bands}, phase="actions")
    assert free(state, "cheapside") == spare
    moves = [o for o in RULESET.legal(state, 0) if isinstance(o, c.MoveBand) and o.origin == "cheapside"]
    assert bool(moves) == bool(spare)


@pytest.mark.rules("GF-CONT-01", "GF-RULING-14", "GF-RULING-15")
def test_cont_01_a_free_band_covers_a_new_cone_at_once() -> None:
    state = position(bands={"billingsgate": 1, "pepys_house": 1, "philpott_lane": 1})
    assert free(state, "billingsgate") == 1
    state = after(state, c.PlayFire(0, "E", PL, "billingsgate"))
    refuses(state, c.MoveBand(0, "billingsgate", "custom_house"), "band_pinned", "GF-CONT-01")


@pytest.mark.rules("GF-CONT-02", "GF-FIRE-02", "GF-FIRE-06")
def test_cont_02_nothing_spreads_from_or_through_a_contained_district() -> None:
    state = position(cones={"s_bennet": 2, "guild_hall": 4}, bands={"s_bennet": 2}, hands={0: "NNNNN"})
    refuses(state, c.PlayFire(0, "N", "s_bennet", "coleman_street"), "fire_contained", "GF-CONT-02")
    refuses(state, c.PlayFire(0, "N", PL, "basinghall"), "out_of_reach", "GF-FIRE-06")
    loose = position(cones={"s_bennet": 2, "guild_hall": 4}, bands={"s_bennet": 1}, hands={0: "NNNNN"})
    assert "coleman_street" in targets(loose, "N", "s_bennet")
    assert "basinghall" in targets(loose, "N", PL)


@pytest.mark.rules("GF-CONT-03", "GF-RULING-04", "GF-RULING-17")
def test_cont_03_a_new_cone_may_break_a_containment() -> None:
    state = position(cones={"s_mary": 1}, bands={"s_mary": 1}, empty=["bridgeward", "candlewick_ward", "pepys_house"])
    state = after(state, c.PlayFire(0, "W", PL, "vyners_hall"), c.EndActions(0))
    assert "s_mary" in final_steps(state, "N", PL)
    held = position(
        cones={"s_mary": 1},
        bands=dict.fromkeys(("s_mary", "bridgeward", "candlewick_ward", "pepys_house", "s_bennet"), 1),
    )
    _, events = play(held, c.PlayFire(0, "N", PL, "s_mary"))
    assert "DistrictBurnt" in names(events)


@pytest.mark.rules("GF-CONT-04")
def test_cont_04_landowners_contain_nothing() -> None:
    state = position(cones={"bridgeward": 0}, land=dict.fromkeys(range(4), "bridgeward"))
    _, events = play(state, c.PlayFire(0, "N", PL, "bridgeward"))
    assert "DistrictBurnt" in names(events)
    standing = position(cones={"holborn": 1}, land={0: "holborn", 1: "holborn"}, phase="actions")
    refuses(standing, c.PutOut(0), "not_contained", "GF-CONT-04")


@pytest.mark.rules("GF-CONT-05", "GF-RULING-16", "GF-INT-05")
@pytest.mark.parametrize("seed", range(8))
def test_cont_05_a_district_that_burns_uncontained_has_no_houses(seed: int) -> None:
    """Through whole games in which everybody sends the bands about."""
    state, _ = opened(3 + seed % 4, seed=seed)

    def restless(state: State) -> c.Command:
        for area in RULESET.view(state, SPECTATOR).areas:
            if area.cones > area.bands:
                assert not area.houses, area.id
        if state.phase in ("confirm_hand", "place_band", "place_landowner"):
            return setting_up(state)  # type: ignore[no-any-return]
        legal = RULESET.legal(state, state.active)
        return legal[(7 * state.turn + 3 * state.points + seed) % len(legal)]

    state, events = going_on(state, lambda s: s.phase == "over", restless, seed)
    assert "BandMoved" in names(events)


@pytest.mark.rules("GF-RULING-16", "GF-ACT-07", "GF-INT-02")
def test_a_contained_district_with_houses_stays_so_but_for_another_cone_moved_in() -> None:
    state = position(cones={"cheapside": 1}, bands={"cheapside": 1}, phase="actions")
    refuses(state, c.MoveBand(0, "cheapside", "bread_street"), "band_pinned", "GF-ACT-07")
    adding = position(cones={"cheapside": 1}, bands={"cheapside": 1}, phase="intensify", cones_to_place=1)
    refuses(adding, c.Intensify(0, "cheapside"), "not_burning_uncontained", "GF-INT-02", "GF-RULING-16")
    spare = position(cones={"cheapside": 1}, bands={"cheapside": 2}, phase="actions")
    assert RULESET.view(after(spare, c.MoveBand(0, "cheapside", "bread_street")), 0).areas[INDEX["cheapside"]].contained
