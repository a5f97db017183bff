"""The frame of a turn, taking cards, and the card display (LON-TURN, LON-DRAW, LON-DISP, LON-TAKE)."""

import pytest

from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    DrawFromDeck,
    EndAction,
    EndTurn,
    GiveUp,
    Invest,
    OfferCard,
    PlaceCard,
    PlayForEffect,
    SpendCard,
    StopDrawing,
    TakeFromDisplay,
    TakeLoan,
    TakeThree,
)
from domain.rulesets.london.events import CardDrawn, CardTaken, DrawLapsed, TopRowDiscarded
from domain.rulesets.london.state import Turn
from tests.rulesets.london.position import (
    c,
    cards,
    happened,
    listed,
    named,
    no,
    of,
    play,
    position,
    row,
    seat,
    start_of_turn,
)

TEN = [
    "grocers",
    "salters",
    "mercers",
    "vintners",
    "haberdashers",
    "fishmongers",
    "paupers",
    "wren",
    "hospital",
    "lords",
]


@pytest.mark.rules("LON-TURN-01")
def test_turns_go_clockwise() -> None:
    state = start_of_turn(position(seat(), seat(), seat(), active=0), 1)
    order = []
    for _ in range(4):
        order.append(state.active)
        state = play(state, DrawFromDeck(state.active), TakeThree(state.active), *[DrawFromDeck(state.active)] * 3)
    assert order == [1, 2, 0, 1]


@pytest.mark.rules("LON-TURN-01")
def test_nobody_else_may_move() -> None:
    state = start_of_turn(position(seat(), seat()), 0)
    no(state, DrawFromDeck(1), "not_your_turn", "LON-TURN-01")
    no(state, TakeLoan(1), "not_your_turn", "LON-TURN-01")
    assert RULESET.legal(state, 1) == ()
    assert RULESET.to_act(state) == (0,)


@pytest.mark.rules("LON-TURN-02", "LON-FLOW-01", "LON-FLOW-02")
def test_a_turn_is_start_draw_then_action_then_hand_check() -> None:
    state = start_of_turn(position(seat(hand=TEN[:9], money=9)), 0)
    no(state, TakeThree(0), "wrong_phase", "LON-TURN-05")
    no(state, Invest(0, "city"), "wrong_phase", "LON-TURN-05")
    drawn = play(state, DrawFromDeck(0))
    assert drawn.phase == "action"
    no(drawn, DrawFromDeck(0), "wrong_phase", "LON-DRAW-01")
    no(drawn, GiveUp(0, c("lords")), "wrong_phase", "LON-TURN-06")
    taken = play(drawn, TakeThree(0), *[DrawFromDeck(0)] * 3)
    assert taken.phase == "hand_check"


@pytest.mark.rules("LON-TURN-03")
def test_the_start_draw_is_one_card_and_not_optional() -> None:
    state = start_of_turn(position(seat(), top=["grocers"]), 0)
    no(state, StopDrawing(0), "must_draw", "LON-TURN-03", "LON-CARD-PARLIAMENT.1")
    kinds = [type(order).__name__ for order in RULESET.legal(state, 0)]
    assert kinds == ["DrawFromDeck", "TakeFromDisplay", "TakeLoan"]
    assert play(state, TakeFromDisplay(0, c("grocers"))).players[0].hand == (c("grocers"),)


@pytest.mark.rules("LON-TURN-04", "LON-END-04")
def test_without_any_card_the_start_draw_is_skipped() -> None:
    empty = position(seat(), seat(), deck=[], turns_left=2, ending="deck")
    assert start_of_turn(empty, 0).phase == "action"
    shown = position(seat(), seat(), deck=[], top=["grocers"], turns_left=2, ending="deck")
    assert [type(order) for order in RULESET.legal(start_of_turn(shown, 0), 0)] == [TakeFromDisplay, TakeLoan]


@pytest.mark.rules("LON-TURN-05", "LON-RULING-43")
def test_exactly_one_action_and_no_passing() -> None:
    state = position(seat(money=0))
    assert [type(order) for order in RULESET.legal(state, 0)] == [TakeThree, TakeLoan]
    no(state, EndTurn(0), "wrong_phase", "LON-FLOW-07")
    no(state, EndAction(0), "wrong_phase", "LON-PLAY-01")
    taking = play(state, TakeThree(0))
    no(taking, TakeThree(0), "wrong_phase", "LON-TURN-05")


