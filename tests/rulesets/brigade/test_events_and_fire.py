"""Events, fire, immunity, destruction (rules sections 4 and 5)."""

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.agenda import Blaze
from domain.rulesets.brigade.components import EVENTS, WIND_ORDER, bits
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.queries import to_act
from domain.rulesets.brigade.rules import legal
from domain.rulesets.brigade.rules.event_cards import card_tasks
from domain.rulesets.brigade.score import outcome
from tests.rulesets.brigade.position import (
    BLACK,
    ORANGE,
    PINK,
    WHITE,
    at,
    deal,
    do,
    event,
    flip,
    kinds,
    loyal,
    made,
    no,
    position,
)

FAR = at(5, 2)
"""A fire that keeps the game going."""


def end(state, seat=WHITE):
    return made(state, c.EndTurn(seat))


# ---- the card and its phase


@pytest.mark.rules("BRI-EVENT-02", "BRI-DESTROY-01", "BRI-TURN-02")
def test_a_card_is_resolved_then_tiles_fall_then_it_is_discarded_then_actions_begin() -> None:
    state = position(active=WHITE, fire={at(1, 2): 4, at(2, 2): 1, FAR: 1}, events=("E17", "E18"))
    names = kinds(end(state))
    drawn = names.index("EventDrawn")
    assert names[drawn:] == [
        "EventDrawn",
        "FireAdded",
        "FireAdded",
        "FireAdded",
        "TileDestroyed",
        "EventDiscarded",
        "ActionPhaseBegan",
    ]
    after = fold(evolve, state, end(state))
    assert (after.event, after.event_discard[-1], after.events) == ("", "E17", ("E18",))


@pytest.mark.rules("BRI-EVENT-03", "BRI-RULING-14")
def test_an_empty_event_deck_is_made_new_from_the_discard() -> None:
    state = position(events=(), event_discard=("E17", "E19", "E21", "E23"))
    events = end(state)
    shuffled = next(x for x in events if isinstance(x, e.EventDeckShuffled))
    assert sorted(shuffled.order) == ["E17", "E19", "E21", "E23"]
    after = fold(evolve, state, events)
    assert len(after.events) == 3 and after.event_discard == (shuffled.order[0],)


@pytest.mark.rules("BRI-EVENT-04", "BRI-EVENT-SPECIAL-08", "BRI-EVENT-SPECIAL-05", "BRI-RULING-34")
def test_who_cannot_follow_a_special_event_ignores_it() -> None:
    state = position(players={WHITE: {"circles": (5, 4, 5)}, BLACK: {"circles": (0, 0, 0)}}, crew_deck=())
    for card, track in (("E26", 0), ("E25", 1), ("E27", 2)):
        after = event(state, card)
        assert after.brigades[WHITE].circles == (5, 4, 5)
        assert after.brigades[BLACK].circles[track] == 1
    recruit = event(position(crew_deck=("lumen", "ebenezer")), "E28")
    assert recruit.pending is None and recruit.crew_deck == ("lumen", "ebenezer")


@pytest.mark.rules("BRI-EVENT-05", "BRI-RULING-17", "BRI-EVENT-SPECIAL-06")
def test_players_resolve_a_special_event_in_turn_order_from_the_active_one() -> None:
    state = position(3, active=PINK, first=WHITE)
    asked = []
    state = event(state, "E29")
    while state.pending:
        (seat,) = to_act(state)
        asked.append(seat)
        state = do(state, c.ChooseCell(seat, at(3, 1 + seat)))
    assert asked == [PINK, WHITE, BLACK]
    assert [b.supply for b in state.brigades] == [15, 15, 15]


# ---- wind


@pytest.mark.rules("BRI-EVENT-WIND-01", "BRI-EVENT-WIND-02")
@pytest.mark.parametrize(("card", "target"), [("E17", (1, 2)), ("E19", (2, 3)), ("E21", (3, 2)), ("E23", (2, 1))])
def test_wind_spreads_to_the_side_it_blows_to(card: str, target: tuple[int, int]) -> None:
    after = event(position(fire={at(2, 2): 2}), card)
    assert {cell: n for cell, n in enumerate(after.fire) if n} == {at(2, 2): 2, at(*target): 1}


