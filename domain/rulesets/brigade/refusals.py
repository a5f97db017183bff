"""The codes with which The Brigade refuses commands and games, for client developers."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "ability_inactive": "The ability, or the move that comes from it, is not available to this seat now.",
    "ability_used": "The ability works once a turn and was used already.",
    "already_upgraded": "The seat has already taken its Upgrade of this turn.",
    "bad_water_amount": "The amounts of water do not fit the cards, the buckets or the fire.",
    "cannot_end_turn_on_destroyed": "After this move no action would be left to leave the destroyed tile.",
    "cannot_hold_cubes": "The tile cannot hold cubes: it is a firehouse, or it is destroyed.",
    "decision_pending": "The game waits for a decision of a seat, which has to come first.",
    "deck_empty": "No crew card is left to draw.",
    "destroyed": "The tile is destroyed or doomed.",
    "expansion_not_available": "The expansion cannot be played, because its printed rules are not known.",
    "fire_stops_movement": "A burning tile on the way ends the movement.",
    "game_over": "The game is over.",
    "invalid_target": "The tile, card, seat or answer that the command names is not a possible one.",
    "must_move": "The pawn has to move to another tile, or the brigade has to leave the destroyed tile first.",
    "needs_advanced_rules": "The option works only together with the advanced rules.",
    "needs_cube_on_board": "The seat has no cube on the board, or none on the tile.",
    "no_actions_left": "The seat has no action left in this turn.",
    "no_crew_capacity": "The crew track of the seat allows no crew card.",
    "no_effect": "The command would change nothing, or names something that has no effect.",
    "no_pawn_here": "The pawn of the seat that the command needs is not on the tile.",
    "not_adjacent": "The tiles are not adjacent.",
    "not_burning": "The tile does not burn.",
    "not_enough_water": "The water that the command names is not there.",
    "not_loyal": "The tile is neither loyal to the seat nor its own firehouse.",
    "not_together": "The brigade and the wagon of the seat are not on one tile.",
    "not_your_turn": "It is not the turn of this seat.",
    "occupied": "A pawn stands on the tile.",
    "out_of_reach": "The tile is too far from the fire that was put out.",
    "rival_brigade": "A rival brigade is on the way or on the last tile.",
    "too_far": "The move takes more points than the brigade has.",
    "too_many_cubes": "The seat may not place this number of cubes.",
    "track_complete": "The marker is on the last circle of the track.",
    "wagon_not_here": "The water of the wagon cannot be used, because the wagon is elsewhere.",
    "wrong_number_of_seats": "The game cannot be played by this number of seats.",
    "wrong_phase": "The command is not possible in this part of the turn.",
}
"""Code -> what it means, one sentence."""
