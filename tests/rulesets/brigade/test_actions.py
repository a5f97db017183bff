"""Extinguish, Refill, Recruit, Transfer, Upgrade (rules sections 6.3 to 7)."""

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.engine.viewer import ARBITER
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.redeal import redeal
from domain.rulesets.brigade.rules import legal
from domain.rulesets.brigade.tell import tell
from domain.rulesets.brigade.view import view
from tests.lines import english
from tests.rulesets.brigade.position import (
    BLACK,
    PINK,
    WHITE,
    at,
    chance,
    deal,
    do,
    event,
    kinds,
    listed,
    made,
    no,
    position,
)

FAR = at(5, 2)
HERE = at(1, 2)


def fighting(fire: int = 3, **white):
    return position(fire={HERE: fire, FAR: 1}, players={WHITE: {"at": HERE} | white})


def put(wagon=0, chief=0, *crew, cell=HERE, kind="brigade"):
    return c.Extinguish(WHITE, kind=kind, cell=cell, wagon=wagon, chief=chief, crew=crew)


# ---- extinguish


@pytest.mark.rules("BRI-ACT-EXT-01", "BRI-ACT-EXT-03", "BRI-RULING-24", "BRI-RULING-25")
def test_water_takes_off_levels_one_to_the_intensity() -> None:
    state = fighting(3, wagon_at=HERE, wagon_water=4, circles=(0, 2, 0))
    no(state, put(), "bad_water_amount", "BRI-ACT-EXT-03", "BRI-RULING-25")
    no(state, put(3, 1), "bad_water_amount", "BRI-RULING-25")
    no(state, put(0, 3), "not_enough_water", "BRI-ACT-EXT-02")
    no(state, put(-1, 2), "bad_water_amount", "BRI-ACT-EXT-03")
    no(state, put(0, 1, 1), "bad_water_amount", "BRI-ACT-EXT-03")
    after = do(state, put(1, 1))
    assert (after.fire[HERE], after.brigades[WHITE].wagon_water, after.brigades[WHITE].water) == (1, 3, 1)
    assert {(x.wagon, x.chief) for x in listed(state, c.Extinguish)} == {
        (w, ch) for w in range(5) for ch in range(3) if 1 <= w + ch <= 3
    }


@pytest.mark.rules("BRI-ACT-EXT-02")
def test_a_wagon_alone_cannot_extinguish_and_a_brigade_only_where_it_stands() -> None:
    state = position(fire={HERE: 1, FAR: 1}, players={WHITE: {"wagon_at": HERE}})
    no(state, put(1), "no_pawn_here", "BRI-ACT-EXT-01")
    no(fighting(2), put(1, 0), "wagon_not_here", "BRI-ACT-EXT-02")
    no(fighting(0), put(0, 1), "not_burning", "BRI-ACT-EXT-01")
    crewed = do(fighting(2, crew=["lumen"]), put(0, 0, 2))
    assert crewed.brigades[WHITE].crew[0].water == 0 and crewed.brigades[WHITE].water == 2


@pytest.mark.rules("BRI-ACT-EXT-04", "BRI-RECOG-01", "BRI-RULING-26")
def test_recognition_is_the_levels_of_the_action_that_puts_the_fire_out() -> None:
    state = do(fighting(3, wagon_at=HERE), put(2, 0))
    assert state.pending is None and state.fires_out == 0
    state = do(state, put(0, 1))
    assert state.pending is not None and (state.pending.kind, state.pending.left) == ("recognition", 1)