@pytest.mark.rules("LON-TURN-06", "LON-FLOW-07", "LON-DISP-01")
def test_more_than_nine_cards_are_given_up_one_by_one_to_nine() -> None:
    state = position(seat(hand=TEN[:8]))
    checked = play(state, TakeThree(0), *[DrawFromDeck(0)] * 3)
    assert len(checked.players[0].hand) == 11
    no(checked, EndTurn(0), "hand_too_large", "LON-TURN-06")
    no(checked, GiveUp(0, c("sewers")), "not_in_hand", "LON-INFO-12")
    once = play(checked, GiveUp(0, c("wren")))
    assert once.phase == "hand_check"
    done = play(once, GiveUp(0, c("paupers")))
    assert (done.active, len(done.players[0].hand)) == (1, 9)
    assert done.display[0] == (c("wren"), c("paupers"), None)


@pytest.mark.rules("LON-TURN-06", "LON-FLOW-07")
def test_nine_cards_end_the_turn_by_themselves() -> None:
    state = position(seat(hand=TEN[:6]))
    after = play(state, TakeThree(0), *[DrawFromDeck(0)] * 3)
    assert (after.active, after.phase, len(after.players[0].hand)) == (1, "start_draw", 9)


@pytest.mark.rules("LON-TURN-07", "LON-RULING-35")
def test_at_other_times_a_hand_may_be_larger() -> None:
    state = position(seat(hand=TEN, money=5), active=1)
    after = play(state, TakeThree(1), *[DrawFromDeck(1)] * 3)
    assert (after.active, len(after.players[0].hand)) == (0, 10)
    last = position(seat(hand=TEN), deck=[], turns_left=1, ending="deck")
    assert play(last, TakeThree(0)).phase == "hand_check"


@pytest.mark.rules("LON-TURN-08", "LON-LOAN-03")
@pytest.mark.parametrize("phase", ["start_draw", "action", "playing", "drawing", "running", "hand_check"])
def test_loans_and_exchange_go_between_the_steps_of_ones_turn(phase) -> None:
    turn = Turn(draw_min=1, draw_max=1, owed=3 if phase == "drawing" else 0, action="take")
    given = position(seat(hand=TEN, stacks=["stock_exchange"]), phase=phase, turn=turn, top=["sewers"])
    assert listed(given, TakeLoan)
    assert {order.card for order in listed(given, OfferCard)} == set(cards(TEN))


@pytest.mark.rules("LON-DRAW-01", "LON-DRAW-02", "LON-DRAW-03", "LON-INFO-05")
def test_cards_are_taken_one_by_one_from_deck_or_display() -> None:
    state = play(position(seat(), top=["grocers", "salters"], top_of_deck=["mercers", "vintners"]), TakeThree(0))
    one = play(state, DrawFromDeck(0))
    assert one.players[0].hand == (c("mercers"),)  # seen before the next place is chosen
    events = happened(one, TakeFromDisplay(0, c("salters")), DrawFromDeck(0))
    assert of(events, CardTaken) == [CardTaken(seat=0, card=c("salters"), row=0, slot=1)]
    assert of(events, CardDrawn) == [CardDrawn(seat=0, card=c("vintners"))]


@pytest.mark.rules("LON-DRAW-01")
def test_only_the_top_of_the_deck_and_cards_of_the_display_can_be_taken() -> None:
    state = play(position(seat(), top=["grocers"], top_of_deck=["mercers"]), TakeThree(0))
    no(state, TakeFromDisplay(0, c("mercers")), "not_on_display", "LON-DRAW-01")
    empty = position(seat(), deck=[], top=["grocers"], phase="start_draw", turns_left=2)
    no(empty, DrawFromDeck(0), "deck_empty", "LON-DRAW-06")


@pytest.mark.rules("LON-DRAW-04", "LON-RULING-29", "LON-TAKE-02")
def test_the_rest_of_a_draw_is_void_when_nothing_is_left() -> None:
    state = position(seat(), deck=["grocers"], top=["salters"])
    events = happened(state, TakeThree(0), DrawFromDeck(0), TakeFromDisplay(0, c("salters")))
    assert of(events, DrawLapsed) == [DrawLapsed(seat=0, cards=1, action="take")]
    assert named(events)[-5:-2] == ["DrawLapsed", "ActionEnded", "TurnEnded"]


@pytest.mark.rules("LON-DRAW-05")
def test_a_taken_card_leaves_its_slot_empty() -> None:
    state = play(position(seat(), top=["grocers", "salters", "mercers"], bottom=["lords"]), TakeThree(0))
    after = play(state, TakeFromDisplay(0, c("salters")))
    assert after.display == (row(["grocers", None, "mercers"], 3), row(["lords"], 3))


