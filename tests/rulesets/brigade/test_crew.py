"""Crew abilities, one by one and where two meet (rules section 11)."""

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.queries import actives, to_act
from domain.rulesets.brigade.rules import legal, time_out
from tests.rulesets.brigade.crews import FAR, HERE, crewed, merchants_won
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
    loyal,
    made,
    no,
    place,
    position,
)

# ---- what all share


@pytest.mark.rules("BRI-CREW-01", "BRI-CREW-02", "BRI-RULING-85")
def test_an_ability_works_while_a_tile_of_its_guild_is_loyal_its_buckets_always() -> None:
    idle = position(
        fire={HERE: 3, FAR: 1}, players={WHITE: {"at": HERE, "crew": ["kulari-one-shoe"], "loyal": [at(2, 2)]}}
    )
    assert list(actives(idle, WHITE)) == []
    assert c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=1, crew=(2,)) in legal(idle, WHITE)
    state = crewed("kulari-one-shoe")
    assert [a.ability for a in actives(state, WHITE)] == ["move_range_5"]
    lost = place(place(place(state, BLACK, at(4, 2)), BLACK, at(4, 2)), BLACK, at(4, 2))
    assert loyal(lost, BLACK) == {at(4, 2)} and list(actives(lost, WHITE)) == []


@pytest.mark.rules("BRI-CREW-03")
def test_an_ability_works_for_the_very_token_that_makes_it_active() -> None:
    state = position(tiles={HERE: ("commons", 2)}, players={WHITE: {"crew": ["chops-murphy"]}})
    assert list(actives(state, WHITE)) == []
    state = gain(state, WHITE, HERE)
    assert state.pending is not None and state.pending.kind == "stoke"


@pytest.mark.rules("BRI-CREW-04", "BRI-RULING-64")
def test_special_actions_of_crew_cost_one_action_unless_they_say_otherwise() -> None:
    state = crewed("leon-bertrand", "ash", "morgana-magos", fire={at(0, 1): 1, at(3, 3): 1, FAR: 1}, wagon_at=at(3, 3))
    assert do(state, c.Extinguish(WHITE, kind="leon", cell=at(3, 3), wagon=1, chief=0, crew=(0, 0, 0))).actions == 3
    assert do(state, c.Extinguish(WHITE, kind="ash", cell=at(0, 1), wagon=0, chief=0, crew=(0, 1, 0))).actions == 3
    assert do(state, c.MoveWagon(WHITE, kind="morgana", to=at(3, 4))).actions == 4


@pytest.mark.rules("BRI-CREW-06")
def test_triggers_are_carried_out_unless_they_say_may() -> None:
    forced = gain(crewed("del-uge", tiles={HERE: ("commons", 3)}, fire={at(0, 1): 3, FAR: 1}), WHITE, HERE)
    no(forced, c.Decline(WHITE), "invalid_target", "BRI-CREW-DEL-UGE")
    assert to_act(forced) == (WHITE,)
    quiet = gain(crewed("del-uge", tiles={HERE: ("commons", 3)}, fire={HERE: 2}), WHITE, HERE)
    assert quiet.pending is None


@pytest.mark.rules("BRI-CREW-07")
def test_a_chosen_tile_must_be_able_to_rise() -> None:
    state = crewed(
        "chops-murphy",
        tiles={HERE: ("nobles", 2)},
        destroyed=[at(0, 2)],
        fire={at(1, 1): 5, FAR: 1},
        players={BLACK: {"wagon_at": at(1, 3)}},
    )
    assert {x.cell for x in listed(gain(state, WHITE, HERE), c.ChooseCell)} == {at(2, 2)}


# ---- the sixteen of the box


@pytest.mark.rules("BRI-CREW-KULARI-ONE-SHOE")
def test_kulari_moves_five() -> None:
    plain = position()
    no(plain, c.MoveBrigade(WHITE, kind="paid", to=at(5, 4)), "too_far", "BRI-ACT-MOVE-01")
    assert c.MoveBrigade(WHITE, kind="paid", to=at(5, 4)) in legal(crewed("kulari-one-shoe"), WHITE)


@pytest.mark.rules("BRI-CREW-DEL-UGE", "BRI-RULING-79", "BRI-CREW-05", "BRI-RECOG-08")
def test_del_uge_douses_another_tile_by_two_at_each_commons_tile() -> None:
    fires = {HERE: 2, at(0, 1): 1, at(3, 4): 4, at(1, 4): 5, FAR: 1}
    state = gain(crewed("del-uge", tiles={HERE: ("commons", 2)}, fire=fires), WHITE, HERE)
    assert {x.cell for x in listed(state, c.ChooseCell)} == {at(0, 1), at(3, 4), FAR}
    assert do(state, c.ChooseCell(WHITE, at(3, 4))).fire[at(3, 4)] == 2
    out = do(state, c.ChooseCell(WHITE, at(0, 1)))
    assert (out.fire[at(0, 1)], out.fires_out, out.pending) == (0, 0, None)
    assert gain(crewed("del-uge", tiles={HERE: ("nobles", 2)}, fire=fires), WHITE, HERE).pending is None


