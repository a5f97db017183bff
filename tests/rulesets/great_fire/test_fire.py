"""Rules section 6: the fire phase."""

import pytest

from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import INDEX
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.state import State
from tests.rulesets.great_fire.position import after, at, final_steps, names, no, one, play, position, refuses, targets

PL = "pudding_lane"


def fire(card: str, source: str, target: str) -> c.PlayFire:
    return c.PlayFire(0, card, source, target)  # type: ignore[arg-type]


@pytest.mark.rules("GF-FIRE-01")
def test_fire_01_the_card_comes_from_the_hand() -> None:
    state = position(hands={0: "NNNNN"})
    refuses(state, fire("E", PL, "billingsgate"), "not_in_hand", "GF-FIRE-01")
    assert {order.card for order in RULESET.legal(state, 0)} == {"N"}
    assert fire("E", PL, "billingsgate") in RULESET.legal(position(hands={0: "NNNNE"}), 0)


@pytest.mark.rules("GF-FIRE-01", "GF-RULING-22")
def test_fire_01_only_a_card_with_a_legal_movement_may_be_played() -> None:
    state = position(hands={0: "SSSSN"})
    assert {order.card for order in RULESET.legal(state, 0)} == {"N"}
    refuses(state, fire("S", PL, "tallow_hall"), "out_of_reach", "GF-FIRE-04")
    both = position(hands={0: "SSSSN"}, cones={"s_bennet": 1})
    assert {order.card for order in RULESET.legal(both, 0)} == {"N", "S"}, "the seat chooses freely"


@pytest.mark.rules("GF-FIRE-01", "GF-RULING-49")
def test_fire_01_he_must_move_even_into_his_own_houses() -> None:
    state = position(hands={0: "SSSSS"}, cones={"s_bennet": 1}, houses={"tallow_hall": ["red"]})
    assert RULESET.legal(state, 0) == (fire("S", PL, "tallow_hall"),)
    state = after(state, fire("S", PL, "tallow_hall"))
    assert state.lost[0] == 1, "and gains nothing for it"
    assert sum(track.if_over for track in RULESET.tracks(state) if track.seat == 0 and track.source == "houses") == 38
    assert state.piles[0] == 0


@pytest.mark.rules("GF-FIRE-02", "GF-RULING-02")
def test_fire_02_the_cone_comes_from_an_uncontained_district_with_two() -> None:
    state = position(cones={"guild_hall": 1, "st_pauls": 2}, bands={"st_pauls": 2})
    refuses(state, fire("S", "cheapside", "tallow_hall"), "not_burning", "GF-FIRE-02")
    refuses(state, fire("S", "guild_hall", "cheapside"), "last_cone_stays", "GF-FIRE-02")
    refuses(state, fire("S", "st_pauls", "watlin_street"), "fire_contained", "GF-FIRE-02", "GF-CONT-02")
    refuses(state, fire("S", "lincolns_inn", "st_dunstans"), "not_burning", "GF-FIRE-02")
    assert fire("S", "guild_hall", "cheapside") in RULESET.legal(position(cones={"guild_hall": 2}), 0)


@pytest.mark.rules("GF-FIRE-02", "GF-RULING-02")
def test_fire_02_an_uncovered_cone_may_leave_and_its_district_become_contained() -> None:
    state = position(cones={"guild_hall": 2}, bands={"guild_hall": 1})
    state = after(state, fire("S", "guild_hall", "cheapside"))
    assert at(state.cones, "guild_hall") == 1
    refuses(
        position(cones={"guild_hall": 2}, bands={"guild_hall": 2}),
        fire("S", "guild_hall", "cheapside"),
        "fire_contained",
    )


