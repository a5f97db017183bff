"""Legal lists against the plain rules: a list is put together from masks and tables, an objection is asked one by one.

Every command of the kinds below is written out, whether it makes sense or not. Exactly those without an objection are
listed.
"""

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from domain.engine.chance import Chance
from domain.engine.codec import canonical, state_hash
from domain.engine.fold import advanced, fold
from domain.rulesets import RULESETS
from domain.rulesets.brigade import commands as brigade
from domain.rulesets.brigade.components import ALL_CELLS, TRACK_NAMES
from domain.rulesets.great_fire import commands as great_fire
from domain.rulesets.great_fire.components import IDS
from domain.rulesets.london import commands as london
from domain.rulesets.london.components import BOROUGHS
from tests.rulesets.games import Game, law_game, option_sets, some

SPELLED_OUT = 12
"""States of a game whose commands are all written out."""
WATER_MAX = 3


def brigade_commands(state: Any, seat: Any) -> Iterator[Any]:
    own = state.brigades[seat]
    crews = list(product(range(WATER_MAX), repeat=len(own.crew)))[:30]
    for cell in ALL_CELLS:
        for kind in ("paid", "pink", "ethereal"):
            yield brigade.MoveBrigade(seat, kind=kind, to=cell)
        for wagon in ("paid", "ride", "morgana"):
            yield brigade.MoveWagon(seat, kind=wagon, to=cell)
        for for_cube in (False, True):
            yield brigade.Refill(seat, cell=cell, for_cube=for_cube)
        yield brigade.ChooseCell(seat, cell)
        yield from (brigade.PlaceCubes(seat, cell=cell, number=number) for number in range(5))
        if state.fire[cell] or cell == own.at:
            for hose, wagon, chief, crew in product(
                ("brigade", "leon", "ash", "copied_ash"), range(5), range(4), crews
            ):
                yield brigade.Extinguish(seat, kind=hose, cell=cell, wagon=wagon, chief=chief, crew=crew)
    yield from (brigade.Upgrade(seat, track) for track in TRACK_NAMES)
    yield from (brigade.Recruit(seat), brigade.EndTurn(seat), brigade.DiscardSirPrecious(seat))
    for wagon, chief, crew in product(range(5), range(4), crews):
        yield brigade.Transfer(seat, wagon=wagon, chief=chief, crew=crew)


def london_commands(state: Any, seat: Any) -> Iterator[Any]:
    player = state.players[seat]
    stacks = range(-1, len(player.stacks) + 1)
    for card in player.hand:
        for stack, face_down in product((None, *stacks), (False, True)):
            yield london.PlaceCard(seat, card, stack, face_down)
        yield from (london.SpendCard(seat, card, school) for school in (False, True))
        yield from (london.PlayForEffect(seat, card), london.GiveUp(seat, card))
    for stack in stacks:
        yield from (london.Activate(seat, stack, hospital) for hospital in (None, *stacks))
    yield from (london.Invest(seat, borough) for borough in BOROUGHS)
    yield from (london.DrawFromDeck(seat), london.LookAtDeck(seat), london.StopDrawing(seat), london.TakeLoan(seat))
    yield from (london.UseWren(seat), london.EndAction(seat), london.EndRun(seat), london.TakeThree(seat))


def great_fire_commands(state: Any, seat: Any) -> Iterator[Any]:
    for area in IDS:
        yield from (great_fire.MoveLandowner(seat, area), great_fire.Demolish(seat, area))
        yield from (great_fire.MoveBand(seat, area, to) for to in IDS)
    yield from (great_fire.PutOut(seat), great_fire.EndActions(seat))


SPELL: dict[str, Callable[[Any, Any], Iterator[Any]]] = {
    "brigade": brigade_commands,
    "london": london_commands,
    "great_fire": great_fire_commands,
}
everywhere = pytest.mark.parametrize(
    ("ruleset", "at"), [(ruleset, at) for ruleset in SPELL for at in range(len(option_sets(ruleset)))]
)


def one_game(ruleset: str, at: int) -> Game:
    return law_game(ruleset, 3, option_sets(ruleset)[at])


@everywhere
def test_exactly_what_nothing_forbids_is_listed(ruleset: str, at: int) -> None:
    game = one_game(ruleset, at)
    dice = random.Random(at)
    for step in dice.sample(game.steps, min(SPELLED_OUT, len(game.steps))):
        for seat in game.ruleset.to_act(step.before):
            listed = set(map(canonical, game.ruleset.legal(step.before, seat)))
            for command in SPELL[ruleset](step.before, seat):
                free = not game.ruleset.objections(step.before, command)
                assert free == (canonical(command) in listed), command


@everywhere
def test_nothing_that_is_listed_has_an_objection(ruleset: str, at: int) -> None:
    game = one_game(ruleset, at)
    for step in some(game, 4):
        for seat in game.ruleset.to_act(step.before):
            for command in game.ruleset.legal(step.before, seat):
                assert game.ruleset.objections(step.before, command) == (), command


@everywhere
def test_the_state_that_is_handed_on_is_the_fold_of_the_events(ruleset: str, at: int) -> None:
    game = one_game(ruleset, at)
    for step in game.steps:
        events, state = advanced(game.ruleset, step.before, step.command, Chance(game.seed, step.version))
        assert events == step.events
        assert state == fold(game.ruleset.evolve, step.before, events)
        assert state_hash(state) == state_hash(step.after)


def test_every_version_hands_on_the_state_if_any_does() -> None:
    for id in SPELL:
        assert len({ruleset.advance for key, ruleset in RULESETS.items() if key[0] == id}) == 1
