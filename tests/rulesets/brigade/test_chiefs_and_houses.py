"""Firehouses and chiefs of the advanced game (rules sections 10.1 to 10.3)."""

import pytest
from msgspec.structs import replace

from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.rules import legal
from tests.rulesets.brigade.crews import FAR, HERE, led
from tests.rulesets.brigade.position import (
    BASE,
    BLACK,
    PINK,
    WHITE,
    at,
    do,
    gain,
    listed,
    made,
    no,
    position,
)

# ---- what all share


@pytest.mark.rules("BRI-ADV-01", "BRI-ADV-03", "BRI-RULING-48")
def test_a_chiefs_action_costs_one_and_is_used_once_a_turn_in_the_advanced_game_only() -> None:
    state = led("bernhardt-blaze")
    after = do(state, c.DeclareAllegiance(WHITE))
    assert after.actions == 3
    no(after, c.DeclareAllegiance(WHITE), "ability_used", "BRI-ADV-03", "BRI-RULING-48")
    no(led("cindy-bustion"), c.DeclareAllegiance(WHITE), "ability_inactive", "BRI-ADV-01")
    base = replace(led("blitz-haben", fire={HERE: 2, FAR: 1}), options=BASE)
    no(base, c.Polymorph(WHITE, cell=HERE, other=at(1, 3)), "ability_inactive", "BRI-ADV-01")
    no(replace(state, actions=0), c.DeclareAllegiance(WHITE), "no_actions_left", "BRI-TURN-03")


# ---- firehouses


@pytest.mark.rules("BRI-HOUSE-WHITE", "BRI-RULING-84")
def test_the_white_firehouse_refills_anywhere_for_an_own_cube() -> None:
    dry = {"at": HERE, "water": 0, "firehouse": "white"}
    bare = position(players={WHITE: dry, BLACK: {"cubes": {HERE: 1}}})
    no(bare, c.Refill(WHITE, cell=HERE, for_cube=True), "needs_cube_on_board", "BRI-HOUSE-WHITE", "BRI-RULING-84")
    elsewhere = position(players={WHITE: dry | {"cubes": {at(3, 3): 1}}})
    no(elsewhere, c.Refill(WHITE, cell=HERE, for_cube=True), "needs_cube_on_board", "BRI-HOUSE-WHITE")
    state = position(players={WHITE: dry | {"cubes": {HERE: 2, at(3, 3): 1}}})
    no(state, c.Refill(WHITE, cell=at(3, 3), for_cube=True), "no_pawn_here", "BRI-ACT-REFILL-01")
    after = do(state, c.Refill(WHITE, cell=HERE, for_cube=True)).brigades[WHITE]
    assert (after.water, after.cubes[HERE], after.supply) == (2, 1, 14)
    full = position(players={WHITE: dry | {"water": 2, "cubes": {HERE: 1}}})
    no(full, c.Refill(WHITE, cell=HERE, for_cube=True), "no_effect", "BRI-ACT-02")
    black = position(players={WHITE: dry | {"firehouse": "black", "cubes": {HERE: 1}}})
    no(black, c.Refill(WHITE, cell=HERE, for_cube=True), "ability_inactive", "BRI-HOUSE-WHITE")
    own = position(players={WHITE: dry | {"cubes": {HERE: 1}, "loyal": [HERE]}})
    assert {x.for_cube for x in listed(own, c.Refill)} == {False, True}


@pytest.mark.rules("BRI-HOUSE-BLACK")
def test_the_black_firehouse_places_recognition_on_all_eight_surrounding_tiles() -> None:
    for firehouse, reach in (("black", 8), ("pink", 5)):
        state = position(fire={at(1, 1): 1, FAR: 1}, players={WHITE: {"at": at(1, 1), "firehouse": firehouse}})
        state = do(state, c.Extinguish(WHITE, kind="brigade", cell=at(1, 1), wagon=0, chief=1))
        assert len(listed(state, c.PlaceCubes)) == reach


