"""Rules section 17: the options."""

import itertools
from collections import Counter

import pytest
from msgspec.structs import replace

from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import COLOURS, PRINTED
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.score import houses_standing, points
from domain.rulesets.great_fire.set_up import fire_cards
from tests.rulesets.games import choices
from tests.rulesets.great_fire.openings import begun, dealt, each, whole
from tests.rulesets.great_fire.position import PLAIN, after, at, one, play, position, targets

HIDDEN = Options(hidden_colours=True)


@pytest.mark.rules("GF-OPT-01", "GF-SETUP-10")
def test_opt_01_colours_lie_face_down_and_pawns_are_dealt_apart() -> None:
    state, events = dealt(6, HIDDEN)
    assert set(state.deal.colours) == set(state.deal.pawns) == set(COLOURS)
    matches = set()
    for seed in range(12):
        other = dealt(4, HIDDEN, seed)[0].deal
        assert len(set(other.pawns)) == len(set(other.colours)) == 4
        matches |= {colour == pawn for colour, pawn in zip(other.colours, other.pawns, strict=True)}
    assert matches == {True, False}, "it may or may not match"
    (mine,) = (event for event in each(events, e.ColourDealt) if event.seat == 2)
    for viewer in (0, SPECTATOR):
        line = RULESET.tell(mine, viewer)
        assert line is not None and "colour" not in line.facts and line.facts["pawn"] == mine.pawn
        seats = RULESET.view(state, viewer).seats
        assert [seat.colour for seat in seats if seat.seat != viewer] == [None] * (6 - (viewer >= 0))
    assert RULESET.view(state, 2).seats[2].colour == mine.colour


@pytest.mark.rules("GF-OPT-01", "GF-RULING-37", "GF-SCORE-07")
def test_opt_01_houses_score_by_the_colour_card_and_the_rest_by_the_seat() -> None:
    state = position(
        options=HIDDEN, put={0: 3}, hero=0, houses={"billingsgate": ["red", "blue"]}, empty=["billingsgate"]
    )
    deal = replace(state.deal, colours=("black", "yellow", "red", "purple"), pawns=("red", "blue", "green", "black"))
    state = replace(state, deal=deal)
    assert [points(state, seat)["houses"] for seat in range(4)] == [40, 40, 38, 40]
    assert [houses_standing(state, seat) for seat in range(4)] == [20, 20, 19, 20]
    assert points(state, 0)["fires"] == 3 and points(state, 0)["hero"] == 2


@pytest.mark.rules("GF-RULING-39", "GF-RULING-37")
def test_houses_of_nobodys_colour_burn_like_the_others_and_score_for_nobody() -> None:
    state = position(houses={"billingsgate": ["black", "black"]})
    assert "billingsgate" in targets(state, "E", "pudding_lane")
    state, events = play(state, c.PlayFire(0, "E", "pudding_lane", "billingsgate"))
    assert one(events, e.DistrictBurnt).houses == ("black", "black")
    assert state.lost[COLOURS.index("black")] == 2
    assert [points(state, seat)["houses"] for seat in range(4)] == [40] * 4


@pytest.mark.rules("GF-OPT-02", "GF-END-02")
def test_opt_02_more_destruction_is_two_last_turns() -> None:
    for more, hand in ((False, 4), (True, 3)):
        state, events = whole(3, Options(more_destruction=more))
        assert one(events, e.FinalRoundStarted).turns_left == (6 if more else 3)
        assert {len(cards) for cards in state.hands} == {hand}


@pytest.mark.rules("GF-OPT-03", "GF-SETUP-01")
def test_opt_03_65_cones_or_100() -> None:
    for cones in (65, 100):
        state, _ = begun(options=Options(fire_cones=cones))  # type: ignore[arg-type]
        assert state.stock + sum(state.cones) == cones
    assert PLAIN.fire_cones == 65