@pytest.mark.rules("LON-DRAW-06", "LON-DISP-07")
def test_discarded_cards_never_come_back() -> None:
    state = position(seat(), deck=[])
    assert len(state.discard) == 110
    after = play(state, TakeThree(0))
    assert (after.deck, len(after.discard)) == ((), 110)


@pytest.mark.rules("LON-DRAW-07", "LON-RULING-12")
def test_a_card_just_spent_may_be_taken_again() -> None:
    state = position(seat(hand=["grocers", "salters", "huguenots"]))
    after = play(
        state,
        PlaceCard(0, c("grocers")),
        SpendCard(0, c("salters")),
        PlayForEffect(0, c("huguenots")),
        TakeFromDisplay(0, c("salters")),
    )
    assert c("salters") in after.players[0].hand


def gives(state, *names: str):
    return play(state, *[GiveUp(0, c(name)) for name in names])


def checking(*hand: str, top=(), bottom=()):
    """The hand check with these cards and nine that stay."""
    stay = ["paupers/3", "paupers/4", "paupers/5", "paupers/6", "paupers/7", "paupers/8", "paupers/9", "paupers/10"]
    held = [*hand, *stay, "paupers/11"]
    return position(seat(hand=held), phase="hand_check", top=top, bottom=bottom, turn=Turn(action="take"))


@pytest.mark.rules("LON-DISP-01", "LON-DISP-02", "LON-DISP-05")
def test_cards_fill_the_leftmost_empty_slot_top_row_first() -> None:
    state = checking("grocers", "salters", top=["mercers", None, "lords"], bottom=[None, "hospital"])
    after = gives(state, "grocers", "salters")
    assert after.display == (row(["mercers", "grocers", "lords"], 3), row(["salters", "hospital", None], 3))


@pytest.mark.rules("LON-DISP-03", "LON-DISP-04", "LON-RULING-13")
def test_a_full_display_drops_its_top_row_before_the_new_card() -> None:
    state = checking("grocers", "salters", top=["mercers", "wren", "lords"], bottom=["hospital", "sewers", "whitehall"])
    events = happened(state, GiveUp(0, c("grocers")))
    assert of(events, TopRowDiscarded) == [TopRowDiscarded(seat=0, cards=cards(["mercers", "wren", "lords"]))]
    after = gives(state, "grocers", "salters")
    assert after.display == (row(["hospital", "sewers", "whitehall"], 3), row(["grocers", "salters", None], 3))
    assert after.discard[-3:] == cards(["mercers", "wren", "lords"])


@pytest.mark.rules("LON-DISP-04", "LON-RULING-13")
def test_the_check_is_made_for_every_single_card() -> None:
    state = checking("grocers", "salters", top=["mercers", "wren", "lords"], bottom=["hospital", "sewers", None])
    between = gives(state, "grocers")
    assert between.display[1] == row(["hospital", "sewers", "grocers"], 3)
    assert gives(between, "salters").display[1] == row(["salters"], 3)


@pytest.mark.rules("LON-DISP-06")
def test_only_the_slots_for_the_number_of_players_exist() -> None:
    two = checking("grocers", top=["mercers", "wren", "lords"], bottom=["hospital", "sewers", "whitehall"])
    assert of(happened(two, GiveUp(0, c("grocers"))), TopRowDiscarded)
    held = ["grocers", *[f"paupers/{n}" for n in range(3, 12)]]
    four = position(
        seat(hand=held), seat(), seat(), seat(), phase="hand_check", top=["mercers", "wren", "lords"], turn=Turn()
    )
    assert gives(four, "grocers").display[0] == row(["mercers", "wren", "lords", "grocers"], 5)


@pytest.mark.rules("LON-DISP-08")
@pytest.mark.parametrize("name", ["huguenots", "jewish_immigrants", "wren"])
def test_cards_played_for_their_effect_go_to_the_discard_pile(name: str) -> None:
    after = play(position(seat(hand=[name])), PlayForEffect(0, c(name)))
    assert after.discard == (c(name),)
    assert after.display == ((None,) * 3, (None,) * 3)


@pytest.mark.rules("LON-TAKE-01")
def test_take_three_takes_three() -> None:
    after = play(position(seat()), TakeThree(0), *[DrawFromDeck(0)] * 3)
    assert (len(after.players[0].hand), after.active) == (3, 1)


@pytest.mark.rules("LON-TAKE-03")
def test_take_three_is_legal_even_with_nothing_to_take() -> None:
    state = position(seat(), deck=[])
    events = happened(state, TakeThree(0))
    assert of(events, DrawLapsed) == [DrawLapsed(seat=0, cards=3, action="take")]
    assert play(state, TakeThree(0)).active == 1