@pytest.mark.rules("BRI-ACT-EXT-05", "BRI-RULING-24")
def test_the_default_payment_of_an_amount_is_listed_first() -> None:
    state = fighting(
        4,
        wagon_at=HERE,
        wagon_water=1,
        crew=[("ash", 2), ("lumen", 2)],
    )
    first = {}
    for x in listed(state, c.Extinguish):
        if x.kind == "brigade":
            first.setdefault(x.wagon + x.chief + sum(x.crew), x)
    assert first[1] == put(1, 0, 0, 0)
    assert first[2] == put(1, 0, 0, 1)
    assert first[3] == put(1, 0, 0, 2)
    assert first[4] == put(1, 0, 1, 2)
    dry = fighting(3, crew=[("lumen", 1)])
    assert listed(dry, c.Extinguish)[0] == put(0, 0, 1) and put(0, 2, 1) in legal(dry, WHITE)


# ---- refill


@pytest.mark.rules("BRI-ACT-REFILL-01", "BRI-LOYAL-05")
def test_refill_at_the_own_firehouse_or_a_loyal_tile_with_a_pawn_there() -> None:
    state = position(players={WHITE: {"at": HERE, "water": 0, "wagon_water": 0, "crew": [("lumen", 0)]}})
    no(state, c.Refill(WHITE, cell=HERE), "not_loyal", "BRI-ACT-REFILL-01")
    no(state, c.Refill(WHITE, cell=at(3, 3)), "no_pawn_here", "BRI-ACT-REFILL-01")
    assert do(state, c.Refill(WHITE, cell=at(0, 0))).brigades[WHITE].wagon_water == 2
    mine = position(players={WHITE: {"at": HERE, "loyal": [HERE], "water": 0, "crew": [("lumen", 0)]}})
    after = do(mine, c.Refill(WHITE, cell=HERE)).brigades[WHITE]
    assert (after.water, after.crew[0].water) == (2, 2)
    rival = position(players={WHITE: {"at": at(5, 5), "water": 0}, BLACK: {"at": at(4, 4)}})
    no(rival, c.Refill(WHITE, cell=at(5, 5)), "not_loyal", "BRI-ACT-REFILL-01")


@pytest.mark.rules("BRI-ACT-REFILL-02", "BRI-RULING-33")
def test_pawns_on_different_tiles_need_an_action_each() -> None:
    apart = {"at": HERE, "loyal": [HERE], "water": 0, "wagon_water": 0}
    state = do(position(players={WHITE: apart}), c.Refill(WHITE, cell=HERE))
    assert (state.brigades[WHITE].water, state.brigades[WHITE].wagon_water, state.actions) == (2, 0, 3)
    state = do(state, c.Refill(WHITE, cell=at(0, 0)))
    assert (state.brigades[WHITE].wagon_water, state.actions) == (2, 2)
    together = position(players={WHITE: apart | {"wagon_at": HERE, "circles": (0, 4, 0)}})
    assert do(together, c.Refill(WHITE, cell=HERE)).brigades[WHITE].wagon_water == 6


@pytest.mark.rules("BRI-ACT-REFILL-03")
def test_a_fire_does_not_prevent_a_refill_but_a_destroyed_tile_is_loyal_to_nobody() -> None:
    state = position(fire={HERE: 3, FAR: 1}, players={WHITE: {"at": HERE, "loyal": [HERE], "water": 0}})
    assert do(state, c.Refill(WHITE, cell=HERE)).brigades[WHITE].water == 2
    ruin = position(destroyed=[HERE], players={WHITE: {"at": HERE, "water": 0}})
    no(ruin, c.Refill(WHITE, cell=HERE), "not_loyal", "BRI-ACT-REFILL-01")


@pytest.mark.rules("BRI-ACT-02")
def test_actions_that_change_nothing_are_refused() -> None:
    state = position()
    no(state, c.Refill(WHITE, cell=at(0, 0)), "no_effect", "BRI-ACT-02")
    no(state, c.Transfer(WHITE, wagon=2, chief=2), "no_effect", "BRI-ACT-02")


# ---- recruit


