"""Crew abilities: what all share, and those about loyalty, cubes, tracks and turns (rules sections 11 and 11.1)."""

import pytest
from msgspec.structs import replace

from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.queries import actives, to_act
from domain.rulesets.brigade.rules import legal
from tests.rulesets.brigade.crews import FAR, HERE, crewed, merchants_won
from tests.rulesets.brigade.position import (
    BLACK,
    WHITE,
    at,
    do,
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


# ---- loyalty, cubes, tracks and turns: the crew of the box


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
