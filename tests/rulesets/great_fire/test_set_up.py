"""Rules section 4: set-up, from the opened box to the first turn."""

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import AREAS, COLOURS, IDS, OBJECTIVES
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.set_up import fire_cards
from domain.rulesets.great_fire.state import State
from tests.rulesets.great_fire.openings import begun, dealt, each, going_on, opened
from tests.rulesets.great_fire.position import PLAIN, after, at, names, play, refuses

REGION = {area.id: area.region for area in AREAS}
OUTSIDE = {area.id for area in AREAS if area.region not in ("green", "pudding_lane")}


@pytest.mark.rules("GF-SETUP-01")
@pytest.mark.parametrize(("cones", "stock"), [(65, 40), (100, 75)])
def test_setup_01_25_cones_in_pudding_lane_and_the_rest_in_stock(cones: int, stock: int) -> None:
    state, _ = dealt(options=Options(fire_cones=cones))  # type: ignore[arg-type]
    assert at(state.cones, "pudding_lane") == 25 == sum(state.cones)
    assert state.stock == stock


@pytest.mark.rules("GF-SETUP-02", "GF-RULING-43")
def test_setup_02_chance_chooses_the_start_player_and_turns_go_round() -> None:
    starts = Counter(opened(5, seed=seed)[0].deal.start for seed in range(60))
    assert set(starts) == set(range(5))
    state, events = opened(5, seed=7)
    (created,) = each(events, e.GameCreated)
    assert state.active == created.start == Chance((7).to_bytes(32, "big"), 0).below(5)
    asked = []
    while state.phase == "confirm_hand":
        asked.append(state.active)
        state = after(state, c.KeepHand(state.active))
    assert asked == [(created.start + place) % 5 for place in range(5)]


@pytest.mark.rules("GF-SETUP-03")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_setup_03_five_cards_each_from_the_shuffled_sixty(seats: int) -> None:
    state, events = opened(seats)
    assert [len(event.cards) for event in each(events, e.HandDealt)] == [5] * seats
    assert not Counter("".join(state.hands)) - Counter(fire_cards(PLAIN))
    assert len({opened(seats, seed=seed)[0].hands for seed in range(5)}) == 5


def equal_hand(seats: int = 4) -> State:
    """The seat that is asked holds five north cards."""
    state, _ = opened(seats)
    hands = tuple("NNNNN" if seat == state.active else "EESSW" for seat in range(seats))
    return replace(state, hands=hands)


@pytest.mark.rules("GF-SETUP-04", "GF-RULING-42")
def test_setup_04_only_five_equal_cards_may_be_exchanged() -> None:
    state = equal_hand()
    four = replace(state, hands=tuple(hand.replace("NNNNN", "ENNNN") for hand in state.hands))
    refuses(four, c.ExchangeHand(four.active), "hand_not_equal", "GF-SETUP-04")
    assert RULESET.legal(four, four.active) == (c.KeepHand(four.active),)
    assert set(RULESET.legal(state, state.active)) == {c.KeepHand(state.active), c.ExchangeHand(state.active)}


@pytest.mark.rules("GF-SETUP-04", "GF-RULING-42")
def test_setup_04_an_exchanged_hand_is_shown_and_comes_from_the_undealt_cards() -> None:
    state = equal_hand()
    seat = state.active
    chance = Chance(bytes(32), 9)
    RULESET.decide(state, c.ExchangeHand(seat), chance)
    assert chance.draws[0].bound == 60 - 15, "all cards except those of the three other seats are shuffled"
    state, (event,) = play(state, c.ExchangeHand(seat))
    assert event.hand == ("N",) * 5
    assert tuple(sorted(event.drawn)) == tuple(state.hands[seat])
    undealt = Counter(fire_cards(PLAIN)) - Counter("EESSW" * 3)
    assert not Counter(event.drawn) - undealt
    assert state.phase == "confirm_hand" and state.active == seat, "the seat must confirm the new hand, too"
    again = replace(state, hands=tuple("NNNNN" if s == seat else h for s, h in enumerate(state.hands)))
    assert c.ExchangeHand(seat) in RULESET.legal(again, seat), "again and again"


