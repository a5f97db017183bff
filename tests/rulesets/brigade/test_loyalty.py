"""Recognition and loyalty (rules section 8)."""

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.rules import legal, time_out
from domain.rulesets.brigade.view import view
from tests.rulesets.brigade.crews import FAR, HERE, won_fire
from tests.rulesets.brigade.position import (
    BLACK,
    PINK,
    WHITE,
    at,
    chance,
    do,
    gain,
    kinds,
    loyal,
    made,
    no,
    place,
    position,
)


def put(cell, n=1):
    return c.PlaceCubes(WHITE, cell=cell, number=n)


# ---- recognition


@pytest.mark.rules("BRI-RECOG-02", "BRI-RULING-08")
def test_cubes_go_to_the_tile_or_beside_it_split_freely() -> None:
    state = won_fire(3)
    for far in (at(0, 1), at(2, 1), at(1, 4)):
        no(state, put(far), "out_of_reach", "BRI-RECOG-02")
    state = do(state, put(HERE), put(at(0, 2)), put(at(1, 3)))
    cubes = state.brigades[WHITE].cubes
    assert (cubes[HERE], cubes[at(0, 2)], cubes[at(1, 3)]) == (1, 1, 1) and state.pending is None


@pytest.mark.rules("BRI-RECOG-03", "BRI-RULING-29", "BRI-LOYAL-01")
def test_cubes_are_placed_one_at_a_time_each_checked_before_the_next() -> None:
    state = won_fire(4, tiles={HERE: ("nobles", 1), at(0, 2): ("commons", 2)})
    state = do(state, put(HERE))
    assert loyal(state, WHITE) == {HERE} and state.pending is not None and state.pending.left == 3
    assert state.brigades[WHITE].supply == 16
    state = do(state, put(at(0, 2), 3))
    # The tile was won by the second cube; the third is still in the hand.
    assert loyal(state, WHITE) == {HERE, at(0, 2)} and state.pending is not None and state.pending.left == 1
    events = made(won_fire(2, tiles={HERE: ("nobles", 2)}), put(HERE, 2))
    assert kinds(events)[:4] == ["DecisionMade", "CubePlaced", "CubePlaced", "LoyaltyGained"]


@pytest.mark.rules("BRI-RECOG-04", "BRI-COMP-04")
def test_what_can_hold_cubes() -> None:
    state = won_fire(2, destroyed=[at(0, 2)])
    state = replace(state, fire=state.fire[: at(1, 1)] + b"\x05" + state.fire[at(1, 1) + 1 :])
    for cell in (at(0, 2), at(1, 1)):
        no(state, put(cell), "cannot_hold_cubes", "BRI-RECOG-04")
    corner = position(fire={at(0, 1): 1, FAR: 1}, players={WHITE: {"at": at(0, 1)}})
    corner = do(corner, c.Extinguish(WHITE, kind="brigade", cell=at(0, 1), wagon=0, chief=1))
    no(corner, put(at(0, 0)), "cannot_hold_cubes", "BRI-RECOG-04")
    full = won_fire(2, players={BLACK: {"at": at(1, 3), "loyal": [at(1, 3)]}})
    full = replace(full, fire=full.fire[: at(1, 3)] + b"\x03" + full.fire[at(1, 3) + 1 :])
    assert put(at(1, 3)) in legal(full, WHITE)


@pytest.mark.rules("BRI-RECOG-05", "BRI-RULING-27")
def test_cubes_may_be_left_unplaced() -> None:
    state = do(won_fire(2), put(HERE), c.Decline(WHITE))
    assert state.pending is None and state.brigades[WHITE].supply == 15


@pytest.mark.rules("BRI-RECOG-06", "BRI-RULING-28")
def test_cubes_on_an_own_loyal_tile_lie_there_without_effect() -> None:
    state = won_fire(2, white={"loyal": [HERE]}, tiles={HERE: ("nobles", 1)})
    state = do(state, put(HERE, 2))
    assert loyal(state, WHITE) == {HERE} and state.brigades[WHITE].cubes[HERE] == 2


@pytest.mark.rules("BRI-RECOG-07")
def test_without_cubes_none_are_placed_and_returned_ones_can_be_used_at_once() -> None:
    spread = {at(r, col): 2 for r in (3, 4) for col in (1, 2, 3, 4) if (r, col) not in ((3, 2), (3, 3))}
    empty = won_fire(2, white={"cubes": spread | {at(2, 0): 3, at(2, 5): 1}})
    assert empty.brigades[WHITE].supply == 0 and empty.pending is None
    nearly = won_fire(2, white={"cubes": spread | {HERE: 3}}, tiles={HERE: ("nobles", 4)})
    assert nearly.brigades[WHITE].supply == 1
    state = do(nearly, put(HERE))
    assert state.brigades[WHITE].supply == 4 and state.pending is not None and state.pending.left == 1


@pytest.mark.rules("BRI-RECOG-08", "BRI-CREW-05")
def test_effects_that_reduce_give_no_recognition() -> None:
    state = position(tiles={HERE: ("commons", 2)}, fire={at(4, 4): 2, FAR: 1}, players={WHITE: {"crew": ["del-uge"]}})
    state = do(gain(state, WHITE, HERE), c.ChooseCell(WHITE, at(4, 4)))
    assert state.fire[at(4, 4)] == 0 and state.pending is None and state.fires_out == 0


# ---- loyalty