@pytest.mark.rules("GF-FIRE-03", "GF-RULING-03")
def test_fire_03_the_way_goes_through_the_fire_in_any_direction() -> None:
    """From Pudding Lane a cone goes north-west, north and west, and leaves by an east card."""
    state = position(cones={"s_bennet": 1, "guild_hall": 4, "goldsmiths_hall": 3}, hands={0: "EEEEE"})
    assert "coleman_street" in targets(state, "E", PL)
    state, events = play(state, fire("E", PL, "coleman_street"))
    moved = one(events, e.FireMoved)
    assert moved.way == (PL, "s_bennet", "guild_hall", "coleman_street")
    assert (moved.source_cones, moved.target_cones) == (24, 1)
    near = one(play(position(), fire("N", PL, "s_mary"))[1], e.FireMoved)
    assert near.way == (PL, "s_mary"), "none at all if it leaves from where it stood"


@pytest.mark.rules("GF-FIRE-04")
def test_fire_04_the_last_step_has_the_direction_of_the_card() -> None:
    state = position(cones={"s_bennet": 1}, hands={0: "NESW" + "N"})
    refuses(state, fire("W", PL, "guild_hall"), "out_of_reach", "GF-FIRE-04")
    refuses(state, fire("S", PL, "cheapside"), "out_of_reach", "GF-FIRE-04")
    assert [card for card in "NESW" if "guild_hall" in targets(state, card, PL)] == ["N"]
    assert [card for card in "NESW" if "tallow_hall" in targets(state, card, PL)] == ["S", "W"]


@pytest.mark.rules("GF-FIRE-05", "GF-RULING-04", "GF-CONT-03")
def test_fire_05_a_contained_district_is_a_target() -> None:
    state = position(cones={"bridgeward": 1}, bands={"bridgeward": 1})
    assert "bridgeward" in final_steps(state, "N", PL)
    loose = position(cones={"bridgeward": 1})
    refuses(loose, fire("N", PL, "bridgeward"), "burns_already", "GF-FIRE-05")


@pytest.mark.rules("GF-FIRE-05", "GF-RULING-05")
def test_fire_05_a_cone_never_ends_where_it_burns_uncontained_nor_where_it_came_from() -> None:
    state = position(cones={"s_bennet": 2, "guild_hall": 2}, bands={"guild_hall": 1})
    refuses(state, fire("N", PL, "s_bennet"), "burns_already", "GF-FIRE-05", "GF-RULING-05")
    refuses(state, fire("N", "guild_hall", "guild_hall"), "burns_already", "GF-FIRE-05")
    assert "guild_hall" not in final_steps(state, "N", "guild_hall"), "judged before the cone is taken up"


@pytest.mark.rules("GF-FIRE-06", "GF-RULING-03", "GF-CONT-02", "GF-DEMO-05")
@pytest.mark.parametrize("between", ["contained", "demolished", "no fire"])
def test_fire_06_the_way_never_leads_through(between: str) -> None:
    """S. Bennet lies between Pudding Lane and Guild Hall, from which an east card leads to Coleman Street."""
    burning = position(cones={"s_bennet": 1, "guild_hall": 4})
    assert "coleman_street" in targets(burning, "E", PL)
    state = {
        "contained": position(cones={"s_bennet": 1, "guild_hall": 4}, bands={"s_bennet": 1}),
        "demolished": position(cones={"guild_hall": 4}, demolished=["s_bennet"]),
        "no fire": position(cones={"guild_hall": 4}, empty=["s_bennet"]),
    }[between]
    assert "coleman_street" not in final_steps(state, "E", PL)
    refuses(state, fire("E", PL, "coleman_street"), "out_of_reach", "GF-FIRE-06")
    assert "coleman_street" in targets(state, "E", "guild_hall")


@pytest.mark.rules("GF-FIRE-06", "GF-BOARD-06")
def test_fire_06_the_way_never_leads_over_grass() -> None:
    """Moor Fields and Bunhill Fields join Finsbury to Barbican, but not for fire."""
    state = position(cones={"finsbury": 2, "barbican": 1})
    assert "charterhouse" not in final_steps(state, "W", "finsbury")
    assert "charterhouse" in final_steps(
        position(cones={"finsbury": 2, "cripplegate": 1, "barbican": 1}), "W", "finsbury"
    )


