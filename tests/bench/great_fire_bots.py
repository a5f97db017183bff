"""How often the best Great Fire bot beats three random ones. Run it: `python -m tests.bench.great_fire_bots [games] [seed]`.

One bot sits with three that play at random; its seat goes round. Prints the share of games it wins (a shared first place
counts as its part) with a 95 % interval by Wilson, the mean points, and the time a decision takes.
"""

import math
import sys
import time
from typing import Any

from domain.engine.chance import Chance, bot_seed, play_seed
from domain.engine.ruleset import Ruleset
from domain.engine.score import Outcome
from domain.rulesets.great_fire import RULESET

SEATS = 4
DECISIONS_MAX = 5_000


class Stopwatch:
    """Adds up the time a bot takes, its view included."""

    def __init__(self) -> None:
        self.ns = 0
        self.decisions = 0


def play(ruleset: Ruleset[Any, Any, Any, Any, Any], bots: list[str], secret: bytes, watch: Stopwatch) -> Outcome:
    """One game between the named bots, one a seat. The time of the bots that are not `random` goes to `watch`."""
    state = ruleset.initial(len(bots), ruleset.options())
    own = [Chance(bot_seed(secret, seat), 0) for seat in range(len(bots))]
    seed = play_seed(secret, ())
    version = 0
    for event in ruleset.set_up(state, Chance(seed, version)):
        state = ruleset.evolve(state, event)
        version += 1
    for _ in range(DECISIONS_MAX):
        outcome = ruleset.outcome(state)
        if outcome is not None:
            return outcome
        (seat,) = ruleset.to_act(state)
        legal = ruleset.legal(state, seat)
        began = time.perf_counter_ns()
        command = ruleset.bots[bots[seat]](ruleset.view(state, seat), legal, own[seat])
        if bots[seat] != "random":
            watch.ns += time.perf_counter_ns() - began
            watch.decisions += 1
        for event in ruleset.decide(state, command, Chance(seed, version)):
            state = ruleset.evolve(state, event)
            version += 1
    raise AssertionError("a game did not end")


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def measure(games: int, seed: int, *, progress: bool = True) -> dict[str, float]:
    """Play `games` games and give the figures."""
    name = list(RULESET.bots)[-1]
    watch, wins, points, others = Stopwatch(), 0.0, 0, 0
    for number in range(games):
        seat = number % SEATS
        bots = ["random"] * SEATS
        bots[seat] = name
        outcome = play(RULESET, bots, f"great-fire-bots {seed} {number}".encode(), watch)
        wins += (seat in outcome.winners) / len(outcome.winners)
        points += outcome.places[seat].points
        others += sum(place.points for place in outcome.places) - outcome.places[seat].points
        if progress:
            print(f"\r{number + 1}/{games} games, {wins:.1f} won", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    low, high = interval(wins, games)
    return {
        "games": games,
        "win_share": wins / games,
        "win_share_low": low,
        "win_share_high": high,
        "points": points / games,
        "points_of_others": others / games / (SEATS - 1),
        "us_per_decision": watch.ns / watch.decisions / 1_000,
    }


def main(arguments: list[str]) -> None:
    """Print the figures, one a line."""
    games = int(arguments[0]) if arguments else 200
    seed = int(arguments[1]) if len(arguments) > 1 else 1666
    print(f"{list(RULESET.bots)[-1]} against three random bots, seed {seed}")
    for name, figure in measure(games, seed).items():
        print(f"{name:>18} {figure:10.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
