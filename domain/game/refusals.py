"""The refusal codes of every game, whatever its ruleset. They are published with those of the rulesets."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "already_a_bot": "A bot already plays that seat.",
    "already_begun": "The game has begun, so its seats are fixed.",
    "already_open": "The game is open already; it cannot be opened a second time.",
    "already_seated": "The caller already has a seat in this game.",
    "bad_delay": "The delay for spectators is out of bounds, or it names both steps and seconds.",
    "bad_faults": "The faults of a sandbox are too many, too long, or at a step below 1.",
    "bad_name": "The name looks empty, is too long, reads as a bot's, stacks marks, or cannot be printed.",
    "bad_pace": "The pace of a sandbox's bots is out of bounds.",
    "bad_seed": "The seed of a sandbox is empty or too long.",
    "bad_title": "The title looks empty, is too long, stacks marks, or has characters that cannot be printed.",
    "game_over": "The game is over or was abandoned.",
    "name_taken": "Somebody in this game has this name, or one that looks the same.",
    "no_such_choice": "The seat has no such choice now: what it stands for is not legal any more, or never was.",
    "no_such_seat": "The game has no seat of this number.",
    "not_an_arbiter": "Only an arbiter who does not play in the game can do this.",
    "not_begun": "The game has not begun.",
    "not_the_host": "Only the host of the game can do this, or it is too late for the host to do it.",
    "not_to_act": "The seat has nothing to decide now.",
    "not_your_seat": "Somebody else holds that seat.",
    "nothing_to_play": "Nobody can act at that step, so a fork cannot continue from it.",
    "seat_not_free": "The seat is taken, or all seats are.",
    "seats_free": "Some seats are still free, so the game cannot begin.",
    "seed_without_sandbox": "Only a sandbox may choose its seed.",
    "share_too_long": "The share in the chance is too long.",
    "unknown_bot": "The ruleset has no bot of this name.",
    "unknown_option": "The ruleset has no such option, or the option has no such value.",
    "unknown_ruleset": "This service has no ruleset of this id.",
    "unknown_version": "This service does not have this version of the ruleset.",
    "wrong_number_of_seats": "The ruleset is not for this number of seats.",
}
"""Code -> what it means."""