@pytest.mark.rules("BRI-ACT-RECRUIT-01", "BRI-RULING-34", "BRI-UPG-03")
def test_recruit_needs_crew_capacity_and_capacity_recruits_nobody() -> None:
    state = position(crew_deck=("lumen", "ash"))
    no(state, c.Recruit(WHITE), "no_crew_capacity", "BRI-ACT-RECRUIT-01", "BRI-RULING-34")
    state = do(state, c.Upgrade(WHITE, "crew"))
    assert state.brigades[WHITE].crew == () and c.Recruit(WHITE) in legal(state, WHITE)


def recruiting(deck=("lumen", "ebenezer", "ash"), **white):
    white = {"circles": (1, 0, 0)} | white
    return position(3, crew_deck=deck, players={WHITE: white})


@pytest.mark.rules("BRI-ACT-RECRUIT-02", "BRI-ACT-RECRUIT-04")
def test_two_cards_are_drawn_one_kept_with_full_buckets_the_other_discarded() -> None:
    state = do(recruiting(), c.Recruit(WHITE))
    assert state.drawn == ("lumen", "ebenezer")
    no(state, c.ChooseRecruit(WHITE, card="ash"), "invalid_target", "BRI-ACT-RECRUIT-02")
    state = do(state, c.ChooseRecruit(WHITE, card="ebenezer"))
    (member,) = state.brigades[WHITE].crew
    assert (member.id, member.water) == ("ebenezer", 2)
    assert state.crew_discard == ("lumen",) and state.drawn == () and state.actions == 3


@pytest.mark.rules("BRI-ACT-RECRUIT-03", "BRI-ACT-RECRUIT-04")
def test_a_kept_card_replaces_another_when_full_or_when_preferred() -> None:
    full = do(recruiting(crew=[("immora", 1)]), c.Recruit(WHITE))
    no(full, c.ChooseRecruit(WHITE, card="lumen"), "invalid_target", "BRI-ACT-RECRUIT-03")
    after = do(full, c.ChooseRecruit(WHITE, card="lumen", replaced="immora"))
    assert [m.id for m in after.brigades[WHITE].crew] == ["lumen"] and after.crew_discard == ("ebenezer", "immora")
    roomy = do(recruiting(crew=["immora", "del-uge"], circles=(5, 0, 0)), c.Recruit(WHITE))
    joined = do(roomy, c.ChooseRecruit(WHITE, card="lumen"))
    assert [m.id for m in joined.brigades[WHITE].crew] == ["immora", "del-uge", "lumen"]
    swapped = do(roomy, c.ChooseRecruit(WHITE, card="lumen", replaced="immora"))
    assert [m.id for m in swapped.brigades[WHITE].crew] == ["del-uge", "lumen"]


@pytest.mark.rules("BRI-ACT-RECRUIT-05")
def test_keeping_none_costs_the_action() -> None:
    state = do(recruiting(), c.Recruit(WHITE), c.Decline(WHITE))
    assert state.actions == 3 and state.brigades[WHITE].crew == () and state.crew_discard == ("lumen", "ebenezer")


@pytest.mark.rules("BRI-ACT-RECRUIT-06", "BRI-RULING-35")
def test_a_short_deck_gets_the_discard_under_it_then_fewer_cards_then_none() -> None:
    short = replace(recruiting(deck=("lumen",)), crew_discard=("ash", "immora"))
    events = made(short, c.Recruit(WHITE))
    shuffled = next(x for x in events if isinstance(x, e.CrewDeckShuffled))
    assert shuffled.order[0] == "lumen" and sorted(shuffled.order) == ["ash", "immora", "lumen"]
    state = fold(evolve, short, events)
    assert len(state.drawn) == 2 and state.drawn[0] == "lumen" and state.crew_discard == ()
    one = do(recruiting(deck=("lumen",)), c.Recruit(WHITE))
    assert one.drawn == ("lumen",)
    no(recruiting(deck=()), c.Recruit(WHITE), "deck_empty", "BRI-ACT-RECRUIT-06")


