"""Rules in process: random playouts, evolve, fold and legal of every registered ruleset, beside python-chess.

One of them by itself, with options switched on: `python -m tests.bench.playouts RULESET [--seconds S] [OPTION ...]`.
"""

import argparse
import random
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from domain.engine.chance import Chance
from domain.engine.fold import advanced, fold
from domain.engine.ruleset import AnyRuleset
from domain.rulesets import CURRENT

COMMANDS_MAX = 20_000
SEATS = 4


@dataclass(frozen=True)
class Playouts:
    """Figures of one ruleset at one number of seats, on one core."""

    games: int
    decisions: int
    games_per_second: float
    decisions_per_second: float
    events_per_game: float
    evolve_us: float
    fold_ms: float
    legal_us: float


def play_once(
    ruleset: AnyRuleset, seats: int, options: object, rnd: random.Random
) -> tuple[Any, list[Any], list[tuple[Any, int]]]:
    """One random game: the state before set-up, all its events, and (state, seat) at each decision."""
    seed = rnd.randbytes(32)
    first = state = ruleset.initial(seats, options)
    events: list[Any] = list(ruleset.set_up(state, Chance(seed, 0)))
    state = fold(ruleset.evolve, state, events)
    met: list[tuple[Any, int]] = []
    for step in range(1, COMMANDS_MAX):
        acting = ruleset.to_act(state)
        if not acting:
            return first, events, met
        seat = acting[0] if len(acting) == 1 else rnd.choice(acting)
        met.append((state, seat))
        legal = ruleset.legal(state, seat)
        command = legal[int(rnd.random() * len(legal))]
        happened, state = advanced(ruleset, state, command, Chance(seed, step))
        events += happened
    raise AssertionError("a random game did not end")


def measure(
    ruleset: AnyRuleset, seats: int, seconds: float, switched_on: Iterable[str] = (), seed: int = 1
) -> Playouts:
    """Whole random games for about `seconds`, then the parts of the last one by themselves. `switched_on`: options."""
    rnd = random.Random(seed)
    options = ruleset.options(**dict.fromkeys(switched_on, True))
    games = decisions = steps = 0
    play_once(ruleset, seats, options, rnd)
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        first, events, met = play_once(ruleset, seats, options, rnd)
        games, decisions, steps = games + 1, decisions + len(met), steps + len(events)
    folds = []
    for _ in range(5):
        begin = time.perf_counter()
        fold(ruleset.evolve, first, events)
        folds.append(time.perf_counter() - begin)
    begin = time.perf_counter()
    for state, seat in met:
        ruleset.legal(state, seat)
    legal = (time.perf_counter() - begin) / len(met)
    best = min(folds)
    return Playouts(
        games,
        decisions,
        games / spent,
        decisions / spent,
        steps / games,
        best / len(events) * 1e6,
        best * 1e3,
        legal * 1e6,
    )


def chess_plies_per_second(seconds: float, seed: int = 1) -> float:
    """Random playouts of python-chess: legal moves enumerated, one picked, pushed."""
    import chess

    rnd = random.Random(seed)
    plies = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        board = chess.Board()
        for _ in range(COMMANDS_MAX):
            moves = list(board.legal_moves)
            if not moves or board.halfmove_clock >= 150 or board.is_insufficient_material():
                break
            board.push(moves[int(rnd.random() * len(moves))])
            plies += 1
    return plies / spent


def main() -> None:
    """Print the figures of one ruleset, one a line."""
    parser = argparse.ArgumentParser(
        description="Random playouts of one ruleset, with four seats or as many as it has."
    )
    parser.add_argument("ruleset", choices=tuple(CURRENT))
    parser.add_argument("options", nargs="*", metavar="OPTION", help="an option to switch on, such as `advanced`")
    parser.add_argument("--seconds", type=float, default=5.0)
    given = parser.parse_args()
    ruleset = CURRENT[given.ruleset]
    for name, figure in asdict(measure(ruleset, min(SEATS, ruleset.seats_max), given.seconds, given.options)).items():
        print(f"{name:>20} {figure:12.2f}")


if __name__ == "__main__":
    main()