@pytest.mark.rules("BRI-CREW-SELINA-BLACKFLOW")
def test_selina_may_add_a_second_cube_on_a_rivals_tile_that_was_not_taken() -> None:
    def selina(cubes: int, **words):
        words = {"players": {BLACK: {"loyal": [HERE]}}} | words
        return crewed("selina-blackflow", tiles={HERE: ("nobles", 2)}, cubes={HERE: cubes} if cubes else {}, **words)

    state = place(selina(0), WHITE, HERE)
    assert state.pending is not None and state.pending.kind == "second_cube"
    after = do(state, c.Accept(WHITE))
    assert after.brigades[WHITE].cubes[HERE] == 2 and after.pending is None
    assert do(state, c.Decline(WHITE)).brigades[WHITE].cubes[HERE] == 1
    taken = place(selina(2), WHITE, HERE)
    assert loyal(taken, WHITE) >= {HERE} and taken.pending is None
    second_takes = do(place(selina(1), WHITE, HERE), c.Accept(WHITE))
    assert HERE in loyal(second_takes, WHITE)
    assert place(selina(0, supply=1), WHITE, HERE).pending is None
    assert place(selina(0, players={}), WHITE, HERE).pending is None


@pytest.mark.rules("BRI-CREW-SELINA-BLACKFLOW", "BRI-RECOG-07")
def test_selinas_cube_comes_from_the_supply_not_from_the_recognition() -> None:
    state = crewed(
        "selina-blackflow",
        tiles={HERE: ("nobles", 4)},
        fire={HERE: 2, FAR: 1},
        at=HERE,
        players={BLACK: {"loyal": [HERE]}},
    )
    state = do(
        state,
        c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=2, crew=(0,)),
        c.PlaceCubes(WHITE, cell=HERE, number=1),
        c.Accept(WHITE),
    )
    assert state.brigades[WHITE].cubes[HERE] == 2
    assert state.pending is not None and (state.pending.kind, state.pending.left) == ("recognition", 1)


@pytest.mark.rules("BRI-CREW-NERY-CAGEHAND", "BRI-RULING-32", "BRI-LOYAL-03")
def test_nery_makes_rivals_need_two_more_while_he_is_active() -> None:
    state = crewed("nery-cagehand", tiles={HERE: ("nobles", 2)}, players={BLACK: {"cubes": {HERE: 2}}})
    state = replace(
        state, brigades=(replace(state.brigades[0], loyal=state.brigades[0].loyal | 1 << HERE), state.brigades[1])
    )
    held = place(state, BLACK, HERE)
    assert HERE in loyal(held, WHITE)
    assert HERE in loyal(place(held, BLACK, HERE), BLACK)
    # Without Nery the threshold falls back, and is checked when the next cube comes there.
    quiet = replace(held, brigades=(replace(held.brigades[0], crew=()), held.brigades[1]))
    assert HERE in loyal(place(quiet, BLACK, at(0, 1)), WHITE)
    assert HERE in loyal(place(quiet, BLACK, HERE), BLACK)


@pytest.mark.rules("BRI-CREW-MORGANA-MAGOS")
def test_morgana_moves_the_wagon_once_a_turn_without_an_action() -> None:
    free = c.MoveWagon(WHITE, kind="morgana", to=at(3, 3))
    no(position(), free, "ability_inactive", "BRI-CREW-MORGANA-MAGOS")
    state = do(crewed("morgana-magos", actions=0), free)
    assert state.brigades[WHITE].wagon_at == at(3, 3)
    no(state, c.MoveWagon(WHITE, kind="morgana", to=at(3, 4)), "ability_used", "BRI-CREW-MORGANA-MAGOS", "BRI-TURN-07")


