"""How fast London plays in one process: `python -m tests.bench.london_playouts [seconds]`. Asserts nothing.

A decision is: legal commands enumerated for the seat that acts, one chosen at random, decided, all its events evolved.
"""

import sys

from domain.rulesets.london import RULESET
from tests.bench.playouts import Playouts, measure


def random_playouts(seconds: float, seats: int = 4) -> Playouts:
    """Whole random games for about `seconds`, and the parts of the last one: fold, evolve, legal."""
    return measure(RULESET, seats, seconds, seed=1851)


def main(seconds: float = 5.0) -> None:
    """Print the figures, one a line."""
    played = random_playouts(seconds)
    print(f"{played.games_per_second:10.1f} games a second (goal: 20)")
    print(f"{played.decisions_per_second:10.0f} decisions a second, {played.decisions / played.games:.0f} a game")
    print(f"{played.fold_ms:10.2f} ms to fold a game of {played.events_per_game:.0f} events (goal: below 10)")
    print(f"{played.evolve_us:10.2f} us to evolve an event")
    print(f"{played.legal_us:10.1f} us to enumerate what is legal")


if __name__ == "__main__":
    main(*(float(word) for word in sys.argv[1:2]))
