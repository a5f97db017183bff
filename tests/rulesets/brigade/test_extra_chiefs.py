"""The six further chiefs (rules section 10.3)."""

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import components as box
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.rules import legal
from tests.rulesets.brigade.crews import FAR, HERE, led
from tests.rulesets.brigade.position import (
    BASE,
    BLACK,
    PINK,
    WHITE,
    at,
    do,
    event,
    flip,
    gain,
    listed,
    loyal,
    made,
    no,
    place,
    position,
)

# ---- the extra chiefs


@pytest.mark.rules("BRI-CHIEF-BERNHARDT-BLAZE", "BRI-RULING-53")
def test_allegiance_spares_loyal_buildings_from_event_cards_until_the_own_next_turn() -> None:
    mine = at(2, 2)
    state = led(
        "bernhardt-blaze", fire={at(3, 2): 1, mine: 2}, players={WHITE: {"loyal": [mine]}}, events=("E17", "E17", "E17")
    )
    state = do(state, c.DeclareAllegiance(WHITE), c.EndTurn(WHITE))
    # The wind of black's turn does not reach it, though its own fire spreads.
    assert state.fire[mine] == 2 and state.fire[at(1, 2)] == 1
    state = do(state, c.EndTurn(BLACK))
    assert not state.brigades[WHITE].allegiance and state.fire[mine] == 3


@pytest.mark.rules("BRI-CHIEF-BERNHARDT-BLAZE")
def test_allegiance_against_choices_in_events_but_not_against_abilities() -> None:
    mine = at(1, 1)
    state = led(
        "bernhardt-blaze",
        players={WHITE: {"loyal": [mine], "allegiance": True}, BLACK: {"mimic": "chops-murphy"}},
        tiles={mine: ("council", 4), at(1, 2): ("nobles", 2)},
    )
    dirty = event(state, "F03")
    assert c.ChooseCell(WHITE, mine) not in legal(dirty, WHITE) and c.ChooseCell(WHITE, at(1, 2)) in legal(dirty, WHITE)
    cube = event(state, "E29")
    assert c.ChooseCell(WHITE, mine) in legal(cube, WHITE)
    assert c.ChooseCell(BLACK, mine) not in legal(do(cube, c.Decline(WHITE)), BLACK)
    assert c.ChooseCell(BLACK, mine) in legal(gain(state, BLACK, at(1, 2)), BLACK)
    esme = led(
        "bernhardt-blaze",
        players={
            WHITE: {"loyal": [at(1, 3), at(2, 2)], "allegiance": True},
            BLACK: {"at": at(1, 2), "mimic": "esme-morrow"},
        },
        fire={at(2, 2): 1},
    )
    waiting = event(esme, "E17")
    assert {x.cell for x in listed(waiting, c.ChooseCell, BLACK)} == {at(0, 2), at(1, 1)}


@pytest.mark.rules("BRI-CHIEF-BERNHARDT-BLAZE", "BRI-RULING-62")
def test_no_replacement_acts_on_a_spared_building() -> None:
    state = led(
        "bernhardt-blaze",
        fire={at(2, 2): 1},
        players={WHITE: {"loyal": [at(1, 2)], "allegiance": True, "at": at(1, 2), "mimic": "veda-moonbright"}},
    )
    assert event(state, "E17").brigades[WHITE].supply == 16
    assert (
        event(replace(state, brigades=(replace(state.brigades[0], allegiance=False), state.brigades[1])), "E17")
        .brigades[WHITE]
        .supply
        == 15
    )


@pytest.mark.rules("BRI-CHIEF-BERNHARDT-BLAZE", "BRI-EXP-BIG-03")
def test_big_buildings_are_not_the_card() -> None:
    state = led(
        "bernhardt-blaze",
        big={at(3, 3): "four_winds"},
        fire={at(3, 3): 5},
        players={WHITE: {"loyal": [at(3, 4)], "allegiance": True}},
    )
    assert flip(state).fire[at(3, 4)] == 1


@pytest.mark.rules("BRI-CHIEF-ESTER", "BRI-ADV-03", "BRI-RULING-54")
def test_esters_one_bucket_is_filled_after_each_command_but_discarding_sir_precious() -> None:
    dry = {"water": 0, "precious": True}
    state = led("ester", players={WHITE: dry}, crew_deck=("lumen",))
    assert do(state, c.DiscardSirPrecious(WHITE)).brigades[WHITE].water == 0
    assert do(state, c.Upgrade(WHITE, "crew")).brigades[WHITE].water == 1
    free = led("ester", actions=1, players={WHITE: {"water": 0, "at": at(1, 1), "mimic": "morgana-magos"}})
    after = do(free, c.MoveWagon(WHITE, kind="morgana", to=at(3, 3)))
    assert (after.brigades[WHITE].water, after.actions) == (1, 1)
    assert box.CHIEFS["ester"].buckets == 1
    fighting = led("ester", fire={HERE: 2, FAR: 1}, players={WHITE: {"at": HERE}})
    fighting = do(
        fighting,
        c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=1),
        c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=1),
    )
    # The second fire is out; the bucket is filled when its recognition is placed.
    assert fighting.brigades[WHITE].water == 0
    assert do(fighting, c.Decline(WHITE)).brigades[WHITE].water == 1
    no_mist = replace(state, options=BASE)
    assert do(no_mist, c.Upgrade(WHITE, "crew")).brigades[WHITE].water == 0