@pytest.mark.rules("BRI-EVENT-WIND-03", "BRI-RULING-09")
def test_receiving_tiles_go_line_by_line_from_the_edge_the_wind_blows_to() -> None:
    assert WIND_ORDER["north"][:7] == (0, 1, 2, 3, 4, 5, 6)
    assert WIND_ORDER["south"][:7] == (30, 31, 32, 33, 34, 35, 24)
    assert WIND_ORDER["east"][:7] == (5, 11, 17, 23, 29, 35, 4)
    assert WIND_ORDER["west"][:7] == (0, 6, 12, 18, 24, 30, 1)
    (task,) = card_tasks(position(fire={at(2, 1): 1, at(2, 3): 1, at(4, 2): 1}), EVENTS["E19"])
    assert isinstance(task, Blaze) and task.cells == (at(2, 4), at(4, 3), at(2, 2))


@pytest.mark.rules("BRI-EVENT-WIND-04", "BRI-GEO-05")
def test_wind_leaves_the_board_at_the_edge() -> None:
    after = event(position(fire={at(2, 5): 3, at(3, 0): 1}), "E19")
    assert {cell for cell, n in enumerate(after.fire) if n} == {at(2, 5), at(3, 0), at(3, 1)}


@pytest.mark.rules("BRI-EVENT-WIND-05", "BRI-FIRE-05")
def test_destroyed_tiles_stop_the_wind_like_an_edge() -> None:
    after = event(position(fire={at(3, 2): 2, at(1, 1): 1}, destroyed=[at(3, 3)]), "E19")
    assert after.fire[at(3, 3)] == 0 and after.fire[at(3, 4)] == 0


@pytest.mark.rules("BRI-EVENT-WIND-06")
def test_a_fire_reduced_during_the_card_still_spreads() -> None:
    # Veda's cube on [2,3] wins it and Del Uge puts [4,1] out while the card is resolved: [4,2] burns all the same.
    state = position(
        tiles={at(2, 4): ("commons", 1)},
        fire={at(2, 3): 1, at(4, 1): 2, FAR: 1},
        players={WHITE: {"at": at(2, 4), "mimic": "veda-moonbright", "crew": ["del-uge"]}},
    )
    state = event(state, "E19")
    assert state.pending is not None and state.pending.kind == "douse"
    state = do(state, c.ChooseCell(WHITE, at(4, 1)))
    assert (state.fire[at(4, 1)], state.fire[at(4, 2)]) == (0, 1)


# ---- firestorm


@pytest.mark.rules("BRI-EVENT-STORM-01", "BRI-EVENT-STORM-03", "BRI-FIRE-01")
def test_a_firestorm_adds_one_to_each_marked_tile_in_reading_order() -> None:
    state = position(fire={at(2, 2): 1, FAR: 1})
    assert EVENTS["E01"].marked == (at(0, 2), at(1, 3), at(2, 2), at(3, 1), at(4, 5))
    after = event(state, "E01")
    assert [after.fire[cell] for cell in EVENTS["E01"].marked] == [1, 1, 2, 1, 1]
    first, *_ = card_tasks(state, EVENTS["E01"])
    assert isinstance(first, Blaze) and first.cells == EVENTS["E01"].marked


@pytest.mark.rules("BRI-EVENT-STORM-02", "BRI-IMMUNE-01")
def test_immune_and_destroyed_marked_tiles_are_unaffected() -> None:
    state = position(
        destroyed=[at(0, 2)],
        players={WHITE: {"wagon_at": at(1, 3), "wagon_water": 0}, BLACK: {"at": at(3, 1), "water": 0}},
    )
    after = event(state, "E01")
    assert [after.fire[cell] for cell in EVENTS["E01"].marked] == [0, 0, 1, 0, 1]


# ---- special events


@pytest.mark.rules("BRI-EVENT-SPECIAL-01", "BRI-EVENT-SPECIAL-02", "BRI-EVENT-SPECIAL-03", "BRI-EVENT-SPECIAL-04")
def test_upgrade_events_advance_everybody_and_do_not_count_as_the_upgrade_of_the_turn() -> None:
    for card, track in (("E26", 0), ("E25", 1), ("E27", 2)):
        state = position(4, active=ORANGE, events=(card,))
        state = fold(evolve, state, end(state, ORANGE))
        assert all(b.circles[track] == 1 for b in state.brigades)
        assert state.used == () and any(isinstance(x, c.Upgrade) for x in legal(state, WHITE))


@pytest.mark.rules("BRI-EVENT-SPECIAL-08", "BRI-UPG-06", "BRI-UPG-09")
def test_an_event_that_reaches_the_last_circle_gives_the_blue_bonus_once() -> None:
    state = position(players={BLACK: {"circles": (4, 0, 0)}}, crew_deck=("lumen", "ebenezer", "ash"))
    state = event(state, "E26")
    assert state.pending is not None and (state.pending.kind, state.pending.seat) == ("recruit", BLACK)
    state = do(state, c.ChooseRecruit(BLACK, card="lumen"))
    assert state.brigades[BLACK].circles[0] == 5
    assert event(state, "E26").pending is None


