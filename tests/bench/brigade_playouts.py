"""Random playouts of The Brigade with every module, which `playouts.py` leaves out: `python -m tests.bench.brigade_playouts [seconds]`."""

import sys
from dataclasses import asdict, replace

from domain.rulesets.brigade import RULESET
from domain.rulesets.brigade.options import Options
from tests.bench.playouts import Playouts, measure

ALL_MODULES = Options(advanced=True, extra_chiefs=True, extra_crew=True, big_buildings=True, fire_festival=True)
SEATS = 4


def random_playouts(seconds: float) -> Playouts:
    """Whole games of four random players for about `seconds`, legal commands listed at every decision."""
    return measure(replace(RULESET, options=lambda: ALL_MODULES), SEATS, seconds)  # type: ignore[arg-type]


def main(arguments: list[str]) -> None:
    """Print the figures, one a line."""
    for name, figure in asdict(random_playouts(float(arguments[0]) if arguments else 5.0)).items():
        print(f"{name:>20} {figure:12.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
