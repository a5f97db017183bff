"""Move Brigade and Move Wagon (rules sections 6.1 and 6.2)."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import SURROUNDING, bits
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.queries import all_routes, ends_in_reach, path_to
from domain.rulesets.brigade.rules import legal, time_out
from domain.rulesets.brigade.rules.actions.moves import move_limits
from tests.rulesets.brigade.position import BLACK, PINK, WHITE, at, chance, do, kinds, listed, made, no, position

FAR = at(5, 2)


def move(cell, kind="paid", via=(), pushes=()):
    return c.MoveBrigade(WHITE, kind=kind, to=cell, via=via, pushes=pushes)


def ends(state, kind="paid"):
    return {x.to for x in listed(state, c.MoveBrigade) if x.kind == kind}


@pytest.mark.rules("BRI-ACT-MOVE-01", "BRI-GEO-04", "BRI-RULING-08")
def test_one_to_three_steps_in_eight_directions() -> None:
    state = position(players={WHITE: {"at": at(2, 2)}})
    assert ends(state) == {at(r, col) for r in range(6) for col in range(6)} - {at(2, 2), at(5, 5)}
    corner = position(fire={FAR: 1})
    no(corner, move(at(4, 1)), "too_far", "BRI-ACT-MOVE-01")
    assert do(corner, move(at(3, 3))).brigades[WHITE].at == at(3, 3)
    (moved,) = (x for x in made(corner, move(at(3, 2))) if isinstance(x, e.BrigadeMoved))
    path = (at(0, 0), *moved.path)
    assert len(moved.path) == 3 and all(SURROUNDING[a] >> b & 1 for a, b in pairwise(path))


@pytest.mark.rules("BRI-ACT-MOVE-02", "BRI-RULING-21")
def test_rival_brigades_block_wagons_and_touching_corners_do_not() -> None:
    state = position(3, players={BLACK: {"at": at(0, 1), "wagon_at": at(1, 1)}, PINK: {"at": at(1, 0)}})
    no(state, move(at(0, 1)), "rival_brigade", "BRI-ACT-MOVE-02")
    assert do(state, move(at(1, 1))).brigades[WHITE].at == at(1, 1)
    walled = position(4, players={1: {"at": at(0, 1)}, 2: {"at": at(1, 0)}, 3: {"at": at(1, 1)}})
    assert ends(walled) == set()
    no(walled, move(at(2, 2)), "rival_brigade", "BRI-ACT-MOVE-02")


@pytest.mark.rules("BRI-ACT-MOVE-03", "BRI-RULING-20")
def test_a_step_onto_a_destroyed_or_doomed_tile_costs_two() -> None:
    ring = [at(0, 1), at(1, 0)]
    state = position(destroyed=ring, fire={at(1, 1): 5, FAR: 1})
    assert ends(state) == {at(0, 1), at(1, 0), at(1, 1), at(0, 2), at(1, 2), at(2, 0), at(2, 1), at(2, 2)}
    no(state, move(at(3, 3)), "too_far", "BRI-ACT-MOVE-03")


@pytest.mark.rules("BRI-ACT-MOVE-04", "BRI-ACT-MOVE-08")
def test_fire_stops_the_movement_but_can_be_entered_and_left() -> None:
    state = position(fire={at(0, 1): 1, at(1, 0): 2, at(1, 1): 3, FAR: 1})
    assert ends(state) == {at(0, 1), at(1, 0), at(1, 1)}
    no(state, move(at(2, 2)), "fire_stops_movement", "BRI-ACT-MOVE-04")
    burning = do(state, move(at(1, 1)))
    assert at(4, 4) in ends(burning)
    visit = position(players={WHITE: {"at": at(4, 4)}})
    assert at(5, 5) not in ends(visit)
    neutral = position(players={WHITE: {"at": at(1, 4)}, BLACK: {"at": at(3, 3)}})
    assert {at(0, 5), at(0, 0)} & ends(neutral) == {at(0, 5)}
    assert at(5, 5) in ends(position(players={WHITE: {"at": at(4, 4)}, BLACK: {"at": at(3, 3)}}))


@pytest.mark.rules("BRI-ACT-MOVE-05", "BRI-RULING-22", "BRI-ACT-WAGON-03")
def test_moving_nowhere_is_no_move() -> None:
    state = position()
    no(state, move(at(0, 0)), "must_move", "BRI-ACT-MOVE-05", "BRI-RULING-22")
    no(state, c.MoveWagon(WHITE, kind="paid", to=at(0, 0)), "must_move", "BRI-ACT-WAGON-03", "BRI-RULING-22")


@pytest.mark.rules("BRI-ACT-MOVE-06", "BRI-RULING-20")
def test_a_move_ends_on_ruins_only_while_an_action_remains() -> None:
    state = position(destroyed=[at(1, 1)], actions=2)
    assert at(1, 1) in ends(state)
    last = replace(state, actions=1)
    no(last, move(at(1, 1)), "cannot_end_turn_on_destroyed", "BRI-ACT-MOVE-06")
    assert at(1, 2) in ends(last)
    doomed = position(fire={at(1, 1): 5, FAR: 1}, actions=1)
    no(doomed, move(at(1, 1)), "cannot_end_turn_on_destroyed", "BRI-ACT-MOVE-06")


@pytest.mark.rules("BRI-ACT-MOVE-06", "BRI-EXP-BIG-06")
def test_an_action_gained_on_the_way_remains() -> None:
    state = position(
        big={at(1, 1): "roast_aviary"},
        destroyed=[at(1, 1)],
        aviary=at(1, 1),
        actions=1,
        players={WHITE: {"roast": True}},
    )
    after = do(state, move(at(1, 1)))
    assert (after.actions, after.brigades[WHITE].roast, after.brigades[WHITE].supply) == (1, False, 16)


@pytest.mark.rules("BRI-ACT-MOVE-07")
def test_who_stands_on_ruins_must_leave_while_it_is_possible() -> None:
    state = position(destroyed=[at(1, 1)], players={WHITE: {"at": at(1, 1), "wagon_at": at(1, 2)}}, actions=3)
    no(state, c.EndTurn(WHITE), "must_move", "BRI-ACT-MOVE-07")
    assert listed(state, c.Upgrade)
    last = replace(state, actions=1)
    for command in (
        c.Upgrade(WHITE, "crew"),
        c.MoveWagon(WHITE, kind="paid", to=at(3, 3)),
        c.Refill(WHITE, cell=at(1, 2)),
    ):
        no(last, command, "must_move", "BRI-ACT-MOVE-07")
    assert not listed(last, c.Extinguish) and not listed(last, c.Transfer)
    assert all(not last.destroyed >> x.to & 1 for x in listed(last, c.MoveBrigade))
    assert c.EndTurn(WHITE) in legal(do(last, move(at(2, 2))), WHITE)


@pytest.mark.rules("BRI-ACT-MOVE-07", "BRI-CREW-MORGANA-MAGOS")
def test_a_free_wagon_move_stays_permitted_with_the_last_action() -> None:
    state = position(destroyed=[at(1, 1)], actions=1, players={WHITE: {"at": at(1, 1), "mimic": "morgana-magos"}})
    assert do(state, c.MoveWagon(WHITE, kind="morgana", to=at(3, 3))).brigades[WHITE].wagon_at == at(3, 3)


@pytest.mark.rules("BRI-ACT-MOVE-07", "BRI-HOUSE-PINK")
def test_a_free_move_at_hand_obliges_too_and_leaves_the_ruins_with_one_action_left() -> None:
    state = position(
        destroyed=[at(1, 1), at(1, 2)], actions=0, free_moves=1, players={WHITE: {"at": at(1, 1), "firehouse": "pink"}}
    )
    no(state, c.EndTurn(WHITE), "must_move", "BRI-ACT-MOVE-07")
    one = replace(state, actions=1)
    no(one, move(at(1, 2), "pink"), "cannot_end_turn_on_destroyed", "BRI-ACT-MOVE-07")
    assert move(at(1, 2), "pink") in legal(replace(state, actions=2), WHITE)


@pytest.mark.rules("BRI-ACT-MOVE-07", "BRI-TURN-05")
def test_who_cannot_leave_may_end_the_turn_and_goes_home() -> None:
    ruins = [at(r, col) for r in range(4) for col in range(4) if (r, col) != (0, 0)]
    state = position(destroyed=ruins, players={WHITE: {"at": at(1, 1)}, BLACK: {"at": at(0, 0)}}, actions=1)
    assert not [x for x in listed(state, c.MoveBrigade) if not state.destroyed >> x.to & 1]
    events = made(state, c.EndTurn(WHITE))
    assert any(isinstance(x, e.BrigadeMoved) and x.kind == "home" for x in events)
    assert fold(evolve, state, events).brigades[WHITE].at == at(0, 0)


@pytest.mark.rules("BRI-ACT-MOVE-07", "BRI-TURN-05")
def test_a_time_out_ends_the_turn_even_on_ruins() -> None:
    state = position(destroyed=[at(1, 1)], players={WHITE: {"at": at(1, 1)}})
    events = time_out(state, WHITE, chance())
    after = fold(evolve, state, events)
    assert after.active == BLACK and after.brigades[WHITE].at == at(0, 0)


@pytest.mark.rules("BRI-ACT-02")
def test_a_move_names_only_what_matters() -> None:
    state = position()
    no(state, move(at(2, 2), via=(at(1, 1),)), "no_effect", "BRI-ACT-02")
    no(state, move(at(2, 2), pushes=(at(3, 3),)), "no_effect", "BRI-ACT-02")
    no(state, move(99), "invalid_target", "BRI-GEO-01")


@pytest.mark.parametrize("number", range(12))
def test_masks_and_routes_find_the_same_ends(number: int) -> None:
    import random

    dice = random.Random(number)
    cells = dice.sample(range(36), 20)
    state = position(
        3,
        fire={cell: dice.choice((1, 3, 5)) for cell in cells[:9]},
        destroyed=cells[9:14],
        players={
            WHITE: {"at": cells[14], "mimic": dice.choice(("", "ebenezer", "kulari-one-shoe", "mog-the-heavy"))},
            BLACK: {"at": cells[15]},
            PINK: {"at": cells[16]},
        },
    )
    for kind in ("paid", "ethereal"):
        limits = replace(move_limits(state, WHITE, kind), events=0)
        assert {cell for cell, _ in all_routes(limits)} | {limits.start} == set(
            bits(ends_in_reach(limits) | 1 << limits.start)
        )
        for watched in (limits, move_limits(state, WHITE, kind), replace(limits, events=dice.getrandbits(36))):
            for (cell, via), path in all_routes(watched).items():
                assert path_to(watched, cell, via) == path, "the shorter search finds the same path"


# ---- the wagon


@pytest.mark.rules("BRI-ACT-WAGON-01", "BRI-RULING-21", "BRI-RULING-23")
def test_the_wagon_goes_anywhere_but_to_ruins_and_rival_pawns() -> None:
    state = position(
        fire={at(4, 4): 3, at(4, 3): 5, FAR: 1},
        destroyed=[at(1, 1)],
        players={BLACK: {"at": at(2, 3), "wagon_at": at(2, 4)}},
    )
    for cell in (at(2, 3), at(2, 4)):
        no(state, c.MoveWagon(WHITE, kind="paid", to=cell), "occupied", "BRI-ACT-WAGON-01")
    for cell in (at(1, 1), at(4, 3)):
        no(state, c.MoveWagon(WHITE, kind="paid", to=cell), "destroyed", "BRI-ACT-WAGON-01")
    assert len([x for x in listed(state, c.MoveWagon) if x.kind == "paid"]) == 36 - 1 - 4
    assert do(state, c.MoveWagon(WHITE, kind="paid", to=at(4, 4))).brigades[WHITE].wagon_at == at(4, 4)


@pytest.mark.rules("BRI-ACT-WAGON-02")
def test_the_wagon_may_share_a_tile_with_its_own_brigade() -> None:
    state = position(players={WHITE: {"at": at(3, 3)}})
    assert do(state, c.MoveWagon(WHITE, kind="paid", to=at(3, 3))).brigades[WHITE].wagon_at == at(3, 3)


@pytest.mark.rules("BRI-UPG-07", "BRI-ACT-WAGON-03")
def test_the_wagon_rides_along_once_a_turn_directly_after_a_brigades_move() -> None:
    state = position(players={WHITE: {"circles": (0, 4, 0)}})
    ride = c.MoveWagon(WHITE, kind="ride", to=at(3, 3))
    no(position(), ride, "ability_inactive", "BRI-UPG-07")
    no(state, ride, "ability_inactive", "BRI-UPG-07")
    moved = do(state, move(at(1, 1)))
    assert ride in legal(moved, WHITE)
    no(do(moved, c.Upgrade(WHITE, "crew")), ride, "ability_inactive", "BRI-UPG-07")
    rode = do(moved, ride)
    assert (rode.actions, rode.brigades[WHITE].wagon_at) == (3, at(3, 3))
    twice = do(rode, move(at(2, 2)))
    no(twice, c.MoveWagon(WHITE, kind="ride", to=at(4, 4)), "ability_used", "BRI-UPG-07")
    assert "ActionTaken" in kinds(made(moved, ride))