@pytest.mark.rules("GF-FIRE-07")
def test_fire_07_a_diagonal_to_the_north_east_answers_to_north_and_to_east() -> None:
    state = position()
    assert [card for card in "NESW" if "pepys_house" in targets(state, card, PL)] == ["N", "E"]
    assert [card for card in "NESW" if "s_bennet" in targets(state, card, PL)] == ["N", "W"]
    assert [card for card in "NESW" if "candlewick_ward" in targets(state, card, PL)] == ["N"]


@pytest.mark.rules("GF-FIRE-08", "GF-RULING-06", "GF-RULING-08", "GF-ENTER-07")
@pytest.mark.parametrize(("stock", "refilled"), [(7, 5), (5, 5), (3, 3)])
def test_fire_08_pudding_lane_gives_its_last_cone_and_is_refilled(stock: int, refilled: int) -> None:
    state = position(cones={PL: 1}, stock=stock)
    state, events = play(state, fire("N", PL, "s_mary"))
    assert one(events, e.PuddingLaneRefilled).cones == refilled
    assert names(events)[-1] == "PuddingLaneRefilled", "after the damage"
    assert (at(state.cones, PL), state.stock) == (refilled, stock - refilled)
    two, events = play(position(cones={PL: 2}, stock=stock), fire("N", PL, "s_mary"))
    assert at(two.cones, PL) == 1 and "PuddingLaneRefilled" not in names(events)


@pytest.mark.rules("GF-FIRE-08", "GF-RULING-07")
def test_fire_08_a_bare_pudding_lane_gives_nothing_but_lets_fire_through() -> None:
    state = position(cones={PL: 0, "s_bennet": 2}, stock=0, hands={0: "EEEEE"})
    refuses(state, fire("E", PL, "billingsgate"), "no_cone_to_take", "GF-RULING-07")
    assert targets(state, "E", "s_bennet") == {"s_mary", "pepys_house", "philpott_lane", "billingsgate"}
    assert one(play(state, fire("E", "s_bennet", "billingsgate"))[1], e.FireMoved).way[1] == PL


@pytest.mark.rules("GF-RULING-07")
def test_a_bare_pudding_lane_is_a_burning_neighbour_and_no_need_for_cones() -> None:
    state = position(
        cones={PL: 0, "s_bennet": 2},
        stock=0,
        put={1: 3},
        bands={"bridgeward": 1},
        held={0: ["charge"]},
        hands={0: "NNNNN"},
    )
    state, events = play(state, fire("N", "s_bennet", "s_mary"))
    assert names(events) == ["FireCardPlayed", "FireMoved", "DistrictBurnt"]
    assert (at(state.cones, PL), state.piles[1]) == (0, 3), "nobody gives cones back for a refill"
    assert RULESET.view(state, SPECTATOR).areas[INDEX[PL]].burning
    assert c.Demolish(0, "bridgeward") in RULESET.legal(after(state, c.MoveLandowner(0, "holborn")), 0)


@pytest.mark.rules("GF-FIRE-09")
def test_fire_09_he_chooses_among_the_best_targets_only() -> None:
    state = position(bands={"s_mary": 1}, hands={0: "NNNNN"})
    refuses(state, fire("N", PL, "s_mary"), "better_target", "GF-FIRE-09", "GF-PRIO-01")
    assert {order.target for order in RULESET.legal(state, 0)} == {
        "s_bennet",
        "bridgeward",
        "candlewick_ward",
        "pepys_house",
    }


@pytest.mark.rules("GF-FIRE-10", "GF-RULING-47")
def test_fire_10_the_card_is_discarded_for_all_to_see() -> None:
    state, events = play(position(hands={0: "NNESW"}), fire("N", PL, "s_mary"))
    assert one(events, e.FireCardPlayed).card == "N"
    assert state.hands[0] == "".join(sorted("NESW"))
    state = after(state, c.EndActions(0), c.PlayFire(1, "E", PL, "billingsgate"))
    assert RULESET.view(state, SPECTATOR).played == ("N", "E"), "in the order they were played"


def seconds(state: State) -> set[tuple[str, str]]:
    return {(o.source, o.target) for o in RULESET.legal(state, 0) if isinstance(o, c.PlayDoubleMove)}


