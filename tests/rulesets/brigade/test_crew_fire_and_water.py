"""Crew abilities that raise, send and put out fires, and save, give and take water (rules section 11.1)."""

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.rules import time_out
from tests.rulesets.brigade.crews import FAR, HERE, crewed
from tests.rulesets.brigade.position import (
    BLACK,
    PINK,
    WHITE,
    at,
    chance,
    do,
    event,
    gain,
    listed,
    no,
    position,
)


@pytest.mark.rules("BRI-CREW-DEL-UGE", "BRI-RULING-79", "BRI-CREW-05", "BRI-RECOG-08")
def test_del_uge_douses_another_tile_by_two_at_each_commons_tile() -> None:
    fires = {HERE: 2, at(0, 1): 1, at(3, 4): 4, at(1, 4): 5, FAR: 1}
    state = gain(crewed("del-uge", tiles={HERE: ("commons", 2)}, fire=fires), WHITE, HERE)
    assert {x.cell for x in listed(state, c.ChooseCell)} == {at(0, 1), at(3, 4), FAR}
    assert do(state, c.ChooseCell(WHITE, at(3, 4))).fire[at(3, 4)] == 2
    out = do(state, c.ChooseCell(WHITE, at(0, 1)))
    assert (out.fire[at(0, 1)], out.fires_out, out.pending) == (0, 0, None)
    assert gain(crewed("del-uge", tiles={HERE: ("nobles", 2)}, fire=fires), WHITE, HERE).pending is None


@pytest.mark.rules("BRI-CREW-CHOPS-MURPHY", "BRI-FIRE-01", "BRI-FIRE-03")
def test_chops_may_raise_an_adjacent_fire_by_two_in_one_addition() -> None:
    state = crewed("chops-murphy", tiles={HERE: ("nobles", 2)}, fire={at(1, 3): 4, at(1, 1): 1, FAR: 1})
    state = gain(state, WHITE, HERE)
    assert {x.cell for x in listed(state, c.ChooseCell)} == {at(0, 2), at(1, 1), at(1, 3), at(2, 2)}
    assert do(state, c.ChooseCell(WHITE, at(1, 1))).fire[at(1, 1)] == 3
    assert do(state, c.ChooseCell(WHITE, at(1, 3))).fire[at(1, 3)] == 5
    assert do(state, c.Decline(WHITE)).fire == state.fire


@pytest.mark.rules("BRI-CREW-ESME-MORROW", "BRI-RULING-61", "BRI-RULING-62")
def test_esme_may_send_fire_for_her_tile_to_an_adjacent_one_that_can_take_it() -> None:
    words = {
        "fire": {at(2, 2): 1, at(1, 1): 5, FAR: 1},
        "destroyed": [at(0, 2)],
        "players": {BLACK: {"wagon_at": at(2, 3)}},
    }
    state = crewed("esme-morrow", at=HERE, **words)
    state = event(state, "E17")
    assert state.pending is not None and state.pending.kind == "redirect"
    assert {x.cell for x in listed(state, c.ChooseCell)} == {at(1, 3), at(2, 2)}
    moved = do(state, c.ChooseCell(WHITE, at(1, 3)))
    assert (moved.fire[HERE], moved.fire[at(1, 3)]) == (0, 1)
    kept = do(state, c.Decline(WHITE))
    assert (kept.fire[HERE], kept.fire[at(1, 3)]) == (0, 0)
    wagon = crewed("esme-morrow", wagon_at=HERE, **words)
    assert event(wagon, "E17").pending is None


@pytest.mark.rules("BRI-CREW-LUMEN", "BRI-RULING-63", "BRI-RULING-25")
def test_lumen_saves_one_water_on_a_university_fire_that_is_put_out() -> None:
    uni = at(2, 2)
    state = crewed("lumen", at=uni, fire={uni: 3, FAR: 1})
    cheap = do(state, c.Extinguish(WHITE, kind="brigade", cell=uni, wagon=0, chief=2, crew=(0,)))
    assert cheap.fire[uni] == 0 and cheap.pending is not None and cheap.pending.left == 3
    full = do(state, c.Extinguish(WHITE, kind="brigade", cell=uni, wagon=0, chief=2, crew=(1,)))
    assert full.fire[uni] == 0 and full.pending is not None and full.pending.left == 3
    part = do(state, c.Extinguish(WHITE, kind="brigade", cell=uni, wagon=0, chief=1, crew=(0,)))
    assert part.fire[uni] == 2
    no(
        state,
        c.Extinguish(WHITE, kind="brigade", cell=uni, wagon=0, chief=0, crew=(0,)),
        "bad_water_amount",
        "BRI-RULING-25",
    )
    one = crewed("lumen", at=uni, fire={uni: 1, FAR: 1})
    assert do(one, c.Extinguish(WHITE, kind="brigade", cell=uni, wagon=0, chief=0, crew=(0,))).pending.left == 1
    city = crewed("lumen", at=HERE, fire={HERE: 1, FAR: 1})
    no(
        city,
        c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=0, crew=(0,)),
        "bad_water_amount",
        "BRI-RULING-25",
    )


