"""Rules section 5: whose turn it is, and the order of its phases."""

import pytest

from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from tests.rulesets.great_fire.openings import each, whole
from tests.rulesets.great_fire.position import after, names, one, play, position, refuses

FIRE = c.PlayFire(0, "N", "pudding_lane", "bridgeward")


@pytest.mark.rules("GF-TURN-01")
def test_turn_01_only_the_active_player_acts_and_turns_go_clockwise() -> None:
    state = position(active=3, hands={3: "NNNNN"})
    refuses(state, c.PlayFire(2, "N", "pudding_lane", "bridgeward"), "not_your_turn", "GF-TURN-01")
    state = after(state, c.PlayFire(3, "N", "pudding_lane", "bridgeward"), c.EndActions(3))
    assert (state.active, state.phase, state.turn) == (0, "fire", 2)
    refuses(state, c.PlayFire(3, "N", "pudding_lane", "s_mary"), "not_your_turn", "GF-TURN-01")


@pytest.mark.rules("GF-TURN-01")
def test_turn_01_fire_then_actions_then_the_draw() -> None:
    state = position(bands={"holborn": 1})
    for early in (c.MoveLandowner(0, "holborn"), c.MoveBand(0, "holborn", "lincolns_inn"), c.PutOut(0)):
        refuses(state, early, "wrong_phase", "GF-TURN-01")
    refuses(state, c.Demolish(0, "holborn"), "wrong_phase", "GF-TURN-01")
    refuses(state, c.Intensify(0, "holborn"), "wrong_phase", "GF-INT-01")
    state, events = play(state, FIRE, c.MoveLandowner(0, "holborn"), c.EndActions(0))
    assert names(events) == ["ActionsEnded", "FireCardDrawn"]


@pytest.mark.rules("GF-TURN-02", "GF-FIRE-01")
def test_turn_02_the_fire_phase_is_compulsory() -> None:
    refuses(position(), c.EndActions(0), "wrong_phase", "GF-TURN-02")
    assert {type(order) for order in RULESET.legal(position(), 0)} == {c.PlayFire}


@pytest.mark.rules("GF-TURN-02", "GF-RULING-40", "GF-RULING-54")
def test_turn_02_the_actions_may_be_left_out_and_points_are_lost() -> None:
    state, events = play(position(), FIRE, c.EndActions(0))
    assert one(events, e.ActionsEnded).points_lost == 4
    assert (state.active, state.points) == (1, 4), "the next player starts with four, not eight"
    spent = position(points=0, phase="actions")
    assert one(play(spent, c.EndActions(0))[1], e.ActionsEnded).points_lost == 0


@pytest.mark.rules("GF-RULING-54")
def test_a_whole_game_can_be_played_for_seats_that_leave_every_action_out() -> None:
    state, events = whole(3)
    assert state.outcome is not None
    fires = len(each(events, e.FireCardPlayed)) + len(each(events, e.NoMoveDeclared))
    assert fires == state.turn == 36, "the fire phase cannot be left out"
    assert not each(events, e.BandMoved) and not each(events, e.LandownerMoved)


@pytest.mark.rules("GF-TURN-03", "GF-RULING-20")
def test_turn_03_no_way_back_to_the_fire_phase() -> None:
    state = after(position(held={0: ["double_move"]}), FIRE)
    assert any(isinstance(order, c.PlayDoubleMove) for order in RULESET.legal(state, 0))
    for action in (c.MoveLandowner(0, "holborn"), c.EndActions(0)):
        later = after(state, action)
        if later.active == 0:
            refuses(later, c.PlayFire(0, "E", "pudding_lane", "billingsgate"), "wrong_phase", "GF-TURN-01")
            refuses(later, c.PlayDoubleMove(0, "pudding_lane", "s_mary"), "wrong_phase", "GF-TURN-03")


@pytest.mark.rules("GF-TURN-03", "GF-DRAW-02")
def test_turn_03_no_actions_after_an_intensification() -> None:
    state = position(on_stack=1, cones={"guild_hall": 3}, phase="actions")
    state = after(state, c.EndActions(0))
    assert state.phase == "intensify"
    refuses(state, c.MoveLandowner(0, "holborn"), "wrong_phase", "GF-TURN-01")
    state = after(state, *[c.Intensify(0, "guild_hall")] * 2)
    refuses(state, c.EndActions(0), "wrong_phase", "GF-TURN-02")