@pytest.mark.rules("BRI-EVENT-SPECIAL-05")
def test_the_recruit_event_is_a_free_recruit_for_all_with_capacity() -> None:
    state = position(
        players={WHITE: {"circles": (1, 0, 0)}, BLACK: {"circles": (3, 0, 0)}},
        crew_deck=("lumen", "ebenezer", "ash", "immora", "del-uge"),
    )
    state = do(event(state, "E28"), c.ChooseRecruit(WHITE, card="ebenezer"), c.Decline(BLACK))
    assert [m.id for m in state.brigades[WHITE].crew] == ["ebenezer"]
    assert state.crew_discard == ("lumen", "ash", "immora") and state.crew_deck == ("del-uge",)


@pytest.mark.rules("BRI-EVENT-SPECIAL-06", "BRI-RECOG-04", "BRI-RECOG-05")
def test_the_recognition_event_places_a_cube_anywhere_or_none_and_can_gain_loyalty() -> None:
    state = position(tiles={at(1, 1): ("nobles", 1)}, destroyed=[at(4, 4)], fire={at(4, 3): 5, FAR: 4})
    state = event(state, "E29")
    for cell in (at(4, 4), at(4, 3), at(0, 0)):
        no(state, c.ChooseCell(WHITE, cell), "cannot_hold_cubes", "BRI-EVENT-SPECIAL-06", "BRI-RECOG-04")
    state = do(state, c.ChooseCell(WHITE, at(1, 1)), c.Decline(BLACK))
    assert loyal(state, WHITE) == {at(1, 1)} and state.brigades[BLACK].supply == 16


@pytest.mark.rules("BRI-EVENT-SPECIAL-07", "BRI-RULING-19")
def test_too_hot_fills_all_brigades_but_no_wagon_and_walder_does_not_react() -> None:
    state = position(
        players={
            WHITE: {"water": 0, "wagon_water": 0, "crew": [("lumen", 0)]},
            BLACK: {"mimic": "walder-ranier", "water": 0},
        }
    )
    state = event(state, "E30")
    white = state.brigades[WHITE]
    assert (white.water, white.crew[0].water, white.wagon_water) == (2, 2, 0)
    assert state.brigades[BLACK].water == 2 and state.pending is None


# ---- fire and immunity


@pytest.mark.rules("BRI-FIRE-01")
def test_several_levels_are_one_addition_and_reductions_stop_at_nothing() -> None:
    state = position(fire={at(1, 1): 3, FAR: 1})
    assert evolve(state, e.FireAdded(cell=at(1, 1), levels=2, by_card=False, tile="")).fire[at(1, 1)] == 5
    assert evolve(state, e.FireReduced(cell=at(1, 1), levels=3, why="douse", tile="")).fire[at(1, 1)] == 0
    with pytest.raises(AssertionError):
        evolve(state, e.FireReduced(cell=at(1, 1), levels=4, why="douse", tile=""))


@pytest.mark.rules("BRI-FIRE-02")
def test_the_university_burns_and_falls_like_any_tile() -> None:
    after = event(position(fire={at(2, 2): 4, at(3, 2): 1, FAR: 1}), "E17")
    assert after.destroyed == 1 << at(2, 2) and after.fire[at(2, 2)] == 0


@pytest.mark.rules("BRI-FIRE-03", "BRI-RULING-11")
def test_a_doomed_tile_cannot_be_saved_and_takes_no_more() -> None:
    state = position(fire={at(1, 2): 5, FAR: 1}, players={WHITE: {"at": at(1, 2)}})
    no(state, c.Extinguish(WHITE, kind="brigade", cell=at(1, 2), wagon=0, chief=1), "destroyed", "BRI-FIRE-03")
    assert evolve(state, e.FireAdded(cell=at(1, 2), levels=2, by_card=False, tile="")).fire[at(1, 2)] == 5