@pytest.mark.rules("BRI-CREW-PEP-OVERCLOCK", "BRI-CREW-GNESS-SMOLD", "BRI-RULING-38", "BRI-RULING-60", "BRI-RULING-37")
@pytest.mark.parametrize("card", ["pep-overclock", "gness-smold"])
def test_pep_and_gness_give_a_free_upgrade_if_permitted(card: str) -> None:
    state = merchants_won(card, circles=(5, 0, 0))
    assert {x.track for x in listed(state, c.ChooseTrack)} == {"wagon", "leadership"}
    assert do(state, c.Decline(WHITE)).used == ()
    done = do(state, c.ChooseTrack(WHITE, "wagon"))
    assert (done.brigades[WHITE].circles[1], done.actions) == (1, 4)
    no(done, c.Upgrade(WHITE, "wagon"), "already_upgraded", "BRI-RULING-37")
    assert merchants_won(card, used=("upgrade",)).pending is None
    others = merchants_won(card, active=BLACK, used=("upgrade",))
    assert do(others, c.ChooseTrack(WHITE, "wagon")).used == ("upgrade",)
    nobles = gain(crewed(card, tiles={HERE: ("nobles", 2)}), WHITE, HERE)
    assert nobles.pending is None


@pytest.mark.rules("BRI-CREW-PEP-OVERCLOCK", "BRI-CREW-GNESS-SMOLD", "BRI-RULING-38")
def test_of_pep_and_gness_together_only_one_upgrades_in_the_own_turn() -> None:
    state = do(merchants_won("pep-overclock", "gness-smold"), c.ChooseTrack(WHITE, "wagon"))
    assert state.pending is None
    foreign = do(merchants_won("pep-overclock", "gness-smold", active=BLACK), c.ChooseTrack(WHITE, "wagon"))
    assert do(foreign, c.ChooseTrack(WHITE, "wagon")).brigades[WHITE].circles[1] == 2


@pytest.mark.rules("BRI-CREW-CHOPS-MURPHY", "BRI-FIRE-01", "BRI-FIRE-03")
def test_chops_may_raise_an_adjacent_fire_by_two_in_one_addition() -> None:
    state = crewed("chops-murphy", tiles={HERE: ("nobles", 2)}, fire={at(1, 3): 4, at(1, 1): 1, FAR: 1})
    state = gain(state, WHITE, HERE)
    assert {x.cell for x in listed(state, c.ChooseCell)} == {at(0, 2), at(1, 1), at(1, 3), at(2, 2)}
    assert do(state, c.ChooseCell(WHITE, at(1, 1))).fire[at(1, 1)] == 3
    assert do(state, c.ChooseCell(WHITE, at(1, 3))).fire[at(1, 3)] == 5
    assert do(state, c.Decline(WHITE)).fire == state.fire


@pytest.mark.rules("BRI-CREW-MOG-THE-HEAVY", "BRI-RULING-68")
def test_mog_ends_on_a_rival_brigade_and_pushes_it() -> None:
    state = crewed(
        "mog-the-heavy",
        seats=3,
        fire={at(2, 1): 3, FAR: 1},
        destroyed=[at(1, 0)],
        players={BLACK: {"at": at(1, 1)}, PINK: {"at": at(0, 1)}},
    )
    pushes = [x.pushes for x in listed(state, c.MoveBrigade) if x.to == at(1, 1)]
    assert pushes == [(at(1, 2),), (at(2, 1),)]
    after = do(state, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1), via=(), pushes=(at(2, 1),)))
    assert (after.brigades[WHITE].at, after.brigades[BLACK].at, after.brigades[BLACK].water) == (at(1, 1), at(2, 1), 2)
    no(state, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1), via=(), pushes=(at(1, 0),)), "no_effect", "BRI-ACT-02")
    plain = position(players={BLACK: {"at": at(1, 1)}})
    no(
        plain,
        c.MoveBrigade(WHITE, kind="paid", to=at(1, 1), via=(), pushes=(at(2, 1),)),
        "rival_brigade",
        "BRI-CREW-MOG-THE-HEAVY",
    )


@pytest.mark.rules("BRI-CREW-MOG-THE-HEAVY")
def test_mog_cannot_pass_and_needs_room_for_all() -> None:
    blocked = crewed(
        "mog-the-heavy",
        destroyed=[at(0, 1), at(1, 0), at(1, 2), at(2, 1)],
        players={BLACK: {"at": at(1, 1)}},
    )
    no(blocked, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1)), "rival_brigade", "BRI-CREW-MOG-THE-HEAVY")
    wall = crewed("mog-the-heavy", fire={at(0, 1): 1, at(1, 0): 1, FAR: 1}, players={BLACK: {"at": at(1, 1)}})
    no(wall, c.MoveBrigade(WHITE, kind="paid", to=at(3, 3)), "rival_brigade", "BRI-ACT-MOVE-02")
    both = crewed("mog-the-heavy", seats=3, players={BLACK: {"at": at(1, 1)}, PINK: {"at": at(1, 1)}})
    ways = [x.pushes for x in listed(both, c.MoveBrigade) if x.to == at(1, 1)]
    assert len(ways) == 12 and all(a != b for a, b in ways)
    after = do(both, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1), via=(), pushes=(at(0, 1), at(2, 1))))
    assert [b.at for b in after.brigades] == [at(1, 1), at(0, 1), at(2, 1)]


