"""The extra crew, and where abilities meet (rules section 11.2, BRI-RULING-62)."""

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
    ORANGE,
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

# ---- extra crew


@pytest.mark.rules("BRI-CREW-IMMORA")
def test_immora_places_a_cube_on_another_noble_tile() -> None:
    tiles = {HERE: ("nobles", 2), at(3, 1): ("nobles", 3), at(3, 4): ("nobles", 3)}
    state = gain(crewed("immora", tiles=tiles, destroyed=[at(3, 4)]), WHITE, HERE)
    assert {x.cell for x in listed(state, c.ChooseCell)} == {at(3, 1), at(4, 1)}
    no(state, c.ChooseCell(WHITE, at(3, 4)), "cannot_hold_cubes", "BRI-CREW-IMMORA")
    no(state, c.Decline(WHITE), "invalid_target", "BRI-CREW-IMMORA")
    assert do(state, c.ChooseCell(WHITE, at(3, 1))).brigades[WHITE].cubes[at(3, 1)] == 1
    late = fold(evolve, state, time_out(state, WHITE, chance()))
    assert late.brigades[WHITE].cubes[at(3, 1)] == 1


@pytest.mark.rules("BRI-CREW-ALI-AHMAR", "BRI-RULING-67")
def test_ali_gives_water_a_cubes_move_or_a_douse() -> None:
    state = merchants_won("ali-ahmar", fire={at(1, 3): 2, FAR: 1}, water=1, cubes={at(3, 3): 2, at(3, 4): 1})
    waters = {(x.chief, x.crew) for x in listed(state, c.TakeWater)}
    assert waters == {(1, (0,))}
    no(state, c.TakeWater(WHITE, chief=2, crew=(0,)), "bad_water_amount", "BRI-CREW-ALI-AHMAR")
    no(state, c.Decline(WHITE), "invalid_target", "BRI-CREW-ALI-AHMAR")
    assert do(state, c.TakeWater(WHITE, chief=1, crew=(0,))).brigades[WHITE].water == 2
    assert do(state, c.ChooseCell(WHITE, at(1, 3))).fire[at(1, 3)] == 1
    moving = do(state, c.ChooseCube(WHITE, at(3, 3)))
    no(moving, c.ChooseCell(WHITE, at(3, 3)), "invalid_target", "BRI-CREW-ALI-AHMAR")
    moved = do(moving, c.ChooseCell(WHITE, at(2, 0))).brigades[WHITE]
    assert (moved.cubes[at(3, 3)], moved.cubes[at(2, 0)]) == (1, 1)


@pytest.mark.rules("BRI-CREW-ALI-AHMAR", "BRI-CREW-SELINA-BLACKFLOW", "BRI-LOYAL-03")
def test_a_cube_moved_by_ali_can_win_a_tile_but_selina_takes_no_notice() -> None:
    rival = {BLACK: {"loyal": [at(2, 0)]}}
    tiles = {at(2, 0): ("council", 2)}
    state = crewed(
        "ali-ahmar", "selina-blackflow", tiles=tiles | {HERE: ("merchants", 2)}, cubes={at(3, 3): 1}, players=rival
    )
    state = do(gain(state, WHITE, HERE), c.ChooseCube(WHITE, at(3, 3)), c.ChooseCell(WHITE, at(2, 0)))
    assert state.brigades[WHITE].cubes[at(2, 0)] == 1 and state.pending is None
    ready = crewed("ali-ahmar", tiles=tiles | {HERE: ("merchants", 2)}, cubes={at(3, 3): 1, at(2, 0): 2}, players=rival)
    won = do(gain(ready, WHITE, HERE), c.ChooseCube(WHITE, at(3, 3)), c.ChooseCell(WHITE, at(2, 0)))
    assert at(2, 0) in loyal(won, WHITE)


@pytest.mark.rules("BRI-CREW-ALI-AHMAR")
def test_alis_default_is_water_chief_first_then_a_move_then_a_douse() -> None:
    def late(**words):
        state = merchants_won("ali-ahmar", **words)
        return fold(evolve, state, time_out(state, WHITE, chance()))

    both = late(water=1, wagon_water=0)
    assert both.brigades[WHITE].water == 2
    full = late(cubes={at(3, 3): 1})
    assert full.pending is not None and full.pending.kind == "moved_cube"
    doused = late(fire={at(1, 3): 2, FAR: 1})
    assert doused.fire[at(1, 3)] == 1
    assert merchants_won("ali-ahmar").pending is None


