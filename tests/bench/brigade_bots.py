"""How often the best Brigade bot beats random ones. Run it: `python -m tests.bench.brigade_bots [games] [seats] [modules] [seed]`.

One bot sits with others that play at random; its seat goes round. Prints the share of games it wins with a 95 % interval
by Wilson, the mean points, and the time a decision takes, its view included. `modules`: `base` or `all`.
"""

import math
import sys
import time

from domain.engine.chance import Chance, bot_seed, play_seed
from domain.engine.score import Outcome
from domain.rulesets.brigade import RULESET
from domain.rulesets.brigade.options import Options

DECISIONS_MAX = 5_000
MODULES = {
    "base": Options(),
    "all": Options(advanced=True, extra_chiefs=True, extra_crew=True, big_buildings=True, fire_festival=True),
}


class Stopwatch:
    """Adds up the time a bot takes, its view included."""

    def __init__(self) -> None:
        self.ns = 0
        self.decisions = 0


def play(bots: list[str], options: Options, secret: bytes, watch: Stopwatch) -> Outcome:
    """One game between the named bots, one a seat. The time of the bots that are not `random` goes to `watch`."""
    state = RULESET.initial(len(bots), options)
    own = [Chance(bot_seed(secret, seat), 0) for seat in range(len(bots))]
    seed = play_seed(secret, ())
    version = 0
    for event in RULESET.set_up(state, Chance(seed, version)):
        state = RULESET.evolve(state, event)
        version += 1
    for _ in range(DECISIONS_MAX):
        outcome = RULESET.outcome(state)
        if outcome is not None:
            return outcome
        (seat,) = RULESET.to_act(state)
        legal = RULESET.legal(state, seat)
        began = time.perf_counter_ns()
        command = RULESET.bots[bots[seat]](RULESET.view(state, seat), legal, own[seat])
        if bots[seat] != "random":
            watch.ns += time.perf_counter_ns() - began
            watch.decisions += 1
        for event in RULESET.decide(state, command, Chance(seed, version)):
            state = RULESET.evolve(state, event)
            version += 1
    raise AssertionError("a game did not end")


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def measure(games: int, seats: int, modules: str, seed: int) -> dict[str, float]:
    """Play `games` games and give the figures."""
    name = list(RULESET.bots)[-1]
    watch, wins, points, others = Stopwatch(), 0, 0, 0
    for number in range(games):
        seat = number % seats
        bots = ["random"] * seats
        bots[seat] = name
        outcome = play(bots, MODULES[modules], f"brigade-bots {seed} {number}".encode(), watch)
        wins += seat in outcome.winners
        points += outcome.places[seat].points
        others += sum(place.points for place in outcome.places) - outcome.places[seat].points
    low, high = interval(wins, games)
    return {
        "games": games,
        "win_share": wins / games,
        "win_share_low": low,
        "win_share_high": high,
        "points": points / games,
        "points_of_others": others / games / (seats - 1),
        "us_per_decision": watch.ns / watch.decisions / 1_000,
    }


def main(arguments: list[str]) -> None:
    """Print the figures, one a line."""
    games = int(arguments[0]) if arguments else 200
    seats = int(arguments[1]) if len(arguments) > 1 else 4
    modules = arguments[2] if len(arguments) > 2 else "all"
    seed = int(arguments[3]) if len(arguments) > 3 else 1666
    print(f"{list(RULESET.bots)[-1]} against {seats - 1} random bots, modules: {modules}, seed {seed}")
    for name, figure in measure(games, seats, modules, seed).items():
        print(f"{name:>18} {figure:10.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
