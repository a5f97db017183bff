"""How fast The Brigade plays in one process, with all modules. Run it: `python -m tests.bench.brigade_playouts [seconds] [seats]`.

A decision is: legal commands enumerated for the seat that acts, one chosen at random, decided, all its events evolved.
"""

import random
import sys
import time
from typing import Any

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.rulesets.brigade import RULESET

ALL_MODULES = RULESET.options(advanced=True, extra_chiefs=True, extra_crew=True, big_buildings=True, fire_festival=True)


def one_game(seats: int, chooser: random.Random) -> tuple[Any, tuple[Any, ...], int]:
    """A game of random commands: its last state, its events, its decisions."""
    state = RULESET.initial(seats, ALL_MODULES)
    events = list(RULESET.set_up(state, Chance(chooser.randbytes(32), 0)))
    state = fold(RULESET.evolve, state, events)
    seed, decisions = chooser.randbytes(32), 0
    while seat := RULESET.to_act(state):
        legal = RULESET.legal(state, seat[0])
        made = RULESET.decide(state, legal[int(chooser.random() * len(legal))], Chance(seed, len(events)))
        for event in made:
            state = RULESET.evolve(state, event)
        events += made
        decisions += 1
    return state, tuple(events), decisions


def random_playouts(seconds: float, seats: int = 4, seed: int = 1666) -> dict[str, float]:
    """Play whole games for about `seconds`, then measure the parts on the last of them."""
    chooser = random.Random(seed)
    one_game(seats, chooser)  # the interned commands and the caches of a running service
    games = decisions = events = 0
    began = time.perf_counter()
    log: tuple[Any, ...] = ()
    while time.perf_counter() - began < seconds:
        _, log, made = one_game(seats, chooser)
        games, decisions, events = games + 1, decisions + made, events + len(log)
    took = time.perf_counter() - began
    return {
        "games": games,
        "decisions_per_game": decisions / games,
        "events_per_game": events / games,
        "decisions_per_s": decisions / took,
        "games_per_s": games / took,
        **parts(log, seats),
    }


def parts(log: tuple[Any, ...], seats: int, repeats: int = 20) -> dict[str, float]:
    """The fold of one recorded game, evolve an event, and `legal` a position, each cold to nothing but its own caches."""
    start = RULESET.initial(seats, ALL_MODULES)
    began = time.perf_counter()
    for _ in range(repeats):
        fold(RULESET.evolve, start, log)
    folded = (time.perf_counter() - began) / repeats
    states = [start]
    for event in log:
        states.append(RULESET.evolve(states[-1], event))
    asked = [(state, seat) for state in states for seat in RULESET.to_act(state)]
    began = time.perf_counter()
    for _ in range(repeats):
        for state, seat in asked:
            RULESET.legal(state, seat)
    listed = (time.perf_counter() - began) / repeats / len(asked)
    began = time.perf_counter()
    for state, seat in asked:
        RULESET.view(state, seat)
    viewed = (time.perf_counter() - began) / len(asked)
    return {
        "fold_ms_per_game": folded * 1e3,
        "evolve_us_per_event": folded / len(log) * 1e6,
        "legal_us": listed * 1e6,
        "view_us": viewed * 1e6,
    }


def main(arguments: list[str]) -> None:
    """Print the figures, one a line."""
    seconds = float(arguments[0]) if arguments else 5.0
    seats = int(arguments[1]) if len(arguments) > 1 else 4
    for name, figure in random_playouts(seconds, seats).items():
        print(f"{name:>20} {figure:12.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