@pytest.mark.rules("GF-SETUP-04", "GF-RULING-42")
def test_setup_04_five_equal_cards_may_be_kept_and_the_next_seat_is_asked() -> None:
    state = equal_hand()
    seat = state.active
    refuses(state, c.KeepHand((seat + 1) % 4), "not_your_turn")
    state, events = play(state, c.KeepHand(seat))
    assert state.active == (seat + 1) % 4 and state.hands[seat] == "NNNNN"
    assert names(events) == ["HandConfirmed"]


@pytest.mark.rules("GF-SETUP-04")
def test_setup_04_nothing_else_is_dealt_before_every_hand_is_confirmed() -> None:
    state, _ = opened(3)
    state = after(state, c.KeepHand(state.active), c.KeepHand((state.active + 1) % 3))
    assert not any(state.houses) and not any(state.tokens) and not state.deck
    assert state.deal.colours == ("",) * 3 and state.deal.objectives == ((),) * 3
    state, events = play(state, c.KeepHand(state.active))
    assert {"FireDeckBuilt", "HousesPlaced", "ColourDealt", "TokensPlaced", "ObjectivesDealt"} <= set(names(events))
    assert state.phase == "place_band"


@pytest.mark.rules("GF-SETUP-05", "GF-SETUP-06", "GF-RULING-34")
@pytest.mark.parametrize(
    ("seats", "letters", "total"), [(3, "FEDCBA", 33), (4, "DCBA", 32), (5, "EDCBA", 30), (6, "FEDCBA", 30)]
)
def test_setup_05_06_the_deck_has_the_stack_cards_of_the_players_highest_letter_first(
    seats: int, letters: str, total: int
) -> None:
    state, events = dealt(seats)
    (built,) = each(events, e.FireDeckBuilt)
    assert "".join(built.stack_cards) == letters
    assert sum(built.sizes) == len(built.order) == len(state.deck) == total
    assert state.on_stack == built.sizes[0]
    assert total % seats == 0, "all have equally many turns"
    assert Counter(built.order) + Counter(built.leftover) == Counter(fire_cards(PLAIN)) - Counter("".join(state.hands))


@pytest.mark.rules("GF-RULING-34")
@pytest.mark.parametrize(("seats", "each_one"), [(3, 2), (4, 1), (5, 1), (6, 1)])
def test_everybody_intensifies_equally_often(seats: int, each_one: int) -> None:
    _, events = dealt(seats)
    (built,) = each(events, e.FireDeckBuilt)
    drawers = [(sum(built.sizes[: place + 1]) - 1) % seats for place in range(len(built.sizes))]
    assert Counter(drawers) == dict.fromkeys(range(seats), each_one)


@pytest.mark.rules("GF-SETUP-07")
@pytest.mark.parametrize(("seats", "left"), [(3, 12), (4, 8), (5, 5), (6, 0)])
def test_setup_07_the_leftover_cards_go_back_unseen(seats: int, left: int) -> None:
    state, events = dealt(seats)
    (built,) = each(events, e.FireDeckBuilt)
    assert len(built.leftover) == len(state.deal.leftover) == left
    line = RULESET.tell(built, SPECTATOR)
    assert line is not None and "leftover" not in line.facts and "order" not in line.facts


@pytest.mark.rules("GF-SETUP-08")
def test_setup_08_five_houses_of_each_colour_fill_every_region() -> None:
    _, events = dealt()
    (placed,) = each(events, e.HousesPlaced)
    assert {id: len(houses) for id, houses in placed.houses.items()} == {a.id: a.size for a in AREAS if a.size}
    for region in ("orange", "green", "blue", "purple"):
        colours = Counter(colour for id, row in placed.houses.items() if REGION[id] == region for colour in row)
        assert colours == dict.fromkeys(COLOURS, 5)


@pytest.mark.rules("GF-SETUP-09")
def test_setup_09_the_regions_are_filled_orange_green_blue_purple_in_board_order() -> None:
    """The draws of the last confirmation, after those of the deck, are four lids of 30 houses in this order."""
    state, _ = opened(4)
    state, _ = going_on(state, lambda s: (s.active + 1) % 4 == s.deal.start, lambda s: c.KeepHand(s.active))
    chance = Chance(bytes(32), 9)
    events = RULESET.decide(state, c.KeepHand(state.active), chance)
    (placed,) = each(events, e.HousesPlaced)
    draws = [draw.outcome for draw in chance.draws[39:]]  # 40 undealt cards take 39 draws
    for region in ("orange", "green", "blue", "purple"):
        lid = [colour for colour in COLOURS for _ in range(5)]
        for place, other in zip(range(29, 0, -1), draws[:29], strict=True):
            lid[place], lid[other] = lid[other], lid[place]
        del draws[:29]
        assert [colour for id in IDS if REGION[id] == region for colour in placed.houses.get(id, ())] == lid


