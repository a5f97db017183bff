"""Clocks tell nothing hidden: in two games that differ only in what a viewer cannot know, they are the same."""

import random

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.step import Moment
from domain.engine.viewer import SPECTATOR, seats_of
from domain.game import BeginGame, Game, OpenGame, TakeSeat
from domain.game.clocks.ledger import entries
from domain.game.clocks.terms import ClockTerms
from domain.game.terms import Terms
from domain.rulesets import CURRENT

SECOND = 1_000_000
TERMS = Terms(clock=ClockTerms(kind="bank", bank_us=600 * SECOND, add_us=SECOND, lag_us=50_000, lag_max_us=200_000))
COMMANDS = 25


@pytest.mark.rules("GAME-CLOCK-09", "GAME-HID-01")
@pytest.mark.parametrize("ruleset", sorted(CURRENT))
def test_twins_have_the_same_clocks_and_ledgers(ruleset: str) -> None:
    game, chance = Game(CURRENT[ruleset]), random.Random(ruleset)
    seats = game.ruleset.seats_min
    _, state = game.open(OpenGame("host", ruleset, seats, terms=TERMS), bytes(32), SECOND)
    for command in (*(TakeSeat(f"p{seat}", seat) for seat in seats_of(seats)), BeginGame("host")):
        state = game.advance(state, command, game.chance(state), SECOND)[1]
    compared = 0
    for _ in range(COMMANDS):
        acting = game.to_act(state)
        if not acting:
            break
        at_us = state.at_us + chance.randrange(3 * SECOND)
        command = chance.choice(game.legal(state, acting[0]))
        after = game.advance(state, command, game.chance(state), at_us)[1]
        for viewer in (SPECTATOR, *seats_of(seats)):
            twin = replace(
                state, position=game.ruleset.redeal(state.position, viewer, Chance(bytes(32), state.version))
            )
            try:
                other = game.advance(twin, command, game.chance(twin), at_us)[1]
            except Refused:
                continue  # it rests on what this viewer cannot know
            if (game.to_act(other), game.turn(other), other.over) != (game.to_act(after), game.turn(after), after.over):
                continue  # the games go different ways that everybody sees
            moment = Moment(at_us, ends=True)
            assert canonical(after.clock) == canonical(other.clock)
            listed = [entries(state, after, moment), entries(twin, other, moment)]
            assert [replace(each, version=1) for each in listed[0]] == [replace(each, version=1) for each in listed[1]]
            compared += 1
        state = after
    assert compared > COMMANDS // 2
