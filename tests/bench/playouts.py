"""Rules in process: random playouts, evolve, fold and legal of every ruleset on the shelf, beside python-chess."""

import random
import time
from dataclasses import dataclass
from typing import Any

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.engine.ruleset import Ruleset

House = Ruleset[Any, Any, Any, Any, Any]
COMMANDS_MAX = 20_000


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


def play_once(ruleset: House, seats: int, rnd: random.Random) -> tuple[Any, list[Any], list[tuple[Any, int]]]:
    """One random game with default options: the state before set-up, all its events, and (state, seat) at each decision."""
    seed = rnd.randbytes(32)
    first = state = ruleset.initial(seats, ruleset.options())
    events: list[Any] = list(ruleset.set_up(state, Chance(seed, 0)))
    state = fold(ruleset.evolve, state, events)
    met = []
    for step in range(1, COMMANDS_MAX):
        acting = ruleset.to_act(state)
        if not acting:
            return first, events, met
        seat = acting[0] if len(acting) == 1 else rnd.choice(acting)
        met.append((state, seat))
        legal = ruleset.legal(state, seat)
        command = legal[int(rnd.random() * len(legal))]
        for event in ruleset.decide(state, command, Chance(seed, step)):
            state = ruleset.evolve(state, event)
            events.append(event)
    raise AssertionError("a random game did not end")


def measure(ruleset: House, seats: int, seconds: float, seed: int = 1) -> Playouts:
    """Whole random games for about `seconds`, then the parts of the last one by themselves."""
    rnd = random.Random(seed)
    games = decisions = steps = 0
    play_once(ruleset, seats, rnd)
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        first, events, met = play_once(ruleset, seats, rnd)
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
