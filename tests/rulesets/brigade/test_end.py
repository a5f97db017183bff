"""The four ends, the score tracks, and players who leave (rules section 9, BRI-RULING-89)."""

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import KINDS
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.queries import to_act
from domain.rulesets.brigade.rules import decide, leave, legal, time_out
from domain.rulesets.brigade.score import outcome, tracks
from tests.rulesets.brigade.crews import FAR, HERE, won_fire
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
    loyal,
    place,
    position,
    settle,
)

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
    state = do(state, c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=1))
    assert state.ending == ""
    assert do(state, c.Decline(WHITE)).ending == "all_out"
    doomed = position(fire={at(4, 4): 5, HERE: 1}, players={WHITE: {"at": HERE}})
    going = do(doomed, c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=1), c.Decline(WHITE))
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
    assert do(half, c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=1)).brigades[WHITE].last_out == 0


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
    state = fold(evolve, state, leave(state, WHITE, chance()))
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
        leave(state, WHITE, chance())


@pytest.mark.rules("BRI-RULING-89")
def test_open_decisions_get_their_default_and_the_last_one_there_wins() -> None:
    state = won_fire(2, seats=3)
    state = fold(evolve, state, leave(state, WHITE, chance()))
    assert state.active == BLACK and state.brigades[WHITE].supply == 16
    state = fold(evolve, state, leave(state, BLACK, chance()))
    assert (state.ending, outcome(state).winners) == ("deserted", (PINK,))


@pytest.mark.rules("BRI-RULING-89", "BRI-END-04")
def test_who_left_cannot_win_and_is_not_the_last_in_turn_order() -> None:
    state = burnt(
        8, seats=3, active=BLACK, evacuation=True, players={PINK: {"loyal": [at(2, 2)]}, WHITE: {"last_out": 1}}
    )
    state = fold(evolve, state, leave(state, PINK, chance()))
    over = do(state, c.EndTurn(BLACK))
    assert over.ending == "evacuation" and [p.place for p in outcome(over).places] == [1, 2, 3]


@pytest.mark.rules("BRI-RULING-89", "BRI-END-04")
def test_the_last_player_of_the_final_round_may_leave_it() -> None:
    state = burnt(8, seats=3, active=PINK, evacuation=True)
    assert fold(evolve, state, leave(state, PINK, chance())).ending == "evacuation"


@pytest.mark.rules("BRI-RULING-89")
def test_leaving_in_the_middle_of_others_decisions_lets_them_finish() -> None:
    state = event(position(4, active=WHITE, players={}), "E29")
    state = replace(state, events=("E26",))
    assert to_act(state) == (WHITE,)
    state = fold(evolve, state, leave(state, PINK, chance()))
    state = do(state, c.Decline(WHITE), c.Decline(BLACK))
    assert to_act(state) == (ORANGE,)
    state = do(state, c.Decline(ORANGE))
    assert state.pending is None


def test_every_decision_has_a_default_that_is_allowed() -> None:
    state = won_fire(2)
    events = time_out(state, WHITE, chance())
    assert events[0] == e.DecisionMade(seat=WHITE, decision="recognition", declined=True)
    with pytest.raises(Refused):
        time_out(state, BLACK, chance())
    assert settle(position(fire={})).ending == "all_out"