def nobles(*cells, **words):
    white = {"firehouse": "pink"} | words.pop("white", {})
    return position(
        tiles=dict.fromkeys(cells, ("nobles", 4)), players={WHITE: white} | words.pop("players", {}), **words
    )


@pytest.mark.rules("BRI-HOUSE-PINK", "BRI-RULING-83")
def test_the_pink_firehouse_moves_free_once_for_each_noble_tile_a_turn() -> None:
    state = nobles(at(1, 1), at(2, 2))
    free = c.MoveBrigade(WHITE, kind="pink", to=at(2, 2))
    no(state, free, "ability_inactive", "BRI-HOUSE-PINK")
    state = do(state, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1)))
    assert (state.actions, state.free_moves) == (3, 1)
    state = do(state, free)
    assert (state.actions, state.free_moves) == (3, 1)
    state = do(state, c.MoveBrigade(WHITE, kind="pink", to=at(1, 1)))
    assert state.free_moves == 0
    passing = do(nobles(at(1, 1)), c.MoveBrigade(WHITE, kind="paid", to=at(2, 2)))
    assert passing.free_moves == 0


@pytest.mark.rules("BRI-HOUSE-PINK")
def test_free_moves_add_up_wait_within_the_turn_and_come_by_ethereal_form_but_not_by_ruins() -> None:
    state = do(
        nobles(at(1, 1), at(2, 2)),
        c.MoveBrigade(WHITE, kind="paid", to=at(1, 1)),
        c.MoveBrigade(WHITE, kind="paid", to=at(2, 2)),
    )
    assert state.free_moves == 2
    state = do(state, c.Upgrade(WHITE, "crew"))
    assert c.MoveBrigade(WHITE, kind="pink", to=at(3, 3)) in legal(state, WHITE)
    assert do(state, c.EndTurn(WHITE)).free_moves == 0
    ether = nobles(at(1, 1), white={"chief": "aurath-ether"})
    assert do(ether, c.MoveBrigade(WHITE, kind="ethereal", to=at(1, 1))).free_moves == 1
    ruin = nobles(at(1, 1), destroyed=[at(1, 1)])
    assert do(ruin, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1))).free_moves == 0
    doomed = nobles(at(1, 1), fire={at(1, 1): 5, FAR: 1})
    assert do(doomed, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1))).free_moves == 0


@pytest.mark.rules("BRI-HOUSE-ORANGE")
def test_the_orange_firehouse_places_a_cube_on_the_merchants_at_each_gain() -> None:
    state = position(
        tiles={HERE: ("nobles", 2), at(4, 4): ("merchants", 2), at(4, 3): ("merchants", 2)},
        destroyed=[at(4, 3)],
        players={WHITE: {"firehouse": "orange"}},
    )
    state = gain(state, WHITE, HERE)
    assert listed(state, c.ChooseCell) == [c.ChooseCell(WHITE, at(4, 4))]
    assert do(state, c.ChooseCell(WHITE, at(4, 4))).brigades[WHITE].cubes[at(4, 4)] == 1
    assert do(state, c.Decline(WHITE)).brigades[WHITE].supply == 16


# ---- the chiefs of the box