@pytest.mark.rules("BRI-CHIEF-WHITE-FANG", "BRI-RULING-55")
def test_white_fang_turns_at_dusk_and_dawn() -> None:
    state = led("white-fang", players={WHITE: {"water": 1, "crew": ["lumen", "ash"], "precious": True}})
    wolf = do(state, c.ChangeSide(WHITE))
    white = wolf.brigades[WHITE]
    assert (white.werewolf, white.water, white.crew, white.precious) == (True, 4, (), True)
    assert wolf.crew_discard == ("lumen", "ash")
    man = do(replace(wolf, used=()), c.ChangeSide(WHITE)).brigades[WHITE]
    assert (man.werewolf, man.water) == (False, 2)


@pytest.mark.rules("BRI-CHIEF-WHITE-FANG", "BRI-RULING-74")
def test_a_werewolf_is_filled_by_no_refill_but_by_all_else() -> None:
    wolf = {"werewolf": True, "water": 0, "wagon_water": 0, "crew": [("lumen", 0)]}
    state = led("white-fang", players={WHITE: wolf})
    refilled = do(state, c.Refill(WHITE, cell=at(0, 0))).brigades[WHITE]
    assert (refilled.water, refilled.wagon_water, refilled.crew[0].water) == (0, 2, 2)
    alone = led("white-fang", players={WHITE: {"werewolf": True, "water": 0}})
    no(alone, c.Refill(WHITE, cell=at(0, 0)), "no_effect", "BRI-ACT-02")
    assert event(state, "E30").brigades[WHITE].water == 4
    moved = do(
        led("white-fang", players={WHITE: wolf | {"wagon_water": 2}}), c.Transfer(WHITE, wagon=0, chief=2, crew=(0,))
    )
    assert moved.brigades[WHITE].water == 2
    ali = gain(
        led("white-fang", players={WHITE: wolf | {"mimic": "ali-ahmar"}}, tiles={HERE: ("merchants", 2)}), WHITE, HERE
    )
    assert c.TakeWater(WHITE, chief=2, crew=(0,)) in legal(ali, WHITE)
    frozen = led(
        "white-fang",
        big={at(3, 3): "frost_burst"},
        fire={at(3, 3): 5, FAR: 1},
        players={WHITE: wolf | {"at": at(3, 3)}},
    )
    thawed = flip(frozen).brigades[WHITE]
    assert (thawed.water, thawed.crew[0].water) == (0, 2)


@pytest.mark.rules("BRI-CHIEF-GALEELA", "BRI-RULING-56")
def test_galeela_copies_any_crew_card_in_play_without_a_loyal_tile() -> None:
    state = led("galeela", players={WHITE: {"water": 0}, BLACK: {"crew": ["morgana-magos", "lumen"], "precious": True}})
    no(state, c.PlaceMimic(WHITE, "sir-precious"), "invalid_target", "BRI-CHIEF-GALEELA")
    no(state, c.PlaceMimic(WHITE, "ash"), "invalid_target", "BRI-CHIEF-GALEELA")
    state = do(state, c.PlaceMimic(WHITE, "morgana-magos"))
    assert c.MoveWagon(WHITE, kind="morgana", to=at(3, 3)) in legal(state, WHITE)
    later = replace(state, used=())
    no(later, c.PlaceMimic(WHITE, "morgana-magos"), "no_effect", "BRI-CHIEF-GALEELA")
    assert do(later, c.PlaceMimic(WHITE, "lumen")).brigades[WHITE].mimic == "lumen"