@pytest.mark.rules("BRI-CREW-MOG-THE-HEAVY", "BRI-CHIEF-AURATH-ETHER")
def test_in_ethereal_form_mog_pushes_if_he_can_else_they_share() -> None:
    ether = {"chief": "aurath-ether", "water": 0}
    state = crewed("mog-the-heavy", players={BLACK: {"at": at(1, 1)}}, **ether)
    ends = [x for x in listed(state, c.MoveBrigade) if x.kind == "ethereal" and x.to == at(1, 1)]
    assert ends and all(x.pushes for x in ends)
    tight = crewed(
        "mog-the-heavy", destroyed=[at(0, 1), at(1, 0), at(1, 2), at(2, 1)], players={BLACK: {"at": at(1, 1)}}, **ether
    )
    share = do(tight, c.MoveBrigade(WHITE, kind="ethereal", to=at(1, 1)))
    assert share.brigades[WHITE].at == share.brigades[BLACK].at == at(1, 1)


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


@pytest.mark.rules("BRI-CREW-MAL-CANDOR")
def test_mal_gives_a_free_recruit_at_each_council_tile() -> None:
    def council(**words):
        return gain(
            crewed("mal-candor", tiles={HERE: ("council", 2)}, crew_deck=("lumen", "ash"), **words), WHITE, HERE
        )

    state = council()
    after = do(state, c.Accept(WHITE), c.ChooseRecruit(WHITE, card="ash"))
    assert [m.id for m in after.brigades[WHITE].crew] == ["mal-candor", "ash"] and after.actions == 4
    assert do(state, c.Decline(WHITE)).crew_deck == ("lumen", "ash")
    assert council(circles=(0, 0, 0)).pending is None
    assert gain(crewed("mal-candor", tiles={HERE: ("nobles", 2)}, crew_deck=("ash",)), WHITE, HERE).pending is None


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


@pytest.mark.rules("BRI-CREW-BROTHER-BEN", "BRI-RULING-66", "BRI-TURN-08")
def test_ben_gives_an_extra_turn_after_an_own_turn_that_completed_a_track() -> None:
    state = do(crewed("brother-ben", circles=(5, 3, 0), events=("E25", "E17")), c.Upgrade(WHITE, "wagon"))
    assert state.extra_due
    state = do(state, c.EndTurn(WHITE))
    assert (state.active, state.extra, state.event_discard[-1]) == (WHITE, True, "E25")
    assert do(state, c.EndTurn(WHITE)).active == BLACK
    idle = position(players={WHITE: {"circles": (0, 3, 0), "crew": ["brother-ben"]}})
    assert not do(idle, c.Upgrade(WHITE, "wagon")).extra_due
    foreign = crewed("brother-ben", circles=(5, 3, 0), active=WHITE, events=("E25",))
    foreign = do(foreign, c.EndTurn(WHITE))
    assert foreign.brigades[WHITE].circles[1] == 4 and not foreign.extra_due


@pytest.mark.rules("BRI-CREW-BROTHER-BEN")
def test_ben_counts_in_the_own_event_phase_once_a_turn_and_may_leave_afterwards() -> None:
    own = crewed("brother-ben", circles=(5, 3, 0), active=BLACK, events=("E25",))
    own = do(own, c.EndTurn(BLACK))
    assert own.active == WHITE and own.extra_due
    twice = crewed("brother-ben", circles=(5, 3, 4), extra_due=True)
    assert not any(isinstance(x, e.ExtraTurnEarned) for x in made(twice, c.Upgrade(WHITE, "wagon")))
    # The blue bonus of the crew track replaces Ben himself; the extra turn stays.
    leaving = crewed("brother-ben", circles=(4, 0, 0), crew_deck=("lumen", "ash"))
    leaving = do(leaving, c.Upgrade(WHITE, "crew"), c.ChooseRecruit(WHITE, card="lumen", replaced="brother-ben"))
    assert leaving.extra_due


@pytest.mark.rules("BRI-CREW-EBENEZER", "BRI-ACT-MOVE-06")
def test_ebenezer_walks_through_fire_and_ruins_but_may_not_stay_there_last() -> None:
    state = crewed("ebenezer", fire={at(1, 1): 2, FAR: 1}, destroyed=[at(2, 2)])
    assert c.MoveBrigade(WHITE, kind="paid", to=at(3, 3)) in legal(state, WHITE)
    last = crewed("ebenezer", destroyed=[at(1, 1)], actions=1)
    no(last, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1)), "cannot_end_turn_on_destroyed", "BRI-ACT-MOVE-06")
