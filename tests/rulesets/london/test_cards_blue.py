"""The special texts of the blue cards (LON-CARD)."""

import pytest

from domain.rulesets.london.commands import (
    Activate,
    DrawFromDeck,
    KeepCard,
    LookAtDeck,
    PlaceCard,
    PutBack,
    SpendCard,
    StopDrawing,
    TakeFromDisplay,
    TakeThree,
)
from domain.rulesets.london.components import FACES
from domain.rulesets.london.events import (
    CardPutBack,
)
from tests.rulesets.london.position import (
    c,
    cards,
    happened,
    listed,
    no,
    of,
    play,
    position,
    seat,
    stack,
    start_of_turn,
)


@pytest.mark.rules("LON-CARD-TOWN-HOUSES.1", "LON-RULING-05")
def test_town_houses_count_visible_cards_that_are_not_brown_this_one_too() -> None:
    stacks = ["town_houses", "lords", "bridge", "grocers", stack("sewers", down=True), stack("whitehall", "salters")]
    after = play(position(seat(stacks=stacks)), Activate(0, 0)).players[0]
    assert (after.vp, after.stacks[0].face_up) == (3, False)


TOP = ["grocers", "salters", "mercers", "vintners"]


def studying(*stacks: str, top: tuple[str, ...] = ("lords",), deck: list[str] | None = None):
    given = position(
        seat(stacks=["university_of_london", *stacks]), top=top, top_of_deck=TOP, deck=deck, turns_left=None
    )
    return start_of_turn(given, 0)


@pytest.mark.rules("LON-CARD-UNIVERSITY-OF-LONDON.1", "LON-FLOW-01")
def test_university_may_look_at_three_cards_once_before_the_first() -> None:
    no(start_of_turn(position(seat(stacks=["parliament"])), 0), LookAtDeck(0), "no_university")
    state = studying("parliament")
    drawn = play(state, DrawFromDeck(0))
    no(drawn, LookAtDeck(0), "too_late_to_look", "LON-FLOW-01")
    looking = play(state, LookAtDeck(0))
    no(looking, LookAtDeck(0), "too_late_to_look", "LON-CARD-UNIVERSITY-OF-LONDON.1")
    assert looking.turn.looked == cards(TOP[:3])
    two = play(studying(deck=["grocers", "salters"]), LookAtDeck(0))
    assert two.turn.looked == cards(["grocers", "salters"])
    no(studying(deck=[]), LookAtDeck(0), "deck_empty", "LON-FLOW-01")


@pytest.mark.rules("LON-RULING-24")
def test_looking_is_optional_and_serves_the_start_draw_only() -> None:
    state = studying()
    normal = play(state, DrawFromDeck(0))
    assert (normal.phase, normal.players[0].hand) == ("action", (c("grocers"),))
    no(play(normal, TakeThree(0)), LookAtDeck(0), "wrong_phase", "LON-CARD-UNIVERSITY-OF-LONDON.1")


@pytest.mark.rules("LON-CARD-UNIVERSITY-OF-LONDON.2", "LON-RULING-24", "LON-FLOW-01")
def test_one_card_is_kept_and_the_others_go_back_in_any_order() -> None:
    looking = play(studying(), LookAtDeck(0))
    no(looking, DrawFromDeck(0), "looked_already", "LON-RULING-24")
    no(looking, KeepCard(0, c("vintners")), "not_looked_at", "LON-CARD-UNIVERSITY-OF-LONDON.2")
    kept = play(looking, KeepCard(0, c("salters")))
    assert kept.phase == "put_back"
    no(kept, PutBack(0, c("salters")), "not_looked_at", "LON-CARD-UNIVERSITY-OF-LONDON.2")
    assert {order.card for order in listed(kept, PutBack)} == set(cards(["grocers", "mercers"]))
    done = play(kept, PutBack(0, c("mercers")))  # the last one goes back by itself
    assert done.phase == "action"
    assert done.deck[:3] == cards(["mercers", "grocers", "vintners"])
    assert done.players[0].hand == (c("salters"),)


@pytest.mark.rules("LON-CARD-UNIVERSITY-OF-LONDON.2", "LON-RULING-24")
def test_after_the_look_a_card_of_the_display_may_be_taken_instead() -> None:
    taken = play(studying(), LookAtDeck(0), TakeFromDisplay(0, c("lords")))
    assert len(listed(taken, PutBack)) == 3
    done = play(taken, PutBack(0, c("mercers")), PutBack(0, c("salters")))
    assert done.deck[:4] == cards(["mercers", "salters", "grocers", "vintners"])


@pytest.mark.rules("LON-CARD-UNIVERSITY-OF-LONDON.3", "LON-RULING-24")
def test_with_parliament_none_one_or_two_in_any_mix_are_kept() -> None:
    looking = play(studying("parliament"), LookAtDeck(0))
    both = play(looking, KeepCard(0, c("grocers")), KeepCard(0, c("mercers")))
    assert (both.phase, both.deck[:2]) == ("action", cards(["salters", "vintners"]))
    mixed = play(looking, KeepCard(0, c("grocers")), TakeFromDisplay(0, c("lords")))
    assert (mixed.phase, len(mixed.players[0].hand)) == ("put_back", 2)
    none = play(looking, StopDrawing(0))
    assert (none.phase, len(listed(none, PutBack))) == ("put_back", 3)


@pytest.mark.rules("LON-RULING-24", "LON-END-01")
def test_looking_does_not_trigger_the_end_but_taking_the_last_card_does() -> None:
    looking = play(studying(deck=["grocers"]), LookAtDeck(0))
    assert looking.turns_left is None
    events = happened(looking, TakeFromDisplay(0, c("lords")))
    assert of(events, CardPutBack) == [CardPutBack(seat=0, card=c("grocers"))]
    assert play(looking, TakeFromDisplay(0, c("lords"))).turns_left is None
    assert play(looking, KeepCard(0, c("grocers"))).turns_left == 2


@pytest.mark.rules("LON-CARD-SCHOOL.2")
def test_of_the_three_schools_only_the_late_one_is_activated() -> None:
    faces = {face.id: (face.colour, face.activatable) for face in FACES.values() if face.name == "School"}
    assert faces == {
        "school_brown": ("brown", False),
        "school_blue": ("blue", False),
        "school_blue_late": ("blue", True),
    }
    assert [FACES[name].decks["C"] for name in faces] == [0, 0, 1]
    after = play(position(seat(stacks=["school_blue_late"])), Activate(0, 0)).players[0]
    assert (after.poverty, after.stacks[0].face_up) == (4, True)
    fee = position(seat(stacks=["school_brown"], hand=["grocers", "paupers"], money=1))
    assert play(fee, PlaceCard(0, c("grocers")), SpendCard(0, c("paupers"), True)).players[0].money == 0