@pytest.mark.rules("GF-FIRE-11", "GF-TOKEN-02")
def test_fire_11_a_second_movement_needs_a_double_move_token() -> None:
    for held in ([], ["charge", "vp"]):
        state = after(position(held={0: held}), fire("N", PL, "s_mary"))
        refuses(state, c.PlayDoubleMove(0, PL, "bridgeward"), "no_double_move", "GF-FIRE-11")
    state = position(held={0: ["double_move", "vp"]})
    refuses(state, c.PlayDoubleMove(0, PL, "bridgeward"), "wrong_phase", "GF-FIRE-11")
    state, events = play(state, fire("N", PL, "s_mary"), c.PlayDoubleMove(0, PL, "bridgeward"))
    assert names(events) == ["DoubleMovePlayed", "FireMoved", "DistrictBurnt"]
    assert one(events, e.FireMoved).card == "N", "by the same card"
    assert len(state.played) == 1 and len(state.hands[0]) == 4, "no second card is played"
    assert state.supplies[0] == (0, 0, 1), "it goes back to the box"


@pytest.mark.rules("GF-FIRE-11", "GF-TOKEN-02", "GF-RULING-20")
def test_fire_11_a_token_just_collected_may_be_used_at_once() -> None:
    state = position(tokens={"bridgeward": "double_move"})
    state = after(state, fire("N", PL, "bridgeward"))
    assert state.supplies[0] == (0, 1, 0)
    assert (PL, "s_mary") in seconds(state)


@pytest.mark.rules("GF-FIRE-11", "GF-TOKEN-04", "GF-TURN-03")
def test_fire_11_at_most_one_double_move_in_a_turn() -> None:
    state = position(held={0: ["double_move"] * 2}, hands={0: "NNNNN"})
    state = after(state, fire("N", PL, "s_mary"), c.PlayDoubleMove(0, PL, "bridgeward"))
    assert state.supplies[0] == (0, 1, 0) and not seconds(state)
    refuses(state, c.PlayDoubleMove(0, PL, "pepys_house"), "wrong_phase", "GF-FIRE-11")
    assert state.points == 4, "the movement costs no points"


@pytest.mark.rules("GF-FIRE-12", "GF-RULING-53")
def test_fire_12_the_second_movement_is_judged_on_the_changed_board() -> None:
    state = position(held={0: ["double_move"]}, cones={"ludgate": 2})
    state = after(state, fire("N", PL, "pepys_house"))
    assert ("pepys_house", "leadenhall") in seconds(state), "a cone of the district just set alight"
    assert (PL, "leadenhall") in seconds(state)
    assert ("ludgate", "newgate") in seconds(state), "another patch"
    assert not any(target == "pepys_house" for _, target in seconds(state))


@pytest.mark.rules("GF-FIRE-12", "GF-PRIO-05")
def test_fire_12_the_second_movement_is_ranked_again() -> None:
    """First Tallow Hall is the only target. From there Vyners Hall, with a band, is the best target."""
    state = position(cones={"s_bennet": 1}, bands={"vyners_hall": 1}, held={0: ["double_move"]}, hands={0: "SSSSS"})
    assert targets(state, "S", PL) == {"tallow_hall"}
    state = after(state, fire("S", PL, "tallow_hall"))
    assert seconds(state) == {(PL, "vyners_hall")}, "rank 2, now the best"


@pytest.mark.rules("GF-FIRE-12", "GF-RULING-21")
def test_fire_12_without_a_second_movement_the_token_is_kept() -> None:
    state = position(phase="fire_second", card="S", held={0: ["double_move"]})
    assert not seconds(state)
    assert no(state, c.PlayDoubleMove(0, PL, "tallow_hall")).code == "out_of_reach"
    assert after(state, c.EndActions(0)).supplies[0] == (0, 1, 0)