@pytest.mark.rules("BRI-CHIEF-GALEELA", "BRI-RULING-56")
def test_with_the_own_card_active_too_once_per_turn_and_triggered_abilities_work_twice() -> None:
    both = {"crew": ["morgana-magos", "chops-murphy"], "loyal": [at(4, 4), at(4, 3)]}
    tiles = {at(4, 4): ("nobles", 2), at(4, 3): ("commons", 2), HERE: ("council", 2)}
    state = led("galeela", tiles=tiles, players={WHITE: both | {"mimic": "morgana-magos"}})
    state = do(state, c.MoveWagon(WHITE, kind="morgana", to=at(3, 3)), c.MoveWagon(WHITE, kind="morgana", to=at(3, 4)))
    no(state, c.MoveWagon(WHITE, kind="morgana", to=at(3, 1)), "ability_used", "BRI-CREW-MORGANA-MAGOS")
    twice = gain(led("galeela", tiles=tiles, players={WHITE: both | {"mimic": "chops-murphy"}}), WHITE, HERE)
    once_more = do(twice, c.Decline(WHITE))
    assert once_more.pending is not None and once_more.pending.kind == "stoke"
    assert do(once_more, c.Decline(WHITE)).pending is None
    nery = led(
        "galeela",
        tiles=tiles,
        players={WHITE: {"crew": ["nery-cagehand"], "loyal": [at(3, 4)], "mimic": "nery-cagehand"}},
    )
    for placed in range(6):
        nery = place(nery, BLACK, at(3, 4))
        assert bool(loyal(nery, BLACK)) == (placed == 5)


@pytest.mark.rules("BRI-CHIEF-GALEELA")
def test_the_mimic_token_comes_back_when_its_card_leaves_play_not_when_it_changes_hands() -> None:
    state = position(
        players={
            WHITE: {"chief": "frith-goldmane", "circles": (1, 0, 0), "cubes": {HERE: 1}, "crew": ["immora"]},
            BLACK: {"chief": "galeela", "mimic": "lumen", "crew": ["lumen"]},
        }
    )
    taken = do(state, c.Poach(WHITE, card="lumen", replaced="immora"), c.ChooseCube(WHITE, HERE))
    assert taken.brigades[BLACK].mimic == "lumen"
    gone = replace(state, brigades=(state.brigades[0], replace(state.brigades[1], mimic="immora")))
    gone = do(gone, c.Poach(WHITE, card="lumen", replaced="immora"), c.ChooseCube(WHITE, HERE))
    assert gone.brigades[BLACK].mimic == ""


@pytest.mark.rules("BRI-CHIEF-GALEELA", "BRI-CREW-ASH")
def test_a_copied_ash_uses_galeelas_own_buckets() -> None:
    state = led("galeela", fire={at(0, 1): 1, FAR: 1}, players={WHITE: {"mimic": "ash"}, BLACK: {"crew": [("ash", 0)]}})
    no(state, c.Extinguish(WHITE, kind="ash", cell=at(0, 1), wagon=0, chief=1), "ability_inactive", "BRI-CREW-ASH")
    no(
        state,
        c.Extinguish(WHITE, kind="copied_ash", cell=at(0, 1), wagon=1, chief=0),
        "wagon_not_here",
        "BRI-ACT-EXT-02",
    )
    after = do(state, c.Extinguish(WHITE, kind="copied_ash", cell=at(0, 1), wagon=0, chief=1))
    assert after.brigades[WHITE].water == 1 and after.fire[at(0, 1)] == 0


def ethereal(**white):
    return position(
        3,
        players={
            WHITE: {"chief": "aurath-ether", "water": 0} | white,
            BLACK: {"at": at(0, 1), "wagon_at": at(0, 2)},
            PINK: {"at": at(0, 3), "wagon_at": at(1, 3), "crew": [("lumen", 1)]},
        },
    )


@pytest.mark.rules("BRI-CHIEF-AURATH-ETHER", "BRI-RULING-57")
def test_aurath_passes_rival_pawns_and_steals_one_water_of_each_in_the_order_met() -> None:
    state = ethereal(crew=[("ebenezer", 0)])
    through = c.MoveBrigade(WHITE, kind="ethereal", to=at(0, 3), via=(at(0, 1), at(0, 2)))
    state = do(state, through)
    assert state.actions == 3 and state.brigades[WHITE].at == at(0, 3)
    assert state.pending is not None and (state.pending.kind, state.pending.seat) == ("stolen_water", BLACK)
    state = do(state, c.LoseWater(BLACK, "chief"))
    # The wagon met next lost its own water; the victim of the last brigade chooses the card.
    assert state.brigades[BLACK].wagon_water == 1 and state.brigades[BLACK].water == 1
    assert {x.source for x in listed(state, c.LoseWater, PINK)} == {"lumen", "chief"}
    no(state, c.LoseWater(PINK, "wagon"), "not_enough_water", "BRI-CHIEF-AURATH-ETHER")
    state = do(state, c.LoseWater(PINK, "lumen"))
    white = state.brigades[WHITE]
    assert (white.water, white.crew[0].water, state.brigades[PINK].crew[0].water) == (2, 1, 0)
    no(state, c.MoveBrigade(WHITE, kind="ethereal", to=at(1, 1)), "ability_used", "BRI-ADV-03")


