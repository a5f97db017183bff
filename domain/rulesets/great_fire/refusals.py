"""What each refusal code of the ruleset means, for client developers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

REFUSALS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # whether the game and the phase allow the command
        "wrong_number_of_seats": "The game cannot be opened for this number of seats.",
        "game_over": "The game has ended, so no command is possible.",
        "not_your_turn": "Another seat must act now.",
        "wrong_phase": "This command is not possible in this part of the turn or of set-up.",
        "no_such_area": "The command names an area that is not on the board.",
        # set-up
        "hand_not_equal": "The hand may not be exchanged, because its cards name more than one direction.",
        "closed_at_set_up": "Neither a band nor a landowner may be placed in this area at set-up.",
        # the fire phase
        "not_in_hand": "The seat does not have this card in its hand.",
        "move_possible": "A card of the hand allows a movement, so the seat must play one.",
        "no_double_move": "The seat has no double-move token.",
        "no_cone_to_take": "Pudding Lane has no cone to give.",
        "not_burning": "The source does not burn, so no cone can leave it.",
        "fire_contained": "The fire of the source is contained, so no cone can leave it.",
        "last_cone_stays": "The source has only one cone, which must stay there.",
        "never_burns": "Fire never enters this area.",
        "fire_break": "The target is demolished, so no fire can enter it.",
        "burns_already": "The target already burns uncontained.",
        "out_of_reach": "No step in the direction of the card leads from this fire into the target.",
        "better_target": "The cone can reach a target of a better rank, so it must go there.",
        # the action phase
        "no_points_left": "The seat has spent all its action points.",
        "pudding_lane_closed": "Bands and landowners may not enter Pudding Lane.",
        "not_adjacent": "The two areas are not linked.",
        "no_band": "There is no trained band in the area.",
        "band_pinned": "Every band in the area covers a cone and must stay there.",
        "nothing_burns_here": "Nothing burns where the seat's landowner stands.",
        "not_contained": "The fire where the seat's landowner stands is not contained.",
        # demolition
        "no_charge": "The seat has no demolition charge.",
        "not_a_district": "The area has no houses, so it can never be demolished.",
        "demolished_already": "The district is already demolished.",
        "burning": "The district burns, so it cannot be demolished.",
        "no_fire_beside": "No district linked to this one burns.",
        "too_big": "The district is too large to be demolished while it has houses.",
        # cones that must be added
        "no_place_for_cones": "No cone may be added in this area.",
        "not_burning_uncontained": "The district does not burn uncontained, so no cone may be added.",
        "district_full": "The district already holds as many cones as it can.",
    }
)
"""Code -> its meaning. The codes are stable."""
