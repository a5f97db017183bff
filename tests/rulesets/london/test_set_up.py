"""The box, the set-up and what the printed data says (LON-COMP, LON-SETUP, and rulings about the box)."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import TakeLoan
from domain.rulesets.london.components import BOROUGHS, CARDS, DECKS, FACE_OF, FACES, NUMBERS, deck_letter, printed
from domain.rulesets.london.events import DecksShuffled, FirstPlayerDrawn, HandDealt
from domain.rulesets.london.options import Options
from domain.rulesets.london.state import State
from domain.rulesets.london.view import view
from tests.rulesets.london.position import c, of, play, position, seat, start_of_turn

SEED = bytes(range(32))


def begun(seats: int, seed: bytes = SEED) -> State:
    state = RULESET.initial(seats, Options())
    return fold(RULESET.evolve, state, RULESET.set_up(state, Chance(seed, 1)))


@pytest.mark.rules("LON-COMP-01", "LON-RULING-37")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_the_game_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(Refused) as caught:
        RULESET.initial(seats, Options())
    assert (caught.value.code, caught.value.rules[0]) == ("wrong_number_of_seats", "LON-COMP-01")
    assert (RULESET.seats_min, RULESET.seats_max) == (2, 4)


@pytest.mark.rules("LON-COMP-02", "LON-RULING-33")
def test_one_hundred_and_ten_cards_with_three_docks() -> None:
    assert {deck: len(cards) for deck, cards in DECKS.items()} == {"A": 25, "B": 50, "C": 35}
    assert len(set(CARDS)) == 110
    assert len(FACES) == 72
    docks = [face["id"] for face in printed()["card"] if face["family"] == "Docks"]
    assert docks == ["albert_dock", "royal_victoria_dock", "west_india_docks"]


@pytest.mark.rules("LON-COMP-03", "LON-COMP-04", "LON-COMP-05")
def test_colours_and_stone_bases() -> None:
    assert {face.colour for face in FACES.values()} == {"brown", "blue", "pink", "grey"}
    assert [face.id for face in FACES.values() if face.colour == "grey"] == ["paupers"]
    bare = {face.id for face in FACES.values() if not face.placeable}
    assert bare == {"paupers", "huguenots", "jewish_immigrants", "wren"}
    assert all(not face.activatable and not face.effects for face in FACES.values() if not face.placeable)


@pytest.mark.rules("LON-RULING-34")
def test_names_are_those_of_the_rulebook_text() -> None:
    assert {"wren", "jewish_immigrants", "lords", "st_pauls"} <= set(FACES)
    assert FACES["jewish_immigrants"].name == "Jewish Immigrants"


@pytest.mark.rules("LON-COMP-07", "LON-SETUP-01")
def test_everybody_has_eleven_building_markers() -> None:
    seen = view(begun(4), 0)
    assert [each.markers_left for each in seen.seats] == [11, 11, 11, 11]
    assert seen.underground_left == 10


@pytest.mark.rules("LON-SETUP-02", "LON-SETUP-03", "LON-SETUP-04")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_with_five_pounds_and_five_poverty_and_nothing_else(seats: int) -> None:
    for player in begun(seats).players:
        assert (player.money, player.poverty, player.vp, player.loans, player.stacks) == (5, 5, 0, 0, ())
    assert not begun(seats).owners


@pytest.mark.rules("LON-SETUP-05", "LON-INV-08")
def test_deck_a_lies_on_b_on_c_each_shuffled() -> None:
    state = RULESET.initial(4, Options())
    (shuffled,) = of(RULESET.set_up(state, Chance(SEED, 1)), DecksShuffled)
    letters = [deck_letter(card) for card in shuffled.deck]
    assert letters == ["A"] * 25 + ["B"] * 50 + ["C"] * 35
    assert sorted(shuffled.deck) == sorted(CARDS)
    assert shuffled.deck[:25] != DECKS["A"]
    other = of(RULESET.set_up(state, Chance(bytes(32), 1)), DecksShuffled)[0]
    assert other.deck != shuffled.deck


@pytest.mark.rules("LON-SETUP-06")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_six_cards_are_dealt_one_by_one_from_the_first_player(seats: int) -> None:
    state = RULESET.initial(seats, Options())
    events = RULESET.set_up(state, Chance(SEED, 1))
    deck, first = of(events, DecksShuffled)[0].deck, of(events, FirstPlayerDrawn)[0].seat
    for step, dealt in enumerate(of(events, HandDealt)):
        assert dealt.seat == (first + step) % seats
        assert dealt.cards == tuple(deck[step + seats * number] for number in range(6))
    assert begun(seats).deck == deck[6 * seats :]


@pytest.mark.rules("LON-SETUP-07", "LON-DISP-06")
@pytest.mark.parametrize(("seats", "slots"), [(2, 3), (3, 4), (4, 5)])
def test_the_display_has_slots_for_the_number_of_players(seats: int, slots: int) -> None:
    assert begun(seats).display == ((None,) * slots, (None,) * slots)


@pytest.mark.rules("LON-SETUP-08")
def test_discard_pile_and_underground_start_empty() -> None:
    state = begun(3)
    assert (state.discard, state.underground) == ((), ())


@pytest.mark.rules("LON-SETUP-09")
def test_the_first_player_is_drawn_and_begins() -> None:
    firsts = {begun(4, bytes([number]) * 32).first for number in range(40)}
    assert firsts == {0, 1, 2, 3}
    assert begun(4).active == begun(4).first


@pytest.mark.rules("LON-SETUP-10", "LON-INFO-10")
def test_chance_enters_at_set_up_only() -> None:
    state = begun(2)
    chance = Chance(SEED, 2)
    for order in RULESET.legal(state, state.active):
        RULESET.decide(state, order, chance)
    assert chance.draws == []


@pytest.mark.rules("LON-COMP-08", "LON-RULING-23")
def test_money_points_and_loans_are_never_short() -> None:
    given = position(seat(money=4000, vp=900, loans=300, poverty=500))
    after = play(given, TakeLoan(0), TakeLoan(0), TakeLoan(0))
    assert (after.players[0].money, after.players[0].loans) == (4030, 303)


@pytest.mark.rules("LON-COMP-06", "LON-RULING-46")
def test_no_hidden_card_shows_its_deck() -> None:
    seen = view(begun(2), -1)
    assert seen.deck_top == ()
    assert all(each.hand == () and each.hand_count == 6 for each in seen.seats)


@pytest.mark.rules("LON-RULING-40")
def test_there_are_four_actions() -> None:
    given = position(seat(hand=["grocers", "salters"], stacks=["mercers"], money=9))
    kinds = {type(order).__name__ for order in RULESET.legal(given, 0)}
    assert kinds == {"PlaceCard", "Activate", "Invest", "TakeThree", "TakeLoan"}


@pytest.mark.rules("LON-RULING-44")
def test_this_is_the_first_edition() -> None:
    """A map with 20 boroughs and 110 cards, and no poverty for loans (the second edition has other numbers)."""
    assert (len(BOROUGHS), len(CARDS)) == (20, 110)
    after = start_of_turn(position(seat(loans=4)), 0)
    assert after.players[0].poverty == 5


def test_no_card_is_named_in_the_code() -> None:
    """What a card does is read from components.toml; words for a phase, a filter or a payment are no cards."""
    folder = Path(__file__).parents[3] / "domain/rulesets/london"
    words = set(FACES) - {"underground", "paupers", "fire_brigade"}
    for source in folder.rglob("*.py"):
        texts = {
            node.value
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not texts & words, source.name


def test_copies_of_a_face_are_different_cards() -> None:
    counts = Counter(FACE_OF[card].id for card in CARDS)
    assert (counts["paupers"], counts["sewers"], counts["underground"]) == (11, 5, 5)
    assert c("paupers/11") != c("paupers/10")
    assert NUMBERS.poverty_table == (0, 1, 1, 2, 3, 5, 7, 9, 11, 13, 15)