@pytest.mark.rules("BRI-HIDDEN-02", "BRI-HIDDEN-03")
def test_the_cards_of_a_recruit_are_for_the_drawers_eyes_until_the_choice() -> None:
    before = recruiting()
    events = made(before, c.Recruit(WHITE))
    state = fold(evolve, before, events)
    drawn = [x for x in events if isinstance(x, e.CrewCardDrawn)]
    assert tell(drawn[0], WHITE).facts["card"] == "lumen" and "Lumen" in english(tell(drawn[0], WHITE))
    assert "card" not in tell(drawn[0], BLACK).facts and "Lumen" not in english(tell(drawn[0], BLACK))
    assert view(state, WHITE).pending.drawn == ("lumen", "ebenezer")
    assert view(state, BLACK).pending.drawn is None and view(state, -1).pending.drawn is None
    assert view(state, BLACK).crew_drawn == 2
    done = made(state, c.ChooseRecruit(WHITE, card="lumen"))[-1]
    assert isinstance(done, e.RecruitDone) and tell(done, BLACK).facts["discarded"] == ("ebenezer",)


@pytest.mark.rules("BRI-HIDDEN-03", "BRI-HIDDEN-01")
def test_everything_but_deck_orders_and_recruits_is_open_to_all() -> None:
    state = event(recruiting(), "E29")
    assert len({view(state, viewer) == view(state, WHITE) for viewer in (WHITE, BLACK, PINK, -1, -2)}) == 1
    shown = view(state, -1)
    assert shown.pending is not None and shown.crew_deck == 3 and shown.event_deck == 3
    assert "events" not in shown.__struct_fields__


# ---- transfer


@pytest.mark.rules("BRI-ACT-TRANSFER-01", "BRI-RULING-36")
def test_any_redistribution_of_the_same_total_within_the_capacities() -> None:
    state = position(players={WHITE: {"water": 0, "wagon_water": 2, "crew": [("lumen", 0)]}})
    wanted = {(w, ch, n) for w in range(3) for ch in range(3) for n in range(3) if w + ch + n == 2} - {(2, 0, 0)}
    assert {(x.wagon, x.chief, x.crew[0]) for x in listed(state, c.Transfer)} == wanted
    for bad in (
        c.Transfer(WHITE, wagon=3, chief=0, crew=(0,)),
        c.Transfer(WHITE, wagon=1, chief=0, crew=(0,)),
        c.Transfer(WHITE, wagon=2, chief=0),
        c.Transfer(WHITE, wagon=0, chief=3, crew=(-1,)),
    ):
        no(state, bad, "bad_water_amount", "BRI-ACT-TRANSFER-01")
    apart = position(players={WHITE: {"at": at(1, 1), "water": 0}})
    no(apart, c.Transfer(WHITE, wagon=0, chief=2), "not_together", "BRI-ACT-TRANSFER-01")


@pytest.mark.rules("BRI-ACT-TRANSFER-02")
def test_water_moves_from_card_to_card_through_the_wagon_in_one_action() -> None:
    state = position(players={WHITE: {"water": 2, "crew": [("lumen", 0)]}})
    after = do(state, c.Transfer(WHITE, wagon=2, chief=0, crew=(2,)))
    assert (after.brigades[WHITE].water, after.brigades[WHITE].crew[0].water, after.actions) == (0, 2, 3)


# ---- upgrade and tracks


@pytest.mark.rules("BRI-ACT-UPGRADE-01", "BRI-ACT-UPGRADE-02", "BRI-UPG-04")
def test_one_upgrade_a_turn_one_circle_no_water_never_beyond_the_last() -> None:
    state = position(players={WHITE: {"circles": (5, 0, 0)}})
    no(state, c.Upgrade(WHITE, "crew"), "track_complete", "BRI-ACT-UPGRADE-02")
    state = do(state, c.Upgrade(WHITE, "wagon"))
    assert state.brigades[WHITE].circles == (5, 1, 0) and state.brigades[WHITE].wagon_water == 2
    no(state, c.Upgrade(WHITE, "wagon"), "already_upgraded", "BRI-ACT-UPGRADE-01")


