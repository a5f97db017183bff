"""Whole games for every number of seats and every option, moments of them, and what a seat could ask then. Judges
nothing."""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.components import DIRECTIONS, IDS
from domain.rulesets.great_fire.state import State
from tests.rulesets.games import Game, changed_options, option_sets

PL = "pudding_lane"
GAMES = [
    pytest.param(seats, options, id=f"{seats}-{changed_options(options)}")
    for seats in (3, 4, 5, 6)
    for options in option_sets("great_fire")
]
every_game = pytest.mark.parametrize(("seats", "options"), GAMES)


def some(game: Game, share: float) -> list[State]:
    """A share of the states of a game, and its last one."""
    dice = random.Random(f"doors {game.seats} {game.seed.hex()}")
    return [step.before for step in game.steps if dice.random() < share] + [game.steps[-1].after]


def every_command(seat: int) -> Iterator[c.Command]:
    """All that a seat could ask, legal or not: about thirty thousand commands."""
    yield from (c.KeepHand(seat), c.ExchangeHand(seat), c.PutOut(seat), c.EndActions(seat))
    yield from (c.DeclareNoMove(seat, card) for card in DIRECTIONS)
    for kind in (c.PlaceBand, c.PlaceLandowner, c.MoveLandowner, c.Demolish, c.Intensify):
        yield from (kind(seat, id) for id in IDS)
    for source, target in product(IDS, IDS):
        yield from (c.PlayFire(seat, card, source, target) for card in DIRECTIONS)
        yield c.PlayDoubleMove(seat, source, target)
        yield c.MoveBand(seat, source, target)


def some_commands(state: State, seat: int, dice: random.Random) -> list[c.Command]:
    """What is legal for anybody, asked by `seat`, and anything else, with areas that there are and one that is not."""
    areas = (*dice.sample(IDS, 8), PL, "nowhere")
    found: list[c.Command] = [c.KeepHand(seat), c.ExchangeHand(seat), c.PutOut(seat), c.EndActions(seat)]
    found += [c.DeclareNoMove(seat, card) for card in DIRECTIONS]
    for kind in (c.PlaceBand, c.PlaceLandowner, c.MoveLandowner, c.Demolish, c.Intensify):
        found += [kind(seat, id) for id in areas]
    for source, target in zip(areas, dice.sample(areas, len(areas)), strict=True):
        found += [c.PlayFire(seat, dice.choice(DIRECTIONS), source, target), c.MoveBand(seat, source, target)]
        found.append(c.PlayDoubleMove(seat, source, target))
    listed = RULESET.legal(state, state.active)
    return found + [replace(order, seat=seat) for order in dice.sample(listed, min(12, len(listed)))]
