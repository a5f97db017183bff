"""Rules section 9: the black tokens."""

import pytest

from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.score import points
from tests.rulesets.great_fire.position import after, at, play, position, refuses

PL = "pudding_lane"


@pytest.mark.rules("GF-TOKEN-01", "GF-DEMO-01")
def test_token_01_a_charge_is_one_demolition_in_this_turn_or_a_later_one() -> None:
    state = position(tokens={"billingsgate": "charge"}, bands={"bridgeward": 1, "s_mary": 1})
    state = after(state, c.PlayFire(0, "E", PL, "billingsgate"))
    assert c.Demolish(0, "bridgeward") in RULESET.legal(state, 0), "in the turn in which the seat took it"
    refuses(after(state, c.Demolish(0, "bridgeward")), c.Demolish(0, "s_mary"), "no_charge", "GF-TOKEN-01")
    later = position(bands={"bridgeward": 1}, held={0: ["charge"]}, phase="actions")
    assert after(later, c.Demolish(0, "bridgeward")).supplies[0] == (0, 0, 0)


@pytest.mark.rules("GF-TOKEN-02")
def test_token_02_a_double_move_taken_in_an_earlier_turn_is_one_second_movement() -> None:
    state = position(held={0: ["double_move"]}, hands={0: "NNNNN"})
    state = after(state, c.PlayFire(0, "N", PL, "s_mary"), c.PlayDoubleMove(0, PL, "bridgeward"))
    assert at(state.cones, "bridgeward") == 1 and state.supplies[0] == (0, 0, 0)
    charge = after(position(held={0: ["charge"]}), c.PlayFire(0, "N", PL, "s_mary"))
    refuses(charge, c.PlayDoubleMove(0, PL, "bridgeward"), "no_double_move", "GF-TOKEN-02")


@pytest.mark.rules("GF-TOKEN-03", "GF-SCORE-04")
def test_token_03_a_victory_point_is_worth_one_and_lies_face_down() -> None:
    state = position(held={0: ["vp", "vp", "charge"], 1: ["charge"]})
    assert points(state, 0)["tokens"] == 2 and points(state, 1)["tokens"] == 0
    assert RULESET.view(state, 0).seats[0].token_kinds == ("charge", "vp", "vp")
    for other in (1, SPECTATOR):
        seat = RULESET.view(state, other).seats[0]
        assert (seat.tokens, seat.token_kinds) == (3, None)


@pytest.mark.rules("GF-TOKEN-04", "GF-ACT-10")
def test_token_04_any_number_of_charges_in_a_turn_and_any_number_held() -> None:
    state = position(
        held={0: ["charge"] * 3 + ["double_move", "vp"]},
        bands={"bridgeward": 1, "s_mary": 1, "s_bennet": 1},
        phase="actions",
    )
    state = after(state, *(c.Demolish(0, id) for id in ("bridgeward", "s_mary", "s_bennet")))
    assert state.supplies[0] == (0, 1, 1) and state.points == 4
    rich = position(held={0: ["charge"] * 9}, tokens={"billingsgate": "charge"})
    assert after(rich, c.PlayFire(0, "E", PL, "billingsgate")).supplies[0] == (10, 0, 0)


@pytest.mark.rules("GF-TOKEN-05", "GF-RULING-12", "GF-PUT-04")
def test_token_05_it_stays_while_the_houses_stand() -> None:
    """Held by a band, and still there when the fire has been put out."""
    state = position(
        cones={"billingsgate": 1},
        bands={"billingsgate": 1},
        tokens={"billingsgate": "vp"},
        land={0: "billingsgate"},
        phase="actions",
    )
    assert (
        RULESET.view(state, SPECTATOR).areas[[a.id for a in RULESET.view(state, 0).areas].index("billingsgate")].token
    )
    state, events = play(state, c.PutOut(0))
    assert at(state.cones, "billingsgate") == 0 and at(state.tokens, "billingsgate")
    assert state.supplies[0] == (0, 0, 0) and len(events) == 1


@pytest.mark.rules("GF-RULING-48")
def test_a_player_sees_his_own_tokens_and_objectives_at_any_time_and_others_their_number() -> None:
    for phase in ("fire", "fire_second", "actions", "intensify", "no_move"):
        state = position(held={2: ["vp", "double_move"]}, phase=phase, card="N", cones_to_place=1)
        own, other = RULESET.view(state, 2).seats[2], RULESET.view(state, 1).seats[2]
        assert own.token_kinds == ("double_move", "vp") and own.objectives == state.deal.objectives[2]
        assert (other.tokens, other.token_kinds, other.objectives) == (2, None, None)
