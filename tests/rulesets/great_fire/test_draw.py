"""Rules section 14: the draw and the intensification."""

import pytest

from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import AREAS
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.state import State
from tests.rulesets.great_fire.openings import each, whole
from tests.rulesets.great_fire.position import after, at, names, one, play, position, refuses, room

PL = "pudding_lane"


def ending(**words: object) -> State:
    """Seat 0 has played its fire card and ends its turn."""
    return position(hands={0: "NESW"}, phase="actions", **words)  # type: ignore[arg-type]


@pytest.mark.rules("GF-DRAW-01")
def test_draw_01_the_top_card_makes_five_again() -> None:
    state, events = play(ending(), c.EndActions(0))
    drawn = one(events, e.FireCardDrawn)
    assert (drawn.seat, drawn.card, drawn.cards_on_stack) == (0, "N", 5)
    assert (state.hands[0], state.deck, state.on_stack) == ("ENNSW", "ESWNESWNESW", 5)
    assert state.active == 1


@pytest.mark.rules("GF-DRAW-02", "GF-INT-01")
def test_draw_02_a_stack_card_that_appears_calls_for_three_cones_and_leaves() -> None:
    state, events = play(ending(on_stack=2, cones={"guild_hall": 1}), c.EndActions(0))
    assert names(events) == ["ActionsEnded", "FireCardDrawn"], "one card still lies on it"
    state, events = play(ending(on_stack=1, cones={"guild_hall": 1}), c.EndActions(0))
    revealed = one(events, e.StackCardRevealed)
    assert (revealed.letter, revealed.cones_to_place, revealed.not_placed) == ("B", 3, 0)
    assert (state.phase, state.active, state.stacks, state.on_stack) == ("intensify", 0, "A", 6)
    state = after(state, *[c.Intensify(0, "guild_hall")] * 2)
    assert state.phase == "intensify"
    state = after(state, c.Intensify(0, "guild_hall"))
    assert (state.phase, state.active, at(state.cones, "guild_hall")) == ("fire", 1, 4), "the turn is over"


@pytest.mark.rules("GF-DRAW-03", "GF-END-01", "GF-RULING-41")
def test_draw_03_nobody_draws_from_a_deck_that_is_used_up() -> None:
    state, events = play(ending(stacks="", on_stack=0, deck="", final_turns=3), c.EndActions(0))
    assert names(events) == ["ActionsEnded"]
    assert (state.hands[0], state.active, state.phase) == ("ENSW", 1, "fire")


@pytest.mark.rules("GF-INT-01", "GF-INT-02")
def test_int_01_02_three_cones_into_one_two_or_three_fires_of_his_choice() -> None:
    state = position(cones={"guild_hall": 1, "pepys_house": 1, "s_mary": 1}, phase="intensify", cones_to_place=3)
    assert {order.district for order in RULESET.legal(state, 0)} == {"guild_hall", "pepys_house", "s_mary"}
    for choice in (["guild_hall"] * 3, ["s_mary", "s_mary", "pepys_house"], ["s_mary", "pepys_house", "guild_hall"]):
        placed = after(state, *(c.Intensify(0, id) for id in choice))
        assert {id: at(placed.cones, id) - 1 for id in set(choice)} == {id: choice.count(id) for id in choice}
        assert placed.stock == state.stock - 3 and placed.phase == "fire"


@pytest.mark.rules("GF-INT-02", "GF-RULING-16")
def test_int_02_only_uncontained_fires_other_than_pudding_lane() -> None:
    state = position(cones={"guild_hall": 1, "s_mary": 1}, bands={"s_mary": 1}, phase="intensify", cones_to_place=3)
    refuses(state, c.Intensify(0, PL), "no_place_for_cones", "GF-INT-02")
    refuses(state, c.Intensify(0, "moor_fields"), "no_place_for_cones", "GF-INT-02")
    refuses(state, c.Intensify(0, "s_mary"), "not_burning_uncontained", "GF-INT-02")
    refuses(state, c.Intensify(0, "cheapside"), "not_burning_uncontained", "GF-INT-02")
    refuses(state, c.Intensify(0, "nowhere"), "no_such_area")
    assert RULESET.legal(state, 0) == (c.Intensify(0, "guild_hall"),)


@pytest.mark.rules("GF-INT-03", "GF-RULING-24")
def test_int_03_no_more_than_the_size_and_two_covered_cones_included() -> None:
    for area in AREAS:
        if area.burnable:
            assert room(position(cones={area.id: 1}), area.id) == area.size + 1, area.id
    state = position(cones={"guild_hall": 6}, bands={"guild_hall": 5}, phase="intensify", cones_to_place=1)
    refuses(state, c.Intensify(0, "guild_hall"), "district_full", "GF-INT-03", "GF-RULING-24")
    just = position(cones={"guild_hall": 5}, bands={"guild_hall": 4}, phase="intensify", cones_to_place=1)
    assert at(after(just, c.Intensify(0, "guild_hall")).cones, "guild_hall") == 6


