"""Recognition, loyalty, the four ends, and players who leave (rules sections 8 and 9)."""

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade import house
from domain.rulesets.brigade.components import KINDS
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.rules import decide, legal, to_act
from domain.rulesets.brigade.score import outcome, tracks
from domain.rulesets.brigade.view import view
from tests.rulesets.brigade.position import (
    BLACK,
    ORANGE,
    PINK,
    WHITE,
    at,
    chance,
    do,
    event,
    flip,
    gain,
    kinds,
    loyal,
    made,
    no,
    place,
    position,
    settle,
)

FAR = at(5, 2)
HERE = at(1, 2)


def won_fire(levels: int = 2, **words):
    """White has just put out a fire of this intensity at HERE."""
    players = {WHITE: {"at": HERE, "water": 2, "wagon_at": HERE, "house": "white"} | words.pop("white", {})}
    players |= words.pop("players", {})
    state = position(fire={HERE: levels, FAR: 1}, players=players, **words)
    wagon = max(0, levels - 2)
    return do(state, c.Extinguish(WHITE, "brigade", HERE, wagon, levels - wagon))


def put(cell, n=1):
    return c.PlaceCubes(WHITE, cell, n)


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
    corner = do(corner, c.Extinguish(WHITE, "brigade", at(0, 1), 0, 1))
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
    assert c.Refill(WHITE, HERE) in legal(state, WHITE)


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
            WHITE: {"house": "orange", "crew": ["chops-murphy", "del-uge"], "circles": (5, 0, 0), "loyal": [at(4, 1)]}
        },
    )
    asked = []
    state = gain(state, WHITE, HERE)
    while state.pending:
        asked.append((state.pending.kind, state.pending.cell))
        # The orange cube wins [4,4] at once: its own effects are done before Chops of the first tile is asked.
        state = do(state, c.ChooseCell(WHITE, at(4, 4)) if len(asked) == 1 else c.Decline(WHITE))
    assert asked == [
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
    state = do(gain(state, WHITE, HERE), c.Accept(WHITE), c.ChooseRecruit(WHITE, "lumen", "chops-murphy"))
    assert state.pending is None
    kept = do(
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
    assert kept.pending is not None and kept.pending.kind == "stoke"


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
    late = fold(evolve, state, house.time_out(state, WHITE, chance()))
    assert TEN[0] not in loyal(late, WHITE)


# ---- the ends

FIVE = [at(0, 1), at(0, 2), at(0, 3), at(0, 4), at(1, 1)]


@pytest.mark.rules("BRI-END-01", "BRI-RULING-41")
def test_five_of_a_guild_or_three_of_the_university_win_at_once_in_anybodys_turn() -> None:
    nobles = position(tiles=dict.fromkeys(FIVE, ("nobles", 1)), active=WHITE, players={BLACK: {"loyal": FIVE[:4]}})
    assert nobles.ending == ""
    over = place(nobles, BLACK, FIVE[4])
    assert (over.ending, outcome(over).winners) == ("guild", (BLACK,))
    four = place(
        position(tiles=dict.fromkeys(FIVE, ("nobles", 1)), players={BLACK: {"loyal": FIVE[:3]}}), BLACK, FIVE[4]
    )
    assert outcome(four) is None
    university = position(players={WHITE: {"loyal": [at(2, 2), at(2, 3)]}})
    assert outcome(gain(university, WHITE, at(3, 3))).ending == "guild"


@pytest.mark.rules("BRI-END-02")
def test_one_tile_of_every_block_type_wins_at_once() -> None:
    tiles = dict(zip(FIVE, (("nobles", 1), ("commons", 2), ("merchants", 2), ("council", 2)), strict=False))
    state = position(tiles=tiles, players={WHITE: {"loyal": [*FIVE[1:4], at(2, 2)]}})
    assert outcome(state) is None
    over = place(state, WHITE, FIVE[0])
    assert over.ending == "citizens" and outcome(over).winners == (WHITE,)


def burnt(n: int, **words):
    cells = [at(0, 1), at(0, 2), at(0, 3), at(0, 4), at(1, 0), at(1, 1), at(1, 4), at(1, 5)]
    return position(destroyed=cells[:n], **words)


@pytest.mark.rules("BRI-END-03")
def test_eight_tiles_or_three_of_the_university_announce_the_evacuation() -> None:
    assert flip(burnt(7)).evacuation is False
    assert flip(burnt(8)).evacuation is True
    assert flip(position(destroyed=[at(2, 2), at(2, 3)])).evacuation is False
    assert flip(position(destroyed=[at(2, 2), at(2, 3), at(3, 3)])).evacuation is True


@pytest.mark.rules("BRI-END-04", "BRI-TURN-08")
def test_the_round_is_finished_before_the_game_ends() -> None:
    state = burnt(8, seats=3, first=BLACK, active=BLACK, evacuation=True, events=("E26", "E26", "E26"))
    state = do(state, c.EndTurn(BLACK))
    assert (state.active, state.ending) == (PINK, "")
    state = do(state, c.EndTurn(PINK))
    assert (state.active, state.ending) == (WHITE, "")
    assert do(state, c.EndTurn(WHITE)).ending == "evacuation"


@pytest.mark.rules("BRI-END-04", "BRI-RULING-42")
def test_announced_in_the_last_players_turn_it_is_the_last_and_an_extra_turn_is_still_played() -> None:
    last = burnt(7, active=BLACK, fire={at(1, 5): 5, FAR: 1})
    assert do(last, c.EndTurn(BLACK)).ending == "evacuation"
    extra = burnt(8, active=BLACK, evacuation=True, extra_due=True)
    state = do(extra, c.EndTurn(BLACK))
    assert (state.active, state.extra, state.ending) == (BLACK, True, "")
    assert do(state, c.EndTurn(BLACK)).ending == "evacuation"


@pytest.mark.rules("BRI-END-05", "BRI-END-06", "BRI-RULING-43")
def test_no_fire_left_ends_the_game_at_once_even_in_an_evacuation() -> None:
    state = burnt(8, evacuation=True, fire={HERE: 1}, players={WHITE: {"at": HERE}})
    state = do(state, c.Extinguish(WHITE, "brigade", HERE, 0, 1))
    assert state.ending == ""
    assert do(state, c.Decline(WHITE)).ending == "all_out"
    doomed = position(fire={at(4, 4): 5, HERE: 1}, players={WHITE: {"at": HERE}})
    going = do(doomed, c.Extinguish(WHITE, "brigade", HERE, 0, 1), c.Decline(WHITE))
    assert going.ending == ""
    assert do(going, c.EndTurn(WHITE)).ending == "all_out"


@pytest.mark.rules("BRI-END-07", "BRI-LOYAL-04")
def test_evacuation_scores_the_printed_values_of_loyal_tiles() -> None:
    state = burnt(
        8, active=BLACK, evacuation=True, players={WHITE: {"loyal": [at(2, 2), HERE]}, BLACK: {"loyal": [at(4, 4)]}}
    )
    over = outcome(do(state, c.EndTurn(BLACK)))
    assert [(p.points, p.place) for p in over.places] == [(9, 1), (4, 2)]
    assert {s.source: s.points for s in over.places[WHITE].sources} == dict.fromkeys(KINDS, 0) | {
        "council": 4,
        "university": 5,
    }


@pytest.mark.rules("BRI-END-08", "BRI-RULING-44")
def test_a_tie_goes_to_the_latest_fire_put_out_then_to_the_last_in_turn_order() -> None:
    def places(first: int, **last_out: int) -> list[int]:
        players = {seat: {"last_out": last_out.get(name, 0)} for seat, name in enumerate(("w", "b", "p"))}
        state = burnt(8, seats=3, first=first, active=(first + 2) % 3, evacuation=True, players=players)
        return [p.place for p in outcome(do(state, c.EndTurn(state.active))).places]

    assert places(WHITE, w=3, b=5) == [2, 1, 3]
    assert places(WHITE, p=1) == [3, 2, 1]
    assert places(WHITE) == [3, 2, 1]
    assert places(BLACK) == [1, 3, 2]


@pytest.mark.rules("BRI-END-08")
def test_putting_out_counts_without_a_cube_placed_and_only_with_recognition() -> None:
    state = do(won_fire(2), c.Decline(WHITE))
    assert state.brigades[WHITE].last_out == 1
    half = position(fire={HERE: 2, FAR: 1}, players={WHITE: {"at": HERE}})
    assert do(half, c.Extinguish(WHITE, "brigade", HERE, 0, 1)).brigades[WHITE].last_out == 0


@pytest.mark.rules("BRI-END-09", "BRI-END-10")
def test_nothing_happens_after_the_end() -> None:
    tiles = dict.fromkeys(FIVE, ("nobles", 1))
    state = event(position(tiles=tiles, players={WHITE: {"loyal": FIVE[:4]}}), "E29")
    over = do(state, c.ChooseCell(WHITE, FIVE[4]))
    assert over.ending == "guild" and over.pending is None and over.agenda == ()
    assert to_act(over) == () and legal(over, BLACK) == ()
    with pytest.raises(Refused) as caught:
        decide(over, c.ChooseCell(BLACK, HERE), chance())
    assert (caught.value.code, caught.value.rules) == ("game_over", ("BRI-END-10",))


# ---- score tracks


def test_tracks_tell_points_by_guild_and_how_far_each_end_is() -> None:
    state = position(tiles={HERE: ("nobles", 3)}, players={WHITE: {"loyal": [HERE, at(2, 2), at(2, 3)]}})
    mine = {t.source: (t.banked, t.if_over) for t in tracks(state) if t.seat == WHITE}
    assert mine["nobles"] == (0, 3) and mine["university"] == (0, 10) and mine["commons"] == (0, 0)
    assert mine["ends.guild"] == (4, 0) and mine["ends.citizens"] == (2, 0)
    assert mine["ends.evacuation"] == mine["ends.all_out"] == (13, 0)


# ---- leaving the table


@pytest.mark.rules("BRI-RULING-89")
def test_a_player_who_leaves_goes_off_the_board_and_keeps_blocking() -> None:
    state = position(
        3,
        events=("E26", "E26"),
        players={
            WHITE: {
                "crew": ["lumen"],
                "precious": True,
                "allegiance": True,
                "pyro": True,
                "loyal": [HERE],
                "cubes": {at(3, 4): 1},
            },
            BLACK: {"mimic": "lumen"},
        },
    )
    state = fold(evolve, state, house.leave(state, WHITE, chance()))
    white = state.brigades[WHITE]
    assert (white.at, white.wagon_at, white.crew, white.precious, white.allegiance, white.pyro) == (
        -1,
        -1,
        (),
        False,
        False,
        False,
    )
    assert loyal(state, WHITE) == {HERE} and white.cubes[at(3, 4)] == 1
    assert state.active == BLACK and set(state.crew_discard) == {"lumen", "sir-precious"}
    assert state.brigades[BLACK].mimic == ""
    state = do(state, c.EndTurn(BLACK), c.EndTurn(PINK))
    assert state.active == BLACK
    with pytest.raises(Refused):
        house.leave(state, WHITE, chance())


@pytest.mark.rules("BRI-RULING-89")
def test_open_decisions_get_their_default_and_the_last_one_there_wins() -> None:
    state = won_fire(2, seats=3)
    state = fold(evolve, state, house.leave(state, WHITE, chance()))
    assert state.active == BLACK and state.brigades[WHITE].supply == 16
    state = fold(evolve, state, house.leave(state, BLACK, chance()))
    assert (state.ending, outcome(state).winners) == ("deserted", (PINK,))


@pytest.mark.rules("BRI-RULING-89", "BRI-END-04")
def test_who_left_cannot_win_and_is_not_the_last_in_turn_order() -> None:
    state = burnt(
        8, seats=3, active=BLACK, evacuation=True, players={PINK: {"loyal": [at(2, 2)]}, WHITE: {"last_out": 1}}
    )
    state = fold(evolve, state, house.leave(state, PINK, chance()))
    over = do(state, c.EndTurn(BLACK))
    assert over.ending == "evacuation" and [p.place for p in outcome(over).places] == [1, 2, 3]


@pytest.mark.rules("BRI-RULING-89", "BRI-END-04")
def test_the_last_player_of_the_final_round_may_leave_it() -> None:
    state = burnt(8, seats=3, active=PINK, evacuation=True)
    assert fold(evolve, state, house.leave(state, PINK, chance())).ending == "evacuation"


@pytest.mark.rules("BRI-RULING-89")
def test_leaving_in_the_middle_of_others_decisions_lets_them_finish() -> None:
    state = event(position(4, active=WHITE, players={}), "E29")
    state = replace(state, events=("E26",))
    assert to_act(state) == (WHITE,)
    state = fold(evolve, state, house.leave(state, PINK, chance()))
    state = do(state, c.Decline(WHITE), c.Decline(BLACK))
    assert to_act(state) == (ORANGE,)
    state = do(state, c.Decline(ORANGE))
    assert state.pending is None


def test_every_decision_has_a_default_that_is_allowed() -> None:
    state = won_fire(2)
    events = house.time_out(state, WHITE, chance())
    assert events[0] == e.DecisionMade(WHITE, "recognition", True)
    with pytest.raises(Refused):
        house.time_out(state, BLACK, chance())
    assert settle(position(fire={})).ending == "all_out"