@pytest.mark.rules("BRI-CREW-VEDA-MOONBRIGHT", "BRI-RULING-62")
def test_veda_places_one_cube_instead_of_fire_even_with_both_pawns() -> None:
    both = crewed("veda-moonbright", fire={at(2, 2): 1}, at=HERE, wagon_at=HERE)
    after = event(both, "E17")
    assert (after.fire[HERE], after.brigades[WHITE].cubes[HERE], after.pending) == (0, 1, None)
    empty = event(crewed("veda-moonbright", fire={at(2, 2): 1}, at=HERE, supply=0), "E17")
    assert empty.fire[HERE] == 0 and not any(empty.brigades[WHITE].cubes)
    spread = crewed("veda-moonbright", fire={at(2, 2): 1}, at=at(0, 0))
    assert event(spread, "E17").fire[HERE] == 1


@pytest.mark.rules("BRI-RULING-62", "BRI-CREW-ESME-MORROW", "BRI-CREW-VEDA-MOONBRIGHT")
def test_replacements_of_several_players_go_in_turn_order_from_the_active_one() -> None:
    state = position(
        3,
        active=BLACK,
        fire={at(2, 2): 1},
        players={
            WHITE: {"wagon_at": HERE, "mimic": "veda-moonbright"},
            BLACK: {"at": HERE, "mimic": "esme-morrow"},
        },
    )
    waiting = event(state, "E17")
    assert to_act(waiting) == (BLACK,)
    declined = do(waiting, c.Decline(BLACK))
    assert declined.brigades[WHITE].cubes[HERE] == 1
    sent = do(waiting, c.ChooseCell(BLACK, at(0, 2)))
    assert sent.fire[at(0, 2)] == 1 and not any(sent.brigades[WHITE].cubes)
    first_white = event(replace(state, active=WHITE), "E17")
    assert first_white.pending is None and first_white.brigades[WHITE].cubes[HERE] == 1


@pytest.mark.rules("BRI-RULING-62", "BRI-CREW-ESME-MORROW", "BRI-CREW-VEDA-MOONBRIGHT")
def test_a_player_with_both_is_asked_for_esme_first_and_vedas_cube_follows() -> None:
    state = crewed("esme-morrow", "veda-moonbright", fire={at(2, 2): 1}, at=HERE)
    waiting = event(state, "E17")
    assert waiting.pending is not None and waiting.pending.kind == "redirect"
    assert do(waiting, c.Decline(WHITE)).brigades[WHITE].cubes[HERE] == 1
    assert do(waiting, c.ChooseCell(WHITE, at(1, 3))).brigades[WHITE].supply == 16


@pytest.mark.rules("BRI-CREW-ZILDA-GARRETT")
def test_zilda_makes_a_named_player_discard_a_card_of_their_choice() -> None:
    state = crewed(
        "zilda-garrett",
        seats=4,
        tiles={HERE: ("nobles", 2)},
        players={BLACK: {"crew": ["lumen", "ash"]}, PINK: {"precious": True}, ORANGE: {"crew": ["immora"]}},
    )
    state = gain(state, WHITE, HERE)
    assert {x.rival for x in listed(state, c.ChooseRival)} == {BLACK, ORANGE}
    assert do(state, c.Decline(WHITE)).crew_discard == ()
    named = do(state, c.ChooseRival(WHITE, BLACK))
    assert to_act(named) == (BLACK,)
    no(named, c.ChooseCard(BLACK, "immora"), "invalid_target", "BRI-CREW-ZILDA-GARRETT")
    after = do(named, c.ChooseCard(BLACK, "ash"))
    assert [m.id for m in after.brigades[BLACK].crew] == ["lumen"] and after.crew_discard == ("ash",)
    late = fold(evolve, named, time_out(named, BLACK, chance()))
    assert late.crew_discard == ("lumen",)


@pytest.mark.rules("BRI-CREW-ASH", "BRI-RULING-64")
def test_ash_extinguishes_beside_the_brigade_with_own_water_once_a_turn() -> None:
    target, fires = at(1, 3), {at(1, 3): 2, at(2, 3): 1, at(0, 2): 1, FAR: 1}
    state = crewed("ash", at=HERE, wagon_at=HERE, fire=fires)
    no(
        state,
        c.Extinguish(WHITE, kind="ash", cell=at(2, 3), wagon=0, chief=0, crew=(1,)),
        "not_adjacent",
        "BRI-CREW-ASH",
    )
    no(
        state,
        c.Extinguish(WHITE, kind="ash", cell=target, wagon=0, chief=1, crew=(1,)),
        "not_enough_water",
        "BRI-ACT-EXT-02",
    )
    no(
        state,
        c.Extinguish(WHITE, kind="ash", cell=target, wagon=1, chief=0, crew=(1,)),
        "wagon_not_here",
        "BRI-ACT-EXT-02",
    )
    after = do(state, c.Extinguish(WHITE, kind="ash", cell=target, wagon=0, chief=0, crew=(2,)))
    assert after.actions == 3 and after.brigades[WHITE].crew[0].water == 0
    assert {x.cell for x in listed(after, c.PlaceCubes)} == {target, at(0, 3), at(1, 4), at(2, 3), HERE}
    refilled = replace(do(after, c.Decline(WHITE)), brigades=state.brigades)
    no(
        refilled,
        c.Extinguish(WHITE, kind="ash", cell=at(0, 2), wagon=0, chief=0, crew=(1,)),
        "ability_used",
        "BRI-CREW-ASH",
    )