@pytest.mark.rules("BRI-UPG-05", "BRI-RULING-39")
def test_a_new_leadership_value_is_one_action_more_at_once() -> None:
    flat = do(position(players={WHITE: {"circles": (0, 0, 0)}}), c.Upgrade(WHITE, "leadership"))
    assert flat.actions == 3
    risen = do(position(players={WHITE: {"circles": (0, 0, 1)}}), c.Upgrade(WHITE, "leadership"))
    assert risen.actions == 4


@pytest.mark.rules("BRI-UPG-06", "BRI-UPG-09")
def test_the_end_of_the_crew_track_is_a_free_recruit() -> None:
    state = do(recruiting(circles=(4, 0, 0)), c.Upgrade(WHITE, "crew"))
    assert state.pending is not None and state.pending.kind == "recruit"
    assert do(state, c.ChooseRecruit(WHITE, card="lumen")).actions == 3
    assert do(recruiting(deck=(), circles=(4, 0, 0)), c.Upgrade(WHITE, "crew")).pending is None


@pytest.mark.rules("BRI-UPG-08", "BRI-UPG-09", "BRI-RULING-18")
def test_the_end_of_leadership_gives_two_actions_now_or_banked() -> None:
    own = do(position(players={WHITE: {"circles": (0, 0, 4)}}), c.Upgrade(WHITE, "leadership"))
    assert own.actions == 4 - 1 + 1 + 2
    event_phase = position(active=BLACK, events=("E27",), players={WHITE: {"circles": (0, 0, 4)}})
    begun = do(event_phase, c.EndTurn(BLACK))
    assert (begun.active, begun.actions, begun.brigades[WHITE].banked) == (WHITE, 8, 0)
    other = position(active=BLACK, events=("E27", "E17"), players={BLACK: {"circles": (0, 0, 4)}})
    waiting = do(other, c.EndTurn(BLACK))
    assert waiting.brigades[BLACK].banked == 2
    assert do(waiting, c.EndTurn(WHITE)).actions == 8


@pytest.mark.rules("BRI-UPG-07")
def test_the_end_of_the_wagon_track_lets_the_wagon_ride() -> None:
    state = do(position(players={WHITE: {"circles": (0, 3, 0)}}), c.Upgrade(WHITE, "wagon"))
    state = do(state, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1)))
    assert c.MoveWagon(WHITE, kind="ride", to=at(1, 1)) in legal(state, WHITE) and "BrigadeMoved" in kinds(
        made(state, c.MoveBrigade(WHITE, kind="paid", to=at(2, 2)))
    )
    assert deal(state, []).crew_deck == ()


@pytest.mark.rules("BRI-HIDDEN-01", "BRI-HIDDEN-02", "BRI-HIDDEN-04")
def test_a_redeal_shuffles_what_is_hidden_and_nothing_else() -> None:
    state = do(recruiting(deck=("lumen", "ebenezer", "ash", "immora", "sir-precious")), c.Recruit(WHITE))
    state = replace(state, events=tuple(f"E{n}" for n in range(10, 30)))
    other, own = redeal(state, BLACK, chance(3)), redeal(state, WHITE, chance(3))
    for twin, viewer in ((other, BLACK), (own, WHITE)):
        assert twin.events != state.events and sorted(twin.events) == sorted(state.events)
        assert sorted(twin.drawn + twin.crew_deck) == sorted(state.drawn + state.crew_deck)
        assert view(twin, viewer) == view(state, viewer) and "sir-precious" not in twin.drawn
    assert own.drawn == state.drawn
    assert any(redeal(state, BLACK, chance(n)).drawn != state.drawn for n in range(8))
    assert redeal(state, ARBITER, chance(3)) == state