@pytest.mark.rules("BRI-CHIEF-GLORIA-IGNIS", "BRI-RULING-49")
def test_gloria_sends_the_wagon_to_put_out_a_fire_of_one() -> None:
    fires = {HERE: 1, at(3, 1): 2, at(3, 4): 1, at(4, 4): 5, FAR: 1}
    state = led("gloria-ignis", fire=fires, players={BLACK: {"at": at(3, 4)}})
    no(state, c.SendWagon(WHITE, at(3, 1)), "invalid_target", "BRI-CHIEF-GLORIA-IGNIS")
    no(state, c.SendWagon(WHITE, at(1, 1)), "not_burning", "BRI-CHIEF-GLORIA-IGNIS")
    no(state, c.SendWagon(WHITE, at(3, 4)), "occupied", "BRI-CHIEF-GLORIA-IGNIS")
    no(state, c.SendWagon(WHITE, at(4, 4)), "destroyed", "BRI-CHIEF-GLORIA-IGNIS")
    no(state, c.SendWagon(WHITE, at(0, 5)), "invalid_target", "BRI-CHIEF-GLORIA-IGNIS")
    empty = led("gloria-ignis", fire=fires, players={WHITE: {"wagon_water": 0}})
    no(empty, c.SendWagon(WHITE, HERE), "not_enough_water", "BRI-RULING-49")
    after = do(state, c.SendWagon(WHITE, HERE))
    white = after.brigades[WHITE]
    assert (white.wagon_at, white.wagon_water, after.fire[HERE], after.fires_out) == (HERE, 1, 0, 1)
    assert after.pending is not None and after.pending.left == 1
    assert do(after, c.PlaceCubes(WHITE, cell=at(1, 3), number=1)).brigades[WHITE].cubes[at(1, 3)] == 1


@pytest.mark.rules("BRI-CHIEF-GLORIA-IGNIS", "BRI-CREW-LUMEN")
def test_lumen_does_not_change_glorias_price() -> None:
    state = led("gloria-ignis", fire={at(2, 2): 1, FAR: 1}, players={WHITE: {"mimic": "lumen", "wagon_water": 0}})
    no(state, c.SendWagon(WHITE, at(2, 2)), "not_enough_water", "BRI-CHIEF-GLORIA-IGNIS")


@pytest.mark.rules("BRI-CHIEF-BLITZ-HABEN", "BRI-RULING-50")
def test_blitz_exchanges_adjacent_fires_even_with_an_unlit_tile() -> None:
    state = led(
        "blitz-haben",
        fire={HERE: 3, at(1, 3): 3, at(2, 1): 2, at(4, 1): 5, at(3, 1): 1, FAR: 1},
        players={BLACK: {"at": at(1, 1)}},
        destroyed=[at(0, 2)],
    )
    no(state, c.Polymorph(WHITE, cell=HERE, other=at(1, 3)), "no_effect", "BRI-CHIEF-BLITZ-HABEN")
    no(state, c.Polymorph(WHITE, cell=at(2, 1), other=at(2, 2)), "invalid_target", "BRI-CHIEF-BLITZ-HABEN")
    no(state, c.Polymorph(WHITE, cell=at(1, 1), other=HERE), "invalid_target", "BRI-IMMUNE-01", "BRI-RULING-50")
    no(state, c.Polymorph(WHITE, cell=at(0, 2), other=HERE), "destroyed", "BRI-CHIEF-BLITZ-HABEN")
    no(state, c.Polymorph(WHITE, cell=at(3, 1), other=at(4, 1)), "destroyed", "BRI-CHIEF-BLITZ-HABEN")
    no(state, c.Polymorph(WHITE, cell=HERE, other=at(3, 4)), "not_adjacent", "BRI-CHIEF-BLITZ-HABEN")
    no(state, c.Polymorph(WHITE, cell=at(1, 3), other=HERE), "invalid_target", "BRI-CHIEF-BLITZ-HABEN")
    after = do(state, c.Polymorph(WHITE, cell=at(2, 0), other=at(2, 1)))
    assert (after.fire[at(2, 0)], after.fire[at(2, 1)], after.pending, after.fires_out) == (2, 0, None, 0)
    falling = led("blitz-haben", fire={HERE: 3, FAR: 1}, players={BLACK: {"at": HERE}})
    assert do(falling, c.Polymorph(WHITE, cell=HERE, other=at(1, 3))).fire[at(1, 3)] == 3