@pytest.mark.rules("GF-RULING-21")
def test_the_same_district_may_be_entered_twice_in_a_turn() -> None:
    """A south card reaches only Tallow Hall. The band there contains the first cone but not the second."""
    state = position(cones={"s_bennet": 1}, bands={"tallow_hall": 1}, held={0: ["double_move"]}, hands={0: "SSSSS"})
    state, events = play(state, fire("S", PL, "tallow_hall"))
    assert names(events)[-1] == "FireContainedOnArrival"
    state, events = play(state, c.PlayDoubleMove(0, PL, "tallow_hall"))
    assert "DistrictBurnt" in names(events) and at(state.cones, "tallow_hall") == 2


STUCK = {"hands": {0: "SSSSS"}, "cones": {"queenhithe": 1}}
"""South cards only, no way south from Pudding Lane, and a last cone elsewhere."""


@pytest.mark.rules("GF-FIRE-13", "GF-RULING-22")
def test_fire_13_no_move_may_be_declared_only_without_a_playable_card() -> None:
    refuses(position(hands={0: "SSSSN"}), c.DeclareNoMove(0, "S"), "move_possible", "GF-FIRE-13")
    state = position(**STUCK)  # type: ignore[arg-type]
    refuses(state, c.DeclareNoMove(0, "N"), "not_in_hand", "GF-FIRE-13")
    assert RULESET.legal(state, 0) == (c.DeclareNoMove(0, "S"),)
    giving = position(hands={0: "SSSSS"}, cones={"goldsmiths_hall": 2})
    refuses(giving, c.DeclareNoMove(0, "S"), "move_possible", "GF-FIRE-13", "GF-FIRE-01")


@pytest.mark.rules("GF-FIRE-13", "GF-RULING-23", "GF-HID-04")
def test_fire_13_the_hand_is_shown_a_card_goes_and_three_cones_come() -> None:
    state = position(**STUCK, held={0: ["double_move"]}, points=4)  # type: ignore[arg-type]
    state, (declared,) = play(state, c.DeclareNoMove(0, "S"))
    assert declared.hand == ("S",) * 5 and declared.cones_to_place == 3
    assert state.phase == "no_move" and state.hands[0] == "SSSS" and state.played == "S"
    refuses(state, c.EndActions(0), "wrong_phase")
    refuses(state, c.Intensify(0, PL), "no_place_for_cones", "GF-INT-02")
    state = after(state, *[c.Intensify(0, "queenhithe")] * 3)
    assert at(state.cones, "queenhithe") == 4 and at(state.houses, "queenhithe") == 0
    assert (state.phase, state.points) == ("actions", 4), "the turn goes on"
    refuses(state, c.PlayDoubleMove(0, PL, "s_mary"), "wrong_phase", "GF-FIRE-11")
    state = after(state, c.MoveLandowner(0, "holborn"), c.EndActions(0))
    assert len(state.hands[0]) == 5, "and a card is drawn"


@pytest.mark.rules("GF-FIRE-13", "GF-RULING-23")
def test_fire_13_he_discards_what_he_chooses() -> None:
    """No card is playable when every fire has one cone and Pudding Lane has none."""
    state = position(cones={PL: 0, "queenhithe": 1}, stock=0, put={1: 5}, hands={0: "NESWW"})
    assert {order.discard for order in RULESET.legal(state, 0)} == {"N", "E", "S", "W"}
    state = after(state, c.DeclareNoMove(0, "W"))
    assert sorted(state.hands[0]) == sorted("NESW")
    assert state.cones_to_place == 3, "the piles serve"


@pytest.mark.rules("GF-FIRE-13", "GF-INT-04", "GF-OPT-05")
def test_fire_13_without_room_or_cones_nothing_is_placed_and_the_turn_goes_on() -> None:
    state = position(hands={0: "SSSSS"})
    state, (declared,) = play(state, c.DeclareNoMove(0, "S"))
    assert (declared.cones_to_place, declared.not_placed) == (0, 3)
    assert state.phase == "actions"
    starved = position(**STUCK, stock=0, options=Options(stock_exhaustion="stop"))  # type: ignore[arg-type]
    assert after(starved, c.DeclareNoMove(0, "S")).phase == "actions"
