"""Seeded games of any ruleset, recorded step by step, for the laws and for the golden games."""

import random
import typing
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from domain.engine.chance import Chance, Draw
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import ARBITER, SPECTATOR, Seat, Viewer, seats_of
from domain.rulesets import CURRENT
from tests.rules_report import rulebooks

STEPS_MAX: Final = 6000
SMALL: Final = frozenset({"toy"})
"""The rulesets whose games are too small for some laws: hardly anything can be refused, or for one reason only, there are
no phases, or nothing is named in `reveals`. Every other ruleset must have that material."""
Choose = Callable[[Any, Seat, tuple[Any, ...], random.Random, Chance], Any]
"""(state, seat, legal, dice, chance for a bot) -> a legal command."""


@dataclass(frozen=True)
class Step:
    """One command: the state before it, the draws, the events, the state after it."""

    before: Any
    command: Any
    draws: tuple[Draw, ...]
    events: tuple[Any, ...]
    after: Any
    version: int
    """The number of events before the command, which is the step of its chance."""


@dataclass(frozen=True)
class Game:
    """A whole game. `set_up` is a step without a command."""

    ruleset: AnyRuleset
    seats: int
    options: Any
    seed: bytes
    set_up: Step
    steps: tuple[Step, ...]

    @property
    def events(self) -> tuple[Any, ...]:
        """Every event of the game, set-up first."""
        return tuple(event for step in (self.set_up, *self.steps) for event in step.events)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Every seat, the spectators and the arbiter."""
        return (*seats_of(self.seats), SPECTATOR, ARBITER)


class Setting(NamedTuple):
    """What a law is tried on: a ruleset, a number of seats and options."""

    ruleset: str
    seats: int
    options: Any


def changed_options(options: Any) -> str:
    """Returns the options that differ from the defaults, in a few words."""
    plain, own = msgspec.to_builtins(type(options)()), msgspec.to_builtins(options)
    return ",".join(f"{key}={value}" for key, value in own.items() if value != plain[key]) or "plain"


def choices(options: type[Any]) -> dict[str, tuple[Any, ...]]:
    """Returns the values of each option that can be listed: flags and words."""
    values: dict[str, tuple[Any, ...]] = {}
    for name, kind in typing.get_type_hints(options).items():
        if kind is bool:
            values[name] = (False, True)
        elif typing.get_origin(kind) is typing.Literal:
            values[name] = typing.get_args(kind)
    return values


@lru_cache
def option_sets(ruleset: str, number: int = 2) -> tuple[Any, ...]:
    """Returns the defaults, every option changed, and `number` mixes, without those that the ruleset refuses."""
    box = CURRENT[ruleset]
    listed = choices(box.options)
    dice = random.Random(f"options of {ruleset}")
    wanted = [{}, {name: values[-1] for name, values in listed.items()}]
    wanted += [{name: dice.choice(values) for name, values in listed.items()} for _ in range(number)]
    sets: list[Any] = []
    for words in wanted:
        options = box.options(**words)
        try:
            box.initial(box.seats_min, options)
        except Refused:
            continue
        if options not in sets:
            sets.append(options)
    return tuple(sets)


def by_kind(_state: Any, _seat: Seat, legal: tuple[Any, ...], dice: random.Random, _chance: Chance) -> Any:
    """Chooses a kind of command, then a command of that kind, so that long lists do not crowd out short ones."""
    kind = dice.choice(sorted({type(command).__name__ for command in legal}))
    return dice.choice([command for command in legal if type(command).__name__ == kind])


def mixed(box: AnyRuleset) -> Choose:
    """Returns a choice by the best bot in seat 0, and at random in two ways in the other seats."""
    best = tuple(box.bots.values())[-1]

    def choose(state: Any, seat: Seat, legal: tuple[Any, ...], dice: random.Random, chance: Chance) -> Any:
        if seat == 0 and dice.random() < 0.9:
            return best(box.view(state, seat), legal, chance)
        return dice.choice(legal) if dice.random() < 0.3 else by_kind(state, seat, legal, dice, chance)

    return choose


def play(box: AnyRuleset, seats: int, options: Any, name: str, choose: Choose) -> Game:
    """Plays the game called `name`. Everything in it, chance and choices, follows from its name."""
    dice = random.Random(name)
    seed = dice.randbytes(32)
    state = box.initial(seats, options)
    chance = Chance(seed, 0)
    events = box.set_up(state, chance)
    after = state
    for event in events:
        after = box.evolve(after, event)
    set_up = Step(state, None, tuple(chance.draws), events, after, 0)
    steps: list[Step] = []
    version = len(events)
    while acting := box.to_act(after):
        assert len(steps) < STEPS_MAX, f"{box.id} {name} does not end"
        seat = dice.choice(acting)
        command = choose(after, seat, box.legal(after, seat), dice, Chance(seed[::-1], version))
        before, chance = after, Chance(seed, version)
        events = box.decide(before, command, chance)
        for event in events:
            after = box.evolve(after, event)
        steps.append(Step(before, command, tuple(chance.draws), events, after, version))
        version += len(events)
    return Game(box, seats, options, seed, set_up, tuple(steps))


@lru_cache(maxsize=64)
def law_game(ruleset: str, seats: int, options: Any) -> Game:
    """Returns the game on which a law is tried. It is the same for all laws."""
    box = CURRENT[ruleset]
    return play(box, seats, options, f"law {ruleset} {seats} {changed_options(options)}", mixed(box))


def some(game: Game, every: int) -> list[Step]:
    """Returns steps of a game, about one in `every` at random, and always the last."""
    dice = random.Random(f"{game.seed.hex()} {every}")
    return [step for step in game.steps if dice.random() * every < 1 or step is game.steps[-1]]


@cache
def known(ruleset: str) -> frozenset[str]:
    """Returns the ids of all rules of a ruleset."""
    return rulebooks()[ruleset].known


def settings() -> list[Setting]:
    """Returns every ruleset with every number of seats and several options."""
    return [
        Setting(ruleset, seats, options)
        for ruleset, box in CURRENT.items()
        for seats in range(box.seats_min, box.seats_max + 1)
        for options in option_sets(ruleset)
    ]