def poaching(**white):
    words = {"chief": "frith-goldmane", "circles": (1, 0, 0), "cubes": {HERE: 1, at(4, 4): 1}} | white
    return position(3, players={WHITE: words, BLACK: {"crew": [("lumen", 0), "ash"]}, PINK: {"precious": True}})


@pytest.mark.rules("BRI-CHIEF-FRITH-GOLDMANE", "BRI-RULING-51", "BRI-ACT-RECRUIT-03")
def test_frith_takes_a_rivals_card_for_a_cube_first_the_cube() -> None:
    state = poaching()
    for card in ("sir-precious", "del-uge"):
        no(state, c.Poach(WHITE, card=card), "invalid_target", "BRI-CHIEF-FRITH-GOLDMANE")
    no(state, c.Poach(WHITE, card="lumen", replaced="ash"), "invalid_target", "BRI-CHIEF-FRITH-GOLDMANE")
    asked = do(state, c.Poach(WHITE, card="lumen"))
    assert {x.cell for x in listed(asked, c.ChooseCube)} == {HERE, at(4, 4)}
    no(asked, c.ChooseCube(WHITE, at(3, 3)), "needs_cube_on_board", "BRI-CHIEF-FRITH-GOLDMANE")
    names = [type(x).__name__ for x in made(asked, c.ChooseCube(WHITE, HERE))]
    assert names[1:3] == ["CubeRemoved", "CrewPoached"]
    after = do(asked, c.ChooseCube(WHITE, HERE))
    assert [(m.id, m.water) for m in after.brigades[WHITE].crew] == [("lumen", 2)]
    assert [m.id for m in after.brigades[BLACK].crew] == ["ash"] and after.brigades[WHITE].supply == 15


@pytest.mark.rules("BRI-CHIEF-FRITH-GOLDMANE")
def test_frith_needs_a_cube_and_capacity_and_replaces_only_at_full_capacity() -> None:
    no(poaching(cubes={}), c.Poach(WHITE, card="lumen"), "needs_cube_on_board", "BRI-CHIEF-FRITH-GOLDMANE")
    no(poaching(circles=(0, 0, 0)), c.Poach(WHITE, card="lumen"), "no_crew_capacity", "BRI-CHIEF-FRITH-GOLDMANE")
    full = poaching(crew=["immora"])
    no(full, c.Poach(WHITE, card="lumen"), "invalid_target", "BRI-CHIEF-FRITH-GOLDMANE")
    after = do(full, c.Poach(WHITE, card="lumen", replaced="immora"), c.ChooseCube(WHITE, HERE))
    assert [m.id for m in after.brigades[WHITE].crew] == ["lumen"] and after.crew_discard == ("immora",)


@pytest.mark.rules("BRI-CHIEF-GLINT-DAMPSHOT", "BRI-RULING-52", "BRI-RULING-37")
def test_glint_upgrades_once_more_for_one_cube() -> None:
    bare = led("glint-dampshot")
    no(bare, c.ExtraUpgrade(WHITE, "crew"), "needs_cube_on_board", "BRI-CHIEF-GLINT-DAMPSHOT")
    state = led("glint-dampshot", players={WHITE: {"cubes": {HERE: 2}, "circles": (5, 0, 0)}})
    no(state, c.ExtraUpgrade(WHITE, "crew"), "track_complete", "BRI-ACT-UPGRADE-02")
    state = do(state, c.Upgrade(WHITE, "wagon"), c.ExtraUpgrade(WHITE, "wagon"), c.ChooseCube(WHITE, HERE))
    assert (state.brigades[WHITE].circles[1], state.brigades[WHITE].cubes[HERE], state.actions) == (2, 1, 2)
    first = do(
        led("glint-dampshot", players={WHITE: {"cubes": {HERE: 1}}}),
        c.ExtraUpgrade(WHITE, "crew"),
        c.ChooseCube(WHITE, HERE),
    )
    assert c.Upgrade(WHITE, "crew") in legal(first, WHITE)
