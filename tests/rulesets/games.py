"""Seeded games of any ruleset on the shelf, kept step by step, for the laws and for the golden games. Names no ruleset."""

import random
import typing
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import msgspec

from domain.engine.chance import Chance, Draw
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from domain.rulesets import RULESETS

STEPS_MAX: Final = 6000
Choose = Callable[[Any, int, tuple[Any, ...], random.Random, Chance], Any]
"""(state, seat, legal, dice, chance for a bot) -> a legal command."""


@dataclass(frozen=True)
class Step:
    """One command: the state it met, what was drawn, what happened, the state it left."""

    before: Any
    command: Any
    draws: tuple[Draw, ...]
    events: tuple[Any, ...]
    after: Any
    version: int
    """The number of events before the command: the step at which chance is asked."""


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
        """Every pair of eyes."""
        return (*range(self.seats), SPECTATOR, ARBITER)


def said(options: Any) -> str:
    """What of the options is not as the box has it, in a few words."""
    plain, own = msgspec.to_builtins(type(options)()), msgspec.to_builtins(options)
    return ",".join(f"{key}={value}" for key, value in own.items() if value != plain[key]) or "plain"


def choices(options: type[Any]) -> dict[str, tuple[Any, ...]]:
    """The values of each option that can be listed: flags and words."""
    found: dict[str, tuple[Any, ...]] = {}
    for name, kind in typing.get_type_hints(options).items():
        if kind is bool:
            found[name] = (False, True)
        elif typing.get_origin(kind) is typing.Literal:
            found[name] = typing.get_args(kind)
    return found


@lru_cache
def option_sets(ruleset: str, number: int = 2) -> tuple[Any, ...]:
    """The plain options, every option changed, and `number` mixes; those that the ruleset refuses are left out."""
    box = RULESETS[ruleset]
    listed = choices(box.options)
    dice = random.Random(f"options of {ruleset}")
    wanted = [{}, {name: values[-1] for name, values in listed.items()}]
    wanted += [{name: dice.choice(values) for name, values in listed.items()} for _ in range(number)]
    found = []
    for words in wanted:
        options = box.options(**words)
        try:
            box.initial(box.seats_min, options)
        except Refused:
            continue
        if options not in found:
            found.append(options)
    return tuple(found)


def by_kind(_state: Any, _seat: int, legal: tuple[Any, ...], dice: random.Random, _chance: Chance) -> Any:
    """Any kind of command first, then any of that kind: long lists do not drown the short ones."""
    kind = dice.choice(sorted({type(command).__name__ for command in legal}))
    return dice.choice([command for command in legal if type(command).__name__ == kind])


def mixed(box: AnyRuleset) -> Choose:
    """The best bot in seat 0, the others at random in two ways."""
    best = tuple(box.bots.values())[-1]

    def choose(state: Any, seat: int, legal: tuple[Any, ...], dice: random.Random, chance: Chance) -> Any:
        if seat == 0 and dice.random() < 0.9:
            return best(box.view(state, seat), legal, chance)
        return dice.choice(legal) if dice.random() < 0.3 else by_kind(state, seat, legal, dice, chance)

    return choose


def play(box: AnyRuleset, seats: int, options: Any, name: str, choose: Choose) -> Game:
    """The game called `name`: everything in it, chance and choices, follows from its name."""
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
    while asked := box.to_act(after):
        assert len(steps) < STEPS_MAX, f"{box.id} {name} does not end"
        seat = dice.choice(asked)
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
    """The game on which a law is tried; the same for all laws."""
    box = RULESETS[ruleset]
    return play(box, seats, options, f"law {ruleset} {seats} {said(options)}", mixed(box))


def tables() -> list[tuple[str, int, Any]]:
    """Every ruleset with every number of seats and several options."""
    return [
        (ruleset, seats, options)
        for ruleset, box in RULESETS.items()
        for seats in range(box.seats_min, box.seats_max + 1)
        for options in option_sets(ruleset)
    ]