@pytest.mark.rules("BRI-CREW-SIR-PRECIOUS")
def test_sir_precious_is_given_away_when_drawn_and_a_new_card_is_drawn() -> None:
    state = position(3, crew_deck=("sir-precious", "lumen", "ash", "immora"), players={WHITE: {"circles": (1, 0, 0)}})
    events = made(state, c.Recruit(WHITE))
    assert e.SirPreciousDrawn(seat=WHITE) in events
    state = fold(evolve, state, events)
    assert {x.rival for x in listed(state, c.ChooseRival)} == {BLACK, PINK}
    state = do(state, c.ChooseRival(WHITE, PINK))
    assert state.brigades[PINK].precious and state.drawn == ("lumen", "ash")
    two = position(crew_deck=("lumen", "sir-precious"), players={WHITE: {"circles": (1, 0, 0)}})
    two = do(two, c.Recruit(WHITE), c.ChooseRival(WHITE, BLACK))
    assert two.drawn == ("lumen",) and two.brigades[BLACK].precious
    waiting = fold(evolve, position(3), ())
    assert waiting.pending is None


@pytest.mark.rules("BRI-CREW-SIR-PRECIOUS", "BRI-ACT-RECRUIT-06")
def test_the_card_that_replaces_sir_precious_is_drawn_from_a_shuffled_discard_if_need_be() -> None:
    state = position(
        crew_deck=("lumen", "sir-precious"), crew_discard=("ash",), players={WHITE: {"circles": (1, 0, 0)}}
    )
    state = do(state, c.Recruit(WHITE), c.ChooseRival(WHITE, BLACK))
    assert state.drawn == ("lumen", "ash") and state.crew_discard == ()


@pytest.mark.rules("BRI-CREW-SIR-PRECIOUS", "BRI-RULING-69", "BRI-TURN-04")
def test_sir_precious_costs_an_action_counts_for_nothing_and_leaves_at_home() -> None:
    holding = {"precious": True, "circles": (1, 0, 0), "crew": [], "at": HERE}
    away = position(players={WHITE: holding}, crew_deck=("lumen", "ash"))
    no(away, c.DiscardSirPrecious(WHITE), "invalid_target", "BRI-CREW-SIR-PRECIOUS")
    recruit = do(away, c.Recruit(WHITE))
    assert c.ChooseRecruit(WHITE, card="lumen") in legal(recruit, WHITE)
    home = position(players={WHITE: holding | {"at": at(0, 0)}}, actions=0)
    after = do(home, c.DiscardSirPrecious(WHITE))
    assert (after.actions, after.brigades[WHITE].precious, after.crew_discard) == (0, False, ("sir-precious",))
    assert not list(actives(home, WHITE))
    no(position(), c.DiscardSirPrecious(WHITE), "invalid_target", "BRI-CREW-SIR-PRECIOUS")


@pytest.mark.rules("BRI-CREW-SELINA-BLACKFLOW", "BRI-CREW-WALDER-RANIER", "BRI-CHIEF-GALEELA", "BRI-RULING-56")
def test_selina_and_walder_work_twice_for_who_has_and_copies_them() -> None:
    state = crewed("selina-blackflow", mimic="selina-blackflow", players={BLACK: {"loyal": [HERE]}})
    state = do(place(state, WHITE, HERE), c.Accept(WHITE))
    assert state.pending is not None and state.pending.kind == "second_cube"
    assert do(state, c.Accept(WHITE)).brigades[WHITE].cubes[HERE] == 3
    taxed = crewed("walder-ranier", mimic="walder-ranier", active=BLACK, players={BLACK: {"water": 0}})
    taxed = do(taxed, c.Refill(BLACK, cell=at(5, 5)), c.LoseWater(BLACK, "chief"), c.LoseWater(BLACK, "chief"))
    assert taxed.brigades[BLACK].water == 0 and taxed.pending is None