@pytest.mark.rules("GF-OPT-04", "GF-ENTER-05")
def test_opt_04_what_an_empty_district_gets() -> None:
    order = c.PlayFire(0, "E", "pudding_lane", "pepys_house")
    east = ["pepys_house", "philpott_lane", "billingsgate"]
    sized = position(empty=east, options=Options(reburn_cones="size"))
    single = position(empty=east, options=Options(reburn_cones="one"))
    assert [at(after(state, order).cones, "pepys_house") for state in (sized, single)] == [3, 1]
    assert PLAIN.reburn_cones == "size"


@pytest.mark.rules("GF-OPT-05", "GF-FIRE-13")
def test_opt_05_with_stop_the_fire_can_starve() -> None:
    """Pudding Lane bare, every other fire at its last cone: every turn is a turn without a move, to the end."""
    state = position(
        cones={"pudding_lane": 1},
        stock=0,
        put={1: 9},
        empty=["s_mary"],
        hands={0: "NNNNN"},
        options=Options(stock_exhaustion="stop"),
    )
    state = after(state, c.PlayFire(0, "N", "pudding_lane", "bridgeward"))
    assert (at(state.cones, "pudding_lane"), state.piles[1]) == (0, 9), "no refill, and nobody gives"
    state = after(state, c.EndActions(0))
    for _ in range(20):
        if state.phase == "over":
            break
        seat = state.active
        declared = RULESET.legal(state, seat)
        assert {type(order) for order in declared} == {c.DeclareNoMove}
        state, events = play(state, declared[0])
        assert one(events, e.NoMoveDeclared).cones_to_place == 0 and state.phase == "actions"
        state = after(state, c.EndActions(seat))
    assert state.phase == "over" and PLAIN.stock_exhaustion == "refill"


@pytest.mark.rules("GF-OPT-06", "GF-RULING-33", "GF-SETUP-03")
def test_opt_06_the_mix_of_fire_cards() -> None:
    assert Counter(fire_cards(PLAIN)) == dict.fromkeys("NESW", 15)
    windy = Options(fire_card_mix="easterly_wind")
    assert Counter(fire_cards(windy)) == {"N": 15, "E": 13, "S": 13, "W": 19}
    for options in (PLAIN, windy):
        state, _ = dealt(6, options)
        assert Counter("".join(state.hands) + state.deck + state.deal.leftover) == Counter(fire_cards(options))


@pytest.mark.rules("GF-RULING-33")
def test_with_pudding_lane_alone_no_south_card_is_playable() -> None:
    assert {card: bool(targets(position(), card, "pudding_lane")) for card in "NESW"} == {
        "N": True,
        "E": True,
        "S": False,
        "W": True,
    }
    assert RULESET.legal(position(hands={0: "SSSSS"}), 0) == (c.DeclareNoMove(0, "S"),)


@pytest.mark.rules("GF-OPT-07")
def test_opt_07_the_options_are_public_and_fixed() -> None:
    options = Options(True, True, 100, "one", "stop", "easterly_wind")
    state, events = whole(3, options)
    assert state.deal.options == options
    (created,) = each(events, e.GameCreated)
    line = RULESET.tell(created, SPECTATOR)
    assert line is not None and line.facts["options"] == {
        name: getattr(options, name) for name in Options.__struct_fields__
    }
    assert RULESET.view(state, SPECTATOR).options == options
    printed = {entry["id"]: (entry["default"], tuple(entry["values"])) for entry in PRINTED["option"]}
    assert printed == {name: (getattr(PLAIN, name), values) for name, values in choices(Options).items()}


@pytest.mark.rules("GF-OPT-07")
def test_opt_07_all_64_sets_of_options_are_games() -> None:
    listed = choices(Options)
    for seed, values in enumerate(itertools.product(*listed.values())):
        state, _ = whole(3 + seed % 4, Options(*values), seed)
        assert state.outcome is not None and len(state.outcome.places) == 3 + seed % 4