@pytest.mark.rules("BRI-CHIEF-AURATH-ETHER")
def test_without_a_free_bucket_nothing_is_stolen_and_ways_differ_by_the_pawns_met() -> None:
    full = ethereal(water=2)
    after = do(full, c.MoveBrigade(WHITE, kind="ethereal", to=at(0, 3), via=(at(0, 1), at(0, 2))))
    assert after.pending is None and after.brigades[BLACK].wagon_water == 2
    vias = {x.via for x in listed(full, c.MoveBrigade) if x.kind == "ethereal" and x.to == at(0, 3)}
    assert {(), (at(0, 1),), (at(0, 2),), (at(0, 1), at(0, 2))} <= vias
    around = do(ethereal(), c.MoveBrigade(WHITE, kind="ethereal", to=at(1, 1)))
    assert around.pending is None and around.brigades[WHITE].water == 0
    no(
        led("cindy-bustion"),
        c.MoveBrigade(WHITE, kind="ethereal", to=at(1, 1)),
        "ability_inactive",
        "BRI-CHIEF-AURATH-ETHER",
    )


@pytest.mark.rules("BRI-CHIEF-AURATH-ETHER")
def test_ethereal_form_obeys_fire_and_ruins() -> None:
    burning = led("aurath-ether", fire={at(0, 1): 1, at(1, 0): 1, at(1, 1): 1, FAR: 1})
    no(burning, c.MoveBrigade(WHITE, kind="ethereal", to=at(2, 2)), "fire_stops_movement", "BRI-ACT-MOVE-04")
    ruin = led("aurath-ether", destroyed=[at(1, 1)], actions=1)
    no(ruin, c.MoveBrigade(WHITE, kind="ethereal", to=at(1, 1)), "cannot_end_turn_on_destroyed", "BRI-ACT-MOVE-06")


@pytest.mark.rules("BRI-CHIEF-CINDY-BUSTION", "BRI-RULING-58")
def test_cindy_gets_a_cube_on_each_tile_that_the_next_firestorm_raises() -> None:
    state = led(
        "cindy-bustion", fire={at(2, 2): 4, FAR: 1}, destroyed=[at(0, 2)], players={BLACK: {"wagon_at": at(1, 3)}}
    )
    state = do(state, c.ControlFirestorm(WHITE))
    no(replace(state, used=()), c.ControlFirestorm(WHITE), "ability_used", "BRI-CHIEF-CINDY-BUSTION")
    assert event(state, "E17").brigades[WHITE].pyro
    state = event(state, "E01")
    # [0,2] is destroyed, [1,3] immune, [2,2] doomed: cubes on [3,1] and [4,5] alone.
    cubes = state.brigades[WHITE].cubes
    assert {cell for cell, n in enumerate(cubes) if n} == {at(3, 1), at(4, 5)} and not state.brigades[WHITE].pyro


@pytest.mark.rules("BRI-CHIEF-CINDY-BUSTION")
def test_with_too_few_cubes_cindy_chooses_the_next_tile() -> None:
    state = led("cindy-bustion", players={WHITE: {"pyro": True, "supply": 2}})
    state = event(state, "E01")
    assert state.pending is not None and state.pending.kind == "pyro_cube"
    assert len(listed(state, c.ChooseCell)) == 5
    state = do(state, c.ChooseCell(WHITE, at(4, 5)), c.ChooseCell(WHITE, at(2, 2)))
    assert {cell for cell, n in enumerate(state.brigades[WHITE].cubes) if n} == {at(4, 5), at(2, 2)}
    assert state.pending is None


@pytest.mark.rules("BRI-CHIEF-CINDY-BUSTION", "BRI-CREW-ESME-MORROW")
def test_a_tile_that_took_redirected_fire_is_affected_once() -> None:
    state = led("cindy-bustion", players={WHITE: {"pyro": True}, BLACK: {"at": at(2, 2), "mimic": "esme-morrow"}})
    state = do(event(state, "E01"), c.ChooseCell(BLACK, at(3, 2)))
    cubes = state.brigades[WHITE].cubes
    assert cubes[at(3, 2)] == 1 and cubes[at(2, 2)] == 0


def test_events_of_the_chiefs_say_what_happened() -> None:
    state = led("white-fang")
    assert e.SideChanged(seat=WHITE, werewolf=True, water=4) in made(state, c.ChangeSide(WHITE))
    assert isinstance(made(led("bernhardt-blaze"), c.DeclareAllegiance(WHITE))[0], e.ActionTaken)
    assert fold(evolve, state, made(state, c.ChangeSide(WHITE))).brigades[WHITE].werewolf
