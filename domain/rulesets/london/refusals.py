"""The refusal codes of London, with what each of them means."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    # any command
    "game_over": "The game is over, so no command is possible.",
    "not_your_turn": "It is another seat's turn.",
    "wrong_phase": "The command is not possible in this part of the turn, or before the game is set up.",
    # the opening of a game
    "idle_turns_out_of_range": "The option for idle turns is outside its range.",
    "wrong_number_of_seats": "London cannot be played with this number of players.",
    # cards, stacks and money
    "money_short": "The seat has not enough money for a payment that it makes by choice.",
    "no_such_stack": "The seat has no stack with this number.",
    "not_in_hand": "The card is not in the seat's hand.",
    "not_on_display": "The card is not on the display.",
    "nothing_to_spend": "The seat has no card that it could spend for this.",
    "wrong_colour": "The card to be spent has the wrong colour.",
    # taking cards
    "deck_empty": "The deck is empty.",
    "looked_already": "After a look at the deck, the seat takes a looked-at card or a card of the display.",
    "must_draw": "The start draw is not complete, and the seat cannot stop it yet.",
    "no_university": "The seat has no visible University of London.",
    "not_looked_at": "The card is not one of those that the seat has looked at.",
    "too_late_to_look": "The seat can look at the deck once, before the first card of its start draw.",
    # placing and playing cards
    "new_stack_face_up": "A card that starts a new stack must lie face up.",
    "no_credit": "The seat has no free placement left from Wren.",
    "no_play_effect": "The card has no effect when it is played from the hand.",
    "no_school": "The seat has no visible School.",
    "no_school_here": "School can be used only to place a card.",
    "not_placeable": "The card has no stone base, so it cannot be placed.",
    "placed_this_turn": "The card on top of the stack was placed in this turn and cannot be covered yet.",
    "school_not_needed": "The card to be spent has the right colour without School.",
    "spends_itself": "A card cannot pay for its own placement.",
    # the run
    "activated_already": "The card has already been activated in this run.",
    "face_down": "The card lies face down.",
    "hospital_taken": "The Hospital is already named for another activation.",
    "no_flip_to_save": "The card would not be flipped, so Hospital cannot replace its flip.",
    "no_hospital": "There is no visible Hospital on the named stack.",
    "no_target": "The card needs a choice, and there is nothing to choose.",
    "not_activatable": "The card has nothing to activate.",
    "not_an_opponent": "The named seat is not another player of the game.",
    "not_paupers": "Only Paupers can be spent for this card.",
    "not_repeatable": "Whitehall can repeat only another card that was activated in this run.",
    # land and the Underground
    "borough_taken": "The borough already has a building marker.",
    "no_building_marker": "The borough has no building marker, so the Underground cannot go there.",
    "no_marker_left": "All markers of this kind are on the board.",
    "no_such_borough": "There is no such borough.",
    "not_a_first_borough": "The first building marker must go to a borough with a red name.",
    "not_adjacent": "The borough is not next to a borough with a marker of this kind.",
    "not_near_city": "The first Underground marker must go to City or to a borough next to it.",
    "underground_there": "The borough already has an Underground marker.",
    # the Stock Exchange and the hand check
    "display_empty": "The display has no card to exchange.",
    "exchanged_already": "The seat has already used its Stock Exchange in this turn.",
    "hand_small_enough": "The hand is not larger than the limit, so no card has to be given up.",
    "hand_too_large": "The hand is larger than the limit; the seat must give up cards before the turn can end.",
    "no_stock_exchange": "The seat has no visible Stock Exchange.",
}
"""Refusal code -> what it means, for developers of clients."""