@pytest.mark.rules("GF-INT-04", "GF-RULING-25")
@pytest.mark.parametrize(("cones", "cones_to_place"), [(6, 0), (5, 1), (4, 2), (3, 3), (2, 3)])
def test_int_04_as_many_as_there_is_room_the_rest_stays_in_stock(cones: int, cones_to_place: int) -> None:
    state, events = play(ending(on_stack=1, cones={"guild_hall": cones}), c.EndActions(0))
    revealed = one(events, e.StackCardRevealed)
    assert (revealed.cones_to_place, revealed.not_placed) == (cones_to_place, 3 - cones_to_place)
    before = state.stock
    state = after(state, *[c.Intensify(0, "guild_hall")] * cones_to_place)
    assert (state.active, state.phase) == (1, "fire"), "with none the intensification is skipped"
    assert state.stock == before - cones_to_place


@pytest.mark.rules("GF-INT-04", "GF-OPT-05")
@pytest.mark.parametrize(
    ("exhaustion", "lane", "piles", "cones_to_place"), [("refill", 0, 2, 2), ("refill", 1, 0, 1), ("stop", 9, 9, 1)]
)
def test_int_04_as_many_as_there_are_cones_to_be_had(
    exhaustion: str, lane: int, piles: int, cones_to_place: int
) -> None:
    state = ending(
        on_stack=1,
        cones={"guild_hall": 1, PL: lane},
        put={2: piles},
        stock=1 if exhaustion == "stop" else 0,
        options=Options(stock_exhaustion=exhaustion),  # type: ignore[arg-type]
    )
    _, events = play(state, c.EndActions(0))
    assert one(events, e.StackCardRevealed).cones_to_place == cones_to_place


@pytest.mark.rules("GF-INT-04")
def test_int_04_he_must_place_them_all() -> None:
    state = position(cones={"guild_hall": 1}, phase="intensify", cones_to_place=2)
    refuses(state, c.EndActions(0), "wrong_phase")
    refuses(after(state, c.Intensify(0, "guild_hall")), c.EndActions(0), "wrong_phase")


@pytest.mark.rules("GF-INT-05")
def test_int_05_it_burns_nothing_takes_no_token_and_moves_no_fire() -> None:
    state = position(cones={"billingsgate": 1}, tokens={"billingsgate": "vp"}, phase="intensify", cones_to_place=1)
    placed, events = play(state, c.Intensify(0, "billingsgate"))
    assert names(events) == ["FireIntensified"]
    assert (placed.houses, placed.lost, placed.tokens, placed.supplies) == (
        state.houses,
        state.lost,
        state.tokens,
        state.supplies,
    )


@pytest.mark.rules("GF-RULING-08")
def test_pudding_lane_is_refilled_after_the_last_cone_only() -> None:
    """Stock and Pudding Lane have no cone, so both piles give one, and one of these is left at the end."""
    for phase in ("intensify", "no_move"):
        state = position(cones={"guild_hall": 1, PL: 0}, stock=0, put={1: 2, 2: 2}, phase=phase, cones_to_place=3)
        state, events = play(state, c.Intensify(0, "guild_hall"))
        assert names(events) == ["ConesReturned", "FireIntensified"] and state.stock == 1
        state, events = play(state, c.Intensify(0, "guild_hall"))
        assert names(events) == ["FireIntensified"] and state.stock == 0
        state, events = play(state, c.Intensify(0, "guild_hall"))
        assert names(events) == ["ConesReturned", "FireIntensified", "PuddingLaneRefilled"]
        assert (at(state.cones, PL), state.stock, sum(state.piles)) == (1, 0, 0)


@pytest.mark.rules("GF-DRAW-01", "GF-DRAW-02", "GF-SETUP-06")
@pytest.mark.parametrize(("seats", "letters"), [(3, "FEDCBA"), (4, "DCBA"), (5, "EDCBA"), (6, "FEDCBA")])
def test_a_whole_game_draws_the_deck_and_meets_every_stack_card_in_turn(seats: int, letters: str) -> None:
    _, events = whole(seats)
    (built,) = each(events, e.FireDeckBuilt)
    assert tuple(event.card for event in each(events, e.FireCardDrawn)) == built.order
    assert "".join(event.letter for event in each(events, e.StackCardRevealed)) == letters
