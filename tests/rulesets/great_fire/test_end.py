"""Rules section 16: the last round, the score and the ties."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from domain.engine.score import Outcome
from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import COLOURS, OBJECTIVES
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.score import points
from domain.rulesets.great_fire.state import State
from tests.rulesets.great_fire.openings import each, whole
from tests.rulesets.great_fire.position import after, names, one, play, position, refuses


@pytest.mark.rules("GF-END-01", "GF-RULING-41", "GF-OPT-02")
@pytest.mark.parametrize(("more", "turns"), [(False, 4), (True, 8)])
def test_end_01_after_the_last_stack_card_everybody_has_his_last_turn(more: bool, turns: int) -> None:
    state = position(
        phase="actions",
        hands={0: "NESW"},
        stacks="A",
        on_stack=1,
        deck="W",
        cones={"guild_hall": 5},
        options=Options(more_destruction=more),
    )
    state, events = play(state, c.EndActions(0))
    assert names(events)[-1] == "StackCardRevealed", "the last intensification comes first"
    state, events = play(state, c.Intensify(0, "guild_hall"))
    assert one(events, e.FinalRoundStarted).turns_left == turns
    assert (state.active, state.phase, state.final_turns) == (1, "fire", turns)


@pytest.mark.rules("GF-END-01", "GF-RULING-41")
def test_end_01_also_when_the_last_intensification_is_skipped() -> None:
    state = position(phase="actions", hands={0: "NESW"}, stacks="A", on_stack=1, deck="W", cones={"guild_hall": 6})
    state, events = play(state, c.EndActions(0))
    assert names(events)[-2:] == ["StackCardRevealed", "FinalRoundStarted"]
    assert (state.active, state.final_turns) == (1, 4)


@pytest.mark.rules("GF-END-01", "GF-END-02", "GF-RULING-34", "GF-RULING-41", "GF-OPT-02")
@pytest.mark.parametrize("more", [False, True])
@pytest.mark.parametrize(("seats", "turns"), [(3, 12), (4, 9), (5, 7), (6, 6)])
def test_end_01_02_all_have_equally_many_turns_and_who_drew_last_ends(seats: int, turns: int, more: bool) -> None:
    state, events = whole(seats, Options(more_destruction=more))
    played = [event.seat for event in events if isinstance(event, e.FireCardPlayed | e.NoMoveDeclared)]
    assert len(played) == seats * (turns + more)
    assert played[-1] == each(events, e.FireCardDrawn)[-1].seat
    assert {len(hand) for hand in state.hands} == {3 if more else 4}
    refuses(state, c.EndActions(state.active), "game_over", "GF-END-02")
    assert RULESET.to_act(state) == ()


def ending(**words: object) -> State:
    """The last turn of the game; the first seat ends it."""
    return position(phase="actions", stacks="", on_stack=0, deck="", final_turns=1, **words)  # type: ignore[arg-type]


@pytest.mark.rules("GF-SCORE-01", "GF-RULING-50", "GF-RULING-39")
def test_score_01_two_points_for_each_house_that_stands() -> None:
    state = ending(houses={"billingsgate": ["red", "red"]}, empty=["billingsgate"])
    assert (points(state, 0)["houses"], points(state, 1)["houses"]) == (36, 40)
    burnt = replace(state, lost=(20, *state.lost[1:]))
    assert points(burnt, 0)["houses"] == 0, "never below"
    rows = {row.colour: row.points_left for row in RULESET.view(state, SPECTATOR).colours}
    assert set(rows) == set(COLOURS) and rows["black"] == 40, "unused colours keep their rows"


@pytest.mark.rules("GF-SCORE-02")
def test_score_02_a_point_for_each_cone_of_the_pile() -> None:
    assert [points(ending(put={0: 7, 2: 1}), seat)["fires"] for seat in range(4)] == [7, 0, 1, 0]


@pytest.mark.rules("GF-SCORE-03", "GF-RULING-36", "GF-CONT-05")
def test_score_03_objectives_whose_district_stands_though_it_burn_contained() -> None:
    cards = {0: ("I-4", "II-1", "III-7")}  # Guild Hall 6, Aldgate 4, The Temple 2
    assert points(ending(objectives=cards), 0)["objectives"] == 12
    assert points(ending(objectives=cards, empty=["aldgate"]), 0)["objectives"] == 8
    held = ending(objectives=cards, cones={"guild_hall": 2}, bands={"guild_hall": 2})
    assert points(held, 0)["objectives"] == 12
    assert points(ending(objectives=cards, cones={"guild_hall": 2}), 0)["objectives"] == 6
    impossible = ending(objectives=cards, cones={"guild_hall": 2}, full=["guild_hall"])
    assert points(impossible, 0)["objectives"] == 6, "no uncontained fire either"
    with pytest.raises(AssertionError, match="GF-CONT-05"):
        after(impossible, c.EndActions(0))


@pytest.mark.rules("GF-SCORE-04", "GF-SCORE-06", "GF-RULING-38")
def test_score_04_06_a_point_for_a_victory_point_token_and_none_for_the_others() -> None:
    state = ending(held={0: ["vp", "vp", "vp"], 1: ["charge"] * 4 + ["double_move"] * 3})
    assert [points(state, seat)["tokens"] for seat in (0, 1)] == [3, 0]
    assert sum(points(state, 1).values()) == sum(points(ending(), 1).values())


@pytest.mark.rules("GF-SCORE-05")
def test_score_05_two_points_for_the_hero() -> None:
    assert [points(ending(hero=2), seat)["hero"] for seat in range(4)] == [0, 0, 2, 0]


@pytest.mark.rules("GF-SCORE-07", "GF-OPT-01", "GF-HID-10")
def test_score_07_everything_hidden_is_shown_at_scoring() -> None:
    state = ending(held={0: ["charge"], 3: ["vp"]}, options=Options(hidden_colours=True))
    for viewer in (1, SPECTATOR):
        seat = RULESET.view(state, viewer).seats[3]
        assert (seat.colour, seat.token_kinds, seat.objectives) == (None, None, None)
    state, events = play(state, c.EndActions(0))
    scored = one(events, e.GameScored)
    assert scored.tokens == (("charge",), (), (), ("vp",)) and scored.colours == state.deal.colours
    for viewer in (1, SPECTATOR):
        seat = RULESET.view(state, viewer).seats[3]
        assert (seat.colour, seat.token_kinds, seat.objectives) == ("yellow", ("vp",), state.deal.objectives[3])
        assert RULESET.tell(scored, viewer) == RULESET.tell(scored, 0)


@dataclass(frozen=True)
class Worth:
    """What a seat has at the end: houses lost, pile, victory-point tokens, objectives lost."""

    lost: int = 0
    pile: int = 0
    tokens: int = 0
    cards: tuple[str, ...] = ("III-1", "III-2", "III-3")


def outcome(*seats: Worth, hero: int | None = None) -> Outcome:
    """How four seats with this end."""
    lost = (*(seat.lost for seat in seats), 0, 0)
    state = ending(
        put={at: seat.pile for at, seat in enumerate(seats)},
        held={at: ["vp"] * seat.tokens for at, seat in enumerate(seats)},
        objectives={at: seat.cards for at, seat in enumerate(seats)},
        hero=hero,
    )
    found = after(replace(state, lost=lost), c.EndActions(0)).outcome
    assert found is not None
    return found


@pytest.mark.rules("GF-SCORE-08")
def test_score_08_the_most_points_win_whatever_they_come_from() -> None:
    found = outcome(Worth(lost=1, pile=1), Worth(tokens=1), Worth(lost=3), Worth(lost=5, pile=9))
    assert [place.points for place in found.places] == [45, 47, 40, 45]
    assert [place.place for place in found.places] == [3, 1, 4, 2]
    assert found.winners == (1,) and "GF-TIE-01" not in found.rules


@pytest.mark.rules("GF-TIE-01")
def test_tie_01_the_larger_pile_first() -> None:
    found = outcome(Worth(lost=1, pile=4), Worth(pile=2), Worth(lost=9), Worth(lost=9))
    assert found.places[0].points == found.places[1].points
    assert found.winners == (0,) and "GF-TIE-01" in found.rules and "GF-TIE-02" not in found.rules


@pytest.mark.rules("GF-TIE-02")
def test_tie_02_then_more_houses() -> None:
    found = outcome(Worth(lost=1, pile=2, tokens=2), Worth(pile=2), Worth(lost=9), Worth(lost=9))
    assert found.places[0].points == found.places[1].points
    assert found.winners == (1,) and "GF-TIE-02" in found.rules and "GF-TIE-03" not in found.rules


@pytest.mark.rules("GF-TIE-03")
def test_tie_03_then_more_points_from_objectives() -> None:
    six = ("III-1", "III-2", "III-3")
    eight = ("II-2", "III-1", "III-2")
    found = outcome(Worth(tokens=2, cards=six), Worth(cards=eight), Worth(lost=9), Worth(lost=9))
    assert found.places[0].points == found.places[1].points
    assert sum(OBJECTIVES[id].vp for id in eight) == 8
    assert found.winners == (1,) and "GF-TIE-03" in found.rules and "GF-TIE-04" not in found.rules


@pytest.mark.rules("GF-TIE-04", "GF-TIE-05")
def test_tie_04_05_who_is_still_level_shares_the_place() -> None:
    found = outcome(Worth(), Worth(), Worth(lost=4), Worth(lost=4))
    assert [place.place for place in found.places] == [1, 1, 3, 3]
    assert found.winners == (0, 1) and "GF-TIE-04" in found.rules


@pytest.mark.rules("GF-TIE-05", "GF-TIE-01", "GF-TIE-02")
def test_tie_05_lower_places_are_ranked_the_same_way() -> None:
    found = outcome(Worth(tokens=9), Worth(lost=3), Worth(lost=4, pile=2), Worth(lost=4, tokens=2))
    assert [place.points for place in found.places] == [55, 40, 40, 40]
    assert [place.place for place in found.places] == [1, 3, 2, 4]


@pytest.mark.rules("GF-RULING-50")
def test_the_total_has_no_upper_limit() -> None:
    found = outcome(Worth(pile=30, tokens=4), Worth(), Worth(), Worth(), hero=0)
    assert found.places[0].points == 40 + 30 + 6 + 4 + 2