@pytest.mark.rules("BRI-FIRE-04", "BRI-RULING-11")
def test_a_doomed_tile_counts_as_destroyed_but_keeps_token_and_cubes_until_it_falls() -> None:
    doomed = at(1, 2)
    state = position(
        tiles={doomed: ("nobles", 2)},
        fire={doomed: 5, at(1, 3): 1, FAR: 1},
        players={
            WHITE: {
                "at": doomed,
                "water": 0,
                "loyal": [doomed],
                "crew": ["morgana-magos"],
                "cubes": {doomed: 1},
                "chief": "glint-dampshot",
            }
        },
    )
    no(state, c.MoveWagon(WHITE, kind="morgana", to=doomed), "destroyed", "BRI-ACT-WAGON-01", "BRI-FIRE-04")
    assert c.MoveWagon(WHITE, kind="morgana", to=at(1, 1)) in legal(state, WHITE)
    filled = do(state, c.Refill(WHITE, cell=doomed))
    assert filled.brigades[WHITE].water == 2
    asked = do(state, c.ExtraUpgrade(WHITE, "crew"))
    assert c.ChooseCube(WHITE, doomed) in legal(asked, WHITE)
    assert outcome(state) is None
    fallen = flip(state)
    assert fallen.brigades[WHITE].loyal == 0 and not any(fallen.brigades[WHITE].cubes)


@pytest.mark.rules("BRI-FIRE-05")
def test_a_destroyed_tile_never_burns_again() -> None:
    state = position(destroyed=[at(0, 2), at(1, 3), at(2, 2), at(3, 1), at(4, 5)])
    assert sum(event(state, "E01").fire) == 1


@pytest.mark.rules("BRI-IMMUNE-01", "BRI-IMMUNE-02", "BRI-RULING-10")
@pytest.mark.parametrize("pawn", ["at", "wagon_at"])
def test_a_pawn_makes_immune_but_its_fire_spreads(pawn: str) -> None:
    state = position(fire={at(2, 2): 1, at(3, 2): 2}, players={BLACK: {pawn: at(2, 2), "water": 0, "wagon_water": 0}})
    after = event(state, "E17")
    assert (after.fire[at(2, 2)], after.fire[at(1, 2)]) == (1, 1)


# ---- destruction


@pytest.mark.rules("BRI-DESTROY-02", "BRI-DESTROY-03", "BRI-DESTROY-04", "BRI-RULING-12", "BRI-RULING-13")
def test_all_that_lay_on_a_flipped_tile_goes_home_even_to_an_occupied_firehouse() -> None:
    lost = at(1, 2)
    state = position(
        fire={lost: 5, FAR: 1},
        players={
            WHITE: {"at": lost, "wagon_at": lost, "cubes": {lost: 2}},
            BLACK: {"at": at(0, 0), "loyal": [lost], "cubes": {lost: 1}},
        },
    )
    after = flip(state)
    white, black = after.brigades
    assert (white.at, white.wagon_at, white.supply, white.water) == (at(0, 0), at(0, 0), 16, 2)
    assert black.at == at(0, 0) and black.loyal == 0 and black.supply == 16
    assert after.fire[lost] == 0 and after.destroyed == 1 << lost and after.actions == state.actions


@pytest.mark.rules("BRI-DESTROY-05")
def test_doomed_tiles_fall_in_reading_order_those_doomed_by_a_flip_included() -> None:
    state = position(
        big={at(3, 3): "four_winds"},
        fire={at(3, 3): 5, at(1, 1): 5, at(2, 3): 4, at(4, 3): 4, FAR: 1},
        actions=0,
    )
    fallen = [x.cell for x in end(state) if isinstance(x, e.TileDestroyed)]
    assert fallen[:4] == [at(1, 1), at(3, 3), at(2, 3), at(4, 3)]


@pytest.mark.rules("BRI-DESTROY-05", "BRI-END-03")
def test_end_conditions_are_checked_once_after_all_flips() -> None:
    state = position(fire=dict.fromkeys((at(0, 1), at(0, 2), at(1, 1)), 5) | {FAR: 1}, destroyed=range(12, 18))
    state = replace(state, destroyed=sum(1 << cell for cell in (6, 7 + 1, 9, 10, 11, 12)))
    names = kinds(end(replace(state, events=("E17",))))
    assert names[1:5] == ["TileDestroyed", "TileDestroyed", "TileDestroyed", "EvacuationAnnounced"]
    assert names.count("EvacuationAnnounced") == 1


def test_mist_and_refill_events_have_whole_amounts() -> None:
    state = position(players={WHITE: {"water": 0}})
    events = made(state, c.Refill(WHITE, cell=at(0, 0)))
    assert e.WaterChanged(seat=WHITE, wagon=2, chief=2, crew=(), why="refill") in events
    assert list(bits(0b101)) == [0, 2] and deal(state, ["ash"]).crew_deck == ("ash",)