@pytest.mark.rules("BRI-LOYAL-01", "BRI-LOYAL-02", "BRI-LOYAL-05")
def test_gaining_loyalty_sends_all_cubes_home_and_makes_a_refill_point() -> None:
    state = position(
        tiles={HERE: ("nobles", 3)}, players={WHITE: {"at": HERE, "water": 0}, BLACK: {"cubes": {HERE: 2}}}
    )
    state = place(place(state, WHITE, HERE), WHITE, HERE)
    assert loyal(state, WHITE) == set()
    state = place(state, WHITE, HERE)
    assert loyal(state, WHITE) == {HERE}
    assert [b.supply for b in state.brigades] == [16, 16] and not any(state.brigades[BLACK].cubes)
    assert c.Refill(WHITE, cell=HERE) in legal(state, WHITE)


@pytest.mark.rules("BRI-LOYAL-03", "BRI-LOYAL-04", "BRI-RULING-31", "BRI-END-07")
def test_the_surcharge_of_a_take_over_is_always_one_and_only_own_cubes_count() -> None:
    state = position(3, tiles={HERE: ("nobles", 2)}, players={WHITE: {"loyal": [HERE]}, PINK: {"cubes": {HERE: 2}}})
    for seat in (BLACK, WHITE, BLACK):
        for expected in (False, False, True):
            state = place(state, seat, HERE)
            assert (loyal(state, seat) == {HERE}) is expected
    assert [view(state, WHITE).seats[seat].points for seat in range(3)] == [0, 2, 0]


@pytest.mark.rules("BRI-LOYAL-06", "BRI-RULING-59", "BRI-CREW-06")
def test_triggers_come_firehouse_first_then_crew_in_order_depth_first() -> None:
    state = position(
        tiles={HERE: ("merchants", 2), at(4, 4): ("merchants", 1), at(4, 1): ("commons", 2)},
        fire={FAR: 3},
        players={
            WHITE: {
                "firehouse": "orange",
                "crew": ["chops-murphy", "del-uge"],
                "circles": (5, 0, 0),
                "loyal": [at(4, 1)],
            }
        },
    )
    decisions = []
    state = gain(state, WHITE, HERE)
    while state.pending:
        decisions.append((state.pending.kind, state.pending.cell))
        # The orange cube wins [4,4] at once: its own effects are done before Chops of the first tile is asked.
        state = do(state, c.ChooseCell(WHITE, at(4, 4)) if len(decisions) == 1 else c.Decline(WHITE))
    assert decisions == [
        ("merchant_cube", HERE),
        ("merchant_cube", at(4, 4)),
        ("stoke", at(4, 4)),
        ("stoke", HERE),
    ]


@pytest.mark.rules("BRI-LOYAL-06", "BRI-CREW-03")
def test_a_card_that_left_before_its_turn_does_not_trigger() -> None:
    state = position(
        tiles={HERE: ("council", 2), at(4, 1): ("nobles", 2), at(4, 3): ("commons", 2)},
        crew_deck=("lumen", "ash"),
        players={WHITE: {"crew": ["mal-candor", "chops-murphy"], "circles": (3, 0, 0), "loyal": [at(4, 3)]}},
    )
    state = do(gain(state, WHITE, HERE), c.Accept(WHITE), c.ChooseRecruit(WHITE, card="lumen", replaced="chops-murphy"))
    assert state.pending is None
    accepted = do(
        gain(
            position(
                tiles={HERE: ("council", 2), at(4, 3): ("commons", 2)},
                crew_deck=("lumen", "ash"),
                players={WHITE: {"crew": ["mal-candor", "chops-murphy"], "circles": (3, 0, 0), "loyal": [at(4, 3)]}},
            ),
            WHITE,
            HERE,
        ),
        c.Decline(WHITE),
    )
    assert accepted.pending is not None and accepted.pending.kind == "stoke"


TEN = [at(3, 0), at(3, 1), at(3, 4), at(3, 5), at(4, 0), at(4, 1), at(4, 2), at(4, 3), at(4, 4), at(4, 5)]
TEN_TILES = {cell: (("nobles", "commons", "merchants")[i % 3], 1 + i % 4) for i, cell in enumerate(TEN)}


@pytest.mark.rules("BRI-LOYAL-07", "BRI-RULING-30", "BRI-COMP-07")
def test_the_eleventh_loyalty_takes_a_token_from_another_tile() -> None:
    state = position(
        tiles={HERE: ("merchants", 2)} | TEN_TILES,
        players={WHITE: {"loyal": TEN, "cubes": {HERE: 1}}, BLACK: {"cubes": {TEN[0]: 1}}},
    )
    state = place(state, WHITE, HERE)
    assert state.pending is not None and state.pending.kind == "relocate"
    no(state, c.Decline(WHITE), "invalid_target", "BRI-LOYAL-07")
    no(state, c.ChooseCell(WHITE, HERE), "invalid_target", "BRI-LOYAL-07")
    after = do(state, c.ChooseCell(WHITE, TEN[0]))
    assert loyal(after, WHITE) == {HERE, *TEN[1:]}
    # The black cube on the tile left behind has its value, but is checked only when the next one comes.
    assert loyal(after, BLACK) == set() and after.brigades[BLACK].cubes[TEN[0]] == 1
    assert loyal(place(after, BLACK, TEN[0]), BLACK) == {TEN[0]}
    late = fold(evolve, state, time_out(state, WHITE, chance()))
    assert TEN[0] not in loyal(late, WHITE)