@pytest.mark.rules("BRI-CREW-WALDER-RANIER", "BRI-RULING-65")
def test_walder_takes_a_water_after_each_refill_of_another() -> None:
    dry = {"at": at(5, 5), "water": 0, "wagon_water": 0, "crew": [("lumen", 0), ("ash", 0)]}
    state = crewed("walder-ranier", active=BLACK, players={BLACK: dry})
    state = do(state, c.Refill(BLACK, cell=at(5, 5)))
    assert [x.source for x in listed(state, c.LoseWater, BLACK)] == ["wagon", "lumen", "ash", "chief"]
    after = do(state, c.LoseWater(BLACK, "ash"))
    assert [m.water for m in after.brigades[BLACK].crew] == [2, 1] and after.pending is None
    late = fold(evolve, state, time_out(state, BLACK, chance()))
    assert late.brigades[BLACK].wagon_water == 1
    only_wagon = crewed("walder-ranier", active=BLACK, players={BLACK: {"at": at(3, 3), "wagon_water": 0}})
    only_wagon = do(only_wagon, c.Refill(BLACK, cell=at(5, 5)))
    assert [x.source for x in listed(only_wagon, c.LoseWater, BLACK)] == ["wagon"]
    own = crewed("walder-ranier", water=0)
    assert do(own, c.Refill(WHITE, cell=at(0, 0))).pending is None


@pytest.mark.rules("BRI-CREW-WALDER-RANIER", "BRI-CHIEF-GALEELA")
def test_walder_and_his_copy_take_one_each() -> None:
    state = crewed(
        "walder-ranier",
        seats=3,
        active=BLACK,
        players={BLACK: {"water": 0}, PINK: {"chief": "galeela", "mimic": "walder-ranier"}},
    )
    state = do(state, c.Refill(BLACK, cell=at(0, 5)), c.LoseWater(BLACK, "chief"))
    assert state.pending is not None and state.pending.by == WHITE
    state = do(state, c.LoseWater(BLACK, "chief"))
    assert state.brigades[BLACK].water == 0 and state.pending is None


@pytest.mark.rules("BRI-CREW-LEON-BERTRAND", "BRI-RULING-64")
def test_leon_puts_out_a_fire_of_one_under_the_wagon_once_a_turn() -> None:
    fires = {at(3, 3): 1, at(3, 4): 2, FAR: 1}
    state = crewed("leon-bertrand", fire=fires, wagon_at=at(3, 3))
    leon = c.Extinguish(WHITE, kind="leon", cell=at(3, 3), wagon=1, chief=0, crew=(0,))
    no(
        state,
        c.Extinguish(WHITE, kind="leon", cell=at(3, 4), wagon=1, chief=0, crew=(0,)),
        "invalid_target",
        "BRI-CREW-LEON-BERTRAND",
    )
    no(
        state,
        c.Extinguish(WHITE, kind="leon", cell=at(3, 3), wagon=0, chief=1, crew=(0,)),
        "not_enough_water",
        "BRI-ACT-EXT-02",
    )
    two = crewed("leon-bertrand", fire=fires, wagon_at=at(3, 4))
    no(
        two,
        c.Extinguish(WHITE, kind="leon", cell=at(3, 4), wagon=1, chief=0, crew=(0,)),
        "invalid_target",
        "BRI-CREW-LEON-BERTRAND",
    )
    after = do(state, leon)
    assert (after.fire[at(3, 3)], after.brigades[WHITE].wagon_water, after.actions) == (0, 1, 3)
    assert after.pending is not None and {x.cell for x in listed(after, c.PlaceCubes)} >= {at(3, 3), at(3, 4), at(2, 3)}
    again = replace(do(after, c.Decline(WHITE)), fire=state.fire)
    no(again, leon, "ability_used", "BRI-CREW-LEON-BERTRAND")
    no(
        position(fire={at(0, 1): 1}, players={WHITE: {"wagon_at": at(0, 1)}}),
        c.Extinguish(WHITE, kind="leon", cell=at(0, 1), wagon=1),
        "ability_inactive",
        "BRI-CREW-LEON-BERTRAND",
    )


@pytest.mark.rules("BRI-CREW-LUMEN", "BRI-CREW-LEON-BERTRAND", "BRI-CREW-ASH")
def test_leon_and_ash_profit_from_lumen() -> None:
    uni = at(2, 2)
    leon = crewed("leon-bertrand", "lumen", fire={uni: 1, FAR: 1}, wagon_at=uni, wagon_water=0)
    assert do(leon, c.Extinguish(WHITE, kind="leon", cell=uni, wagon=0, chief=0, crew=(0, 0))).pending.left == 1
    ash = crewed("ash", "lumen", fire={uni: 3, FAR: 1}, at=at(1, 2))
    assert do(ash, c.Extinguish(WHITE, kind="ash", cell=uni, wagon=0, chief=0, crew=(2, 0))).pending.left == 3