@pytest.mark.rules("GF-SETUP-10")
def test_setup_10_everybody_gets_an_open_colour_and_its_landowner() -> None:
    state, _ = dealt(6)
    view = RULESET.view(state, SPECTATOR)
    assert {seat.colour for seat in view.seats} == set(COLOURS)
    assert all(seat.colour == seat.pawn for seat in view.seats)
    assert len({dealt(3, seed=seed)[0].deal.colours for seed in range(6)}) > 3


@pytest.mark.rules("GF-SETUP-12")
def test_setup_12_one_objective_of_each_deck_for_each_player() -> None:
    state, _ = dealt(6)
    for cards in state.deal.objectives:
        assert [OBJECTIVES[id].deck for id in cards] == ["I", "II", "III"]
    assert len({id for cards in state.deal.objectives for id in cards}) == 18
    assert len({dealt(seed=seed)[0].deal.objectives for seed in range(6)}) == 6


@pytest.mark.rules("GF-SETUP-13", "GF-SETUP-14", "GF-SETUP-15", "GF-SETUP-16")
@pytest.mark.parametrize(("seats", "rounds"), [(3, 2), (4, 1), (5, 1), (6, 1)])
def test_setup_13_to_16_bands_are_placed_round_the_table_until_six_stand(seats: int, rounds: int) -> None:
    state, _ = dealt(seats)
    asked = []
    while state.phase == "place_band":
        asked.append((state.active - state.deal.start) % seats)
        refuses(state, c.PlaceBand((state.active + 1) % seats, "holborn"), "not_your_turn")
        state = after(state, c.PlaceBand(state.active, "holborn"))
    assert asked == list(range(seats)) * rounds
    assert len(state.bands) == 6
    assert state.phase == "place_landowner" and state.active == state.deal.start


@pytest.mark.rules("GF-SETUP-17", "GF-RULING-30")
def test_setup_17_bands_may_not_start_in_the_green_region_or_pudding_lane() -> None:
    state, _ = dealt(3)
    refuses(state, c.PlaceBand(state.active, "pudding_lane"), "closed_at_set_up", "GF-SETUP-17")
    refuses(state, c.PlaceBand(state.active, "guild_halls"), "no_such_area")
    refuses(state, c.PlaceBand(state.active, "cheapside"), "closed_at_set_up", "GF-SETUP-17")
    assert {order.area for order in RULESET.legal(state, state.active)} == OUTSIDE
    state = after(state, c.PlaceBand(state.active, "moor_fields"))
    state = after(state, c.PlaceBand(state.active, "moor_fields"))  # any number may share, on grass too
    assert [IDS[area] for area in state.bands] == ["moor_fields"] * 2


@pytest.mark.rules("GF-SETUP-18")
def test_setup_18_landowners_follow_outside_the_green_region() -> None:
    state, _ = dealt(3)
    refuses(state, c.PlaceLandowner(state.active, "holborn"), "wrong_phase", "GF-SETUP-18")
    state, _ = going_on(state, lambda s: s.phase == "place_landowner", lambda s: c.PlaceBand(s.active, "the_tower"))
    refuses(state, c.PlaceLandowner(state.active, "cheapside"), "closed_at_set_up", "GF-SETUP-18")
    refuses(state, c.PlaceLandowner(state.active, "pudding_lane"), "closed_at_set_up", "GF-SETUP-18")
    assert {order.area for order in RULESET.legal(state, state.active)} == OUTSIDE
    for place in range(3):
        assert state.active == (state.deal.start + place) % 3
        state = after(state, c.PlaceLandowner(state.active, "tower_hill"))
    assert {IDS[area] for area in state.landowners} == {"tower_hill"}


@pytest.mark.rules("GF-SETUP-19")
def test_setup_19_nobody_is_the_hero_and_the_start_player_begins() -> None:
    state, _ = begun(5)
    assert state.hero is None
    assert (state.phase, state.turn, state.active, state.points) == ("fire", 1, state.deal.start, 4)
