"""Rules section 12: putting out fires, and the Hero of London."""

import pytest
from msgspec.structs import replace

from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.score import points
from domain.rulesets.great_fire.state import State
from tests.rulesets.great_fire.position import after, at, bands_at, names, one, play, position, refuses, targets

PL = "pudding_lane"


def burning(cones: int, bands: int, **words: object) -> State:
    words = {"land": {0: "st_pauls"}, "phase": "actions", **words}
    return position(cones={"st_pauls": cones}, bands={"st_pauls": bands}, **words)  # type: ignore[arg-type]


@pytest.mark.rules("GF-PUT-01", "GF-RULING-51")
def test_put_01_his_own_landowner_must_stand_in_a_contained_district() -> None:
    refuses(burning(5, 4), c.PutOut(0), "not_contained", "GF-PUT-01")
    refuses(burning(5, 5, land={1: "st_pauls"}), c.PutOut(0), "nothing_burns_here", "GF-PUT-01", "GF-RULING-51")
    refuses(burning(0, 5), c.PutOut(0), "nothing_burns_here", "GF-PUT-01")
    state, events = play(burning(5, 5), c.PutOut(0))
    gone = one(events, e.ConePutOut)
    assert (gone.district, gone.cones, gone.pile, gone.points_left) == ("st_pauls", 4, 1, 3)
    assert (at(state.cones, "st_pauls"), state.piles) == (4, (1, 0, 0, 0)), "exactly one cone"


@pytest.mark.rules("GF-PUT-02", "GF-PUT-04")
def test_put_02_again_while_points_last_and_it_burns() -> None:
    state = after(burning(2, 2), c.PutOut(0), c.PutOut(0))
    assert (at(state.cones, "st_pauls"), state.points) == (0, 2)
    refuses(state, c.PutOut(0), "nothing_burns_here", "GF-PUT-01")


@pytest.mark.rules("GF-PUT-03", "GF-RULING-15", "GF-RULING-19")
def test_put_03_the_band_of_that_cone_is_free_at_once() -> None:
    state = burning(2, 2)
    refuses(state, c.MoveBand(0, "st_pauls", "ludgate"), "band_pinned", "GF-ACT-07")
    state = after(state, c.PutOut(0), c.MoveBand(0, "st_pauls", "ludgate"))
    assert bands_at(state, "ludgate") == 1
    refuses(state, c.MoveBand(0, "st_pauls", "ludgate"), "band_pinned", "GF-ACT-07")


@pytest.mark.rules("GF-RULING-15", "GF-RULING-14")
def test_a_freed_band_covers_the_next_cone_that_comes() -> None:
    hold = {"bridgeward": 1, "s_mary": 1, "s_bennet": 1, "candlewick_ward": 1, "pepys_house": 1}
    state = position(cones={"bridgeward": 1}, bands=hold, land={0: "bridgeward"}, phase="actions")
    state = after(state, c.PutOut(0), c.EndActions(0))
    _, events = play(state, c.PlayFire(1, "N", PL, "bridgeward"))
    assert names(events)[-1] == "FireContainedOnArrival"


@pytest.mark.rules("GF-PUT-04", "GF-RULING-10")
def test_put_04_without_its_last_cone_a_district_no_longer_burns() -> None:
    saved = after(burning(1, 1), c.PutOut(0))
    assert at(saved.houses, "st_pauls") == 5, "saved for now"
    assert RULESET.view(saved, 0).areas[[a.id for a in RULESET.view(saved, 0).areas].index("st_pauls")].burning is False
    bare = position(
        cones={"bridgeward": 1},
        bands={"bridgeward": 1},
        empty=["bridgeward", "s_mary", "s_bennet", "candlewick_ward", "pepys_house"],
        land={0: "bridgeward"},
        phase="actions",
    )
    bare = after(bare, c.PutOut(0), c.MoveBand(0, "bridgeward", "royal_exchange"), c.EndActions(0))
    assert "bridgeward" in targets(replace(bare, active=0), "N", PL), "an empty one can burn again"


@pytest.mark.rules("GF-RULING-10")
def test_cones_of_a_second_fire_count_again() -> None:
    state = burning(1, 1, empty=["st_pauls"], put={0: 2})
    assert points(after(state, c.PutOut(0)), 0)["fires"] == 3


@pytest.mark.rules("GF-PUT-05", "GF-ACT-05")
def test_put_05_cones_in_pudding_lane_cannot_be_put_out() -> None:
    lane = position(land={0: PL}, bands={PL: 6}, cones={PL: 3}, phase="actions")
    refuses(lane, c.PutOut(0), "not_contained", "GF-PUT-01")
    refuses(
        position(land={0: "bridgeward"}, phase="actions"), c.MoveLandowner(0, PL), "pudding_lane_closed", "GF-ACT-05"
    )


@pytest.mark.rules("GF-HERO-01", "GF-RULING-28")
def test_hero_01_the_first_pile_of_three_takes_the_card() -> None:
    state, events = play(burning(5, 5), c.PutOut(0), c.PutOut(0))
    assert state.hero is None and names(events) == ["ConePutOut"]
    state, events = play(state, c.PutOut(0))
    assert state.hero == 0
    taken = one(events, e.HeroTaken)
    assert (taken.seat, taken.from_seat) == (0, None)
    assert "HeroTaken" not in names(play(state, c.PutOut(0))[1]), "the seat already has it"


@pytest.mark.rules("GF-HERO-02", "GF-RULING-28")
def test_hero_02_a_larger_pile_takes_it_a_tie_does_not() -> None:
    state = burning(5, 5, put={0: 2, 1: 3}, hero=1)
    state, events = play(state, c.PutOut(0))
    assert state.hero == 1 and names(events) == ["ConePutOut"], "three each"
    state, events = play(state, c.PutOut(0))
    assert state.hero == 0 and one(events, e.HeroTaken).from_seat == 1


@pytest.mark.rules("GF-RULING-28", "GF-SUPPLY-03")
def test_the_holder_keeps_the_card_when_he_gives_cones_back() -> None:
    """His three become two; another one's two stay below, and a tie at two is no reason."""
    state = position(cones={"s_bennet": 2, PL: 0}, stock=0, put={1: 3, 2: 2}, hero=1, hands={0: "NNNNN"})
    state, events = play(state, c.PlayFire(0, "N", "s_bennet", "guild_hall"))
    assert one(events, e.ConesReturned).cones == (0, 2, 2, 0)
    assert state.piles == (0, 1, 0, 0) and state.hero == 1
    low = position(
        cones={"st_pauls": 2},
        bands={"st_pauls": 2},
        land={2: "st_pauls"},
        put={1: 1, 2: 0},
        hero=1,
        active=2,
        phase="actions",
    )
    low = after(low, c.PutOut(2))
    assert low.hero == 1, "a tie below three"
    assert after(low, c.PutOut(2)).hero == 2, "a larger pile takes it, though below three"
